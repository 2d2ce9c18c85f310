// Words that begin or end a password.

extension Engine {
  /// Adds the words, reversed words and words in leet spelling that begin or end the text.
  ///
  /// Four walks instead of two from each place, for the second trie reads words from their end. They
  /// go step by step side by side, without a branch: what one walk waits for, the cache or a
  /// comparison, costs no more than what all four wait for. A walk that has ended goes on at base 0,
  /// where nothing is ever found.
  func addEdgeWords(in text: Text) {
    let characters = characters
    let cells = trie.cells
    let paths = edges.paths
    let first = text.first
    let last = text.end &- 1
    // Where words end: bit `level` for the beginning, bit `32 + level` for the end.
    var ends: UInt64 = 0
    var reversedEnds: UInt64 = 0
    var level = 1

    @inline(__always)
    func arrive(_ cell: WordTrie.Cell, _ walk: Int, _ ends: inout UInt64) -> Int {
      // SAFETY: words have at most 23 characters, so no walk has more than 24 steps.
      unsafe paths[unchecked: walk &<< 5 | level] = cell.rawValue
      ends |= UInt64(cell.rawValue &>> 6 & 1) &<< UInt64(level &+ (walk & 1) &<< 5)
      return cell.base
    }

    @inline(__always)
    func step(_ base: Int, _ code: Int, _ walk: Int, _ ends: inout UInt64) -> Int {
      // SAFETY: a node's base leaves room for any code.
      let value = unsafe cells[unchecked: base &+ code]
      // All bits if the cell is the child, none if it is not: without a comparison, since the
      // compiler would make a branch of it.
      let difference = (value ^ UInt32(truncatingIfNeeded: code)) & WordTrie.Cell.codeMask
      let isChild = UInt32(bitPattern: Int32(bitPattern: difference &- 1) &>> 31)
      return arrive(WordTrie.Cell(rawValue: value & isChild), walk, &ends)
    }

    // SAFETY: all walks end at the places without facts around the text; a text has at least one
    // character. The pairs are 2 × 4096.
    let ahead = unsafe characters[unchecked: first].code
    let behind = unsafe characters[unchecked: last].code
    let head = unsafe ahead &<< 6 | characters[unchecked: first &+ 1].code
    let tail = unsafe behind &<< 6 | characters[unchecked: last &- 1].code
    let pairs = trie.pairs
    // Words at the beginning and at the end, reversed words at the beginning and at the end.
    var a = unsafe arrive(WordTrie.Cell(rawValue: pairs[unchecked: head]), 0, &ends)
    var b = unsafe arrive(WordTrie.Cell(rawValue: pairs[unchecked: 4096 | tail]), 1, &ends)
    var c = unsafe arrive(WordTrie.Cell(rawValue: pairs[unchecked: 4096 | head]), 2, &reversedEnds)
    var d = unsafe arrive(WordTrie.Cell(rawValue: pairs[unchecked: tail]), 3, &reversedEnds)
    while c | d != 0 {
      level &+= 1
      let ahead = unsafe characters[unchecked: first &+ level].code
      let behind = unsafe characters[unchecked: last &- level].code
      a = step(a, ahead, 0, &ends)
      b = step(b, behind, 1, &ends)
      c = step(c, ahead, 2, &reversedEnds)
      d = step(d, behind, 3, &reversedEnds)
    }
    // Reversed words are the rarer ones.
    while a | b != 0 {
      level &+= 1
      let ahead = unsafe characters[unchecked: first &+ level].code
      let behind = unsafe characters[unchecked: last &- level].code
      a = step(a, ahead, 0, &ends)
      b = step(b, behind, 1, &ends)
    }

    addSingleLetters(ahead, behind, in: text)
    addEdgeWords(at: ends, walk: 0, in: text, kind: .word)
    addEdgeWords(at: reversedEnds, walk: 2, in: text, kind: .reversedWord)
    if text.facts.leetSymbols != 0 { addEdgeLeetWords(in: text, levels: level &+ 1) }
  }

  /// Adds words of one letter, which the walks have left out: there is one, "i".
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
      let cell = unsafe WordTrie.Cell(rawValue: edges.paths[unchecked: walk &<< 5 &+ end])
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
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - levels: How many steps of the walks are in the paths.
  private func addEdgeLeetWords(in text: Text, levels: Int) {
    let characters = characters
    let symbols = text.facts.leetSymbols
    let mayFilter = symbols & leetFilter.rivals == 0 && text.count > 3
    var readings: UInt64 = 0

    // SAFETY: some character of the text has the symbol.
    var skipped = 0
    while unsafe characters[unchecked: text.first &+ skipped].leetSymbols == 0 { skipped &+= 1 }
    var base = trie.forward
    if skipped > 0 {
      base = self.base(afterSteps: skipped, of: 0, levels: levels, trie.forward, text.first)
    } else if mayFilter, !leetFilter.isPossible(text.first, step: 1, characters) {
      base = 0
    }
    if base != 0 {
      readings = leet.readings(of: symbols)
      addLeetWords(
        LeetWalk(text: text, start: text.first), from: text.first &+ skipped, base: base,
        readings: readings)
    }

    let last = text.end &- 1
    skipped = 0
    while unsafe characters[unchecked: last &- skipped].leetSymbols == 0 { skipped &+= 1 }
    base = trie.backward
    if skipped > 0 {
      base = self.base(afterSteps: skipped, of: 1, levels: levels, trie.backward, last)
    } else if mayFilter, !leetFilter.isPossible(last, step: -1, characters) {
      base = 0
    }
    if base != 0 {
      readings = leet.readings(of: symbols)
      addLeetWords(
        LeetWalk(text: text, start: last, step: -1), from: last &- skipped, base: base,
        readings: readings)
    }
  }

  /// The base that a walk has reached after some steps from a root and a place; 0 if it has ended.
  @inline(__always)
  private func base(
    afterSteps steps: Int, of walk: Int, levels: Int, _ root: Int, _ place: Int
  ) -> Int {
    if steps == 1 { return trie.child(of: root, code: characters[place].code).base }
    guard steps <= levels else { return 0 }
    return WordTrie.Cell(rawValue: edges.paths[walk << 5 + steps - 1]).base
  }
}
