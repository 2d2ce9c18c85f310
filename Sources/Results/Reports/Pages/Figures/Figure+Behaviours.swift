import Glibc

extension Figure {
  /// F13: a bar for each policy from the least to the most that ten guesses find, whatever the refused
  /// choose, and a dot for the share if they choose as the others do; nil without a policy.
  static func behaviours(
    _ behaviours: BehaviourOverview, _ rows: [BehaviourOverview.Row], id: String
  ) -> Figure? {
    guard let widest = rows.max(by: { $0.spread < $1.spread }) else { return nil }
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
    let least = rows.map(\.bracket.lowerBound).min() ?? 1
    let first = min(-1, Int(log10(least).rounded(.down)))
    func place(_ share: Double) -> Double { 1 - log10(share) / Double(first) }
    // Every second power of ten where there are many.
    let decades = stride(from: 0, through: first, by: first < -6 ? -2 : -1)
    return Figure(
      id: id,
      title:
        "Ten guesses find \(widest.bracketWords) under \(clipped(widest.name, to: 40)), by "
        + "what the refused choose",
      caption: behaviours.caption
        + " The scale is logarithmic. The bar is everything that they can do, from something new and "
        + "unique to one and the same password; the dot is the share if they choose as the others do.",
      description: rows.map {
        "\($0.name): \($0.bracketWords), if they choose as the others do \(precise($0.usual))"
      }.sentences, table: table,
      RowChart(
        rows: rows.map { row in
          let from = place(row.bracket.lowerBound)
          let to = max(place(row.bracket.upperBound), from + 0.001)
          return RowChart.Row(
            name: row.name, value: row.bracketWords,
            bars: [.init(from: from, to: to, fill: .tint, tip: row.bracketWords)],
            dot: place(row.usual))
        }, left: 150, right: 490, bar: 14, step: 26, values: .behindAxis,
        axis: decades.map {
          (1 - Double($0) / Double(first), "\(power($0 + 2)) %")
        }))
  }
}

extension BehaviourOverview.Row {
  fileprivate var spread: Double { bracket.upperBound / bracket.lowerBound }
  fileprivate var bracketWords: String {
    "\(precise(bracket.lowerBound)) to \(precise(bracket.upperBound))"
  }
}

/// A power of ten in digits: `0.01`, `100`.
private func power(_ exponent: Int) -> String {
  let zeros = String(repeating: "0", count: abs(exponent) - (exponent < 0 ? 1 : 0))
  return exponent < 0 ? "0.\(zeros)1" : "1\(zeros)"
}
