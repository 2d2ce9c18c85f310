// A block and its copies: aaa, abcabc.

/// A stretch made of equal blocks.
struct RepeatMatch: BitwiseCopyable {
  /// Counted from the text's first unit.
  var first: UInt16 = 0
  var last: UInt16 = 0
  /// Units of one block.
  var block: UInt16 = 0
  /// Guesses for one block, as if it were a password.
  var blockGuesses = 0.0
}

extension Engine {
  /// Finds the repeats of a text from left to right, without overlaps, and scores their blocks.
  ///
  /// Where a block is repeated at once, the shortest such block with all its copies is compared with
  /// the longest one; the longer stretch wins, and its block is the shortest that tiles it.
  ///
  /// A block is evaluated like a password of its own, with the same scratch, so this comes before
  /// everything else that keeps matches.
  mutating func findRepeats(in text: Text) {
    var start = text.first
    while start < text.end - 1 {
      let shortest = shortestRepeat(at: start, in: text)
      guard shortest > 0 else {
        start += 1
        continue
      }
      let longest = longestRepeat(at: start, in: text)
      var block = shortest
      var length = stretch(at: start, block: shortest, in: text)
      let longer = stretch(at: start, block: longest, in: text)
      if longer > length {
        length = longer
        block = 1
        while length % block != 0 || agreement(start, start + block, in: text) < length - block {
          block += 1
        }
      }
      let guesses = blockGuesses(at: start, count: block, in: text)
      repeats[repeatCount] = RepeatMatch(
        first: UInt16(start - text.first), last: UInt16(start - text.first + length - 1),
        block: UInt16(block), blockGuesses: guesses)
      repeatCount += 1
      start += length
    }
  }

  /// Adds the repeats found.
  mutating func addRepeats(_ found: Range<Int>, in text: Text) {
    for index in found {
      let match = repeats[index]
      let copies = (Int(match.last) - Int(match.first) + 1) / Int(match.block)
      add(
        text.first + Int(match.first), text.first + Int(match.last), of: text,
        guesses: match.blockGuesses * Double(copies), order: Match.Kind.repeat.order(),
        detail: UInt32(match.block))
    }
  }

  /// Guesses for a block as if it were a password.
  mutating func blockGuesses(at start: Int, count: Int, in text: Text) -> Double {
    if count == 1, contextWords.isEmpty {
      // 10 tries for one character, at least 11, and one more; but "i" is a word of rank 2.
      switch units[start] {
      case 0x69, 0x0130: return 3
      case 0x49: return 5
      default: return 12
      }
    }
    let block = copy(start, count: count, behind: text)
    return evaluate(block).guesses
  }

  /// The length of the shortest block at a place that is followed by a copy; 0 for none.
  private func shortestRepeat(at start: Int, in text: Text) -> Int {
    var block = 1
    while start + 2 * block <= text.end {
      if isRepeat(at: start, block: block, in: text) { return block }
      block += 1
    }
    return 0
  }

  private func longestRepeat(at start: Int, in text: Text) -> Int {
    var block = (text.end - start) / 2
    while block > 0, !isRepeat(at: start, block: block, in: text) { block -= 1 }
    return block
  }

  @inline(__always)
  private func isRepeat(at start: Int, block: Int, in text: Text) -> Bool {
    units[start] == units[start + block]
      && agreement(start, start + block, limit: block, in: text) == block
  }

  /// Characters of a block and all its copies.
  private func stretch(at start: Int, block: Int, in text: Text) -> Int {
    block + agreement(start, start + block, in: text) / block * block
  }

  /// How many characters from two places on are equal; a line end is equal to none.
  private func agreement(_ a: Int, _ b: Int, limit: Int = .max, in text: Text) -> Int {
    let most = min(limit, text.end - b)
    var count = 0
    while count < most, units[a + count] == units[b + count],
      !CharacterFacts(rawValue: facts[a + count]).contains(.lineEnd)
    {
      count += 1
    }
    return count
  }
}
