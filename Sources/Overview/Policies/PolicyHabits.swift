import Metrics
import PasswordPolicies
@_spi(House) import Passwords

/// How those that comply with a policy keep its rules.
package struct PolicyHabits: Sendable {
  /// A rule of which it is known what keeps it for free.
  package struct Rule: Sendable {
    /// The rule in a word or two: `upper`.
    package let brief: String
    /// Those that keep it by its cheapest habit.
    package let free: Part
  }

  /// The measured rules, in the order of the policy.
  package let rules: [Rule]
  /// Those that keep all of them but the length for free; nil if there are none.
  package let all: Part?
  /// Those that are a common word with another case, digits or specials added.
  package let decorated: Part

  /// Reads what was counted; nil if habits were not.
  init?(_ found: PolicyFindings) {
    guard let kept = found.habits, let habits = found.passwords.habits else { return nil }
    func part(_ count: UInt64) -> Part { Part(count, of: found.compliant, isOfCompliant: true) }
    let briefs = Dictionary(
      found.rules.map { ($0.id, $0.brief) }, uniquingKeysWith: { first, _ in first })
    rules = kept.rules.compactMap { rule in
      rule.id.map { Rule(brief: briefs[$0] ?? $0.text, free: part(rule.free)) }
    }
    all = kept.rules.first { $0.id == nil }.map { part($0.free) }
    decorated = part(habits.passwords(with: .habitBase, in: 2...3))
  }
}
