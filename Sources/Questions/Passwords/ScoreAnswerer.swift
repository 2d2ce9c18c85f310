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

/// The answer to one password, as JSON.
struct ScoreLine: Encodable {
  let score: Int
  let guesses: Double
  let guessesLog10: Double
  let modelLog10: Double?
  let combinedLog10: Double?
  let difference: String?
  let truncated: Bool?
  let sequence: [Part]?
  let warning: String?
  let suggestions: [String]?
  let attackTimes: [String: String]?

  /// Takes a strength, the combined guesses, and an explanation, if they are asked for.
  init(
    _ strength: Strength, combined: CombinedGuesses?,
    explained estimate: PasswordStrength.StrengthEstimate? = nil
  ) {
    score = strength.score
    guesses = strength.guesses
    guessesLog10 = strength.log10Guesses
    modelLog10 = combined?.modelLog10
    combinedLog10 = combined?.log10Guesses
    difference = combined == nil ? nil : estimate?.difference?.text
    truncated = strength.isTruncated ? true : nil
    sequence = estimate?.sequence.map(Part.init)
    warning = estimate?.feedback.warning?.text
    suggestions = estimate?.feedback.suggestions.map(\.text)
    attackTimes = estimate.map { estimate in
      Dictionary(
        estimate.attackTimes.map { ($0.rate.rawValue, $0.text) }, uniquingKeysWith: { a, _ in a })
    }
  }

  /// One pattern: its place and its guesses, without its text.
  struct Part: Encodable {
    let pattern: String
    let i: Int
    let j: Int
    let guesses: Double
    var dictionaryName: String?
    var rank: Int?
    var reversed: Bool?
    var l33t: Bool?
    var uppercaseVariations: Double?
    var l33tVariations: Double?
    var graph: String?
    var turns: Int?
    var shiftedCount: Int?
    var baseGuesses: Double?
    var repeatCount: Int?
    var sequenceName: String?
    var ascending: Bool?
    var regexName: String?

    init(_ match: PatternMatch) {
      i = match.range.lowerBound
      j = match.range.upperBound
      guesses = match.guesses
      switch match.pattern {
      case .dictionary(let word):
        pattern = "dictionary"
        dictionaryName = word.list.name
        rank = word.rank
        reversed = word.isReversed
        l33t = word.isLeet
        uppercaseVariations = word.upperVariations
        l33tVariations = word.leetVariations
      case .spatial(let keyboard, let turns, let shiftedCount):
        pattern = "spatial"
        graph = keyboard.name
        self.turns = turns
        self.shiftedCount = shiftedCount
      case .repetition(_, let blockGuesses, let count):
        pattern = "repeat"
        baseGuesses = blockGuesses
        repeatCount = count
      case .sequence(let alphabet, let isAscending):
        pattern = "sequence"
        sequenceName = alphabet.rawValue
        ascending = isAscending
      case .recentYear:
        pattern = "regex"
        regexName = "recent_year"
      case .date: pattern = "date"
      case .bruteForce: pattern = "bruteforce"
      }
    }
  }
}
