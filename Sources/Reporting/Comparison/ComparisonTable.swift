package import Overview

/// Two reports joined into one tidy table: a row for every row in either.
///
///     policy,metric,bucket,unit,count_old,count_new,share_old,share_new,points
///     site,compliance,compliant,entries,2781,4100,0.027811,0.041000,1.3189
///
/// `audit.csv` has the first four columns, too; points are the difference of the shares in
/// percentage points. The cells of a missing row are empty.
package struct ComparisonTable {
  private let comparison: Comparison

  /// Joins two reports.
  package init(_ comparison: Comparison) { self.comparison = comparison }

  /// The columns' names.
  package static let header =
    "policy,metric,bucket,unit,count_old,count_new,share_old,share_new,points"

  /// The table's bytes: rows in the order of the older report, then rows that only the newer one has.
  package func serialized() -> [UInt8] {
    let (old, new) = (comparison.old, comparison.new)
    var lines = [Self.header]
    // A policy with another name in the newer report appears under its older one.
    let renamed = comparison.renamed
    func line(_ key: ReportRecord.Key, _ before: ReportRecord.Row?, _ after: ReportRecord.Row?)
      -> String
    {
      // Anybody may have written these tables.
      let cells = [key.policy, key.metric, key.bucket, key.unit].map(csvCell)
      let numbers = [
        before.map { String($0.count) }, after.map { String($0.count) },
        before?.millionths.map(sixDecimals), after?.millionths.map(sixDecimals),
        points(before?.millionths, after?.millionths),
      ]
      return (cells + numbers.map { $0 ?? "" }).joined(separator: ",")
    }
    let after = new.rows
    var unseen = Dictionary(after.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    for row in old.rows {
      var other = row.key
      other.policy = renamed[other.policy] ?? other.policy
      lines.append(line(row.key, row, unseen.removeValue(forKey: other)))
    }
    for row in after where unseen[row.key] != nil { lines.append(line(row.key, nil, row)) }
    return tableBytes(lines)
  }

  /// The exact difference in percentage points, with four decimals.
  private func points(_ before: Int?, _ after: Int?) -> String? {
    guard let before, let after else { return nil }
    let difference = after - before
    let (whole, rest) = abs(difference).quotientAndRemainder(dividingBy: 10_000)
    return (difference < 0 ? "-" : "") + "\(whole)." + padded(rest, to: 4)
  }

  private func padded(_ number: Int, to digits: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}
