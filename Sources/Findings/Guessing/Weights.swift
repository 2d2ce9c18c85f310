/// What it means that a password is there several times.
package enum Weights: String, Hashable, Sendable, CaseIterable {
  /// So many accounts have it: shares are shares of accounts.
  case accounts
  /// So many lists hold it: shares say how often a password was met, and nothing about people.
  case lists
  /// Nothing.
  case none
}
