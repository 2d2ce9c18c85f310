/// A part of a password and the pattern it follows.
///
/// It tells where the part is, not what it says: no text of the password is kept.
public struct PatternMatch: Hashable, Sendable {
  /// The first and the last UTF-16 unit.
  public let range: ClosedRange<Int>
  /// Attempts needed to guess this part.
  public let guesses: Double
  /// What it follows.
  public let pattern: Pattern

  /// A way in which people choose passwords.
  public enum Pattern: Hashable, Sendable {
    /// A word of a frequency list.
    case dictionary(DictionaryWord)
    /// A walk over neighbouring keys, with so many changes of direction (the first step is one) and
    /// so many characters that need the shift key.
    case spatial(Keyboard, turns: Int, shiftedCount: Int)
    /// A block of so many UTF-16 units that costs so many guesses, written `count` times.
    case repetition(blockLength: Int, blockGuesses: Double, count: Int)
    /// Characters at equal distances.
    case sequence(SequenceAlphabet, isAscending: Bool)
    /// A year from 1900 to 2019.
    case recentYear(Int)
    /// A date; the UTF-16 unit between its numbers, if there is one.
    case date(year: Int, month: Int, day: Int, separator: UInt16?)
    /// No pattern.
    case bruteForce
  }
}

/// How a word stands in a password.
public struct DictionaryWord: Hashable, Sendable {
  /// The list that has it.
  public let list: WordList
  /// Its place in the list, from 1.
  public let rank: Int
  /// Whether it is written from back to front.
  public let isReversed: Bool
  /// Whether characters stand for letters.
  public let isLeet: Bool
  /// How many ways of capitalising it an attacker tries to find this one.
  public let upperVariations: Double
  /// How many ways of writing letters as other characters an attacker tries to find this one.
  public let leetVariations: Double
}

/// A list of words, most frequent first.
public enum WordList: Int, Hashable, Sendable, CaseIterable {
  case passwords, englishWikipedia, femaleNames, surnames, usTVAndFilm, maleNames
  /// The caller's own.
  case contextWords

  /// The reference's name for it.
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

/// What the characters of a sequence are.
public enum SequenceAlphabet: String, Hashable, Sendable, CaseIterable {
  case lower, upper, digits, unicode
}
