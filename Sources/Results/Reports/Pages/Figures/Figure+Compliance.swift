extension Figure {
  /// F1: one bar for each policy, the whole list: complies, or breaks one rule, two, or more.
  static func compliance(_ policies: [PolicyOverview], id: String) -> Figure {
    let fills: [Fill] = [.solid(.comply), .tint, .stripes(.refuse), .dots(.worst)]
    let names = ["complies", "breaks one rule", "two", "three or more"]
    let isExact = policies.allSatisfy { $0.brokenGroups.allSatisfy(\.isExact) }
    let table = DataTable(
      "Passwords by how many rules they break", policies,
      [.words("policy") { $0.name }]
        + names.enumerated().map { place, name in .part(name) { $0.brokenGroups[place] } })
    return Figure(
      id: id, title: FigureTitles.compliance(policies),
      caption: "Each bar is the whole list. The number is the share that complies."
        + (isExact
          ? "" : " Solid is the least of each; of what is hatched a folded tally does not tell."),
      description: policies.map { policy in
        "\(policy.name): "
          + zip(names, policy.brokenGroups).map { "\($0) \($1.percent)" }.joined(separator: ", ")
      }.joined(separator: ". ") + ".", table: table
    ) { layout, prefix in
      let legend = Array(zip(fills, names)) + (isExact ? [] : [(Fill.hatch, "not told")])
      let lines = Drawing.legendLines(legend.map(\.1), in: layout)
      let rows = BarRows(
        layout, from: 176, to: isExact ? 566 : 530, top: 26 + 18 * Double(lines), bar: 22, step: 34)
      let base = rows.bottom(policies.count)
      var drawing = Drawing(width: layout.width, height: base + 26, prefix: prefix)
      drawing.legend(legend, left: isExact ? rows.left : 64, y: 16, in: layout)
      for (index, policy) in policies.enumerated() {
        rows.label(
          policy.name, policy.compliant.percent, row: index, end: rows.right,
          Drawing.Style(size: 13, colour: .comply, isBold: true), in: &drawing)
        drawing.mark { drawing in
          var x = rows.left
          for (fill, (name, part)) in zip(fills, zip(names, policy.brokenGroups)) {
            let width = part.share * rows.width
            drawing.bar(
              x: x, y: rows.y(index), width: width, height: rows.bar, fill,
              tip: "\(name): \(part.grouped) (\(part.percent))")
            x += width
          }
          if !policy.brokenGroups.allSatisfy(\.isExact) {
            drawing.bar(
              x: x, y: rows.y(index), width: max(0, rows.right - x), height: rows.bar, .hatch,
              tip: "not told")
          }
        }
      }
      drawing.percentAxis(rows.left, rows.right, y: base, in: layout)
      return drawing
    }
  }
}

extension PolicyOverview {
  /// Entries that break no rule, one, two, three or more.
  var brokenGroups: [Part] {
    let total = compliant.total
    let more = broken.dropFirst(3).reduce(Part(0, of: total)) { $0.joined(with: $1) }
    let some = [1, 2].map { $0 < broken.count ? broken[$0] : Part(0, of: total) }
    return [compliant] + some + [more]
  }
}

extension Drawing {
  /// An axis below bars, from 0 to 100 per cent or to a smaller share.
  mutating func percentAxis(
    _ left: Double, _ right: Double, y: Double, upTo most: Double = 1, in layout: Layout = .wide
  ) {
    let quarters = (0...4).map { left + (right - left) * Double($0) / 4 }
    line(left, y, right, y, .grid)
    for x in quarters { line(x, y, x, y + 4, .grid) }
    for (quarter, x) in quarters.enumerated() {
      // At the edges of a phone's picture labels stand inwards.
      let anchor: Style.Anchor =
        !layout.isPhone || 1...3 ~= quarter ? .middle : quarter == 0 ? .start : .end
      text(
        "\(coordinate(most * 25 * Double(quarter))) %", x: x, y: y + 17,
        Style(size: 11, colour: .muted, anchor: anchor))
    }
  }
}
