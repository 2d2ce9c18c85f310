/// The resistance of a password to guessing.
public struct Strength: Hashable, Sendable {
  /// The number of guesses that an attacker is expected to need; at least 1 and always finite.
  public let guesses: Double
  /// The score from 0 (too guessable) to 4 (very unguessable); see ``ScoreCuts``.
  public let score: Int
  /// The pattern that makes it guessable.
  public let decisivePattern: DecisivePattern
  /// Whether only the first 512 UTF-16 units were evaluated, because the password has more.
  public let isTruncated: Bool

  /// The decimal logarithm of ``guesses``, computed as in the reference: ln(g) / ln(10), which
  /// gives 2.9999999999999996 for 1,000.
  public var log10Guesses: Double { GuessesBins.log10(guesses) }
}

/// The numbers of guesses at which one score ends and the next begins.
///
/// A password has score `s` if its guesses reach `s` of the four cuts. As in the reference, a cut
/// is reached 5 guesses after the stated number: a password without patterns costs one guess more
/// than its power of ten, and gets the lower score.
public struct ScoreCuts: Hashable, Sendable {
  /// The four cuts, ascending.
  public let guesses: [Double]

  private let cuts: SIMD4<Double>

  /// 10³, 10⁶, 10⁸ and 10¹⁰ guesses: online attempts with and without a limit, and offline attempts
  /// on a slow and on a fast hash.
  public static let standard = ScoreCuts(cuts: [1e3, 1e6, 1e8, 1e10])

  /// Makes cuts.
  ///
  /// - Returns: Nil unless there are four cuts, each at least 1 and larger than the previous one.
  public init?(_ guesses: [Double]) {
    guard guesses.count == 4, guesses[0] >= 1, guesses[3].isFinite,
      zip(guesses, guesses.dropFirst()).allSatisfy({ $0 < $1 })
    else { return nil }
    self.init(cuts: guesses)
  }

  private init(cuts: [Double]) {
    guesses = cuts
    self.cuts = SIMD4(cuts[0], cuts[1], cuts[2], cuts[3]) + SIMD4(repeating: 5)
  }

  /// The score for a number of guesses.
  @inline(__always)
  func score(of guesses: Double) -> Int {
    (guesses >= cuts.x ? 1 : 0) + (guesses >= cuts.y ? 1 : 0) + (guesses >= cuts.z ? 1 : 0)
      + (guesses >= cuts.w ? 1 : 0)
  }
}

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

/// The strength of a password, with the reasons.
public struct StrengthEstimate: Hashable, Sendable {
  /// Guesses and score.
  public let strength: Strength
  /// The guesses of good attacks, joined from these guesses and those of a model.
  public let combined: CombinedGuesses
  /// Why zxcvbn and the model differ, if they do by more than two decades.
  public let difference: EstimateDifference?
  /// The cheapest way to guess it: the patterns that cover it, from left to right.
  public let sequence: [PatternMatch]
  /// The advice for the person who chose it.
  public let feedback: Feedback

  /// How long each kind of attack takes.
  public var attackTimes: [AttackTime] {
    AttackRate.allCases.map { AttackTime(rate: $0, guesses: strength.guesses) }
  }
}
