// Words with characters that replace letters: p4ssw0rd.

/// The constant parameters of a walk.
struct LeetWalk {
  var text: Text
  /// The start of the word; its end if the walk goes to the left.
  var start: Int
  /// 1, or −1 for a walk to the left.
  var step = 1
}

extension Engine {
  /// Follows every reading of the characters from a place on, and adds the words found.
  ///
  /// All readings share one walk; each step keeps the readings that agree with it.
  ///
  /// - Parameters:
  ///   - walk: The walk.
  ///   - place: The next character.
  ///   - base: The trie node of the characters so far; it has children.
  ///   - readings: The readings that agree with the characters so far.
  ///   - isChanged: Whether one of the characters replaced a letter.
  func addLeetWords(
    _ walk: LeetWalk, from place: Int, base: Int, readings: UInt64, isChanged: Bool = false
  ) {
    var place = place
    var base = base
    var readings = readings
    repeat {
      // SAFETY: all walks end at the places without facts around the text.
      let character = unsafe characters[unchecked: place]
      if character.leetSymbols != 0 {
        let symbol = character.leetSymbols.trailingZeroBitCount
        let choices = leet.choices(of: symbol, present: walk.text.facts.leetSymbols)
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
      if isChanged, cell.isEnd { addLeetWord(walk, to: place, cell, readings: readings) }
      base = cell.base
      place &+= walk.step
    } while base != 0
  }

  /// Reads one character as a letter and continues after it.
  @inline(__always)
  private func addLeetWords(
    _ walk: LeetWalk, as letter: Int, at place: Int, base: Int, readings: UInt64
  ) {
    let cell = trie.child(of: base, code: letter)
    // Single characters are ignored: 1 is not the word "i".
    if cell.isEnd, place != walk.start { addLeetWord(walk, to: place, cell, readings: readings) }
    if cell.base != 0 {
      addLeetWords(
        walk, from: place &+ walk.step, base: cell.base, readings: readings, isChanged: true)
    }
  }

  private func addLeetWord(
    _ walk: LeetWalk, to place: Int, _ cell: WordTrie.Cell, readings: UInt64
  ) {
    addLeetWord(
      min(walk.start, place), max(walk.start, place), in: walk.text, entry: trie.entry(at: cell),
      readings: readings)
  }

  /// Adds a word that is spelled with symbols at these places; the readings agree with it.
  func addLeetWord(
    _ first: Int, _ last: Int, in text: Text, entry: WordEntry, readings: UInt64
  ) {
    let guesses =
      entry.rank * upperVariations(first, last, in: text)
      * leetVariations(first, last, in: text, readings: readings)
    var order: UInt32 = entry.isCallersWord ? 1 : 0
    // Only the list keeps more than the cheapest match of a stretch.
    if sink.value == .list {
      order |= leet.order(of: readings, present: text.facts.leetSymbols) << 1
    }
    add(
      first, last, of: text, guesses: guesses, order: Match.Kind.leetWord.order(order),
      detail: entry.rawValue)
  }

  /// The number of spellings that an attacker tries until this one is found.
  ///
  /// A symbol that is always or never used doubles the guesses. For a symbol used in some places,
  /// all choices of that many places or fewer count. The readings agree on all characters of the
  /// word.
  func leetVariations(_ first: Int, _ last: Int, in text: Text, readings: UInt64) -> Double {
    var variations = 1.0
    var seen: UInt32 = 0
    for place in first...last {
      let bit = characters[place].leetSymbols
      guard bit != 0, seen & bit == 0 else { continue }
      seen |= bit
      let character = characters[place]
      let present = text.facts.leetSymbols
      guard let letter = leet.letter(character, in: readings, present: present) else { continue }
      var written = 0
      var plain = 0
      for place in first...last {
        let character = characters[place]
        if character.leetSymbols == bit { written += 1 }
        if character.code == letter || isDottedI(place, letter, in: text) { plain += 1 }
      }
      variations *=
        plain == 0 ? 2 : Binomials.sum(of: written + plain, upTo: min(written, plain))
    }
    return variations
  }

  /// Whether a place holds U+0130, whose lower case begins with "i", and the letter is that "i".
  private func isDottedI(_ place: Int, _ letter: Int, in text: Text) -> Bool {
    text.isShifted && characters[place].isDottedI && letter == codeOfI
  }
}
