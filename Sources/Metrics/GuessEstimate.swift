package import Passwords

/// An estimate of the guesses that passwords withstand.
package enum GuessEstimate: String, Hashable, Sendable, CaseIterable {
  /// zxcvbn's, joined with those of a model of common passwords.
  case combined
  /// zxcvbn's.
  case zxcvbn

  /// The fact with the half decade of its guesses.
  package var halfDecade: Fact { self == .combined ? .combinedBin : .guessesBin }
  /// The fact with the number of guess budgets that are too small.
  package var budgetsTooSmall: Fact {
    self == .combined ? .combinedBudgetsTooSmall : .budgetsTooSmall
  }
}
