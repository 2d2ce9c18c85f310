package import PasswordPolicies

/// The bits by which one rule reduces the keyspace at one length.
///
/// Negative if the rule adds bits, like `allowed: unicode`; nil if no string is left, since there
/// is no logarithm.
public struct RuleCost: Hashable, Sendable {
  /// The rule, or `alphabet`; its name is the kind of rule.
  package let rule: RuleID
  /// The rule's name in reports, as in violations, or `alphabet`: `required[0]`.
  public var id: String { rule.text }
  /// The rule as written in a policy.
  public let text: String
  /// The bits by which the rule alone reduces the strings of the baseline.
  public package(set) var alone: Double?
  /// The bits gained if only this demand were lifted, with the same alphabet.
  public package(set) var last: Double?
  /// The rule's share of the whole loss; nil if there are too many rules.
  ///
  /// The bits that the rule takes, averaged over all orders of adding the rules; the shares of all
  /// rules add up to the loss.
  public package(set) var shapley: Double?
  /// The bits gained if the rule's line is deleted from the policy's text, which may also change
  /// the alphabet; nil for an alphabet without an `allowed` rule.
  public package(set) var deleteLine: Double?
  /// Whether dropping the rule changes nothing at this length.
  public package(set) var isImplied = false
}
