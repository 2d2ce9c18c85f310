/// The characters of a few ranked words; for nearly all passwords they show that no search is needed.
struct FewWordsFilter: Sendable {
  /// The trie codes of each word's characters, one bit each; bit 0 for characters without a code.
  private let words: [UInt64]
  /// For each of ``LeetSymbols/all``, the codes of the letters that it can replace.
  private let symbols: [UInt64]

  /// The most words for which this is faster than their search.
  private static let mostWords = 16

  /// Nil for more than a few words.
  init?(_ ranked: RankedWords, _ trie: WordTrie) {
    guard ranked.count <= Self.mostWords else { return nil }
    func bit(_ byte: UInt8) -> UInt64 { 1 << UInt64(trie.code(of: byte)) }
    var words: [UInt64] = []
    ranked.forEachWord { units in
      if units.isEmpty { return }
      words.append(units.reduce(0) { $0 | ($1 < 0x80 ? bit(UInt8($1)) : 1) })
    }
    self.words = words
    symbols = LeetSymbols.all.map { symbol in
      LeetSymbols.letters.reduce(0) { $0 | ($1.symbols.contains(symbol) ? bit($1.letter) : 0) }
    }
  }

  /// Whether a word can be written with characters of these codes and symbols.
  func mayHold(_ codes: UInt64, symbols present: UInt32) -> Bool {
    var codes = codes
    var present = present
    while present != 0 {
      codes |= symbols[present.trailingZeroBitCount]
      present &= present - 1
    }
    return words.contains { $0 & ~codes == 0 }
  }
}
