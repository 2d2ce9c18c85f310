// Repeated blocks: aaa, abcabc.
//
// Finding them takes the searches, since the guesses for a repeat depend on those for its block.
// So this pattern is not with the others, which the searches use.

extension Engine {
  /// Finds the repeats of a text from left to right, without overlaps, and scores their blocks.
  ///
  /// At each repeated block, compares the shortest such block and all its copies with the longest
  /// one. The longer stretch wins, and its block is the shortest that tiles it.
  ///
  /// A block is evaluated like a separate password, in the same scratch memory, so this must come
  /// before every step that keeps matches.
  func findRepeats(in text: Text) {
    let characters = characters
    let outline = outlines[text.slot]
    var start = text.first
    while start < text.end - 1 {
      if outline.isKnown {
        let ahead = outline.repeats >> UInt32(start - text.first)
        if ahead == 0 { return }
        start += ahead.trailingZeroBitCount
        let place = UInt32(truncatingIfNeeded: start &- text.first)
        if outline.longRepeats &>> place & 1 == 0 {
          // Two or three equal characters, since four are a repeated block of two.
          let length = 1 &+ (~(outline.doubles &>> place)).trailingZeroBitCount
          start = record(at: start, length: length, block: 1, in: text)
          continue
        }
      }
      // SAFETY: places of the text.
      let first = unsafe characters[unchecked: start]
      let most = (text.end &- start) >> 1
      var shortest = 1
      while shortest <= most {
        if unsafe characters[unchecked: start &+ shortest] == first,
          isRepeat(at: start, block: shortest, in: text)
        {
          break
        }
        shortest &+= 1
      }
      start =
        shortest <= most ? addRepeat(at: start, shortest: shortest, in: text) : start &+ 1
    }
  }

  /// Records the repeat at a place, and returns the place after it.
  private func addRepeat(at start: Int, shortest: Int, in text: Text) -> Int {
    var longest = (text.end - start) / 2
    while longest > shortest, !isRepeat(at: start, block: longest, in: text) { longest -= 1 }
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
    return record(at: start, length: length, block: block, in: text)
  }

  /// Records a repeat, and returns the place after it.
  private func record(at start: Int, length: Int, block: Int, in text: Text) -> Int {
    let guesses = blockGuesses(at: start, count: block, in: text)
    repeats[repeatCount.value] = RepeatMatch(
      first: UInt16(start - text.first), last: UInt16(start - text.first + length - 1),
      block: UInt16(block), blockGuesses: guesses)
    repeatCount.value += 1
    return start + length
  }

  /// Whether a repeated block is at the start or the end of the text; if not, no repeat is there.
  func hasRepeatAtEdge(_ text: Text) -> Bool {
    let outline = outlines[text.slot]
    if outline.isKnown { return outline.hasRepeatAtEdge }
    let characters = characters
    let end = text.end
    // SAFETY: places of the text; the block has at most half its length.
    let first = unsafe characters[unchecked: text.first]
    let last = unsafe characters[unchecked: end &- 1]
    var block = 1
    while block &* 2 <= text.count {
      if unsafe characters[unchecked: text.first &+ block] == first,
        isRepeat(at: text.first, block: block, in: text)
      {
        return true
      }
      if unsafe characters[unchecked: end &- 1 &- block] == last,
        isRepeat(at: end &- 2 &* block, block: block, in: text)
      {
        return true
      }
      block &+= 1
    }
    return false
  }

  func addRepeats(_ found: Range<Int>, in text: Text) {
    for index in found {
      let match = repeats[index]
      let copies = (Int(match.last) - Int(match.first) + 1) / Int(match.block)
      add(
        text.first + Int(match.first), text.first + Int(match.last), of: text,
        guesses: match.blockGuesses * Double(copies), order: Match.Kind.repeat.order(),
        detail: UInt32(match.block))
    }
  }

  /// The guesses for a block as a password.
  func blockGuesses(at start: Int, count: Int, in text: Text) -> Double {
    if count == 1, !usesWords.value {
      // 10 tries for one character, at least 11, and one more; but "i" is a word of rank 2.
      switch characters[start].unit {
      case 0x69, 0x0130: return 3
      case 0x49: return 5
      default: return 12
      }
    }
    blockCount.value += 1
    let block = copy(start, count: count, behind: text)
    return evaluate(block).guesses
  }

  private func isRepeat(at start: Int, block: Int, in text: Text) -> Bool {
    agreement(start, start + block, limit: block, in: text) == block
  }

  /// The length of a block with all its copies.
  private func stretch(at start: Int, block: Int, in text: Text) -> Int {
    block + agreement(start, start + block, in: text) / block * block
  }

  /// The number of equal characters from two places on; a line end is not equal to anything.
  private func agreement(_ a: Int, _ b: Int, limit: Int = .max, in text: Text) -> Int {
    let most = min(limit, text.end - b)
    var count = 0
    while count < most, characters[a + count] == characters[b + count],
      !characters[a + count].contains(.lineEnd)
    {
      count += 1
    }
    return count
  }
}
