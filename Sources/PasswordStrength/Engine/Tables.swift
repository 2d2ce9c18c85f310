/// The tables that all scorers share: made once, with the first scorer, and never changed.
@safe struct Tables: @unchecked Sendable {
  // SAFETY: `init` writes these cells; afterwards they are only read. The only instance lives as
  // long as the program.
  let trie: WordTrie
  let leet: LeetTable
  let leetFilter = LeetFilter()
  let graphs = KeyboardGraphs()
  let powers = Powers()
  let bins = GuessesBins()
  /// The facts of each ASCII character.
  let facts = Cells<CharacterFacts>(count: 128, filledWith: [])

  /// The only instance.
  static let shared = Tables()

  private init() {
    trie = WordTrie()
    leet = LeetTable(trie)
    for byte in UInt8(0)..<128 {
      facts[Int(byte)] = CharacterFacts(ascii: byte, code: trie.code(of: byte))
    }
  }
}
