import Diagnostics
import Passwords

extension PolicyReading {
  /// Returns all problems of the text, the faults of its policies, and the clauses of the given
  /// standards that they break.
  package func lint(against standards: [Standard] = []) -> [LintFinding] {
    let problems = problems.map { LintFinding(kind: .text($0), policy: nil, place: $0.place) }
    return problems + (hasErrors ? [] : policies.flatMap { $0.lint(against: standards) })
  }
}

extension Policy {
  /// Returns the rules of the policy that demand nothing new, and the clauses of the given
  /// standards that it breaks.
  ///
  /// Policies that no password can meet are found by reading the text and by ``unsatisfiable``.
  package func lint(against standards: [Standard] = []) -> [LintFinding] {
    var findings: [LintFinding] = []
    for index in alternatives.indices {
      for redundancy in redundancies(inAlternative: index) {
        findings.append(
          finding(
            .impliedRule(redundancy.rule, by: redundancy.because, permits: redundancy.permits),
            at: redundancy.rule.id))
      }
    }
    for redundancy in redundantAlternatives {
      findings.append(
        finding(
          .impliedAlternative(redundancy.alternative, by: redundancy.because),
          at: .alternative(redundancy.alternative)))
    }
    return findings + standards.flatMap { verdict(by: $0).clauses.compactMap(\.finding) }
  }

  /// Checks the policy against each clause of a standard.
  package func verdict(by standard: Standard) -> StandardVerdict {
    StandardVerdict(
      policy: self, standard: standard,
      clauses: standard.breaches(of: self).map { clause, breach in
        (
          clause,
          breach.map {
            finding(kind(of: $0, clause, in: standard), at: $0.rule)
          }
        )
      })
  }

  /// A breach, unless a part of the source that is not judged may be a list.
  private func kind(
    of breach: Standard.Breach, _ clause: Standard.Clause, in standard: Standard
  ) -> LintFinding.Kind {
    if clause.requirement.asksForList, let reason = source?.refusesMore {
      return .notShown(of: clause, in: standard, because: "the system \(reason)")
    }
    return .breach(of: clause, in: standard, how: breach.how)
  }

  private func finding(_ kind: LintFinding.Kind, at rule: RuleID?) -> LintFinding {
    LintFinding(kind: kind, policy: name, place: location(of: rule))
  }
}

/// The result of checking a policy against a standard.
package struct StandardVerdict: Sendable {
  /// The policy.
  package let policy: Policy
  /// The standard.
  package let standard: Standard
  /// Each clause with the finding against it.
  package let clauses: [(clause: Standard.Clause, finding: LintFinding?)]

  /// Whether the policy breaks no binding clause.
  package var isPassed: Bool { broken.isEmpty }

  /// The numbers of the binding clauses that the policy breaks, without duplicates.
  package var broken: [String] {
    var seen: Set<String> = []
    return clauses.filter {
      $0.clause.force == .shall && $0.finding?.isBreach == true
        && seen.insert($0.clause.number).inserted
    }.map(\.clause.number)
  }
}
