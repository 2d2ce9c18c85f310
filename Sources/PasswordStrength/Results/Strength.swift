/// How hard a password is to guess.
public struct Strength: Hashable, Sendable {
  /// Attempts an attacker is expected to need; at least 1, and infinite nowhere.
  public let guesses: Double
  /// From 0 (too guessable) to 4 (very unguessable); see ``ScoreCuts``.
  public let score: Int
  /// The pattern that makes it guessable.
  public let decisivePattern: DecisivePattern
  /// Whether it has more than 512 UTF-16 units, and only the first 512 were looked at.
  public let isTruncated: Bool

  /// The decimal logarithm of ``guesses``, computed as the reference does: ln(g) / ln(10), which
  /// gives 2.9999999999999996 for 1,000.
  public var log10Guesses: Double { GuessesBins.log10(guesses) }
}
