// The caller's own words in a password.

extension Engine {
  /// Whether a text may contain a context word: forwards, backwards or in leet spelling.
  func mayHaveContextWord(_ text: Text) -> Bool {
    !contextWords.isEmpty && mayHaveWord(of: contextFilter, text)
  }

  /// Whether a text of this engine may contain a word of a filter.
  func mayHaveWord(of filter: ContextFilter, _ text: Text) -> Bool {
    // Characters beyond ASCII may have any lower case.
    if text.facts.contains(.beyondASCII) { return true }
    var codes: UInt64 = 0
    for place in text.first..<text.end { codes |= 1 << UInt64(characters[place].code) }
    return filter.mayHold(codes, symbols: text.facts.leetSymbols)
  }

  /// Adds every context word, reversed or not, and in every leet spelling.
  ///
  /// Not optimised: writes out every reading of the password. Few passwords get here, see
  /// ``mayHaveContextWord(_:)``.
  func addContextWords(in text: Text) {
    let original = (text.first..<text.end).map { characters[$0].unit }
    forEachContextWord(in: original, of: text) { first, last, entry in
      addWord(first, last, in: text, entry: entry, kind: .word)
    }
    forEachContextWord(in: original.reversed(), of: text) { first, last, entry in
      let turned = (text.first + text.end - 1 - last, text.first + text.end - 1 - first)
      addWord(turned.0, turned.1, in: text, entry: entry, kind: .reversedWord)
    }
    let symbols = text.facts.leetSymbols
    guard symbols != 0 else { return }
    for reading in leet.singleReadings(of: symbols) {
      let written = (text.first..<text.end).map { place in
        leet.letter(characters[place], in: reading, present: symbols)
          .map { UInt16(trie.character(with: $0)) } ?? characters[place].unit
      }
      forEachContextWord(in: written, of: text) { first, last, entry in
        let offsets = (first - text.first)...(last - text.first)
        let found = LowerCase.lowered(written)[offsets]
        guard last > first, LowerCase.lowered(original[offsets]) != Array(found) else { return }
        addLeetWord(first, last, in: text, entry: entry, readings: reading)
      }
    }
  }

  /// Visits the context words in some units, with their places in the original text.
  private func forEachContextWord(
    in written: [UInt16], of text: Text,
    _ body: (_ first: Int, _ last: Int, WordEntry) -> Void
  ) {
    // The lower case can be longer; the reference searches only as far as the text's length.
    let lowered = Array(LowerCase.lowered(written).prefix(written.count))
    let words = contextWords
    for start in lowered.indices {
      words.forEachWord(in: lowered, from: start) { end, rank in
        body(text.first + start, text.first + end - 1, WordEntry(contextRank: rank))
      }
    }
  }
}
