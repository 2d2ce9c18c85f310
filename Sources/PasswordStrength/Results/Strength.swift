/// The resistance of a password to guessing.
public struct Strength: Hashable, Sendable {
  /// Guesses that an attacker is expected to need; at least 1 and always finite.
  public let guesses: Double
  /// From 0 (too guessable) to 4 (very unguessable); see ``ScoreCuts``.
  public let score: Int
  /// The pattern that makes it guessable.
  public let decisivePattern: DecisivePattern
  /// Whether it has more than 512 UTF-16 units, of which only the first 512 were evaluated.
  public let isTruncated: Bool

  /// The decimal logarithm of ``guesses``, computed as in the reference: ln(g) / ln(10), which
  /// gives 2.9999999999999996 for 1,000.
  public var log10Guesses: Double { GuessesBins.log10(guesses) }
}
