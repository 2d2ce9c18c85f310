extension Figure {
  /// The lengths of all passwords, with the minimum of each policy; nil for an empty list.
  static func lengths(_ overview: ReportOverview, _ policies: [PolicyOverview], id: String)
    -> Figure?
  {
    let lengths = overview.lengths
    let shown = lengths.rows.prefix(40)
    guard let first = shown.first, let last = shown.last else { return nil }
    let rest = lengths.rows.dropFirst(shown.count)
      .reduce(lengths.tail?.part ?? Part(0, of: overview.entries)) { $0.joined(with: $1.part) }
    var columns = shown.map {
      (name: String($0.length), part: $0.part, fill: Fill.solid(.blue))
    }
    if rest.most > 0 { columns.append(("\(last.length + 1)+", rest, .stripes(.blue))) }
    let table = DataTable(
      "Passwords by length in code points", columns,
      [.words("length") { $0.name }, .part("passwords") { $0.part }])
    let least = Set(policies.compactMap(\.minLength)).filter {
      first.length < $0 && $0 <= last.length
    }
    let median = lengths.median
    return Figure(
      id: id,
      title: "\(lengths.upToMedian.percent) of all passwords have "
        + "\(counted(median, "character")) or fewer",
      caption:
        "In per cent of all passwords, by length in code points (characters as Unicode counts "
        + "them). \(lengths.upToMedian.isExact ? "The median is \(median). " : "")Dashed lines are the "
        + "policies' least lengths." + Interval.caption(columns.map(\.part)),
      description: columns.enumerated().map {
        "\($0.offset < shown.count ? $0.element.name : "longer"): \($0.element.part.percent)"
      }.joined(separator: ", ") + ".", table: table,
      ColumnChart(
        columns: columns.map {
          ColumnChart.Column($0.name, $0.part, $0.fill, label: wholePercent($0.part.share))
        },
        rules: least.map { length in
          let names = policies.filter { $0.minLength == length }.map(\.shortName)
          return (
            "at least \(length): \(names.joined(separator: ", "))", Double(length - first.length)
          )
        }, colour: .refuse, unit: "length in code points"))
  }
}
