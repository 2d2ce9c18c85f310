import Metrics

/// Reports joined into one tidy table: a row for every row in any of them.
///
///     policy,metric,bucket,unit,count_old,count_new,share_old,share_new,points
///     site,compliance,compliant,entries,2781,4100,0.027811,0.041000,1.3189
///
/// `audit.csv` has the first four columns, too; column names end with the reports' labels. Of two
/// reports, points are the difference of the shares in percentage points. The cells of a missing
/// row are empty.
///
/// If a tally was folded, columns for both ends of each number follow (`count_least_old`, …,
/// `points_most`), and a number whose ends differ is empty.
package struct ComparisonTable {
  private let comparison: Comparison
  /// The names of each policy in the reports, as cells.
  private let policies: [[String?]]

  /// Joins reports.
  package init(_ comparison: Comparison) {
    self.comparison = comparison
    policies = comparison.policies.map { $0.found.map { $0?.cell } }
  }

  private typealias Row = (key: ReportRecord.Key, sides: [ReportRecord.Row?])

  /// What is known of the table besides its rows, of reports called `…`.
  package static var schema: TableSchema { table(of: ["…"], isPair: true).schema }

  private static func table(of labels: [String], isPair: Bool) -> Table<Row> {
    typealias Ends = ReportRecord.Ends
    let missing = "if the report does not tell it"
    func counts(
      _ name: String, _ which: String, _ end: @escaping @Sendable (Ends<UInt64>) -> UInt64?
    ) -> [Column<Row>] {
      labels.enumerated().map { side, label in
        .count(
          "\(name)_\(label)", of: "the unit", "how many in this report\(which)", empty: missing
        ) {
          $0.sides[side]?.count.flatMap(end)
        }
      }
    }
    func shares(
      _ name: String, _ which: String, _ share: @escaping @Sendable (ReportRecord.Row) -> Int?
    ) -> [Column<Row>] {
      labels.enumerated().map { side, label in
        Column(
          "\(name)_\(label)", .share(of: "those that the metric is about"),
          "how many of them in this report\(which)", empty: missing
        ) {
          .of($0.sides[side].flatMap(share)) { .decimals(Double($0) / 1e6) }
        }
      }
    }
    /// The exact difference in percentage points, with four decimals.
    func points(
      _ name: String, _ which: String, _ before: @escaping @Sendable (ReportRecord.Row) -> Int?,
      _ after: @escaping @Sendable (ReportRecord.Row) -> Int?
    ) -> [Column<Row>] {
      if !isPair { return [] }
      return [
        Column(
          name, .number, "the second share less the first, in percentage points\(which)",
          empty: "if a share is"
        ) {
          row in
          guard let before = row.sides.first?.flatMap(before),
            let after = row.sides.last?.flatMap(after)
          else { return .none }
          let (whole, rest) = abs(after - before).quotientAndRemainder(dividingBy: 10_000)
          let digits = String(10_000 + rest).dropFirst()
          return .printed((after < before ? "-" : "") + "\(whole).\(digits)")
        }
      ]
    }
    let ends =
      counts("count_least", ": at least", \.least) + counts("count_most", ": at most", \.most)
      + shares("share_least", ": at least") { $0.millionths?.least }
      + shares("share_most", ": at most") { $0.millionths?.most }
      + points("points_least", ": at least", { $0.millionths?.most }, { $0.millionths?.least })
      + points("points_most", ": at most", { $0.millionths?.least }, { $0.millionths?.most })
    return Table(
      "compare",
      "A row for each row of audit.csv in any of the reports, whose labels end the names.",
      from: "audit compare",
      [
        .name("policy", "the policy, by its first name", empty: "for all passwords") {
          unharmed($0.key.policy)
        },
        .name("metric", "the metric") { unharmed($0.key.metric) },
        .name("bucket", "the bin") { unharmed($0.key.bucket) },
        .name("unit", "the unit") { unharmed($0.key.unit) },
      ] + counts("count", "", \.exact) + shares("share", "", \.exactMillionths)
        + points("points", "", \.exactMillionths, \.exactMillionths)
        + ends.map { $0.ofFolded.since("1.0.0") })
  }

  /// The table: rows in the order of the first report, then rows that only later ones have.
  package var filled: FilledTable {
    let sides = comparison.sides.map(\.rows)
    let known = sides.map { rows in
      Dictionary(rows.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    }
    var seen: Set<ReportRecord.Key> = []
    var joined: [Row] = []
    for (side, rows) in sides.enumerated() {
      for row in rows {
        let found = known.enumerated().map { number, rows in
          number == side
            ? row : cell(of: row.key.policy, in: side, as: number).flatMap { rows[row.key.of($0)] }
        }
        var key = row.key
        // A policy with other names in some reports appears under its first one.
        if side == 0 || !comparison.isPair || found[0] != nil {
          key.policy =
            policies.first { $0[side] == key.policy }?.lazy.compactMap(\.self).first
            ?? key.policy
        }
        if seen.insert(key).inserted { joined.append((key, found)) }
      }
    }
    return Self.table(of: comparison.labels, isPair: comparison.isPair)
      .filled(joined, isFolded: comparison.sides.contains(where: \.hasEnds))
  }

  /// The name in one report of a policy of another; nil if it has none, empty for all passwords.
  ///
  /// Every report names the sums of policies alike.
  private func cell(of policy: String, in side: Int, as other: Int) -> String? {
    if policy.isEmpty || policy == Metric.inForce { return policy }
    guard let cells = policies.first(where: { $0[side] == policy }) else { return nil }
    return cells[other]
  }
}

/// A cell without the apostrophe that keeps spreadsheets from running it: anybody may have written it.
private func unharmed(_ cell: String) -> String {
  let name = String(cell.dropFirst())
  return cell.hasPrefix("'") && harmlessCell(name) == cell ? name : cell
}

extension ReportRecord.Key {
  /// The same row of another policy, by its cell.
  fileprivate func of(_ policy: String) -> ReportRecord.Key {
    var key = self
    key.policy = policy
    return key
  }
}
