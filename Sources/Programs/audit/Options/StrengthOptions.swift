import ArgumentParser
import Auditing
import Jobs
import Metrics
import PasswordStrength
import Passwords

/// The options of the strength estimate.
struct StrengthOptions: ParsableArguments {
  /// The help of `--strength`.
  static let help: ArgumentHelp = """
    How strength is judged: min-auto (the least of the numbers of --guesses, if given, a model's \
    guesses and zxcvbn's), guesses (the numbers of --guesses, of several sources the least), combined \
    (zxcvbn's guesses joined with a model's), zxcvbn (its guesses alone), meter (four criteria), or none \
    (default: combined, or guesses with --guesses). Found in a time is said by the chosen one; those \
    behind it, from combined on, are counted, too. min-score and --score-cuts are of zxcvbn's guesses.
    """
  /// The help of `--strength` where tallies are asked.
  static let recordedHelp: ArgumentHelp = """
    How strength is judged: min-auto (the least of the numbers of --guesses, a model's guesses and \
    zxcvbn's), guesses (the numbers of --guesses, of several sources the least), combined (zxcvbn's \
    guesses joined with a model's), zxcvbn (its guesses alone), meter (four criteria), or none (default: \
    the first of these that the tally has).
    """

  @Option(
    name: .customLong("reference-year"),
    help: ArgumentHelp(
      "The year from which years in passwords are counted (default: the current one, so that next year "
        + "scores can differ; audit.json and tallies state it).",
      valueName: "year"))
  var chosenYear: Int?

  @Option(
    name: .customLong("context"),
    help: ArgumentHelp(
      "A word that an attacker would try first, such as the site's name; repeat for more.",
      valueName: "word"))
  var contextWords: [String] = []

  @Option(
    name: .customLong("dictionary"),
    help: ArgumentHelp(
      "A file of words that an attacker would try first, a word on each line, likeliest first; packed "
        + "or not; repeat for more, which rank behind.",
      valueName: "file"),
    completion: .file())
  var dictionaries: [String] = []

  @Option(
    name: .customLong("score-cuts"),
    help: ArgumentHelp(
      "Guesses of zxcvbn at which scores 1, 2, 3 and 4 begin (default: 1e3,1e6,1e8,1e10).",
      valueName: "g1,g2,g3,g4"),
    transform: typed(Quantity.cuts))
  var chosenCuts: ScoreCuts?

  func validate() throws {
    if let chosenYear, !(1900...9999).contains(chosenYear) {
      throw ValidationError("--reference-year takes a year from 1900 to 9999, not \(chosenYear).")
    }
    if dictionaries.contains("-") {
      throw ValidationError("--dictionary takes a file, not standard input.")
    }
  }

  /// Refuses dictionaries where no password is scored.
  func require(isUsed: Bool) throws {
    if !dictionaries.isEmpty, !isUsed {
      throw ValidationError(
        "--dictionary is of zxcvbn's guesses, which nothing asks for here; it needs --strength combined "
          + "or zxcvbn, or a least score, such as min-score: 3 in a policy.")
    }
  }

  /// Reads the dictionaries, and makes the settings of scorers.
  func settings() throws -> StrengthSettings {
    StrengthSettings(
      chosenYear: chosenYear,
      words: try OwnWords(contextWords: contextWords, files: dictionaries, tell: Terminal.tell),
      chosenCuts: chosenCuts)
  }
}

/// The option for a guess model of one's own.
struct ModelOptions: ParsableArguments {
  @Option(
    name: .customLong("model"),
    help: ArgumentHelp(
      "A guess model that 'audit model build' made, in place of the built-in one in the combined "
        + "estimate.", valueName: "file"),
    completion: .file())
  var path: String?

  /// Refuses a model that the chosen estimate does not use.
  func require(isUsed: Bool) throws {
    if path != nil, !isUsed {
      throw ValidationError("--model is of the combined estimate; it needs --strength combined.")
    }
  }
}

/// The options for guess numbers that other programs found.
struct GuessOptions: ParsableArguments {
  @Option(
    name: .customLong("guesses"),
    help: ArgumentHelp(
      """
      Guess numbers of an attack, by which reports then say what is found in a time: a file of a password, a \
      tab and a number, below a heading that ends in 'guesses' or 'log10', or CMU's seven columns; \
      packed or not. Repeat for more attacks, up to four names: each has rows of its own, and the least \
      number counts (min-auto); of several files of one name, the least number is its number.
      """, valueName: "[name=]file"),
    completion: .file())
  var files: [String] = []

  @Option(
    name: .customLong("guess-order"),
    help: ArgumentHelp(
      "The same as a list in the order of guessing, such as 'hashcat --stdout' writes: a line's number "
        + "is its guess number.", valueName: "[name=]file"),
    completion: .file())
  var orders: [String] = []

  /// The files, in the order in which their options are named above.
  var named: [GuessFile] {
    files.map { GuessFile($0) } + orders.map { GuessFile($0, isInOrder: true) }
  }

  func validate() throws {
    if (files + orders).contains(where: { $0 == "-" || $0.hasSuffix("=-") }) {
      throw ValidationError("--guesses takes a file, not standard input.")
    }
  }

  /// The estimate that is meant by a chosen one: by default the combined one, or guess numbers.
  ///
  /// - Throws: `ValidationError` if the files would be ignored, or lack; a tally may hold their numbers.
  func estimate(_ chosen: FactDemand.StrengthDetail?, ofTally: Bool = false) throws -> FactDemand
    .StrengthDetail?
  {
    if named.isEmpty {
      if chosen == .guesses, !ofTally {
        throw ValidationError("--strength guesses needs --guesses FILE.")
      }
      return chosen
    }
    guard let chosen else { return .guesses }
    if chosen.takesGuessFiles { return chosen }
    throw ValidationError(
      "--guesses is of --strength guesses, which is the default with it, or min-auto, not "
        + "\(chosen.rawValue).")
  }
}

/// The option for rates of attack besides the standard ones.
struct RateOptions: ParsableArguments {
  @Option(
    name: .customLong("rate"),
    help: ArgumentHelp(
      "Also state the share cracked at this rate, such as 1000/s, 20/h or 100G/s, by each source of "
        + "guesses; repeat for more.",
      valueName: "n/unit"),
    transform: typed(Quantity.rate))
  var rates: [Attack.Rate] = []

  func validate() throws {
    if rates.count > 8 { throw ValidationError("--rate can be repeated 8 times.") }
  }
}
