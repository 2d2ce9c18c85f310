// Words of the ranked lists, forwards and backwards.

extension Engine {
  /// Adds every word, every reversed word and every word in leet spelling.
  mutating func addWords(in text: Text) {
    let symbols = text.facts.leetSymbols
    let readings = symbols == 0 ? 0 : leet.readings(of: symbols)
    for start in text.first..<text.end {
      var base = trie.forward
      var place = start
      var mayBeLeet = symbols != 0
      while true {
        let character = CharacterFacts(rawValue: facts[place])
        if mayBeLeet, character.leetSymbols != 0 {
          mayBeLeet = false
          let walk = LeetWalk(text: text, start: start, symbols: symbols)
          addLeetWords(walk, from: place, base: base, readings: readings, isChanged: false)
        }
        let cell = trie.child(of: base, code: character.code)
        guard cell >= 0 else { break }
        if trie.isEnd(cell) {
          addWord(start, place, in: text, entry: trie.entry(at: cell), kind: .word)
        }
        base = trie.base(of: cell)
        place += 1
      }
    }
    for start in stride(from: text.end - 1, through: text.first, by: -1) {
      var base = trie.forward
      var place = start
      while true {
        let cell = trie.child(of: base, code: CharacterFacts(rawValue: facts[place]).code)
        guard cell >= 0 else { break }
        if trie.isEnd(cell) {
          addWord(place, start, in: text, entry: trie.entry(at: cell), kind: .reversedWord)
        }
        base = trie.base(of: cell)
        place -= 1
      }
    }
  }

  /// Adds one word that stands at these places.
  mutating func addWord(
    _ first: Int, _ last: Int, in text: Text, entry: WordEntry, kind: Match.Kind
  ) {
    let variations = upperVariations(first, last, in: text)
    let directions = kind == .reversedWord ? 2.0 : 1.0
    add(
      first, last, of: text, guesses: entry.rank * variations * directions,
      order: kind.order(entry.isContextWord ? 1 : 0), detail: entry.rawValue)
  }

  /// In how many ways a word may be capitalised to find this writing of it.
  ///
  /// One letter first or last, or all letters, are the usual ways: twice the guesses. Otherwise all
  /// choices of as many capitals or fewer, or of as few small letters where these are rarer.
  @inline(__always)
  func upperVariations(_ first: Int, _ last: Int, in text: Text) -> Double {
    text.facts.contains(.upper) ? countedUpperVariations(first, last) : 1
  }

  private func countedUpperVariations(_ first: Int, _ last: Int) -> Double {
    let upper = Int(upperCounts[last + 1]) - Int(upperCounts[first])
    guard upper > 0 else { return 1 }
    let lower = Int(lowerCounts[last + 1]) - Int(lowerCounts[first])
    if lower == 0 { return 2 }
    let isAtEdge = !CharacterFacts(rawValue: facts[first] | facts[last]).isDisjoint(with: .upper)
    if upper == 1, isAtEdge, last > first { return 2 }
    return Binomials.sum(of: upper + lower, upTo: min(upper, lower))
  }

  /// Counts capitals and small letters up to each place, for ``upperVariations(_:_:in:)``.
  func countCases(of text: Text) {
    var upper: UInt16 = 0
    var lower: UInt16 = 0
    for place in text.first..<text.end {
      upperCounts[place] = upper
      lowerCounts[place] = lower
      let character = CharacterFacts(rawValue: facts[place])
      if character.contains(.upper) { upper += 1 }
      if character.contains(.lower) { lower += 1 }
    }
    upperCounts[text.end] = upper
    lowerCounts[text.end] = lower
  }
}
