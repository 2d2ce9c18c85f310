import PasswordStrength
package import Passwords

/// Where numbers of guesses come from; those before others state what is found in a time.
package enum GuessSource: String, Hashable, Sendable, CaseIterable {
  /// Those that attacks of others made, of one source or the least of several.
  case brought
  /// zxcvbn's, joined with those of a model of common passwords.
  case combined
  /// zxcvbn's.
  case zxcvbn

  /// The fact with the half decade of its guesses.
  var halfDecade: Fact {
    switch self {
    case .brought: .broughtBin
    case .combined: .combinedBin
    case .zxcvbn: .guessesBin
    }
  }
  /// The fact with the number of guess budgets that are too small.
  package var budgetsTooSmall: Fact {
    switch self {
    case .brought: .broughtBudgetsTooSmall
    case .combined: .combinedBudgetsTooSmall
    case .zxcvbn: .budgetsTooSmall
    }
  }
}

extension GuessSource {
  /// What the name of several files of guess numbers begins with.
  package static let severalFiles = "min-auto of "

  /// The name of a half decade in the buckets of a metric: `14.5`.
  func bucket(_ bin: Int) -> String {
    switch bin {
    case BroughtBin.unreached where self == .brought: "unreached"
    case BroughtBin.uncovered where self == .brought: "uncovered"
    default: "\(bin / 2).\(bin % 2 * 5)"
    }
  }
}

/// An estimate of the guesses that passwords withstand, as it was recorded.
package struct GuessEstimate: Hashable, Sendable {
  /// Where its guesses come from.
  package let source: GuessSource
  /// What the user brought: the name of a model of one's own, or those of files of guess numbers; nil
  /// for the built-in model and zxcvbn.
  package let own: String?

  /// Describes an estimate.
  package init(_ source: GuessSource, own: String? = nil) {
    (self.source, self.own) = (source, own)
  }

  /// Its name in tables and JSON: `combined`, `zxcvbn`, `guesses:pcfg`, or `min-auto` of several files.
  package var label: String {
    guard source == .brought, let own else { return source.rawValue }
    if own.hasPrefix(GuessSource.severalFiles) { return "min-auto" }
    return String(own.prefix { $0 != " " })
  }

  /// The estimate of a source, as a recipe records it; nil if it does not.
  init?(_ source: GuessSource, _ recipe: Recipe) {
    guard recipe.field(of: source.halfDecade) != nil else { return nil }
    let scorer = recipe.sources.scorer
    switch source {
    case .brought: self.init(source, own: scorer?.guesses)
    case .combined:
      // Tallies of before models were named have the built-in one.
      let model = scorer?.model ?? ""
      self.init(source, own: ["", GuessModel.name].contains(model) ? nil : model)
    case .zxcvbn: self.init(source)
    }
  }

  /// The first source that a recipe records; nil if it records none.
  init?(_ recipe: Recipe) {
    guard let first = GuessSource.allCases.lazy.compactMap({ GuessEstimate($0, recipe) }).first
    else { return nil }
    self = first
  }
}
