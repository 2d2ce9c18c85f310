extension Figure {
  /// F7: bits of the shortest random strings, and the bits that each rule costs.
  static func space(_ policies: [PolicyOverview], id: String) -> Figure? {
    let rows = policies.compactMap { policy -> SpaceRow? in
      guard let strings = policy.random, let bits = strings.bits else { return nil }
      return SpaceRow(
        name: policy.name, length: strings.length, bits: bits, lost: strings.lost ?? 0,
        // The costliest first, equal ones in the order of the policy.
        costs: strings.costs.enumerated().sorted {
          ($1.element.bits, $0.offset) < ($0.element.bits, $1.offset)
        }.map(\.element))
    }
    guard !rows.isEmpty else { return nil }
    let most = rows.map { $0.bits + max($0.lost, 0) }.max() ?? 1
    let table = DataTable(
      "Random strings of each policy's least length", rows,
      [
        .words("policy") { $0.name }, .number("length") { String($0.length) },
        .number("bits") { bitsWord($0.bits) },
        .number("lost against printable ASCII") { bitsWord($0.lost) },
        .words("what each rule takes, in bits") { row in
          row.costs.map { "\($0.rule): \(bitsWord($0.bits))" }.joined(separator: "; ")
        },
      ])
    return Figure(
      id: id, title: FigureTitles.space(rows.map { ($0.name, $0.bits) }),
      caption:
        "Bits of random strings of each policy's least length: what is left of all printable ASCII "
        + "strings of that length, and, on the same scale, what each rule takes (averaged over all "
        + "orders). People choose no random strings, so this is no measure of theirs.",
      description: rows.map { row in
        "\(row.name): \(bitsWord(row.bits)) bits at length \(row.length)"
          + (row.costs.max { $0.bits < $1.bits }.map { ", \($0.rule) takes most" } ?? "")
      }.sentences, table: table,
      RowChart(
        rows: rows.map { row in
          RowChart.Row(
            name: row.name, value: "\(bitsWord(row.bits)) bits, \(row.note)",
            bars: RowChart.Bar.stack([
              (row.bits / most, .solid(.blue), nil), (max(row.lost, 0) / most, .outline, nil),
            ]), parts: row.costs.map { ($0.bits / most, "\(bitsWord($0.bits))  \($0.rule)") })
        }, legend: [(.solid(.blue), "bits left"), (.outline, "lost to rules")], left: 176,
        right: 440, bar: 22, step: 42))
  }

  private struct SpaceRow {
    let name: String
    let length: Int
    let bits: Double
    let lost: Double
    let costs: [(rule: String, bits: Double)]

    /// The length and what the rules cost, in words.
    var note: String {
      let note =
        lost >= 0.005
        ? "\(bitsWord(lost)) lost" : lost < -0.005 ? "\(bitsWord(-lost)) gained" : "none lost"
      return "\(counted(length, "character")), \(note)"
    }
  }
}
