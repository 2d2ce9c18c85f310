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

  package func finding(_ kind: LintFinding.Kind, at rule: RuleID?) -> LintFinding {
    LintFinding(kind: kind, policy: name, place: location(of: rule))
  }

  /// The first `required` that names several classes and refuses next to nothing: every permitted
  /// character is in one of them, or they are all four kinds.
  ///
  /// One of the classes is enough, where most authors of such a rule mean each.
  var idleClassList: (rule: RuleID, problem: PasswordRules.Problem.Kind)? {
    for rule in rulesOfAlternatives.joined() {
      guard case .required(let characters) = rule.stated.kind else { continue }
      let permitted = alternatives[rule.id.alternative ?? 0].permitted.members
      let refusesNothing = permitted.isSubset(of: characters.members)
      let namesAll =
        Self.letters.isSubset(of: characters.members) && !characters.holdsBeyondASCII
        && !characters.members.intersection(.special).isEmpty
      guard refusesNothing || namesAll else { continue }
      let classes = characters.elements
      if classes.count > 1 {
        return (
          rule.id, .oneOfClasses(characters, each: classes, refusesNothing: refusesNothing)
        )
      }
    }
    return nil
  }

  private static let letters = CodePointSet.upper.union(.lower).union(.digit)
}

/// The result of checking a policy against a standard.
package struct StandardVerdict: Sendable {
  package let policy: Policy
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

/// The result of linting policies: faults, and verdicts by standards.
///
///     let report = LintReport(readings, standards: [.nist4])
///     report.verdicts.count { $0.isPassed }
package struct LintReport: Sendable {
  /// The policies that could be read.
  package let policies: [Policy]
  /// Faults of texts and policies that do not depend on a standard.
  package let faults: [LintFinding]
  /// What authors should know besides, which is no fault.
  package let notes: [LintFinding]
  /// The standards to check, without duplicates.
  package let standards: [Standard]
  /// A verdict for each policy and standard, policy by policy.
  package let verdicts: [StandardVerdict]

  /// Lints policies; a text with errors has no policies to judge.
  ///
  /// `notes` finds what lies beyond the rules themselves.
  package init(
    _ readings: [PolicyReading], standards: [Standard],
    notes: ([Policy], [Standard]) -> [LintFinding] = { _, _ in [] }
  ) {
    var seen: Set<String> = []
    let standards = standards.filter { seen.insert($0.id).inserted }
    policies = readings.filter { !$0.hasErrors }.flatMap(\.policies)
    faults = readings.flatMap { $0.lint() }
    self.standards = standards
    verdicts = policies.flatMap { policy in standards.map { policy.verdict(by: $0) } }
    self.notes = notes(policies, standards)
  }

  /// Whether there is no fault and no policy breaks a binding clause of a standard.
  package var isClean: Bool { faults.isEmpty && verdicts.allSatisfy(\.isPassed) }

  /// The verdicts of one standard, in the order of the policies.
  package func verdicts(by standard: Standard) -> [StandardVerdict] {
    verdicts.filter { $0.standard.id == standard.id }
  }
}

extension PasswordRules.CharacterClass {
  fileprivate var holdsBeyondASCII: Bool { !members.beyond.isEmpty }

  /// The classes that make it up, as they are written; printable ASCII is four.
  fileprivate var elements: [String] {
    self == .asciiPrintable
      ? Array(classNames.prefix(4)) : ClassText(self, dashAndBracket: .outermost).elements
  }
}
