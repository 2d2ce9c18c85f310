/// Everything that all scorers share: made once, when the first one is, and never changed.
@safe struct Tables: @unchecked Sendable {
  // SAFETY: the cells behind these are written while `init` runs and only read from then on; the
  // one instance lives as long as the program.
  let trie = WordTrieBuilder.build()
  let leet = LeetTable()
  let graphs = KeyboardGraphs()
  let powers = Powers()
  /// The facts of each ASCII character, as raw bits.
  let facts = Cells<UInt32>(count: 128, filledWith: 0)

  /// The one instance.
  static let shared = Tables()

  private init() {
    for (byte, value) in CharacterFacts.ascii.enumerated() { facts[byte] = value.rawValue }
  }
}
