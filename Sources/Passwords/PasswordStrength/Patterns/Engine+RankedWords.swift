// The caller's ranked words in a password.
//
// They are found once for each text, before its matches, which keep them in any order.

extension Engine {
  /// Finds every ranked word, reversed or not, and in every leet spelling.
  ///
  /// - Returns: The words' places on the stack ``foundWords``; the caller removes them.
  /// - Complexity: For each unit, a step in each direction for each unit of the longest stretch with
  ///   which a word begins.
  func findRankedWords(in text: Text) -> Range<Int> {
    let first = foundWords.count
    guard mayHaveRankedWord(text) else { return first..<first }
    if text.facts.contains(.beyondASCII) {
      findRankedWordsBeyondASCII(in: text)
    } else {
      for start in text.first..<text.end { findRankedWords(from: start, in: text) }
      for end in text.first..<text.end { findReversedRankedWords(to: end, in: text) }
    }
    return first..<foundWords.count
  }

  /// Whether a text may contain a ranked word: forwards, backwards or in leet spelling.
  private func mayHaveRankedWord(_ text: Text) -> Bool {
    // Characters beyond ASCII may have any lower case.
    guard let fewWords, !text.facts.contains(.beyondASCII) else { return true }
    var codes: UInt64 = 0
    for place in text.first..<text.end { codes |= 1 << UInt64(characters[place].code) }
    return fewWords.mayHold(codes, symbols: text.facts.leetSymbols)
  }

  /// Adds some found words of a text as matches.
  func addRankedWords(_ words: Range<Int>, in text: Text) {
    for index in words {
      let word = foundWords[index]
      if sink.value == .edges, word.first == 0, Int(word.last) == text.count - 1 {
        addWhole(word, in: text)
      } else {
        add(word, in: text)
      }
    }
  }

  private func add(_ word: FoundWord, in text: Text) {
    let first = text.first + Int(word.first)
    let last = text.first + Int(word.last)
    if word.kind == .leetWord {
      addLeetWord(first, last, in: text, entry: word.entry, readings: word.readings)
    } else {
      addWord(first, last, in: text, entry: word.entry, kind: word.kind)
    }
  }

  /// Adds a word that is the whole text, behind matches that the reference finds later.
  private func addWhole(_ word: FoundWord, in text: Text) {
    let known = edges.whole.value
    edges.whole.value = Match(guesses: .infinity)
    add(word, in: text)
    let own = edges.whole.value
    if known.guesses < own.guesses || known.guesses == own.guesses && known.order <= own.order {
      edges.whole.value = known
    }
  }
}

// In texts of ASCII.
extension Engine {
  /// Finds the words, in any spelling, that begin at a place.
  private func findRankedWords(from start: Int, in text: Text) {
    var hash = RankedWords.seed
    var unseen = text.facts.leetSymbols
    let end = min(text.end, start + words.longest)
    for place in start..<end {
      let character = characters[place]
      if character.leetSymbols & unseen != 0 {
        unseen = 0
        findLeetRankedWords(
          from: place, start: start, hash: hash,
          readings: leet.readings(of: text.facts.leetSymbols), in: text)
      }
      let length = place - start + 1
      hash = step(hash, LowerCase.lowered(ascii: character.unit), length)
      if words.mayBeWord(hash), let rank = words.rank(hash, stretch, length: length) {
        keep(start, place, in: text, rank, .word)
      }
      if !words.mayGoOn(hash, length: length) { return }
    }
  }

  /// Finds the reversed words that end at a place.
  private func findReversedRankedWords(to end: Int, in text: Text) {
    var hash = RankedWords.seed
    for length in 1...max(1, min(end - text.first + 1, words.longest)) {
      let place = end - length + 1
      hash = step(hash, LowerCase.lowered(ascii: characters[place].unit), length)
      if words.mayBeWord(hash), let rank = words.rank(hash, stretch, length: length) {
        keep(place, end, in: text, rank, .reversedWord)
      }
      if !words.mayGoOn(hash, length: length) { return }
    }
  }

  /// Follows every reading of the characters from a place on, and finds the words.
  ///
  /// - Parameters:
  ///   - place: The next character.
  ///   - start: The start of the word.
  ///   - hash: The hash of the letters so far, which are in ``stretch``.
  ///   - readings: The readings that agree with the characters so far.
  ///   - isChanged: Whether one of the characters replaced a letter.
  ///   - text: The text.
  private func findLeetRankedWords(
    from place: Int, start: Int, hash: UInt64, readings: UInt64, isChanged: Bool = false,
    in text: Text
  ) {
    var hash = hash
    var readings = readings
    for place in place..<min(text.end, start + words.longest) {
      let character = characters[place]
      let length = place - start + 1
      if character.leetSymbols != 0 {
        let choices = leet.choices(
          of: character.leetSymbols.trailingZeroBitCount, present: text.facts.leetSymbols)
        let first = readings & choices.readings.0
        if first & choices.field != 0 {
          findLeetRankedWords(
            as: choices.letters.0, at: place, start: start, hash: hash, readings: first, in: text)
        }
        let second = readings & choices.readings.1
        if choices.letters.1 != 0, second & choices.field != 0 {
          findLeetRankedWords(
            as: choices.letters.1, at: place, start: start, hash: hash, readings: second, in: text)
        }
        readings &= choices.literal
        if readings & choices.field == 0 { return }
      }
      hash = step(hash, LowerCase.lowered(ascii: character.unit), length)
      if isChanged {
        findLeetRankedWord(to: place, start: start, hash: hash, readings: readings, in: text)
      }
      if !words.mayGoOn(hash, length: length) { return }
    }
  }

  /// Reads one character as a letter and continues after it.
  private func findLeetRankedWords(
    as letter: Int, at place: Int, start: Int, hash: UInt64, readings: UInt64, in text: Text
  ) {
    let length = place - start + 1
    let hash = step(hash, letters[letter], length)
    findLeetRankedWord(to: place, start: start, hash: hash, readings: readings, in: text)
    if words.mayGoOn(hash, length: length) {
      findLeetRankedWords(
        from: place + 1, start: start, hash: hash, readings: readings, isChanged: true, in: text)
    }
  }

  /// Keeps the stretch if it is a word; single characters are ignored: 1 is not the word "i".
  private func findLeetRankedWord(
    to place: Int, start: Int, hash: UInt64, readings: UInt64, in text: Text
  ) {
    guard place > start, words.mayBeWord(hash),
      let rank = words.rank(hash, stretch, length: place - start + 1)
    else { return }
    keep(start, place, in: text, rank, .leetWord, readings)
  }

  /// Appends a unit to the stretch, as its unit number `length`, and to its hash.
  @inline(__always)
  private func step(_ hash: UInt64, _ unit: UInt16, _ length: Int) -> UInt64 {
    stretch[length - 1] = unit
    return RankedWords.hash(hash, followedBy: unit)
  }

  private func keep(
    _ first: Int, _ last: Int, in text: Text, _ rank: Int, _ kind: Match.Kind,
    _ readings: UInt64 = 0
  ) {
    foundWords.append(
      FoundWord(
        readings: readings, entry: WordEntry(rank: rank), first: UInt16(first - text.first),
        last: UInt16(last - text.first), kind: kind))
  }
}

// In other texts, which are rare: every reading of the password is written out.
extension Engine {
  private func findRankedWordsBeyondASCII(in text: Text) {
    let original = (text.first..<text.end).map { characters[$0].unit }
    forEachRankedWord(in: original, of: text) { first, last, rank in
      keep(first, last, in: text, rank, .word)
    }
    forEachRankedWord(in: original.reversed(), of: text) { first, last, rank in
      let turned = (text.first + text.end - 1 - last, text.first + text.end - 1 - first)
      keep(turned.0, turned.1, in: text, rank, .reversedWord)
    }
    let symbols = text.facts.leetSymbols
    guard symbols != 0 else { return }
    for reading in leet.singleReadings(of: symbols) {
      let written = (text.first..<text.end).map { place in
        leet.letter(characters[place], in: reading, present: symbols)
          .map { letters[$0] } ?? characters[place].unit
      }
      let lowered = LowerCase.lowered(written)
      forEachRankedWord(in: written, of: text) { first, last, rank in
        let offsets = (first - text.first)...(last - text.first)
        guard last > first, LowerCase.lowered(original[offsets]) != Array(lowered[offsets])
        else { return }
        keep(first, last, in: text, rank, .leetWord, reading)
      }
    }
  }

  /// Visits the ranked words in some units, with their places in the original text.
  private func forEachRankedWord(
    in written: [UInt16], of text: Text, _ body: (_ first: Int, _ last: Int, _ rank: Int) -> Void
  ) {
    // The lower case can be longer; the reference searches only as far as the text's length.
    let lowered = LowerCase.lowered(written).prefix(written.count)
    for start in lowered.indices {
      var hash = RankedWords.seed
      for place in start..<min(lowered.count, start + words.longest) {
        let length = place - start + 1
        hash = step(hash, lowered[place], length)
        if words.mayBeWord(hash), let rank = words.rank(hash, stretch, length: length) {
          body(text.first + start, text.first + place, rank)
        }
        if !words.mayGoOn(hash, length: length) { break }
      }
    }
  }
}
