/// The meaning of a password's repetitions.
package enum Weights: String, Hashable, Sendable, CaseIterable {
  /// Each is an account: shares are shares of accounts.
  case accounts
  /// Each is a list that holds it: shares tell how often a password was seen, not how many people
  /// use it.
  case lists
  /// Repetitions have no known meaning.
  case none
}
