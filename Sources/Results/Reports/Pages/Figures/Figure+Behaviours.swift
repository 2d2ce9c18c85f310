import Glibc

extension Figure {
  /// F13: a bar for each policy from the least to the most that ten guesses find, whatever the refused
  /// choose, and a dot for the share if they choose as the others do; nil without a policy.
  static func behaviours(
    _ behaviours: BehaviourOverview, _ rows: [BehaviourOverview.Row], id: String
  ) -> Figure? {
    guard !rows.isEmpty else { return nil }
    let models = behaviours.models.enumerated().map { place, model in
      DataTable.Cells<BehaviourOverview.Row>.number(model) { precise($0.shares[place]) }
    }
    let table = DataTable(
      "Share that the best ten guesses find, by what the refused choose", rows,
      [
        .words("policy") { $0.name }, .number("at least") { precise($0.bracket.lowerBound) },
        .number("as the others") { precise($0.usual) },
        .number("at most") { precise($0.bracket.upperBound) },
      ] + models
        + (behaviours.isTruncated ? [] : [.number("tier") { $0.tier.map { String($0) } }]))
    let widest = rows.max { width(of: $0) < width(of: $1) }
    return Figure(
      id: id,
      title: widest.map {
        "Ten guesses find \(words(of: $0)) under \(clipped($0.name, toCharacters: 40)), by what the "
          + "refused choose"
      } ?? "",
      caption: behaviours.caption
        + " The scale is logarithmic. The bar is everything that they can do, from something new and "
        + "unique to one and the same password; the dot is the share if they choose as the others do.",
      description: rows.map {
        "\($0.name): \(words(of: $0)), if they choose as the others do \(precise($0.usual))"
      }.joined(separator: ". ") + ".", table: table
    ) { layout, prefix in
      draw(rows, layout, prefix)
    }
  }

  private static func width(of row: BehaviourOverview.Row) -> Double {
    row.bracket.upperBound / row.bracket.lowerBound
  }

  private static func words(of row: BehaviourOverview.Row) -> String {
    "\(precise(row.bracket.lowerBound)) to \(precise(row.bracket.upperBound))"
  }

  private static func draw(
    _ rows: [BehaviourOverview.Row], _ layout: Layout, _ prefix: String
  ) -> Drawing {
    let bars = BarRows(layout, from: 150, to: 490, top: 10, bar: 14, step: 26)
    let base = bars.bottom(rows.count)
    var drawing = Drawing(width: layout.width, height: base + 24, prefix: prefix)
    let least = rows.map(\.bracket.lowerBound).min() ?? 1
    let first = min(-1, Int(log10(least).rounded(.down)))
    func x(_ share: Double) -> Double {
      bars.left + bars.width * (log10(share) - Double(first)) / Double(-first)
    }
    // Every second power of ten where there are many.
    let decades = stride(from: 0, through: first, by: first < -6 ? -2 : -1)
    for decade in decades {
      let place = x(pow(10, Double(decade)))
      drawing.line(place, bars.top - 4, place, base, .grid, width: 0.5)
    }
    for decade in decades {
      let anchor: Drawing.Style.Anchor =
        !layout.isPhone || decade < 0 && decade > first
        ? .middle : decade == 0 ? .end : .start
      drawing.text(
        "\(power(decade + 2)) %", x: x(pow(10, Double(decade))), y: base + 17,
        Drawing.Style(size: 11, colour: .muted, anchor: anchor))
    }
    for (number, row) in rows.enumerated() {
      let (left, right) = (x(row.bracket.lowerBound), x(row.bracket.upperBound))
      drawing.mark { drawing in
        drawing.bar(
          x: left, y: bars.y(number), width: max(right - left, 0.5), height: bars.bar, .tint,
          tip: "\(row.name): \(words(of: row))")
        drawing.marker(
          .circle, x: x(row.usual), y: bars.y(number) + bars.bar / 2, size: 4, .ink,
          tip: "\(row.name), as the others: \(precise(row.usual))")
      }
      bars.label(row.name, words(of: row), row: number, end: bars.right, in: &drawing)
    }
    return drawing
  }

  /// A power of ten in digits: `0.01`, `100`.
  private static func power(_ exponent: Int) -> String {
    exponent >= 0
      ? "1" + String(repeating: "0", count: exponent)
      : "0." + String(repeating: "0", count: -exponent - 1) + "1"
  }
}
