import PasswordPolicies
@_spi(Internal) import Passwords

/// A published policy that is judged beside those of a report: its refusals, and what it leaves.
///
/// It takes part in no metric, so it costs little and no table has it.
package struct Reference: Sendable {
  /// The policy's name.
  package let name: String
  private let matcher: PolicyMatcher
  /// Entries that break no rule.
  package private(set) var compliant: UInt64 = 0
  /// These by their guesses; nil without an estimate.
  private var guesses: GuessCounts?

  /// Starts all counts at 0, for tallies of one schema.
  init(_ policy: Policy, matcher: PolicyMatcher, _ schema: Schema) {
    name = policy.name
    self.matcher = matcher
    guesses = StrengthCounts(schema).guesses
  }

  /// Counts the entries of some profiles.
  mutating func add(_ columns: ProfileColumns, counts: [UInt64]) {
    var verdicts = [UInt64](repeating: 0, count: counts.count)
    var span = verdicts.mutableSpan
    matcher.judge(columns, into: &span)
    for index in counts.indices where verdicts[index] == 0 {
      compliant &+= counts[index]
      guesses?.add(columns.profiles[index], count: counts[index])
    }
  }

  /// Those of its compliant entries that an attack finds; nil without an estimate.
  package func found(by attack: Attack, of budgets: [Double]) -> UInt64? {
    guesses?.found(by: attack, of: budgets)
  }
}
