import Diagnostics
import Metrics

/// The lists of a run in a table: how many passwords each has, and which share a policy accepts.
///
///     accepted by list     passwords   nist-63b-4   legacy
///     (all)                    5,120       12.3 %    4.5 %
///     forum                    4,000       10.0 %    5.0 %
///
/// The last line states how many policies did not fit.
package enum ListsScreen {
  /// The lines, each with its line end, for a page of `columns` columns; nil if the report does not
  /// separate lists.
  package static func text(_ report: Report, columns: Int = 80) -> String? {
    if report.parts.isEmpty { return nil }
    let lists = [Report.Part(dataset: "(all)", findings: report.findings)] + report.parts
    var table = [
      AlignedColumn(
        title: "accepted by list", cells: lists.map { shortened($0.dataset, to: 24) }, isText: true),
      AlignedColumn(title: "passwords", cells: lists.map { grouped($0.findings.entries) }),
    ]
    var width = table.reduce(-2) { $0 + 2 + $1.width }
    var shown = 0
    for (index, policy) in report.findings.policies.enumerated() {
      let column = AlignedColumn(
        title: shortened(policy.name, to: 20),
        cells: lists.map { $0.complying(with: index) })
      width += 2 + column.width
      if width > columns, shown > 0 { break }
      table.append(column)
      shown += 1
    }
    var lines = alignedLines(table)
    let hidden = report.findings.policies.count - shown
    if hidden > 0 {
      lines.append("  audit.csv has \(hidden) more \(hidden == 1 ? "policy" : "policies")")
    }
    return lines.map { $0 + "\n" }.joined()
  }
}

/// A name, escaped, of at most `limit` characters.
func shortened(_ name: String, to limit: Int) -> String {
  clipped(escaped(name), to: limit)
}
