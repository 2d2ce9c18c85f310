/// What one rule takes away from the keyspace at one length, in bits.
///
/// Negative where it adds, as `allowed: unicode` does; nil where nothing is left to take a logarithm
/// of.
package struct RuleCost: Hashable, Sendable {
  /// The id of the rule, or `alphabet`, in an alternative after `or[n].`.
  package let rule: String
  /// The rule as a policy writes it.
  package let text: String
  /// What sort of rule: the id without numbers.
  package let kind: String
  /// Against all strings of the baseline without any rule.
  package var alone: Double?
  /// What would come back if just this demand were lifted, the alphabet staying as it is.
  package var last: Double?
  /// Its part of the whole loss; nil where there are too many rules.
  ///
  /// That is what it takes away, averaged over every order in which the rules could have come: the
  /// parts of all rules add up to the loss.
  package var shapley: Double?
  /// Bits that come back if the rule's line is deleted from the text of the policy, which may change
  /// the alphabet too; nil for an alphabet for which no `allowed` was written.
  package var deleteLine: Double?
  /// Whether dropping it changes nothing at this length.
  package var isImplied = false
}
