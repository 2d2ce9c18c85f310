package import Auditing
import Glibc
import Overview
import PasswordStrength
import Reporting
import Requests

/// Scores single passwords, in the words of a line of output.
///
///     let scorer = ScoreAnswerer(StrengthSettings(referenceYear: 2026), estimate: .combined)
///     scorer.cells(for: password)    // score, guesses, their logarithm, model, combined
package final class ScoreAnswerer: Sendable {
  private let scorers: LaneScorer
  private let estimate: Estimate

  /// The estimates that an answer states.
  package enum Estimate: String, CaseIterable, Sendable {
    /// zxcvbn's guesses, the guess model's, and both joined.
    case combined
    /// zxcvbn's guesses.
    case zxcvbn

    /// The names of the columns.
    package var columns: [String] {
      ["score", "guesses", "guesses_log10"] + (self == .combined ? ["model", "combined"] : [])
    }
  }

  /// Makes a scorer.
  package init(_ strength: StrengthSettings, estimate: Estimate) {
    scorers = LaneScorer(strength)
    self.estimate = estimate
  }

  /// The score of a password, its guesses and their decimal logarithm, then the guesses of the
  /// other estimates.
  package func cells(for password: ArraySlice<UInt8>) -> [String] {
    let strength = scorers.scorer.score(password.span)
    let cells = ["\(strength.score)", "\(strength.guesses)", "\(strength.log10Guesses)"]
    guard estimate == .combined else { return cells }
    let combined = scorers.scorer.combinedGuesses(password.span)
    return cells
      + [combined.modelLog10, combined.log10Guesses].map {
        "\(min(pow(10, $0), .greatestFiniteMagnitude).rounded())"
      }
  }

  /// The strength of a password as one line of JSON; on demand with the patterns found in it.
  package func json(of password: String, explaining explains: Bool) -> [UInt8] {
    let bytes = Array(password.utf8)
    if explains {
      let found = scorers.scorer.estimate(bytes.span)
      return jsonText(
        ScoreLine(
          found.strength, combined: estimate == .combined ? found.combined : nil, explained: found))
    }
    return jsonText(
      ScoreLine(
        scorers.scorer.score(bytes.span),
        combined: estimate == .combined ? scorers.scorer.combinedGuesses(bytes.span) : nil))
  }
}
