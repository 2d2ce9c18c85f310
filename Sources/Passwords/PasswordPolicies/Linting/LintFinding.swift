package import Diagnostics

/// A finding about a policy for its author.
package struct LintFinding: Hashable, Sendable {
  /// The kind of finding.
  package let kind: Kind
  /// The policy's name; nil for a problem of the text.
  package let policy: String?
  /// The place of the rule or section; the policy's place if that is unknown.
  package let place: Location

  /// The kinds of finding.
  package enum Kind: Hashable, Sendable {
    /// A problem of the text.
    case text(PasswordRules.Problem)
    /// A rule that other rules imply; a required class may still permit characters that no other
    /// class does.
    case impliedRule(Policy.Rule, by: [Policy.Rule], permits: Bool)
    /// An alternative whose passwords all meet another alternative; both by index.
    case impliedAlternative(Int, by: Int)
    /// A clause of a standard that the policy does not meet, or of which it cannot be seen, with what
    /// shows it.
    case clause(Standard.Clause, in: Standard, Standard.Verdict, how: String)
    /// The password managers all of whose proposals the policy refuses, and the reason; and the
    /// standards that demand that managers are allowed.
    case refusedManager(String, because: String, against: [Standard])
  }
}

extension LintFinding {
  /// A short name for this kind of finding, for programs.
  package var code: String {
    switch kind {
    case .text(let problem): problem.code
    case .impliedRule: "implied-rule"
    case .impliedAlternative: "implied-alternative"
    case .clause(_, in: _, .notVisible, how: _): "not-shown"
    case .clause(_, in: _, .partly, how: _): "keeps-partly"
    case .clause: "breaks-standard"
    case .refusedManager: "refuses-manager"
    }
  }
}

extension LintFinding: Diagnosable {
  package var problem: Problem {
    Problem(code, at: place, found, expected: expected, remedy: remedy, severity)
  }

  package var severity: Severity {
    switch kind {
    case .text(let problem): problem.severity
    case .impliedRule, .impliedAlternative: .warning
    case .clause(let clause, in: _, let verdict, how: _):
      clause.force == .must && verdict != .notVisible ? .warning : .note
    case .refusedManager: .note
    }
  }

  package var found: String { name + statement }

  /// The finding without the policy's name, where only one policy is shown.
  package var statement: String {
    switch kind {
    case .text(let problem): problem.found
    case .impliedRule(let rule, by: let because, permits: _):
      "'\(rule.text)' (\(rule.id)) demands nothing beyond "
        + because.map { "'\($0.text)' (\($0.id))" }.joined(separator: ", ")
    case .impliedAlternative(let index, by: let other):
      "alternative \(RuleID.alternative(index)) adds nothing to \(RuleID.alternative(other))"
    case .clause(let clause, in: let standard, let verdict, how: _):
      "\(reason), \(verdict == .notVisible ? "for" : "against") \(standard.name), \(clause.number)"
    case .refusedManager(let name, because: let reason, against: _):
      "refuses every password that \(name) proposes (password managers): \(reason)"
    }
  }

  /// Why a policy does not meet a clause, without the clause; the whole finding of another kind.
  package var reason: String {
    switch kind {
    case .clause(_, in: _, .notVisible, let how): "not shown: \(how)"
    case .clause(_, in: _, .partly, let how): "kept in part: \(how)"
    case .clause(_, in: _, _, let how): how
    default: statement
    }
  }

  package var expected: String? {
    switch kind {
    case .text(let problem): problem.expected
    case .clause(let clause, in: _, _, how: _): clause.says
    case .refusedManager(_, because: _, against: let standards):
      standards.isEmpty
        ? nil
        : "password managers to be allowed (\(standards.map(\.name).joined(separator: ", "))); "
          + "'audit rules managers' asks other generators too"
    default: nil
    }
  }

  package var remedy: String? {
    switch kind {
    case .text(let problem): problem.remedy
    case .impliedRule(_, by: _, permits: true):
      "It can be removed where 'allowed' names its characters."
    case .impliedRule, .impliedAlternative: "It can be removed."
    case .clause, .refusedManager: nil
    }
  }

  private var name: String { policy.map { "policy '\($0)': " } ?? "" }
}
