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
