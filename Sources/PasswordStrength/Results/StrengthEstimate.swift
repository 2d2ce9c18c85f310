/// The strength of a password, with the reasons.
public struct StrengthEstimate: Hashable, Sendable {
  /// Guesses and score.
  public let strength: Strength
  /// The cheapest way to guess it: the patterns that cover it, from left to right.
  public let sequence: [PatternMatch]
  /// The advice for the person who chose it.
  public let feedback: Feedback

  /// How long each kind of attack takes.
  public var attackTimes: [AttackTime] {
    AttackRate.allCases.map { AttackTime(rate: $0, guesses: strength.guesses) }
  }
}
