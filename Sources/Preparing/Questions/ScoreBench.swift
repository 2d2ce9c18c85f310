package import Auditing
import PasswordStrength
import Reporting

/// Scores single passwords, in the words of a line of output.
///
///     let bench = ScoreBench(StrengthReading(referenceYear: 2026))
///     bench.cells(for: password)    // score, guesses, and their logarithm
package final class ScoreBench: Sendable {
  private let scorers: ScorerBench

  /// Makes a scorer.
  package init(_ strength: StrengthReading) { scorers = ScorerBench(strength) }

  /// The score of a password, its guesses and their decimal logarithm.
  package func cells(for password: ArraySlice<UInt8>) -> [String] {
    let strength = scorers.scorer.score(password.span)
    return ["\(strength.score)", "\(strength.guesses)", "\(strength.log10Guesses)"]
  }

  /// The strength of a password as one line of JSON; on demand with the patterns found in it.
  package func json(of password: String, explaining explains: Bool) -> [UInt8] {
    let bytes = Array(password.utf8)
    guard explains else {
      return jsonText(ScoreLine(scorers.scorer.score(bytes.span), sequence: nil))
    }
    let estimate = scorers.scorer.estimate(bytes.span)
    return jsonText(ScoreLine(estimate.strength, sequence: estimate))
  }
}
