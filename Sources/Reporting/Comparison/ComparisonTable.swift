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
    var seen: Set<ReportRecord.Key> = []
    for key in old.keys {
      let other = ReportRecord.Key(
        policy: renamed[key.policy] ?? key.policy, metric: key.metric, bucket: key.bucket,
        unit: key.unit)
      seen.insert(other)
      lines.append(line(key, old.row(key), new.row(other)))
    }
    for key in new.keys where !seen.contains(key) {
      lines.append(line(key, nil, new.row(key)))
    }
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
