extension Figure {
  /// F1: one bar for each policy, the whole list: complies, or breaks one rule, two, or more.
  static func compliance(_ policies: [PolicyOverview], id: String) -> Figure {
    let fills: [Fill] = [.solid(.comply), .tint, .stripes(.refuse), .dots(.worst)]
    let names = ["accepted", "breaks one rule", "two", "three or more"]
    let isExact = policies.allSatisfy { $0.brokenGroups.allSatisfy(\.isExact) }
    let table = DataTable(
      "Passwords by how many rules they break", policies,
      [.words("policy") { $0.name }]
        + names.enumerated().map { place, name in .part(name) { $0.brokenGroups[place] } })
    let rows = policies.map { policy in
      var pieces = zip(fills, zip(names, policy.brokenGroups)).map { fill, group in
        (group.1.share, fill, "\(group.0): \(group.1.grouped) (\(group.1.percent))" as String?)
      }
      // Of what is left a folded tally does not tell.
      if !policy.brokenGroups.allSatisfy(\.isExact) {
        pieces.append((1 - pieces.reduce(0) { $0 + $1.0 }, .hatch, "not told"))
      }
      return RowChart.Row(
        name: policy.name, value: policy.compliant.percent, bars: RowChart.Bar.stack(pieces))
    }
    return Figure(
      id: id, title: FigureTitles.compliance(policies),
      caption: "Each bar is the whole list. The number is the share that is accepted."
        + (isExact
          ? "" : " Solid is the least of each; of what is hatched a folded tally does not tell."),
      description: policies.map { policy in
        "\(policy.name): "
          + zip(names, policy.brokenGroups).map { "\($0) \($1.percent)" }.joined(separator: ", ")
      }.sentences, table: table,
      RowChart(
        rows: rows, legend: Array(zip(fills, names)) + (isExact ? [] : [(.hatch, "not told")]),
        left: 176, right: 566, bar: 22, step: 34, values: .behindAxis,
        style: Drawing.Style(size: 13, colour: .comply, isBold: true), axis: Drawing.percents))
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
