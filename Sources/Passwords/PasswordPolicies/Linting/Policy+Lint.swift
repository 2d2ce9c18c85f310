import Diagnostics
import Passwords

extension PolicyReading {
  /// Returns all problems of the text, and the faults of its policies.
  package func lint() -> [LintFinding] {
    let problems = problems.map { LintFinding(kind: .text($0), policy: nil, place: $0.place) }
    return problems + (hasErrors ? [] : policies.flatMap { $0.lint() })
  }
}

extension Policy {
  /// Returns the rules of the policy that demand nothing new.
  ///
  /// Policies that no password can meet are found by reading the text and by ``unsatisfiable``.
  package func lint() -> [LintFinding] {
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
    return findings
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

extension PasswordRules.CharacterClass {
  fileprivate var holdsBeyondASCII: Bool { !members.beyond.isEmpty }

  /// The classes that make it up, as they are written; printable ASCII is four.
  fileprivate var elements: [String] {
    self == .asciiPrintable
      ? Array(classNames.prefix(4)) : ClassText(self, dashAndBracket: .outermost).elements
  }
}
