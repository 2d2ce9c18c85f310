package import BigInt
package import PasswordPolicies

/// What is found of one clause: the verdict, and what shows it.
package struct Finding: Sendable {
  package let verdict: Standard.Verdict
  package let evidence: Evidence
  /// What holds where it is kept in part, why nothing shows, or which other rules break it.
  package var with: String?
  /// The rule that is to blame or to thank, where it is one.
  package var rule: Policy.Rule?

  init(
    _ verdict: Standard.Verdict, _ evidence: Evidence, with: String? = nil,
    rule: Policy.Rule? = nil
  ) {
    (self.verdict, self.evidence, self.with, self.rule) = (verdict, evidence, with, rule)
  }

  /// What shows a verdict.
  package enum Evidence: Hashable, Sendable {
    /// A password, made up, that the policy accepts.
    case accepts(String)
    /// A password, made up, that the policy refuses.
    case refuses(String)
    /// The proof that there is no such password.
    case none
    /// A rule, or that there is none.
    case rule
    /// The number of accepted passwords of a length, of printable ASCII.
    case count(bits: Double, length: Int, BigUInt)
    /// A setting beside the text, and where it stands.
    case setting(PolicySetting.Name, PolicySetting.Value, SourcePlace)
    /// Words alone.
    case reason

    /// The word for it in output.
    package var name: String {
      switch self {
      case .accepts: "accepts"
      case .refuses: "refuses"
      case .none: "none"
      case .rule: "rule"
      case .count: "count"
      case .setting: "setting"
      case .reason: "reason"
      }
    }

    /// The password that shows it.
    package var password: String? {
      switch self {
      case .accepts(let password), .refuses(let password): password
      default: nil
      }
    }
  }

  /// Whether the clause counts as broken for exit codes: it is, or it is kept in part only.
  package var isFault: Bool { verdict == .broken || verdict == .partly }

  static func notVisible(_ with: String) -> Finding { Finding(.notVisible, .reason, with: with) }
}

/// A policy held against a standard, clause by clause.
package struct Conformance: Sendable {
  package let policy: Policy
  package let standard: Standard
  /// What is found of each clause, in the standard's order.
  package let findings: [Finding]
  /// The ids of clauses that are not to count.
  package var waived: Set<String> = []

  /// The clauses with what is found of them.
  package var rows: [(clause: Standard.Clause, finding: Finding)] {
    Array(zip(standard.clauses, findings))
  }

  /// The clauses about the text of passwords, in their order; what lengths count is left out where the
  /// kind of policy does not tell.
  package var textRows: [(clause: Standard.Clause, finding: Finding)] {
    let rows = rows
    return rows.indices.filter(isTold).map { rows[$0] }
  }

  /// Whether a clause is one of these, by its place among all of the standard.
  package func isTold(at place: Int) -> Bool {
    let clause = standard.clauses[place]
    if case .unit = clause.test, findings[place].verdict == .notVisible { return false }
    return clause.test.isOfText
  }

  /// The clauses of some forces that are broken, or kept in part only, and count.
  package func faults(
    _ forces: [Standard.Force]
  ) -> [(clause: Standard.Clause, finding: Finding)] {
    rows.filter {
      $0.finding.isFault && forces.contains($0.clause.force) && !waived.contains($0.clause.id)
    }
  }

  /// How many clauses of a force have a verdict.
  package func count(_ force: Standard.Force, _ verdict: Standard.Verdict) -> Int {
    rows.count { $0.clause.force == force && $0.finding.verdict == verdict }
  }
}
