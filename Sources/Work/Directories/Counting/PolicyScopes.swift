/// When and for whom policies are in force.
///
///     var scopes = PolicyScopes([(day: nil, isOfSome: true), (day: 19_783, isOfSome: false)])
///     scopes.assign([3, 7], to: 0)  // the first policy is in force for two accounts
package struct PolicyScopes: Sendable {
  /// For each policy the day since which it is in force, and whether it is in force for some accounts
  /// only.
  package let policies: [(day: Int32?, isOfSome: Bool)]
  /// The number of each account's policy, from 1; 0 without one; empty if no policy is of some.
  private var numbers: [UInt32] = []

  /// Begins with policies that are in force for no account if they are of some, and for all if not.
  package init(_ policies: [(day: Int32?, isOfSome: Bool)] = [], accounts: Int = 0) {
    self.policies = policies
    if policies.contains(where: \.isOfSome) { numbers = Array(repeating: 0, count: accounts) }
  }

  /// States that a policy is in force for accounts, unless another one is.
  package mutating func assign(_ accounts: some Sequence<Int>, to policy: Int) {
    for account in accounts where numbers[account] == 0 { numbers[account] = UInt32(policy + 1) }
  }

  /// Whether a policy is in force for an account.
  package func isFor(_ account: Int, _ policy: Int) -> Bool {
    !policies[policy].isOfSome || Int(numbers[account]) == policy + 1
  }
}
