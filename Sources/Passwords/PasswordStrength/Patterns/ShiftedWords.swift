// Words in a text with U+0130, whose lower case is "i" and U+0307.
//
// The reference looks up words in the lower-cased text, which is one unit longer for each U+0130,
// but uses their places as places in the text itself. This is rare, so it is done reading by
// reading.

extension Engine {
  /// Adds every word, every reversed word and every word in leet spelling.
  func addShiftedWords(in text: Text) {
    let lowered = lowerCased(text, behind: text, isReversed: false)
    let reversed = lowerCased(text, behind: lowered, isReversed: true)
    forEachWord(in: lowered, reading: nil) { first, last, entry in
      addWord(text.first + first, text.first + last, in: text, entry: entry, kind: .word)
    }
    forEachWord(in: reversed, reading: nil) { first, last, entry in
      addWord(
        text.end - 1 - last, text.end - 1 - first, in: text, entry: entry, kind: .reversedWord)
    }
    let symbols = text.facts.leetSymbols
    guard symbols != 0 else { return }
    for reading in leet.singleReadings(of: symbols) {
      forEachWord(in: lowered, reading: reading) { first, last, entry in
        guard last > first else { return }
        addShiftedLeetWord(
          first, last, in: text, lowered: lowered, entry: entry, reading: reading)
      }
    }
  }

  private func addShiftedLeetWord(
    _ first: Int, _ last: Int, in text: Text, lowered: Text, entry: WordEntry, reading: UInt64
  ) {
    // The reference compares the lower case of these places of the text with the word.
    let token = lowerCased(
      copy(text.first + first, count: last - first + 1, behind: lowered), behind: lowered,
      isReversed: false, isWhole: true)
    let isUnchanged =
      token.count == last - first + 1
      && (0..<token.count).allSatisfy {
        characters[token.first + $0].code
          == code(lowered.first + first + $0, reading: reading, symbols: text.facts.leetSymbols)
      }
    if isUnchanged { return }
    addLeetWord(
      text.first + first, text.first + last, in: text, entry: entry, readings: reading)
  }

  /// The lower case of a text, cut to the text's length, in separate memory.
  private func lowerCased(
    _ text: Text, behind other: Text, isReversed: Bool, isWhole: Bool = false
  ) -> Text {
    // The copy of a token for lower-casing may directly follow `other`.
    let first = max(other.end, isWhole ? text.end : 0) + 1
    var copy = Text(first: first, count: 0, facts: [])
    for offset in 0..<text.count {
      let unit = characters[isReversed ? text.end - 1 - offset : text.first + offset].unit
      if unit == 0x0130 {
        append(0x69, to: &copy)
        append(0x0307, to: &copy)
      } else {
        append(unit, to: &copy)
      }
    }
    if !isWhole { copy.count = text.count }
    characters[copy.end] = []
    return copy
  }

  /// Visits the words of a text, by offsets in it.
  private func forEachWord(
    in text: Text, reading: UInt64?,
    _ body: (_ first: Int, _ last: Int, WordEntry) -> Void
  ) {
    for start in text.first..<text.end {
      var base = trie.forward
      var place = start
      while place < text.end {
        let cell = trie.child(
          of: base, code: code(place, reading: reading, symbols: text.facts.leetSymbols))
        guard cell.isChild else { break }
        if cell.isEnd {
          body(start - text.first, place - text.first, trie.entry(at: cell))
        }
        base = cell.base
        place += 1
      }
    }
  }

  /// The code of a character in one reading.
  private func code(_ place: Int, reading: UInt64?, symbols: UInt32) -> Int {
    let character = characters[place]
    guard let reading else { return character.code }
    return leet.letter(character, in: reading, present: symbols) ?? character.code
  }
}
