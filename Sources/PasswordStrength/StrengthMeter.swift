/// Explains the strength of passwords, one now and then, from any task: the front for forms and
/// servers.
///
///     let meter = StrengthMeter(contextWords: ["acme"])
///     meter.estimate("Acme2019!").strength.score   // 2
///
/// It holds only settings and makes a ``Scorer`` for each password, so copies can be used at the same
/// time. For a list of passwords, keep one scorer for each task.
public struct StrengthMeter: Hashable, Sendable {
  /// The reference year for scoring years in passwords.
  public let referenceYear: Int
  /// Words that an attacker would try first for these passwords.
  public let contextWords: [String]
  /// The numbers of guesses at which scores begin.
  public let cuts: ScoreCuts

  /// Makes a meter with the settings of a scorer; see ``Scorer/init(referenceYear:contextWords:cuts:)``.
  public init(
    referenceYear: Int = Scorer.currentYear, contextWords: [String] = [],
    cuts: ScoreCuts = .standard
  ) {
    self.referenceYear = referenceYear
    self.contextWords = contextWords
    self.cuts = cuts
  }

  /// Scores a password and explains the score by its patterns, with advice.
  ///
  /// - Complexity: As for ``Scorer/estimate(_:)-(String)``, and the time to make a scorer, which is
  ///   longer for most passwords.
  public func estimate(_ password: String) -> StrengthEstimate {
    var scorer = Scorer(referenceYear: referenceYear, contextWords: contextWords, cuts: cuts)
    return scorer.estimate(password)
  }
}
