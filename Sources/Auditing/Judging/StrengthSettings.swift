package import PasswordStrength
import Passwords

/// The settings of the strength estimate, from which scorers are made.
package struct StrengthSettings: Sendable, Concealing {
  /// The reference year for scoring years in passwords.
  package let referenceYear: Int
  /// Words that an attacker tries first, in this order.
  package let contextWords: [String]
  /// The numbers of guesses at which scores begin.
  package let cuts: ScoreCuts

  /// Makes the settings.
  package init(referenceYear: Int, contextWords: [String] = [], cuts: ScoreCuts = .standard) {
    self.referenceYear = referenceYear
    self.contextWords = contextWords
    self.cuts = cuts
  }
}

/// A scorer that several lanes can use in turn.
package final class LaneScorer: @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): only one lane at a time uses this scratch memory.
  /// The scorer.
  package var scorer: Scorer

  /// Makes a scorer.
  package init(_ reading: StrengthSettings) {
    scorer = Scorer(
      referenceYear: reading.referenceYear, contextWords: reading.contextWords, cuts: reading.cuts)
  }
}
