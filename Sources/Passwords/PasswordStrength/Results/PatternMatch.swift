/// A part of a password and the pattern that it follows.
///
/// Gives the place of the part, not its text: no text of the password is kept.
public struct PatternMatch: Hashable, Sendable {
  /// The first and the last UTF-16 unit.
  public let range: ClosedRange<Int>
  /// The number of attempts needed to guess this part.
  public let guesses: Double
  /// The pattern.
  public let pattern: Pattern

  /// A way in which people choose passwords.
  public enum Pattern: Hashable, Sendable {
    /// A word of a frequency list.
    case dictionary(DictionaryWord)
    /// A walk over adjacent keys, with the number of changes of direction (the first step counts as
    /// one) and of characters that need the shift key.
    case spatial(Keyboard, turns: Int, shiftedCount: Int)
    /// A block of this many UTF-16 units, guessed in `blockGuesses` attempts and written `count`
    /// times.
    case repetition(blockLength: Int, blockGuesses: Double, count: Int)
    /// Characters at equal distances.
    case sequence(SequenceAlphabet, isAscending: Bool)
    /// A year from 1900 to 2019.
    case recentYear(Int)
    /// A date; `separator` is the UTF-16 unit between the numbers, if there is one.
    case date(year: Int, month: Int, day: Int, separator: UInt16?)
    /// No pattern.
    case bruteForce
  }
}

/// A word of a list in a password.
public struct DictionaryWord: Hashable, Sendable {
  /// The list that contains the word.
  public let list: WordList
  /// The rank in the list, from 1.
  public let rank: Int
  /// Whether the word is reversed.
  public let isReversed: Bool
  /// Whether characters replace letters of the word.
  public let isLeet: Bool
  /// The number of capitalisations that an attacker tries until this one is found.
  public let upperVariations: Double
  /// The number of leet spellings that an attacker tries until this one is found.
  public let leetVariations: Double
}

/// A list of words, most frequent first.
public enum WordList: Int, Hashable, Sendable, CaseIterable {
  case passwords, englishWikipedia, femaleNames, surnames, usTVAndFilm, maleNames
  /// The caller's own words.
  case contextWords

  /// The reference's name for the list.
  public var name: String {
    switch self {
    case .passwords: "passwords"
    case .englishWikipedia: "english_wikipedia"
    case .femaleNames: "female_names"
    case .surnames: "surnames"
    case .usTVAndFilm: "us_tv_and_film"
    case .maleNames: "male_names"
    case .contextWords: "user_inputs"
    }
  }
}

/// The alphabet of a sequence.
public enum SequenceAlphabet: String, Hashable, Sendable, CaseIterable {
  case lower, upper, digits, unicode
}
