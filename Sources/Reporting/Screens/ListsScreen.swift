import Diagnostics
import Findings

/// The lists of a run in a table: how many passwords each has, and which share complies.
///
///     by list              passwords   nist-63b-4   legacy
///     (all)                    5,120       12.3 %    4.5 %
///     forum                    4,000       10.0 %    5.0 %
///
/// The last line states how many policies did not fit.
package struct ListsScreen {
  private let report: Report
  private let columns: Int

  /// Prepares a table of so many columns; nil if the report does not separate lists.
  package init?(_ report: Report, columns: Int = 80) {
    if report.parts.isEmpty { return nil }
    self.report = report
    self.columns = columns
  }

  /// The lines, each with its line end.
  package var text: String {
    let all = [("(all)", report.findings)] + report.parts.map { ($0.dataset, $0.findings) }
    let names = ["by list"] + all.map { shortened($0.0, to: 24) }
    let counts = ["passwords"] + all.map { grouped($0.1.entries) }
    var table = [(names, false), (counts, true)]
    var width = (names.map(\.count).max() ?? 0) + 2 + (counts.map(\.count).max() ?? 0)
    var shown = 0
    for (index, policy) in report.findings.policies.enumerated() {
      let shares = all.map { percent(share($0.1.policies[index].compliant, of: $0.1.entries)) }
      let column = [shortened(policy.name, to: 20)] + shares
      width += 2 + (column.map(\.count).max() ?? 0)
      if width > columns, shown > 0 { break }
      table.append((column, true))
      shown += 1
    }
    let widths = table.map { column, _ in column.map(\.count).max() ?? 0 }
    var lines = names.indices.map { row in
      zip(table, widths).map { column, width in
        column.1 ? column.0[row].indented(to: width) : column.0[row].padded(to: width)
      }.joined(separator: "  ")
    }
    let hidden = report.findings.policies.count - shown
    if hidden > 0 {
      lines.append("  audit.csv has \(hidden) more \(hidden == 1 ? "policy" : "policies")")
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private func shortened(_ name: String, to limit: Int) -> String {
    let name = escaped(name)
    return name.count > limit ? name.prefix(limit - 1) + "…" : name
  }
}
