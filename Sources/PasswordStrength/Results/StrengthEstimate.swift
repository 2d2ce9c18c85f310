/// The strength of a password, with the reasons.
public struct StrengthEstimate: Hashable, Sendable {
  /// Guesses and score.
  public let strength: Strength
  /// The cheapest way to guess it: patterns that cover it from left to right.
  public let sequence: [PatternMatch]
  /// The advice for its owner.
  public let feedback: Feedback

  /// The duration of each kind of attack.
  public var attackTimes: [AttackTime] {
    AttackRate.allCases.map { AttackTime(rate: $0, guesses: strength.guesses) }
  }
}
