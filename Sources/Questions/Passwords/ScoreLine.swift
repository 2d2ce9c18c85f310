import PasswordStrength
import Requests

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
