/// Advice for the person who chose a password; empty for a good password.
public struct Feedback: Hashable, Sendable {
  /// The weakness.
  public var warning: Warning?
  /// The remedies.
  public var suggestions: [Suggestion] = []

  /// The reference's warnings.
  ///
  /// The raw value is a key that does not change, for texts in other languages: the one that
  /// zxcvbn-ts gives to the same warning.
  public enum Warning: String, Hashable, Sendable, CaseIterable, Codable {
    case straightRow
    case keyboardPattern = "keyPattern"
    case repeatedCharacter = "simpleRepeat"
    case repeatedBlock = "extendedRepeat"
    case sequence = "sequences"
    case recentYear = "recentYears"
    case date = "dates"
    case topTen
    case topHundred
    case veryCommon = "common"
    case similarToCommon
    case singleWord = "wordByItself"
    case singleName = "namesByThemselves"
    case commonName = "commonNames"

    /// The text of the reference, in English.
    public var text: String {
      switch self {
      case .straightRow: "Straight rows of keys are easy to guess"
      case .keyboardPattern: "Short keyboard patterns are easy to guess"
      case .repeatedCharacter: #"Repeats like "aaa" are easy to guess"#
      case .repeatedBlock: #"Repeats like "abcabcabc" are only slightly harder to guess than "abc""#
      case .sequence: "Sequences like abc or 6543 are easy to guess"
      case .recentYear: "Recent years are easy to guess"
      case .date: "Dates are often easy to guess"
      case .topTen: "This is a top-10 common password"
      case .topHundred: "This is a top-100 common password"
      case .veryCommon: "This is a very common password"
      case .similarToCommon: "This is similar to a commonly used password"
      case .singleWord: "A word by itself is easy to guess"
      case .singleName: "Names and surnames by themselves are easy to guess"
      case .commonName: "Common names and surnames are easy to guess"
      }
    }
  }

  /// The reference's suggestions; the raw value is a key, as for ``Warning``.
  public enum Suggestion: String, Hashable, Sendable, CaseIterable, Codable {
    case useAFewWords = "useWords"
    case noNeedForClasses = "noNeed"
    case addAnotherWord = "anotherWord"
    case useLongerKeyboardPattern = "longerKeyboardPattern"
    case avoidRepeats = "repeated"
    case avoidSequences = "sequences"
    case avoidRecentYears = "recentYears"
    case avoidOwnYears = "associatedYears"
    case avoidOwnDates = "dates"
    case capitalizationHelpsLittle = "capitalization"
    case allUppercaseHelpsLittle = "allUppercase"
    case reversingHelpsLittle = "reverseWords"
    case substitutionHelpsLittle = "l33t"

    /// The text of the reference, in English.
    public var text: String {
      switch self {
      case .useAFewWords: "Use a few words, avoid common phrases"
      case .noNeedForClasses: "No need for symbols, digits, or uppercase letters"
      case .addAnotherWord: "Add another word or two. Uncommon words are better."
      case .useLongerKeyboardPattern: "Use a longer keyboard pattern with more turns"
      case .avoidRepeats: "Avoid repeated words and characters"
      case .avoidSequences: "Avoid sequences"
      case .avoidRecentYears: "Avoid recent years"
      case .avoidOwnYears: "Avoid years that are associated with you"
      case .avoidOwnDates: "Avoid dates and years that are associated with you"
      case .capitalizationHelpsLittle: "Capitalization doesn't help very much"
      case .allUppercaseHelpsLittle: "All-uppercase is almost as easy to guess as all-lowercase"
      case .reversingHelpsLittle: "Reversed words aren't much harder to guess"
      case .substitutionHelpsLittle:
        "Predictable substitutions like '@' instead of 'a' don't help very much"
      }
    }
  }
}

extension Feedback {
  /// The feedback for the empty password.
  static let forNothing = Feedback(suggestions: [.useAFewWords, .noNeedForClasses])

  /// Makes the feedback for a weak password from the pattern of its longest part.
  ///
  /// - Parameters:
  ///   - match: The longest part.
  ///   - isSole: Whether that part covers the whole password.
  ///   - capitals: How its letters are capitalised.
  init(longest match: PatternMatch, isSole: Bool, capitals: Capitals) {
    suggestions = [.addAnotherWord]
    switch match.pattern {
    case .dictionary(let word):
      warning = Self.warning(of: word, guesses: match.guesses, isSole: isSole)
      switch capitals {
      case .first: suggestions.append(.capitalizationHelpsLittle)
      case .all: suggestions.append(.allUppercaseHelpsLittle)
      case .other: break
      }
      if word.isReversed, match.range.count >= 4 { suggestions.append(.reversingHelpsLittle) }
      if word.isLeet { suggestions.append(.substitutionHelpsLittle) }
    case .spatial(_, let turns, _):
      warning = turns == 1 ? .straightRow : .keyboardPattern
      suggestions.append(.useLongerKeyboardPattern)
    case .repetition(let blockLength, _, _):
      warning = blockLength == 1 ? .repeatedCharacter : .repeatedBlock
      suggestions.append(.avoidRepeats)
    case .sequence:
      warning = .sequence
      suggestions.append(.avoidSequences)
    case .recentYear:
      warning = .recentYear
      suggestions += [.avoidRecentYears, .avoidOwnYears]
    case .date:
      warning = .date
      suggestions.append(.avoidOwnDates)
    case .bruteForce: break
    }
  }

  /// The capitalisation of a part, as precise as feedback needs it.
  enum Capitals {
    /// Only the first letter is in A–Z.
    case first
    /// No letter is in a–z, and at least one character is not lower case.
    case all
    case other
  }

  private static func warning(of word: DictionaryWord, guesses: Double, isSole: Bool) -> Warning? {
    switch word.list {
    case .passwords:
      if isSole, !word.isLeet, !word.isReversed {
        return word.rank <= 10 ? .topTen : word.rank <= 100 ? .topHundred : .veryCommon
      }
      return guesses <= 10_000 ? .similarToCommon : nil
    case .englishWikipedia: return isSole ? .singleWord : nil
    case .surnames, .maleNames, .femaleNames: return isSole ? .singleName : .commonName
    case .usTVAndFilm, .contextWords: return nil
    }
  }
}
