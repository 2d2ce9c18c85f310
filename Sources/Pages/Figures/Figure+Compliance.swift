import Overview

extension Figure {
  /// F1: one bar for each policy, the whole list: complies, or breaks one rule, two, or more.
  static func compliance(_ policies: [PolicyOverview], id: String) -> Figure {
    let (left, right, top, step) = (176.0, 566.0, 44.0, 34.0)
    var drawing = Drawing(height: top + step * Double(policies.count) + 26, prefix: id)
    let fills: [Fill] = [.solid(.comply), .tint, .stripes(.refuse), .dots(.worst)]
    let names = ["complies", "breaks one rule", "two", "three or more"]
    var x = left
    for (fill, name) in zip(fills, names) { x = drawing.legend(fill, name, x: x, y: 16) }
    var table = DataTable(
      "Passwords by how many rules they break",
      [.words("policy")] + names.flatMap { [.number($0), .number("share")] })
    for (index, policy) in policies.enumerated() {
      let y = top + step * Double(index)
      let parts = policy.brokenGroups
      drawing.text(policy.name, x: left - 10, y: y + 15, .right, room: left - 14)
      drawing.mark { drawing in
        var x = left
        for (fill, (name, part)) in zip(fills, zip(names, parts)) {
          let width = part.share * (right - left)
          drawing.bar(
            x: x, y: y, width: width, height: 22, fill,
            tip: "\(name): \(part.grouped) (\(part.percent))")
          x += width
        }
      }
      drawing.text(
        policy.compliant.percent, x: right + 8, y: y + 16,
        Drawing.Style(size: 13, colour: .comply, isBold: true))
      table.add([policy.name] + parts.flatMap { [$0.grouped, $0.percent] })
    }
    drawing.percentAxis(left, right, y: top + step * Double(policies.count))
    return Figure(
      id: id, title: "Compliance by policy",
      caption: "Each bar is the whole list. The number is the share that complies.",
      description: policies.map { policy in
        "\(policy.name): "
          + zip(names, policy.brokenGroups).map { "\($0) \($1.percent)" }.joined(separator: ", ")
      }.joined(separator: ". ") + ".", drawing: drawing, table: table)
  }
}

extension PolicyOverview {
  /// Entries that break no rule, one, two, three or more.
  var brokenGroups: [Part] {
    let total = compliant.total
    let more = broken.dropFirst(3).reduce(0) { $0 &+ $1.count }
    let some = [1, 2].map { $0 < broken.count ? broken[$0] : Part(0, of: total) }
    return [compliant] + some + [Part(more, of: total)]
  }
}

extension Drawing {
  /// An axis below bars, from 0 to 100 per cent or to a smaller share.
  mutating func percentAxis(_ left: Double, _ right: Double, y: Double, upTo most: Double = 1) {
    let quarters = (0...4).map { left + (right - left) * Double($0) / 4 }
    line(left, y, right, y, .grid)
    for x in quarters { line(x, y, x, y + 4, .grid) }
    for (quarter, x) in quarters.enumerated() {
      text(
        "\(coordinate(most * 25 * Double(quarter))) %", x: x, y: y + 17,
        Style(size: 11, colour: .muted, anchor: .middle))
    }
  }
}
