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
