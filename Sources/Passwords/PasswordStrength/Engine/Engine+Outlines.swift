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

/// The places where patterns other than words can be in a short text, found from 16 bytes at once.
///
/// Most passwords contain no repeat, sequence or date. A mask shows this without a loop over their
/// characters, which would have unpredictable branches. Bit `k` of a mask stands for place `k` of
/// the text. Longer texts of a group, texts with line ends, and all single texts have no outline.
struct Outline: BitwiseCopyable {
  /// The longest text with an outline, in units.
  static let longestText = 16
  /// The distance in bytes from one text to the next: vectors are loaded up to half a text further.
  static let stride = 32

  /// Whether the masks are valid.
  var isKnown = false
  /// Whether a block at the start or at the end is repeated.
  var hasRepeatAtEdge = false
  /// The places from which on a block is repeated.
  var repeats: UInt32 = 0
  /// The places of characters that equal the next one.
  var doubles: UInt32 = 0
  /// The places from which on a block of two or more characters is repeated.
  var longRepeats: UInt32 = 0
  /// The steps to the next character that are part of a sequence.
  var sequences: UInt32 = 0
  /// The steps that equal the next step.
  var equalSteps: UInt32 = 0
  /// The places of four digits in a row.
  var digitRuns: UInt32 = 0
  /// The places of years from 1900 to 2019 in four digits.
  var years: UInt32 = 0

  /// The lanes with digits, one bit each.
  @inline(__always)
  static func digits(_ vector: SIMD16<UInt8>) -> UInt32 {
    lanes16_at_most(vector &- SIMD16(repeating: 0x30), SIMD16(repeating: 9))
  }

  /// Whether the text may have four digits in a row.
  @inline(__always) var mayHaveFourDigits: Bool { !isKnown || digitRuns != 0 }

  /// Whether its text may begin or end with four digits.
  @inline(__always)
  func mayHaveFourDigitsAtEdge(of text: Text) -> Bool {
    // Beyond the vector if the text is too short.
    let last = UInt32(1) &<< UInt32(truncatingIfNeeded: text.count &- 4)
    return !isKnown || digitRuns & (last | 1) != 0
  }
}
