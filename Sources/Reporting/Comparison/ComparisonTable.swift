package import Overview

/// Reports joined into one tidy table: a row for every row in any of them.
///
///     policy,metric,bucket,unit,count_old,count_new,share_old,share_new,points
///     site,compliance,compliant,entries,2781,4100,0.027811,0.041000,1.3189
///
/// `audit.csv` has the first four columns, too; column names end with the reports' labels. Of two
/// reports, points are the difference of the shares in percentage points. The cells of a missing
/// row are empty.
package struct ComparisonTable {
  private let comparison: Comparison
  /// The names of each policy in the reports, as cells.
  private let policies: [[String?]]

  /// Joins reports.
  package init(_ comparison: Comparison) {
    self.comparison = comparison
    policies = comparison.policies.map { $0.found.map { $0?.cell } }
  }

  /// The table's bytes: rows in the order of the first report, then rows that only later ones have.
  package func serialized() -> [UInt8] {
    let names = ["count", "share"].flatMap { name in
      comparison.labels.map { csvCell("\(name)_\($0)") }
    }
    let columns =
      ["policy", "metric", "bucket", "unit"] + names + (comparison.isPair ? ["points"] : [])
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
  private func cell(of policy: String, in side: Int, as other: Int) -> String? {
    if policy.isEmpty { return "" }
    guard let cells = policies.first(where: { $0[side] == policy }) else { return nil }
    return cells[other]
  }

  private func line(_ key: ReportRecord.Key, _ rows: [ReportRecord.Row?]) -> String {
    // Anybody may have written these tables.
    let cells = [key.policy, key.metric, key.bucket, key.unit].map(csvCell)
    let numbers =
      rows.map { $0.map { String($0.count) } ?? "" }
      + rows.map { $0?.millionths.map(sixDecimals) ?? "" }
    let points = comparison.isPair ? [points(rows[0]?.millionths, rows[1]?.millionths)] : []
    return (cells + numbers + points).joined(separator: ",")
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
