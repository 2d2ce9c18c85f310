package import PasswordStrength
import Passwords

/// How strength is estimated: what a scorer is made from.
package struct StrengthReading: Sendable, Concealing {
  /// The year from which years in passwords are counted.
  package let referenceYear: Int
  /// Words that an attacker would try first, the first ones first.
  package let contextWords: [String]
  /// Where one score ends and the next begins.
  package let cuts: ScoreCuts

  /// States how strength is estimated.
  package init(referenceYear: Int, contextWords: [String] = [], cuts: ScoreCuts = .standard) {
    self.referenceYear = referenceYear
    self.contextWords = contextWords
    self.cuts = cuts
  }
}

/// A scorer that lanes hand on to each other.
package final class ScorerBench: @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): scratch of one lane; no other has it at the same time.
  /// The scorer.
  package var scorer: Scorer

  /// Makes a scorer.
  package init(_ reading: StrengthReading) {
    scorer = Scorer(
      referenceYear: reading.referenceYear, contextWords: reading.contextWords, cuts: reading.cuts)
  }
}
