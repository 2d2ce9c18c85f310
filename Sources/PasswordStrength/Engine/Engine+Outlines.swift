import CInstructions

extension Engine {
  /// Finds the outlines of the texts in the first slots.
  @inline(__always)
  func outline(group count: Int) {
    for slot in 0..<count {
      let text = texts[slot]
      let isShort = text.count > 1 && text.count <= Outline.longestText
      outlines[slot] =
        isShort && !text.facts.contains(.lineEnd) ? outline(of: text) : Outline()
    }
  }

  @inline(__always)
  private func outline(of text: Text) -> Outline {
    let count = UInt32(truncatingIfNeeded: text.count)
    let first = text.slot &* Outline.stride
    // The masks drop the bytes after the text.
    let here = vector(first)
    let next = vector(first &+ 1)
    let afterNext = vector(first &+ 2)
    let inside = (UInt32(1) &<< count) &- 1
    let steps = inside &>> 1
    var outline = Outline(isKnown: true)

    let step = next &- here
    let fives = SIMD16<UInt8>(repeating: 5)
    let ones = SIMD16<UInt8>(repeating: 1)
    let isPossible = lanes16_at_most(step &+ fives, fives &+ fives) & ~lanes16_equal(here, next)
    let equal = lanes16_equal(step, afterNext &- next) & (steps &>> 1)
    let isByOne = lanes16_at_most(step &+ ones, ones &+ ones)
    outline.equalSteps = equal
    outline.sequences = isPossible & steps & (isByOne | equal | equal &<< 1)

    let digits = Outline.digits(here) & inside
    let pairs = digits & digits &>> 1
    outline.digitRuns = pairs & pairs &>> 2
    let isOf1900 = lanes(here, are: 0x31) & lanes(next, are: 0x39)
    // The third digit is 0 or 1.
    let isOf2000 =
      lanes(here, are: 0x32) & lanes(next, are: 0x30)
      & lanes(afterNext & SIMD16(repeating: 0xFE), are: 0x30)
    outline.years = outline.digitRuns & (isOf1900 | isOf2000)

    // Not a loop over as many blocks as the text has room for: longer blocks have no run.
    @inline(__always)
    func run(_ block: UInt32) -> UInt32 {
      let copy = vector(first &+ Int(truncatingIfNeeded: block))
      // Runs of as many equal characters as the block has: first half as many, then all.
      var run = lanes16_equal(here, copy) & (inside &>> block)
      var length: UInt32 = 1
      while length < block {
        let more = min(length, block &- length)
        run &= run &>> more
        length &+= more
      }
      return run
    }
    @inline(__always)
    func atEdge(_ run: UInt32, _ block: UInt32) -> UInt32 {
      run & (1 | (inside &+ 1) &>> (2 &* block))
    }
    let (one, two, three, four) = (run(1), run(2), run(3), run(4))
    outline.doubles = one
    outline.longRepeats = two | three | four
    var edges = atEdge(one, 1) | atEdge(two, 2) | atEdge(three, 3) | atEdge(four, 4)
    if count > 9 {
      let (five, six, seven, eight) = (run(5), run(6), run(7), run(8))
      outline.longRepeats |= five | six | seven | eight
      edges |= atEdge(five, 5) | atEdge(six, 6) | atEdge(seven, 7) | atEdge(eight, 8)
    }
    outline.repeats = outline.doubles | outline.longRepeats
    outline.hasRepeatAtEdge = edges != 0
    return outline
  }

  /// The lanes with a character, one bit each.
  @inline(__always)
  private func lanes(_ vector: SIMD16<UInt8>, are character: UInt8) -> UInt32 {
    lanes16_equal(vector, SIMD16(repeating: character))
  }

  /// Sixteen bytes of the texts of a group.
  @inline(__always)
  private func vector(_ place: Int) -> SIMD16<UInt8> {
    // SAFETY: each text has room for 32 bytes, and a vector begins in the first half of a text.
    unsafe bytes.vector(at: place)
  }
}
