import Findings
import Reporting

/// The names of the files that a report may consist of.
enum ReportFiles {
  static let table = "audit.csv"
  static let manifest = "audit.json"
  static let page = "report.html"

  /// The file of one metric, with `--split`.
  static func split(_ metric: Metric) -> String { "\(metric.rawValue).csv" }

  /// Every name that one of our runs may have written.
  static let all = Set(
    [table, manifest, page] + Metric.allCases.map(split) + DetailTable.allCases.map(\.fileName))
}
