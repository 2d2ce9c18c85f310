import ArgumentParser
import Auditing
import Jobs
import Metrics
import PasswordStrength
import Passwords

/// The options of the strength estimate.
struct StrengthOptions: SettingsOptions {
  /// The help of `--strength`.
  static let help = ArgumentHelp(
    """
    How strength is judged: min-auto (the least of the numbers of --guesses, if given, a model's \
    guesses and zxcvbn's), guesses (the numbers of --guesses, of several sources the least), combined \
    (zxcvbn's guesses joined with a model's), zxcvbn (its guesses alone), meter (four criteria), or none \
    (default: combined, or guesses with --guesses). What is guessed in a time is by the chosen one; those \
    behind it, from combined on, are counted, too. min-score and --score-cuts are of zxcvbn's guesses.
    """,
    visibility: .further)
  /// The help of `--strength` where tallies are asked.
  static let recordedHelp = ArgumentHelp(
    """
    How strength is judged: min-auto (the least of the numbers of --guesses, a model's guesses and \
    zxcvbn's), guesses (the numbers of --guesses, of several sources the least), combined (zxcvbn's \
    guesses joined with a model's), zxcvbn (its guesses alone), meter (four criteria), or none (default: \
    the first of these that the tally has).
    """,
    visibility: .further)

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

  var settings: StrengthSources {
    StrengthSources(
      year: chosenYear, contextWords: contextWords, dictionaries: dictionaries, cuts: chosenCuts)
  }
}

/// The options of the strength estimate, with a guess model and guess numbers.
struct EstimateOptions: SettingsOptions {
  @OptionGroup var scoring: StrengthOptions

  @Option(
    name: .customLong("model"),
    help: ArgumentHelp(
      "A guess model that 'audit model build' made, in place of the built-in one in the combined "
        + "estimate.", valueName: "file"),
    completion: .file())
  var model: String?

  @Option(
    name: .customLong("guesses"),
    help: ArgumentHelp(
      """
      Guess numbers of an attack, by which reports then say what is guessed in a time: a file of a password, a \
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

  var settings: StrengthSources {
    var settings = scoring.settings
    settings.model = model
    settings.guesses =
      files.map { GuessFile($0) } + orders.map { GuessFile($0, isInOrder: true) }
    return settings
  }
}

/// The option for rates of attack besides the standard ones.
struct RateOptions: ParsableArguments {
  @Option(
    name: .customLong("rate"),
    help: ArgumentHelp(
      "Also state the share guessed at this rate, such as 1000/s, 20/h or 100G/s, by each source of "
        + "guesses; repeat for more.",
      valueName: "n/unit"),
    transform: typed(Quantity.rate))
  var rates: [Attack.Rate] = []
}
