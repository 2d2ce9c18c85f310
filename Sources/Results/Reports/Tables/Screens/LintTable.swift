package import Conformance
import Diagnostics
import PasswordPolicies

/// The findings of lint as a table: a row for each fault, and for each policy, standard and clause.
package enum LintTable {
  /// One row: a fault, or what was found of a clause, nil if the policy keeps it.
  struct Row {
    let finding: LintFinding?
    var clause: Standard.Clause?
    var verdict: Conformance?

    /// Pass or fail; a clause that cannot be seen is neither.
    var word: String? {
      switch finding?.kind {
      case .clause(_, in: _, .notVisible, how: _): "not-shown"
      default: clause.map { _ in finding == nil ? "pass" : "fail" }
      }
    }

    var place: Location? { finding?.place ?? verdict?.policy.location }

    var message: String? {
      finding.map { finding in
        [finding.found, finding.expected.map { "expected \($0)" }, finding.remedy]
          .compactMap(\.self).joined(separator: "; ")
      } ?? clause?.says
    }
  }

  private static let ofFault = "of a fault or note"
  private static let nowhere = "if it has no place"

  static let table = Table<Row>(
    "lint", "A row for each fault and note, then for each policy, standard and clause.",
    from: "audit rules lint --format",
    [
      .name("policy", "the policy", empty: "of several policies together") {
        $0.finding.map(\.policy) ?? $0.verdict?.policy.name
      },
      .name("standard", "the standard", empty: ofFault) { $0.verdict?.standard.id },
      .name("clause", "its clause", empty: ofFault) { $0.clause?.number },
      .name("force", "how binding the clause is: must, should or may", empty: ofFault) {
        $0.clause?.force.rawValue
      },
      .name("verdict", "pass, fail or not-shown", empty: ofFault) { $0.word },
      .name("code", "the kind of finding") { $0.finding?.code ?? "keeps-standard" },
      .name("severity", "error, warning or note") { ($0.finding?.severity ?? .note).rawValue },
      .name("file", "the file of the policy", empty: nowhere) { $0.place?.file },
      .rank("line", "the line there, from 1", empty: nowhere) { $0.place?.position?.line },
      .rank("column", "the column there, from 1", empty: nowhere) { $0.place?.position?.column },
      .name("message", "what was found, what was expected, and what to do") { $0.message },
    ])

  /// The table of a report: faults first, then the clauses.
  package static func filled(_ report: LintReport) -> FilledTable {
    table.filled(
      (report.faults + report.notes).map { Row(finding: $0) }
        + report.verdicts.flatMap { verdict in
          verdict.lint.map { Row(finding: $1, clause: $0, verdict: verdict) }
        })
  }
}
