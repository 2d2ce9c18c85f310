extension Figure {
  /// F2: a row for each rule, in the policy's order: passwords that break it, and passwords that
  /// break only it.
  static func refusals(_ policy: PolicyOverview, id: String) -> Figure {
    let table = DataTable(
      "Passwords that break each rule of \(policy.shortName)", policy.rules,
      [
        .words("rule") { "\($0.text) (\($0.id))" }, .part("break it") { $0.any },
        .part("break no other") { $0.only },
      ])
    let words = ["breaks the rule", "breaks no other rule"]
    return Figure(
      id: id, title: FigureTitles.refusals(policy),
      caption:
        "What each rule of \(policy.shortName) refuses, in per cent of all passwords. Dark is "
        + "what only this rule keeps out: it would comply if the rule were dropped."
        + Interval.caption(policy.rules.flatMap { [$0.any, $0.only] }),
      description: policy.rules.sorted { $0.any.count > $1.any.count }.prefix(4).map {
        "\($0.words): \($0.any.percent) break it, alone \($0.only.percent)"
      }.joined(separator: "; ") + (policy.rules.count > 4 ? ". The table has the rest." : "."),
      table: table
    ) { layout, prefix in
      let legend: [(fill: Fill, words: String)] =
        [(.tint, words[0]), (.solid(.refuse), words[1])]
        + Interval.legend(policy.rules.flatMap { [$0.any, $0.only] })
      let lines = Drawing.legendLines(legend.map(\.words), in: layout)
      let values = policy.rules.map { rule in
        rule.only.most == 0
          ? rule.any.percent : "\(rule.any.percent), alone \(rule.only.percent)"
      }
      // The words behind a bar of nearly all passwords may be wide.
      let ends = zip(policy.rules, values).map { rule, value in
        (layout.width - 228 - textWidth(value, size: 11)) / max(rule.any.mostShare, 0.5)
      }
      let rows = BarRows(
        layout, from: 216, to: 216 + min(290, ends.min() ?? 290), top: 18 + 18 * Double(lines),
        bar: 20, step: 30)
      let base = rows.bottom(policy.rules.count)
      var drawing = Drawing(width: layout.width, height: base + 4, prefix: prefix)
      drawing.legend(legend, left: rows.left, y: 14, in: layout)
      for (index, rule) in policy.rules.enumerated() {
        let y = rows.y(index)
        drawing.mark(tip: "\(rule.any.grouped); \(rule.only.grouped) alone") { drawing in
          drawing.bar(
            rule.any, x: rows.left, y: y, scale: rows.width, height: rows.bar, .tint)
          drawing.bar(
            rule.only, x: rows.left, y: y + 5, scale: rows.width, height: 10, .solid(.refuse))
        }
        rows.label(
          rule.words, values[index], row: index,
          end: rows.left + rule.any.mostShare * rows.width, in: &drawing)
      }
      if !layout.isPhone { drawing.line(rows.left, rows.top - 6, rows.left, base, .ink) }
      return drawing
    }
  }

  /// F3: the commonest sets of rules that passwords break together: columns over a matrix (UpSet),
  /// on phones rows; nil for fewer than three rules, or if nothing is refused.
  static func sets(_ policy: PolicyOverview, id: String) -> Figure? {
    let sets = policy.sets
    // Two rules have one set together, which the figure of refusals shows.
    guard policy.rules.count > 2, !sets.told.isEmpty else { return nil }
    let shown = sets.told.prefix(12)
    let others = sets.told.dropFirst(shown.count).reduce(sets.other) { $0.joined(with: $1.part) }
    func name(_ rules: [Int]) -> String {
      rules.map { policy.rules[$0].brief }.joined(separator: " + ")
    }
    var columns = shown.map { SetColumn(name: name($0.rules), rules: $0.rules, part: $0.part) }
    if others.most > 0 {
      columns.append(SetColumn(name: "other sets", rules: nil, part: others))
    }
    let table = DataTable(
      "Passwords by the exact set of rules of \(policy.shortName) that they break", columns,
      [.words("rules broken, and no other") { $0.name }, .part("passwords") { $0.part }])
    return Figure(
      id: id, title: FigureTitles.sets(policy, columns[0].name, columns[0].part),
      caption:
        "Sets of rules that passwords break together, and no other rule, in per cent of all "
        + "passwords." + Interval.caption(columns.map(\.part)),
      description: shown.prefix(4).map { "\(name($0.rules)) \($0.part.percent)" }.joined(
        separator: ". ")
        + (shown.count > 4 || others.most > 0 ? ". The table has the rest." : "."), table: table
    ) { layout, prefix in
      layout.isPhone
        ? rows(columns.map { ($0.name, $0.part, $0.fill) }, layout, prefix)
        : matrix(columns, policy, prefix)
    }
  }

  /// A set of rules that passwords break.
  private struct SetColumn {
    let name: String
    /// The rules' numbers; nil for all other sets.
    let rules: [Int]?
    let part: Part

    var fill: Fill { rules == nil ? .stripes(.refuse) : .solid(.refuse) }
  }

  private static func matrix(
    _ columns: [SetColumn], _ policy: PolicyOverview, _ prefix: String
  ) -> Drawing {
    let (left, top, barHeight, rowStep) = (216.0, 14.0, 104.0, 20.0)
    let step = min(34.0, 416 / Double(columns.count))
    let matrix = top + barHeight + 16
    let bottom = matrix + rowStep * Double(policy.rules.count)
    let hasOthers = columns.last?.rules == nil
    var drawing = Drawing(height: bottom + (hasOthers ? 18 : 4), prefix: prefix)
    let most = max(columns.map(\.part.mostShare).max() ?? 0, 1e-9)
    let right = left + step * Double(columns.count)
    for (row, rule) in policy.rules.enumerated() {
      let y = matrix + rowStep * Double(row) + rowStep / 2
      drawing.text(rule.words, x: left - 10, y: y + 4, .right, room: left - 14)
    }
    drawing.text("% of passwords", x: left - 10, y: top + barHeight, .beside)
    drawing.line(left, top + barHeight, right, top + barHeight, .ink)
    drawing.matrix(
      x: left, y: matrix, columns: columns.count, rows: policy.rules.count, stepX: step,
      stepY: rowStep)
    func x(_ number: Int) -> Double { left + step * Double(number) + step / 2 }
    var broken: [Drawing.Point] = []
    var joins: [(x: Double, from: Double, to: Double)] = []
    for (number, set) in columns.enumerated() {
      let y = { (row: Int) in matrix + rowStep * Double(row) + rowStep / 2 }
      broken += (set.rules ?? []).map { (x(number), y($0)) }
      if let first = set.rules?.first, let last = set.rules?.last, first < last {
        joins.append((x(number), y(first), y(last)))
      }
    }
    drawing.drops(joins, width: 2)
    drawing.dots(broken, size: 5, .ink)
    for (number, set) in columns.enumerated() {
      drawing.mark { drawing in
        let height = set.part.mostShare / most * (barHeight - 14)
        drawing.column(
          set.part, x: x(number) - step * 0.34, base: top + barHeight, width: step * 0.68,
          scale: (barHeight - 14) / most, set.fill, tip: set.part.grouped)
        // Both ends are wider than a column.
        if set.part.isExact {
          drawing.text(
            String(set.part.percent.dropLast(" %".count)), x: x(number),
            y: top + barHeight - height - 4, Drawing.Style(size: 10.5, anchor: .middle))
        }
        if set.rules == nil {
          drawing.text(
            "other sets", x: right, y: bottom + 12,
            Drawing.Style(size: 10.5, colour: .muted, anchor: .end))
        }
      }
    }
    return drawing
  }
}
