package import Metrics

// What readers must know of the estimate behind "found in a day".
extension GuessSource {
  /// Its name beside numbers that rest on it.
  package var name: String {
    switch self {
    case .minAuto: "min-auto"
    case .brought: "brought guess numbers"
    case .model: "model"
    case .combined: "combined estimate"
    case .zxcvbn: "zxcvbn"
    }
  }
  /// Its name in a sentence.
  package var words: String { self == .combined ? "the combined estimate" : name }
}

extension GuessEstimate {
  /// Its name beside numbers that rest on it.
  package var name: String { isBrought ? label : source.name }
  /// Its name in a sentence.
  package var words: String { isBrought ? label : source.words }

  private var isBrought: Bool { if case .brought = source { true } else { false } }

  /// What the user brought, without digests: `6-grams of 12000000 lines, weight 0.6`, or
  /// `guesses:pcfg (1200 entries)`.
  private var ownWords: String? {
    own.map { $0.replacing(#/, (digest |sha256:)[0-9a-f]*/#, with: "") }
  }

  /// The estimate in a few words, if nothing was measured of it; nil for those of the program.
  var uncalibrated: String? {
    switch source {
    case .minAuto, .brought, .model: "\(ownWords ?? label), the error not measured"
    case .combined where own != nil:
      "combined estimate by a model of one's own (\(ownWords ?? "")), its error not measured"
    case .combined, .zxcvbn: nil
    }
  }

  /// The same in sentences.
  var ownCalibration: String? {
    switch source {
    case .minAuto:
      "Of each password the least number of guesses counts: \(ownWords ?? label). An attacker who guesses as "
        + "much runs all these attacks, whose costs add up; how near the numbers come to attacks was not "
        + "measured here."
    case .model: "The guesses are those of a model alone."
    case .brought:
      "Guess numbers were brought: \(ownWords ?? label). How near they come to attacks was not measured "
        + "here; a password that they do not cover counts as not guessed."
    case .combined where own != nil:
      "The combined estimate joins zxcvbn's guesses with those of a model of one's own "
        + "(\(ownWords ?? "")). How near it comes to attacks was not measured; the built-in model's "
        + "error says nothing of it."
    case .combined, .zxcvbn: nil
    }
  }
}

extension Weights {
  /// The meaning of repetition in the facts of a report.
  package var sentence: String {
    switch self {
    case .accounts: "are accounts (--weights accounts)"
    case .lists: "are lists, not accounts (--weights lists)"
    case .none: "may be other people, or the same one twice (--weights says which)"
    }
  }

  /// The meaning of repetition, in a few words.
  package var phrase: String {
    switch self {
    case .accounts: "a repeated line is another account"
    case .lists: "a repeated line is another list, not another account"
    case .none: "a repeated line may be another person, or the same one twice"
    }
  }
}
