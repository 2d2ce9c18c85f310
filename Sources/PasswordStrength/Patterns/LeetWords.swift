// Words with characters that stand for letters: p4ssw0rd.

/// What stays the same on all paths of one walk.
struct LeetWalk {
  var text: Text
  /// Where the word would begin.
  var start: Int
  /// The symbols of the whole text.
  var symbols: UInt32
}

extension Engine {
  /// Follows every reading of the characters from a place on and adds the words that end on the way.
  ///
  /// All readings share one walk: each step keeps those that agree with it.
  ///
  /// - Parameters:
  ///   - walk: The walk this is part of.
  ///   - place: The character to go on with.
  ///   - base: The trie's node reached by the characters before.
  ///   - readings: The readings in which these were what they were taken for.
  ///   - isChanged: Whether one of them stood for a letter.
  mutating func addLeetWords(
    _ walk: LeetWalk, from place: Int, base: Int, readings: UInt64, isChanged: Bool
  ) {
    var place = place
    var base = base
    var readings = readings
    while true {
      let character = CharacterFacts(rawValue: facts[place])
      if character.leetSymbols != 0 {
        let symbol = character.leetSymbols.trailingZeroBitCount
        let choices = leet.choices(of: symbol, present: walk.symbols)
        let first = readings & choices.readings.0
        if first & choices.field != 0 {
          addLeetWords(walk, as: choices.letters.0, at: place, base: base, readings: first)
        }
        let second = readings & choices.readings.1
        if choices.letters.1 != 0, second & choices.field != 0 {
          addLeetWords(walk, as: choices.letters.1, at: place, base: base, readings: second)
        }
        readings &= choices.literal
        if readings & choices.field == 0 { return }
      }
      let cell = trie.child(of: base, code: character.code)
      guard cell >= 0 else { return }
      if isChanged, trie.isEnd(cell) {
        addLeetWord(
          walk.start, place, in: walk.text, entry: trie.entry(at: cell), readings: readings)
      }
      base = trie.base(of: cell)
      place += 1
    }
  }

  /// Takes one character for a letter and goes on behind it.
  private mutating func addLeetWords(
    _ walk: LeetWalk, as letter: Int, at place: Int, base: Int, readings: UInt64
  ) {
    let cell = trie.child(of: base, code: letter)
    guard cell >= 0 else { return }
    // A single character is not looked at: 1 is not the word "i".
    if trie.isEnd(cell), place > walk.start {
      addLeetWord(walk.start, place, in: walk.text, entry: trie.entry(at: cell), readings: readings)
    }
    addLeetWords(
      walk, from: place + 1, base: trie.base(of: cell), readings: readings, isChanged: true)
  }

  /// Adds one word that is spelt with symbols at these places; the readings are those that agree.
  mutating func addLeetWord(
    _ first: Int, _ last: Int, in text: Text, entry: WordEntry, readings: UInt64
  ) {
    let guesses =
      entry.rank * upperVariations(first, last, in: text)
      * leetVariations(first, last, in: text, readings: readings)
    let order = leet.order(of: readings, present: text.facts.leetSymbols)
    add(
      first, last, of: text, guesses: guesses,
      order: Match.Kind.leetWord.order(order << 1 | (entry.isContextWord ? 1 : 0)),
      detail: entry.rawValue)
  }

  /// In how many ways a word may be written to find this spelling of it.
  ///
  /// A symbol that is always or never used doubles the guesses; one that is used here and there
  /// counts all choices of so many places or fewer. The readings are some that agree on all
  /// characters of the word.
  func leetVariations(_ first: Int, _ last: Int, in text: Text, readings: UInt64) -> Double {
    var variations = 1.0
    var seen: UInt32 = 0
    for place in first...last {
      let bit = CharacterFacts(rawValue: facts[place]).leetSymbols
      guard bit != 0, seen & bit == 0 else { continue }
      seen |= bit
      let character = CharacterFacts(rawValue: facts[place])
      let present = text.facts.leetSymbols
      guard let letter = leet.letter(character, in: readings, present: present) else { continue }
      var written = 0
      var plain = 0
      for place in first...last {
        let character = CharacterFacts(rawValue: facts[place])
        if character.leetSymbols == bit { written += 1 }
        if character.code == letter || isDottedI(place, letter, in: text) { plain += 1 }
      }
      variations *=
        plain == 0 ? 2 : Binomials.sum(of: written + plain, upTo: min(written, plain))
    }
    return variations
  }

  /// Whether a place holds U+0130, whose lower case begins with "i", and that is the letter.
  private func isDottedI(_ place: Int, _ letter: Int, in text: Text) -> Bool {
    text.isShifted && units[place] == 0x0130
      && letter == WordAlphabet.code(ofLowercased: Int(UInt8(ascii: "i")))
  }
}
