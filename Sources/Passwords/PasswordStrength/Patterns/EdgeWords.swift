// Words at the beginning or end of a password.

extension Engine {
  /// Adds the words, reversed words and words in leet spelling that begin or end the text.
  ///
  /// Walks four times instead of twice from each place, since the second trie reads words from
  /// their end. The walks of grouped texts are already finished, see ``walkEdges(ofGroup:)``.
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

  /// Adds the words of one letter, which the walks skip; "i" is the only one.
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
      let cell = walks.cell(atLevel: end & 31, of: text.slot &<< 2 | walk | isTail)
      let entry = trie.entry(at: cell)
      let first = isTail == 0 ? text.first : text.end &- length
      if length == text.count {
        addWord(first, first &+ length &- 1, in: text, entry: entry, kind: kind)
        continue
      }
      if !entry.hasRank { edges.haveUnranked.value = true }
      var guesses = Double(entry.rawValue & WordEntry.rankMask) * factor
      if hasUpper { guesses *= upperVariations(first, first &+ length &- 1, in: text) }
      // SAFETY: the text has at most 64 units, and the word is not the whole text.
      let place = isTail == 0 ? length : Edges.longestText &+ text.count &- length
      unsafe costs[unchecked: place] = min(costs[unchecked: place], max(guesses, 50))
    }
  }

  /// Adds the words in leet spelling that begin or end the text.
  @inline(__always)
  private func addEdgeLeetWords(in text: Text) {
    let ends = text.slot == EdgeWalks.single ? leetEnds(of: text) : text.leetEnds
    if ends.contains(.head) { addLeetHeads(of: text) }
    if ends.contains(.tail) { addLeetTails(of: text) }
  }

  private func addLeetHeads(of text: Text) {
    let skipped = text.symbolPlaces.trailingZeroBitCount
    addLeetWords(
      LeetWalk(text: text, start: text.first), from: text.first &+ skipped,
      base: leetBase(in: text, isTail: false, skipped: skipped),
      readings: leet.readings(of: text.facts.leetSymbols))
  }

  private func addLeetTails(of text: Text) {
    let skipped = text.count &- 64 &+ text.symbolPlaces.leadingZeroBitCount
    addLeetWords(
      LeetWalk(text: text, start: text.end &- 1, step: -1), from: text.end &- 1 &- skipped,
      base: leetBase(in: text, isTail: true, skipped: skipped),
      readings: leet.readings(of: text.facts.leetSymbols))
  }

  /// The ends of a text with symbols at which there may be words in leet spelling; its walks are
  /// finished.
  ///
  /// Called for all texts of a group at once, so that they wait for memory together.
  @inline(__always)
  func leetEnds(of text: Text) -> LeetEnds {
    // The characters before the first symbol and after the last symbol.
    let before = text.symbolPlaces.trailingZeroBitCount
    let behind = text.count &- 64 &+ text.symbolPlaces.leadingZeroBitCount
    var ends: LeetEnds = []
    if mayHaveLeetWord(in: text, isTail: false, skipped: before) { ends.insert(.head) }
    if mayHaveLeetWord(in: text, isTail: true, skipped: behind) { ends.insert(.tail) }
    return ends
  }

  /// Whether the first symbol from an end can be part of a word.
  @inline(__always)
  private func mayHaveLeetWord(in text: Text, isTail: Bool, skipped: Int) -> Bool {
    let place = isTail ? text.end &- 1 &- skipped : text.first &+ skipped
    if skipped == 0 {
      return !mayFilterLeetWords(in: text)
        || leetFilter.isPossible(place, step: isTail ? -1 : 1, characters)
    }
    let base = leetBase(in: text, isTail: isTail, skipped: skipped)
    // SAFETY: a place of the text.
    let character = unsafe characters[unchecked: place]
    let letters = leet.choices(
      of: character.leetSymbols.trailingZeroBitCount, present: text.facts.leetSymbols
    ).letters
    // A symbol for one letter has 0 as the code of its second letter; code 0 has no child.
    let first = trie.child(of: base, code: letters.0)
    let second = trie.child(of: base, code: letters.1)
    let literal = trie.child(of: base, code: character.code)
    return first.rawValue | second.rawValue | UInt32(truncatingIfNeeded: literal.base) != 0
  }

  /// Whether the filter can be used for the text; then the symbols at its ends are digits.
  @inline(__always)
  func mayFilterLeetWords(in text: Text) -> Bool {
    text.facts.leetSymbols & leetFilter.others == 0 && text.count > 3
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
}
