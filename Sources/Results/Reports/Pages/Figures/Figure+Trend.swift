import Metrics

extension Figure {
  /// A line for each policy through one figure of several reports; nil without a policy.
  static func trend(
    _ lines: [(name: String, parts: [Part?])], _ labels: [String], of subject: Trend, id: String
  ) -> Figure? {
    guard lines.contains(where: { $0.parts.contains { $0?.isStated == true } }), labels.count > 1
    else { return nil }
    let table = DataTable(
      "\(subject.heading), by report", lines,
      [.words("policy") { $0.name }]
        + labels.enumerated().map { place, label in .number(label) { $0.parts[place]?.percent } })
    func place(_ report: Int) -> Double { Double(report) / Double(labels.count - 1) }
    let changes = lines.map { ($0.name, $0.parts.first ?? nil, $0.parts.last ?? nil) }
    return Figure(
      id: id, title: FigureTitles.changes(changes) ?? subject.heading, caption: subject.caption,
      description: lines.map { line in
        "\(line.name): "
          + zip(labels, line.parts).map { "\($0) \($1?.percent ?? "none")" }.joined(separator: ", ")
      }.sentences, table: table,
      PlaneChart(
        across: labels.enumerated().map { (place($0), $1) }, up: Drawing.percents, hasNames: true,
        lines: lines.enumerated().map { number, line in
          PlaneChart.Line(
            name: line.name, look: Look(number: number + 1),
            points: line.parts.enumerated().compactMap { index, part in
              part.flatMap { $0.isStated ? (place(index), $0.share) : nil }
            })
        }))
  }

  /// A figure that is followed through several reports.
  struct Trend {
    /// The figure's name.
    let heading: String
    /// What is measured.
    let caption: String

    static let complying = Trend(
      heading: "Share accepted",
      caption: "In per cent of all passwords of each report, in the order given.")
    static let found = Trend(
      heading: "Guessed in a day, of the accepted",
      caption:
        "Guessed in a day on each account at \(Attack.day.rate.words) (a slow hash), in per cent of the "
        + "accepted in each report. Of fewer than 100 there is no point.")
  }
}
