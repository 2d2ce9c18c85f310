// Words that begin or end a password.

extension Engine {
  /// Adds the words, reversed words and words in leet spelling that begin or end the text.
  ///
  /// Walks four times instead of twice from each place, since the second trie reads words from
  /// their end. The walks of grouped texts are already done, see ``walkEdges(ofGroup:)``.
  func addEdgeWords(in text: Text) {
    if text.slot == EdgeWalks.single { walkEdges(of: text) }
    // SAFETY: a text has at least one character.
    let ahead = unsafe characters[unchecked: text.first].code
    let behind = unsafe characters[unchecked: text.end &- 1].code
    addSingleLetters(ahead, behind, in: text)
    addEdgeWords(at: walks.ends(text.slot, ofReversed: false), walk: 0, in: text, kind: .word)
    addEdgeWords(
      at: walks.ends(text.slot, ofReversed: true), walk: 2, in: text, kind: .reversedWord)
    if text.facts.leetSymbols != 0 { addEdgeLeetWords(in: text) }
  }

  /// Adds words of one letter, which the walks skip; the only one is "i".
  @inline(__always)
  private func addSingleLetters(_ ahead: Int, _ behind: Int, in text: Text) {
    if ahead == codeOfI {
      addWord(text.first, text.first, in: text, entry: entryOfI, kind: .word)
    }
    if behind == codeOfI {
      addWord(text.end - 1, text.end - 1, in: text, entry: entryOfI, kind: .word)
    }
  }

  /// Adds the words that end on two of the walks.
  @inline(__always)
  private func addEdgeWords(at ends: UInt64, walk: Int, in text: Text, kind: Match.Kind) {
    let hasUpper = text.facts.contains(.upper)
    let factor = kind == .reversedWord ? 2.0 : 1
    let costs = edges.costs
    var ends = ends
    while ends != 0 {
      let end = ends.trailingZeroBitCount
      ends &= ends &- 1
      let length = end & 31 &+ 1
      let isTail = end &>> 5
      // SAFETY: the path has the cell of every end.
      let cell = unsafe WordTrie.Cell(
        rawValue: walks.paths[unchecked: (text.slot &<< 2 | walk) &<< 5 &+ end])
      let entry = trie.entry(at: cell)
      let first = isTail == 0 ? text.first : text.end &- length
      if length == text.count {
        addWord(first, first &+ length &- 1, in: text, entry: entry, kind: kind)
        continue
      }
      if !entry.hasRank { edges.haveUnranked = true }
      var guesses = Double(entry.rawValue & WordEntry.rankMask) * factor
      if hasUpper { guesses *= upperVariations(first, first &+ length &- 1, in: text) }
      // SAFETY: the text has at most 64 units, and the word is not all of it.
      let side = isTail &* Edges.longestText &+ length
      unsafe costs[unchecked: side] = min(costs[unchecked: side], max(guesses, 50))
    }
  }

  /// Adds the words in leet spelling that begin or end the text.
  private func addEdgeLeetWords(in text: Text) {
    let symbols = text.facts.leetSymbols
    let mayFilter = symbols & leetFilter.rivals == 0 && text.count > 3
    // The characters before the first symbol, and after the last one.
    var skipped = text.symbolPlaces.trailingZeroBitCount
    var base = leetBase(in: text, isTail: false, skipped: skipped)
    if skipped == 0, mayFilter, !leetFilter.isPossible(text.first, step: 1, characters) {
      base = 0
    }
    addEdgeLeetWords(LeetWalk(text: text, start: text.first), skipped: skipped, base: base)

    let last = text.end &- 1
    skipped = text.count &- 64 &+ text.symbolPlaces.leadingZeroBitCount
    base = leetBase(in: text, isTail: true, skipped: skipped)
    if skipped == 0, mayFilter, !leetFilter.isPossible(last, step: -1, characters) { base = 0 }
    addEdgeLeetWords(LeetWalk(text: text, start: last, step: -1), skipped: skipped, base: base)
  }

  /// Adds the words of a walk that has reached the first symbol, if the symbol can continue it.
  @inline(__always)
  private func addEdgeLeetWords(_ walk: LeetWalk, skipped: Int, base: Int) {
    guard base != 0 else { return }
    let symbols = walk.text.facts.leetSymbols
    let place = walk.start &+ walk.step &* skipped
    // SAFETY: a place of the text.
    let character = unsafe characters[unchecked: place]
    let letters = leet.choices(
      of: character.leetSymbols.trailingZeroBitCount, present: symbols
    ).letters
    // A symbol for one letter has code 0 as its second letter, which has no child.
    let first = trie.child(of: base, code: letters.0)
    let second = trie.child(of: base, code: letters.1)
    let literal = trie.child(of: base, code: character.code)
    guard first.rawValue | second.rawValue | UInt32(truncatingIfNeeded: literal.base) != 0 else {
      return
    }
    addLeetWords(walk, from: place, base: base, readings: leet.readings(of: symbols))
  }

  /// The base of a walk from an end at the first symbol; 0 if the walk ended before.
  @inline(__always)
  private func leetBase(in text: Text, isTail: Bool, skipped: Int) -> Int {
    let root = isTail ? trie.backward : trie.forward
    switch skipped {
    case 0: return root
    case 1:
      let place = isTail ? text.end &- 1 : text.first
      // SAFETY: a text has at least one character.
      return unsafe trie.child(of: root, code: characters[unchecked: place].code).base
    default: return walks.base(afterSteps: skipped, of: text.slot << 2 | (isTail ? 1 : 0))
    }
  }

  /// Prefetches the first nodes that ``addEdgeLeetWords(in:)`` reads.
  @inline(__always)
  func prefetchLeetWords(in text: Text) {
    prefetchLeetWords(
      in: text, isTail: false, skipped: text.symbolPlaces.trailingZeroBitCount)
    prefetchLeetWords(
      in: text, isTail: true,
      skipped: text.count &- 64 &+ text.symbolPlaces.leadingZeroBitCount)
  }

  @inline(__always)
  private func prefetchLeetWords(in text: Text, isTail: Bool, skipped: Int) {
    guard skipped > 0 else { return }
    let base = leetBase(in: text, isTail: isTail, skipped: skipped)
    let place = isTail ? text.end &- 1 &- skipped : text.first &+ skipped
    // SAFETY: a place of the text.
    let symbol = unsafe characters[unchecked: place].leetSymbols.trailingZeroBitCount
    let letters = leet.choices(of: symbol, present: text.facts.leetSymbols).letters
    trie.cells.prefetch(base &+ letters.0)
    trie.cells.prefetch(base &+ letters.1)
  }
}
