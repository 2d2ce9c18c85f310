/// What makes a password guessable: the single pattern that covers it, several patterns, or none.
public enum DecisivePattern: Int, Hashable, Sendable, CaseIterable {
  /// It is a word of a list, in any capitalisation.
  case passwordsWord, englishWikipediaWord, femaleNamesWord, surnamesWord, usTVAndFilmWord,
    maleNamesWord, contextWord
  /// It is such a word, reversed.
  case reversedWord
  /// It is such a word with characters that replace letters.
  case leetWord
  /// It is a walk over neighbouring keys.
  case keyboard
  /// It is a repeated block.
  case `repeat`
  /// It is a run of characters at equal distances.
  case sequence
  /// It is a date.
  case date
  /// It is a year from 1900 to 2019.
  case recentYear
  /// It is cheapest to guess in two or more parts.
  case mixed
  /// No pattern helps to guess it; the same for the empty password.
  case bruteForce

  /// Its name in reports, which never changes.
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
