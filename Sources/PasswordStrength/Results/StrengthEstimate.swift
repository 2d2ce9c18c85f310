/// How hard a password is to guess, and why.
public struct StrengthEstimate: Hashable, Sendable {
  /// Guesses and score.
  public let strength: Strength
  /// The cheapest way to guess it: patterns that cover it from left to right.
  public let sequence: [PatternMatch]
  /// What to tell its owner.
  public let feedback: Feedback

  /// How long each kind of attack takes.
  public var attackTimes: [AttackTime] {
    AttackRate.allCases.map { AttackTime(rate: $0, guesses: strength.guesses) }
  }
}
