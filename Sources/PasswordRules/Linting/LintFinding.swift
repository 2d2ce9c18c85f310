package import Diagnostics

/// Something about a policy that its author may want to know.
package struct LintFinding: Hashable, Sendable {
  /// What was found.
  package let kind: Kind
  /// The policy's name; nil for a problem of the text.
  package let policy: String?
  /// Where the policy, or the problem, stands.
  package let place: Location

  /// What can be found.
  package enum Kind: Hashable, Sendable {
    /// A problem of the text.
    case text(PasswordRules.Problem)
    /// A rule that others imply; a required class may still permit characters that no other does.
    case impliedRule(Policy.Rule, by: [Policy.Rule], permits: Bool)
    /// An alternative that whoever meets meets another one too; both by index.
    case impliedAlternative(Int, by: Int)
    /// Apple's guideline, in one of its readings.
    case apple(AppleGuideline)
    /// A clause of a standard that the policy itself breaks, and how.
    case breach(of: Standard.Clause, in: Standard, how: String)
  }

  /// Apple's guideline of 12 characters and two of the classes upper, lower and digit.
  ///
  /// What asks for less is "ignored by the user agent", a sentence that can be read in two ways.
  package enum AppleGuideline: Hashable, Sendable {
    /// Read as "what is ignored": the policy has no room for 12 characters.
    case cannotHold12(maxLength: Int)
    /// Read as "what is ignored": fewer than two of the classes are permitted.
    case permitsFewClasses(Int)
    /// Read as "what should be asked for": shorter passwords comply.
    case demandsFewerThan12(shortest: Int)
    /// Read as "what should be asked for": fewer than two of the classes must occur.
    case demandsFewClasses(Int)
  }
}

extension LintFinding {
  /// A short name for this kind of finding, fit for programs.
  package var code: String {
    switch kind {
    case .text(let problem): problem.code
    case .impliedRule: "implied-rule"
    case .impliedAlternative: "implied-alternative"
    case .apple(.cannotHold12): "apple-cannot-hold-12"
    case .apple(.permitsFewClasses): "apple-permits-few-classes"
    case .apple(.demandsFewerThan12): "apple-demands-fewer-than-12"
    case .apple(.demandsFewClasses): "apple-demands-few-classes"
    case .breach: "breaks-standard"
    }
  }
}

extension LintFinding: Diagnosable {
  package var location: Location? { place }

  package var severity: Severity {
    switch kind {
    case .text(let problem): problem.severity
    case .impliedRule, .impliedAlternative: .warning
    case .apple: .note
    case .breach(of: let clause, in: _, how: _): clause.force == .shall ? .warning : .note
    }
  }

  package var found: String {
    switch kind {
    case .text(let problem): problem.found
    case .impliedRule(let rule, by: let because, permits: _):
      "\(name)'\(rule.text)' (\(rule.id)) demands nothing beside "
        + because.map { "'\($0.text)' (\($0.id))" }.joined(separator: ", ")
    case .impliedAlternative(let index, by: let other):
      "\(name)alternative or[\(index)] adds nothing to or[\(other)]"
    case .apple(let guideline): name + guideline.sentence
    case .breach(of: let clause, in: let standard, let how):
      "\(name)\(how), against \(standard.name), \(clause.number)"
    }
  }

  package var expected: String? {
    switch kind {
    case .text(let problem): problem.expected
    case .breach(of: let clause, in: _, how: _): clause.demand
    default: nil
    }
  }

  package var remedy: String? {
    switch kind {
    case .text(let problem): problem.remedy
    case .impliedRule(_, by: _, permits: true):
      "It can be removed where 'allowed' names its characters."
    case .impliedRule, .impliedAlternative: "It can be removed."
    case .apple, .breach: nil
    }
  }

  private var name: String { policy.map { "policy '\($0)': " } ?? "" }
}

extension LintFinding.AppleGuideline {
  fileprivate var sentence: String {
    switch self {
    case .cannotHold12(let most):
      "a user agent may ignore it, since maxlength \(most) has no room for Apple's 12 characters"
    case .permitsFewClasses(let count):
      "a user agent may ignore it, since it permits only \(count) of upper, lower and digit, "
        + "and Apple's guideline wants 2"
    case .demandsFewerThan12(let shortest):
      "it asks for \(shortest) characters, and Apple's guideline, read as a demand, for 12"
    case .demandsFewClasses(let count):
      "it asks for \(count) of upper, lower and digit, and Apple's guideline, read as a demand, "
        + "for 2"
    }
  }
}
