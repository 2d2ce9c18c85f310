package import Metrics
import Reporting
import Requests

/// The names of the files that a report may consist of.
package enum ReportFiles {
  /// The table.
  package static let table = "audit.csv"
  /// The manifest, whose presence marks a complete report.
  package static let manifest = "audit.json"
  /// The page with charts.
  package static let page = "report.html"

  /// The file of one metric, with `--split`.
  package static func split(_ metric: Metric) -> String { "\(metric.name).csv" }

  /// Every name that one of our runs may have written.
  package static let all = Set(
    [table, manifest, page] + Metric.all.map(split) + DetailTable.allCases.map(\.fileName))
}
