import Diagnostics
package import PasswordPolicies

/// The findings of lint as a table: a row for each fault, and for each policy, standard and clause.
package struct LintTable {
  private let rows: [Row]

  /// One row; members that do not apply are nil.
  private struct Row: Encodable {
    var policy: String?
    var standard: String?
    var clause: String?
    var force: String?
    var verdict: String?
    let code: String
    let severity: String
    let file: String
    let line: Int?
    let column: Int?
    let message: String
  }

  /// Lists faults first, then the clauses.
  package init(_ report: LintReport) {
    rows =
      report.faults.map(Self.row)
      + report.verdicts.flatMap { verdict in
        verdict.clauses.map { clause, finding in
          var row = finding.map(Self.row) ?? Self.row(keeping: clause, verdict)
          row.standard = verdict.standard.id
          row.clause = clause.number
          row.force = clause.force.rawValue
          row.verdict = finding == nil ? "pass" : "fail"
          return row
        }
      }
  }

  private static func row(_ finding: LintFinding) -> Row {
    Row(
      policy: finding.policy, code: finding.code, severity: finding.severity.rawValue,
      file: finding.place.file, line: finding.place.position?.line,
      column: finding.place.position?.column,
      message: [finding.found, finding.expected.map { "expected \($0)" }, finding.remedy]
        .compactMap(\.self).joined(separator: "; "))
  }

  private static func row(keeping clause: Standard.Clause, _ verdict: StandardVerdict) -> Row {
    let place = verdict.policy.location
    return Row(
      policy: verdict.policy.name, code: "keeps-standard", severity: Severity.note.rawValue,
      file: place.file, line: place.position?.line, column: place.position?.column,
      message: clause.demand)
  }

  /// The table as CSV (RFC 4180) with a header and harmless cells.
  package var csv: String {
    let columns = [
      "policy", "standard", "clause", "force", "verdict", "code", "severity", "file", "line",
      "column", "message",
    ]
    let lines = rows.map { row in
      [
        row.policy, row.standard, row.clause, row.force, row.verdict, row.code, row.severity,
        row.file, row.line.map(String.init), row.column.map(String.init), row.message,
      ].map { csvCell($0 ?? "") }.joined(separator: ",")
    }
    return ([columns.joined(separator: ",")] + lines).map { $0 + "\n" }.joined()
  }

  /// The table as a JSON array of objects, with a final line feed.
  package var json: [UInt8] { jsonText(rows) + [10] }
}
