package import Auditing
package import Diagnostics
package import PasswordStrength
import Passwords

/// What the estimate of strength is made from, as a user names it; nothing is read yet.
package struct StrengthSources: Sendable, CheckedSettings {
  /// The year from which years in passwords are counted; nil for the current one.
  package var year: Int?
  /// Words that an attacker would try first.
  package var contextWords: [String]
  /// Files of such words.
  package var dictionaries: [String]
  /// The guesses at which scores begin; nil for the usual ones.
  package var cuts: ScoreCuts?
  /// A guess model in place of the built-in one.
  package var model: String?
  /// Files of guess numbers.
  package var guesses: [GuessFile]

  /// Names sources; by default none.
  package init(
    year: Int? = nil, contextWords: [String] = [], dictionaries: [String] = [],
    cuts: ScoreCuts? = nil, model: String? = nil, guesses: [GuessFile] = []
  ) {
    self.year = year
    self.contextWords = contextWords
    self.dictionaries = dictionaries
    self.cuts = cuts
    self.model = model
    self.guesses = guesses
  }

  package func validate() throws(Problem) {
    try Problem.require(year, in: 1900...9999, of: "--reference-year", "year")
    try Problem.refuse([
      "--dictionary takes a file, not standard input.": dictionaries.contains("-"),
      "--guesses takes a file, not standard input.": guesses.contains {
        $0.path == "-" || $0.path.hasSuffix("=-")
      },
    ])
  }

  /// Refuses a model that the chosen estimate does not use.
  package func requireModel(isUsed: Bool) throws(Problem) {
    try Problem.refuse([
      "--model is of the combined estimate; it needs --strength combined.": model != nil && !isUsed
    ])
  }

  /// Reads the dictionaries, the model and the guess numbers.
  ///
  /// - Parameters:
  ///   - isUsed: Whether any password is scored; dictionaries are refused if not.
  ///   - tell: Receives every problem.
  /// - Returns: The settings of scorers.
  /// - Throws: ``Problem``, ``ProblemsTold``, `Problem`.
  package func load(
    isUsed: Bool = true, tell: @escaping ProblemHandler
  ) throws -> StrengthSettings {
    try validate()
    let words = try OwnWords(contextWords: contextWords, files: dictionaries, tell: tell)
    try Problem.refuse([
      """
      --dictionary is of zxcvbn's guesses, which nothing asks for here; it needs --strength combined \
      or zxcvbn, or a least score, such as min-score: 3 in a policy.
      """: !dictionaries.isEmpty && !isUsed
    ])
    return try StrengthSettings(chosenYear: year, words: words, chosenCuts: cuts)
      .using(modelAt: model).using(guesses: guesses, tell: tell)
  }
}
