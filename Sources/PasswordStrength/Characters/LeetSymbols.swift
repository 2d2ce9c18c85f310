/// The characters that people write for letters: `4` and `@` for "a".
enum LeetSymbols {
  /// The letters in the reference's order, each with the characters that can replace it, in order.
  static let letters: [(letter: UInt8, symbols: [UInt8])] = [
    ("a", "4@"), ("b", "8"), ("c", "({[<"), ("e", "3"), ("g", "69"), ("i", "1!|"), ("l", "1|7"),
    ("o", "0"), ("s", "$5"), ("t", "+7"), ("x", "%"), ("z", "2"),
  ].map { (letter: Array($0.0.utf8)[0], symbols: Array($0.1.utf8)) }

  /// The 20 characters that can replace a letter, numbered by their index here.
  ///
  /// First come those of the groups `a`, `c`, `g`, `s` of ``LeetTable``, where the index is also
  /// the bit in a mask; then the knot; then symbols that stand for a single letter and are its only
  /// symbol, so that there is no choice.
  static let all = Array("4@({[<69$51!|7+830%2".utf8)
}
