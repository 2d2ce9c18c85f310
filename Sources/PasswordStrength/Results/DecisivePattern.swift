/// The reason why a password is guessable: the single pattern that covers it, several patterns, or
/// none.
public enum DecisivePattern: Int, Hashable, Sendable, CaseIterable {
  /// A word of a list, in any capitalisation.
  case passwordsWord, englishWikipediaWord, femaleNamesWord, surnamesWord, usTVAndFilmWord,
    maleNamesWord, contextWord
  /// Such a word, reversed.
  case reversedWord
  /// Such a word with characters that replace letters.
  case leetWord
  /// A walk over adjacent keys.
  case keyboard
  /// A repeated block.
  case `repeat`
  /// A run of characters at equal distances.
  case sequence
  /// A date.
  case date
  /// A year from 1900 to 2019.
  case recentYear
  /// Several parts: the password is cheapest to guess in two or more parts.
  case mixed
  /// No pattern helps to guess it; also used for the empty password.
  case bruteForce

  /// The name in reports, which never changes.
  public var name: String {
    switch self {
    case .passwordsWord: "dictionary-passwords"
    case .englishWikipediaWord: "dictionary-english-wikipedia"
    case .femaleNamesWord: "dictionary-female-names"
    case .surnamesWord: "dictionary-surnames"
    case .usTVAndFilmWord: "dictionary-us-tv-and-film"
    case .maleNamesWord: "dictionary-male-names"
    case .contextWord: "dictionary-context-words"
    case .reversedWord: "dictionary-reversed"
    case .leetWord: "dictionary-l33t"
    case .keyboard: "keyboard"
    case .repeat: "repeat"
    case .sequence: "sequence"
    case .date: "date"
    case .recentYear: "recent-year"
    case .mixed: "mixed"
    case .bruteForce: "brute-force"
    }
  }
}
