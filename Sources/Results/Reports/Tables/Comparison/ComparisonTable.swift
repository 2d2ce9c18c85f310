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
  /// Whether numbers have two ends, since a tally was folded.
  private let hasEnds: Bool

  /// Joins reports.
  package init(_ comparison: Comparison) {
    self.comparison = comparison
    policies = comparison.policies.map { $0.found.map { $0?.cell } }
    hasEnds = comparison.sides.contains(where: \.hasEnds)
  }

  /// The table's bytes: rows in the order of the first report, then rows that only later ones have.
  package func serialized() -> [UInt8] {
    func names(_ numbers: [String]) -> [String] {
      numbers.flatMap { name in comparison.labels.map { csvCell("\(name)_\($0)") } }
    }
    var columns = ["policy", "metric", "bucket", "unit"] + names(["count", "share"])
    if comparison.isPair { columns.append("points") }
    if hasEnds {
      columns += names(["count_least", "count_most", "share_least", "share_most"])
      if comparison.isPair { columns += ["points_least", "points_most"] }
    }
    var lines = [columns.joined(separator: ",")]
    let sides = comparison.sides.map(\.rows)
    let known = sides.map { rows in
      Dictionary(rows.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    }
    var seen: Set<ReportRecord.Key> = []
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
        if seen.insert(key).inserted { lines.append(line(key, found)) }
      }
    }
    return tableBytes(lines)
  }

  /// The name in one report of a policy of another; nil if it has none, empty for all passwords.
  ///
  /// Every report names the sums of policies alike.
  private func cell(of policy: String, in side: Int, as other: Int) -> String? {
    if policy.isEmpty || policy == Metric.inForce { return policy }
    guard let cells = policies.first(where: { $0[side] == policy }) else { return nil }
    return cells[other]
  }

  private func line(_ key: ReportRecord.Key, _ rows: [ReportRecord.Row?]) -> String {
    // Anybody may have written these tables.
    var cells = [key.policy, key.metric, key.bucket, key.unit].map(csvCell)
    cells += rows.map { $0?.count?.exact.map(String.init) ?? "" }
    let shares = rows.map { $0?.exactMillionths }
    cells += shares.map { $0.map(sixDecimals) ?? "" }
    if comparison.isPair { cells.append(points(shares[0], shares[1])) }
    if hasEnds { cells += ends(rows) }
    return cells.joined(separator: ",")
  }

  /// The cells of both ends of each number.
  private func ends(_ rows: [ReportRecord.Row?]) -> [String] {
    let (counts, shares) = (rows.map { $0?.count }, rows.map { $0?.millionths })
    var cells = counts.map { $0.map { String($0.least) } ?? "" }
    cells += counts.map { $0.map { String($0.most) } ?? "" }
    cells += shares.map { $0.map { sixDecimals($0.least) } ?? "" }
    cells += shares.map { $0.map { sixDecimals($0.most) } ?? "" }
    if comparison.isPair {
      cells.append(points(shares[0]?.most, shares[1]?.least))
      cells.append(points(shares[0]?.least, shares[1]?.most))
    }
    return cells
  }

  /// The exact difference in percentage points, with four decimals.
  private func points(_ before: Int?, _ after: Int?) -> String {
    guard let before, let after else { return "" }
    let difference = after - before
    let (whole, rest) = abs(difference).quotientAndRemainder(dividingBy: 10_000)
    return (difference < 0 ? "-" : "") + "\(whole)." + padded(rest, to: 4)
  }

  /// Millionths as a share with six decimals.
  private func sixDecimals(_ millionths: Int) -> String {
    "\(millionths / 1_000_000)." + padded(millionths % 1_000_000, to: 6)
  }

  private func padded(_ number: Int, to digits: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}

extension ReportRecord.Key {
  /// The same row of another policy, by its cell.
  fileprivate func of(_ policy: String) -> ReportRecord.Key {
    var key = self
    key.policy = policy
    return key
  }
}
