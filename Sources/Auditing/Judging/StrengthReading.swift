package import PasswordStrength
import Passwords

/// The settings of the strength estimate, from which scorers are made.
package struct StrengthReading: Sendable, Concealing {
  /// The year relative to which years in passwords are guessed.
  package let referenceYear: Int
  /// Words that an attacker tries first, in this order.
  package let contextWords: [String]
  /// The guesses at which scores begin.
  package let cuts: ScoreCuts

  /// Makes the settings.
  package init(referenceYear: Int, contextWords: [String] = [], cuts: ScoreCuts = .standard) {
    self.referenceYear = referenceYear
    self.contextWords = contextWords
    self.cuts = cuts
  }
}

/// A scorer that lanes pass to each other.
package final class ScorerBench: @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): scratch of one lane; no other uses it at the same time.
  /// The scorer.
  package var scorer: Scorer

  /// Makes a scorer.
  package init(_ reading: StrengthReading) {
    scorer = Scorer(
      referenceYear: reading.referenceYear, contextWords: reading.contextWords, cuts: reading.cuts)
  }
}
