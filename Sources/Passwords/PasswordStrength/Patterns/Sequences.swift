// Characters at equal distances: abcdef, 97531.

extension Engine {
  /// Adds every maximal run of equal steps of one to five code units, up or down, that has at least
  /// three characters, or two adjacent ones.
  func addSequences(in text: Text) {
    let outline = outlines[text.slot]
    if outline.isKnown { return addSequences(outline, in: text) }
    var start = text.first
    while start < text.end &- 1 {
      let runStep = step(from: start)
      var last = start &+ 1
      while last &+ 1 < text.end, step(from: last) == runStep { last &+= 1 }
      addSequence(start, last, step: runStep, in: text)
      start = last
    }
  }

  /// Adds the same runs, given the steps that are part of one.
  @inline(__always)
  private func addSequences(_ outline: Outline, in text: Text) {
    var steps = outline.sequences
    while steps != 0 {
      let start = steps.trailingZeroBitCount
      let equal = outline.equalSteps &>> UInt32(truncatingIfNeeded: start)
      let length = 1 &+ (~equal).trailingZeroBitCount
      let first = text.first &+ start
      addSequence(first, first &+ length, step: step(from: first), in: text)
      steps &= ~0 &<< UInt32(truncatingIfNeeded: start &+ length)
    }
  }

  /// Adds the runs at the start and at the end of the text.
  func addEdgeSequences(in text: Text) {
    guard text.count > 1 else { return }
    let outline = outlines[text.slot]
    if outline.isKnown { return addEdgeSequences(outline, in: text) }
    let first = step(from: text.first)
    if isPossible(first) {
      var last = text.first &+ 1
      while last &+ 1 < text.end, step(from: last) == first { last &+= 1 }
      addSequence(text.first, last, step: first, in: text)
    }
    let last = step(from: text.end &- 2)
    if isPossible(last) {
      var start = text.end &- 2
      while start > text.first, step(from: start &- 1) == last { start &-= 1 }
      addSequence(start, text.end &- 1, step: last, in: text)
    }
  }

  /// Adds the same runs, given the steps that are part of one.
  @inline(__always)
  private func addEdgeSequences(_ outline: Outline, in text: Text) {
    let last = text.count &- 2
    if outline.sequences & 1 != 0 {
      let length = 1 &+ (~outline.equalSteps).trailingZeroBitCount
      addSequence(text.first, text.first &+ length, step: step(from: text.first), in: text)
    }
    if outline.sequences &>> UInt32(truncatingIfNeeded: last) & 1 != 0 {
      // The steps before the last one, from the highest bit down; a text of two characters has
      // none.
      let equal = outline.equalSteps &<< UInt32(truncatingIfNeeded: 32 &- last)
      let start = text.first &+ last &- (~equal).leadingZeroBitCount
      addSequence(start, text.end &- 1, step: step(from: start), in: text)
    }
  }

  @inline(__always)
  private func step(from place: Int) -> Int {
    // SAFETY: the caller knows that both places are in the text.
    unsafe Int(characters[unchecked: place &+ 1].unit)
      &- Int(characters[unchecked: place].unit)
  }

  @inline(__always)
  private func isPossible(_ step: Int) -> Bool { step >= -5 && step <= 5 && step != 0 }

  @inline(__always)
  private func addSequence(_ first: Int, _ last: Int, step: Int, in text: Text) {
    guard isPossible(step), last &- first > 1 || abs(step) == 1 else { return }
    let guesses = sequenceGuesses(first, length: last &- first &+ 1, isAscending: step > 0)
    add(first, last, of: text, guesses: guesses, order: Match.Kind.sequence.order())
  }

  /// The guesses for a sequence: few obvious starts, two directions.
  private func sequenceGuesses(_ start: Int, length: Int, isAscending: Bool) -> Double {
    let character = characters[start]
    var guesses = character.contains(.digit) ? 10.0 : 26
    switch character.unit {
    case 0x61, 0x41, 0x7A, 0x5A, 0x30, 0x31, 0x39: guesses = 4  // a A z Z 0 1 9
    default: break
    }
    return guesses * (isAscending ? 1 : 2) * Double(length)
  }
}
