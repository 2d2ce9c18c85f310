import Diagnostics
package import PasswordPolicies

/// The findings of lint as a table: a row for each fault, and for each policy, standard and clause.
package struct LintTable {
  private let rows: [Row]

  /// One row: a fault, or what was found of a clause, nil if the policy keeps it.
  private struct Row {
    let finding: LintFinding?
    var clause: Standard.Clause?
    var verdict: StandardVerdict?

    var place: Location? { finding?.place ?? verdict?.policy.location }

    var message: String? {
      finding.map { finding in
        [finding.found, finding.expected.map { "expected \($0)" }, finding.remedy]
          .compactMap(\.self).joined(separator: "; ")
      } ?? clause?.demand
    }
  }

  /// Lists faults first, then the clauses.
  package init(_ report: LintReport) {
    rows =
      report.faults.map { Row(finding: $0) }
      + report.verdicts.flatMap { verdict in
        verdict.clauses.map { Row(finding: $1, clause: $0, verdict: verdict) }
      }
  }

  /// The columns, and the cells of a row, nil where they do not apply.
  private static func cells(
    _ row: Row
  ) -> [(name: String, cell: (any Encodable & CustomStringConvertible)?)] {
    let (finding, place) = (row.finding, row.place)
    return [
      ("policy", finding.map(\.policy) ?? row.verdict?.policy.name),
      ("standard", row.verdict?.standard.id), ("clause", row.clause?.number),
      ("force", row.clause?.force.rawValue),
      ("verdict", row.clause.map { _ in finding == nil ? "pass" : "fail" }),
      ("code", finding?.code ?? "keeps-standard"),
      ("severity", (finding?.severity ?? .note).rawValue), ("file", place?.file),
      ("line", place?.position?.line), ("column", place?.position?.column),
      ("message", row.message),
    ]
  }

  /// The table as CSV (RFC 4180) with a header and harmless cells.
  package var csv: String {
    let names = Self.cells(Row(finding: nil)).map(\.name)
    let lines = rows.map { row in
      Self.cells(row).map { csvCell($0.cell.map { "\($0)" } ?? "") }
    }
    return ([names] + lines).map { $0.joined(separator: ",") + "\n" }.joined()
  }

  /// The table as a JSON array of objects, with a final line feed.
  package var json: [UInt8] {
    jsonText(rows.map { row in JSONObject(Self.cells(row).map { ($0.name, $0.cell) }) }) + [10]
  }
}
