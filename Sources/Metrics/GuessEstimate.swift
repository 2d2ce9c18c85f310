import PasswordStrength
package import Passwords

/// Where numbers of guesses come from; those before others state what is found in a time.
package enum GuessSource: String, Hashable, Sendable, CaseIterable {
  /// zxcvbn's, joined with those of a model of common passwords.
  case combined
  /// zxcvbn's.
  case zxcvbn

  /// The fact with the half decade of its guesses.
  var halfDecade: Fact { self == .combined ? .combinedBin : .guessesBin }
  /// The fact with the number of guess budgets that are too small.
  package var budgetsTooSmall: Fact {
    self == .combined ? .combinedBudgetsTooSmall : .budgetsTooSmall
  }
}

/// An estimate of the guesses that passwords withstand, as it was recorded.
package struct GuessEstimate: Hashable, Sendable {
  /// Where its guesses come from.
  package let source: GuessSource
  /// The model of one's own behind it, by its name; nil for the built-in one, and without a model.
  package let ownModel: String?

  /// Describes an estimate.
  package init(_ source: GuessSource, ownModel: String? = nil) {
    (self.source, self.ownModel) = (source, ownModel)
  }

  /// The estimate of a source, as a recipe records it; nil if it does not.
  init?(_ source: GuessSource, _ recipe: Recipe) {
    guard recipe.field(of: source.halfDecade) != nil else { return nil }
    // Tallies of before models were named have the built-in one.
    let model = source == .combined ? recipe.sources.scorer?.model ?? "" : ""
    self.init(source, ownModel: ["", GuessModel.name].contains(model) ? nil : model)
  }

  /// The first source that a recipe records; nil if it records none.
  init?(_ recipe: Recipe) {
    guard let first = GuessSource.allCases.lazy.compactMap({ GuessEstimate($0, recipe) }).first
    else { return nil }
    self = first
  }
}
