/// The bits that one rule takes away from the keyspace at one length.
///
/// Negative if the rule adds, as `allowed: unicode` does; nil if no string is left, so that there
/// is no logarithm.
package struct RuleCost: Hashable, Sendable {
  /// The id of the rule, or `alphabet`; with several alternatives after `or[n].`.
  package let rule: String
  /// The rule as a policy writes it.
  package let text: String
  /// The sort of rule: its id without numbers.
  package let kind: String
  /// The bits that the rule alone takes from the strings of the baseline.
  package var alone: Double?
  /// The bits that would come back if only this demand were lifted, with the same alphabet.
  package var last: Double?
  /// Its share of the whole loss; nil if there are too many rules.
  ///
  /// This is the bits that it takes, averaged over all orders of adding the rules; the shares of
  /// all rules add up to the loss.
  package var shapley: Double?
  /// The bits that come back if the rule's line is deleted from the policy's text, which may also
  /// change the alphabet; nil for an alphabet without an `allowed` rule.
  package var deleteLine: Double?
  /// Whether dropping the rule changes nothing at this length.
  package var isImplied = false
}
