import Overview

extension Figure {
  /// F2: a row for each rule, in the policy's order: passwords that break it, and passwords that
  /// break only it.
  static func refusals(_ policy: PolicyOverview, id: String) -> Figure {
    let (left, right, top, step) = (216.0, 506.0, 36.0, 30.0)
    var drawing = Drawing(height: top + step * Double(policy.rules.count) + 4, prefix: id)
    var x = drawing.legend(.tint, "breaks the rule", x: left, y: 14)
    x = drawing.legend(.solid(.refuse), "breaks no other rule", x: x, y: 14)
    var table = DataTable(
      "Passwords that break each rule of \(policy.shortName)",
      [
        .words("rule"), .number("break it"), .number("share"), .number("break no other"),
        .number("share"),
      ])
    for (index, rule) in policy.rules.enumerated() {
      let y = top + step * Double(index)
      drawing.text(rule.words, x: left - 10, y: y + 14, .right, room: left - 14)
      drawing.mark(tip: "\(rule.any.grouped); \(rule.only.grouped) alone") { drawing in
        drawing.bar(
          x: left, y: y, width: rule.any.share * (right - left), height: 20, .tint)
        drawing.bar(
          x: left, y: y + 5, width: rule.only.share * (right - left), height: 10, .solid(.refuse))
      }
      let values =
        rule.only.count == 0
        ? rule.any.percent : "\(rule.any.percent), alone \(rule.only.percent)"
      drawing.text(
        values, x: left + rule.any.share * (right - left) + 8, y: y + 14,
        Drawing.Style(size: 11, colour: .muted))
      table.add([
        "\(rule.text) (\(rule.id))", rule.any.grouped, rule.any.percent, rule.only.grouped,
        rule.only.percent,
      ])
    }
    drawing.line(left, top - 6, left, top + step * Double(policy.rules.count), .ink)
    return Figure(
      id: id, title: "What \(policy.shortName) refuses, rule by rule",
      caption: "Dark is what only this rule keeps out: it would comply if the rule were dropped.",
      description: policy.rules.sorted { $0.any.count > $1.any.count }.prefix(4).map {
        "\($0.words): \($0.any.percent) break it, alone \($0.only.percent)"
      }.joined(separator: "; ") + (policy.rules.count > 4 ? ". The table has the rest." : "."),
      drawing: drawing, table: table)
  }

  /// F3: the commonest sets of rules that passwords break together (UpSet); nil for fewer than two
  /// rules, or if nothing is refused.
  static func sets(_ policy: PolicyOverview, id: String) -> Figure? {
    let sets = policy.sets
    guard policy.rules.count > 1, !sets.told.isEmpty else { return nil }
    let shown = sets.told.prefix(12)
    let others = sets.told.dropFirst(shown.count).reduce(sets.other) { $0 &+ $1.part.count }
    let total = policy.compliant.total
    func name(_ rules: [Int]) -> String {
      rules.map { policy.rules[$0].brief }.joined(separator: " + ")
    }
    let columns = shown.count + (others > 0 ? 1 : 0)
    let (left, top, barHeight) = (216.0, 14.0, 104.0)
    let step = min(34.0, 416 / Double(columns))
    let rowStep = 20.0
    let matrix = top + barHeight + 16
    let bottom = matrix + rowStep * Double(policy.rules.count)
    var drawing = Drawing(height: bottom + (others > 0 ? 18 : 4), prefix: id)
    let rest = Part(others, of: total)
    let most = max(shown.first?.part.share ?? 0, rest.share, 1e-9)
    var table = DataTable(
      "Passwords by the exact set of rules of \(policy.shortName) that they break",
      [.words("rules broken, and no other"), .number("passwords"), .number("share")])
    let right = left + step * Double(columns)
    for (row, rule) in policy.rules.enumerated() {
      let y = matrix + rowStep * Double(row) + rowStep / 2
      drawing.text(rule.words, x: left - 10, y: y + 4, .right, room: left - 14)
    }
    drawing.text(
      "% of passwords", x: left - 10, y: top + barHeight,
      Drawing.Style(size: 11, colour: .muted, anchor: .end))
    drawing.line(left, top + barHeight, right, top + barHeight, .ink)
    func column(_ number: Int, _ part: Part, _ fill: Fill, _ drawing: inout Drawing) {
      let height = part.share / most * (barHeight - 14)
      let x = left + step * Double(number) + step / 2
      drawing.bar(
        x: x - step * 0.34, y: top + barHeight - height, width: step * 0.68, height: height, fill,
        tip: part.grouped)
      drawing.text(
        String(part.percent.dropLast(" %".count)), x: x, y: top + barHeight - height - 4,
        Drawing.Style(size: 10.5, anchor: .middle))
    }
    drawing.matrix(
      x: left, y: matrix, columns: columns, rows: policy.rules.count, stepX: step, stepY: rowStep)
    var broken: [Drawing.Point] = []
    var joins: [(x: Double, from: Double, to: Double)] = []
    for (number, set) in shown.enumerated() {
      let x = left + step * Double(number) + step / 2
      let y = { (row: Int) in matrix + rowStep * Double(row) + rowStep / 2 }
      broken += set.rules.map { (x, y($0)) }
      if let first = set.rules.first, let last = set.rules.last, first < last {
        joins.append((x, y(first), y(last)))
      }
    }
    drawing.drops(joins, width: 2)
    drawing.dots(broken, size: 5, .ink)
    for (number, set) in shown.enumerated() {
      drawing.mark { drawing in column(number, set.part, .solid(.refuse), &drawing) }
      table.add([name(set.rules), set.part.grouped, set.part.percent])
    }
    if others > 0 {
      drawing.mark { drawing in
        column(shown.count, rest, .stripes(.refuse), &drawing)
        drawing.text(
          "other sets", x: right, y: bottom + 12,
          Drawing.Style(size: 10.5, colour: .muted, anchor: .end))
      }
      table.add(["other sets", rest.grouped, rest.percent])
    }
    return Figure(
      id: id, title: "Which rules of \(policy.shortName) passwords break together",
      caption:
        "Each column is one set of rules: black dots are broken, and no other. The bar is the share "
        + "of all passwords.",
      description: shown.prefix(4).map { "\(name($0.rules)) \($0.part.percent)" }.joined(
        separator: ". ")
        + (shown.count > 4 || others > 0 ? ". The table has the rest." : "."),
      drawing: drawing, table: table)
  }
}
