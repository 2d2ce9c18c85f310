import CLanes16

/// Where patterns other than words can be in a short text: all at once, from 16 bytes.
///
/// Most passwords have no repeat, no sequence and no date, and a mask says so without a loop over
/// their characters, whose branches nothing predicts. Bit `k` of a mask stands for place `k` of the
/// text. A text of the group that is longer, or has line ends, and every single text has none.
struct Outline: BitwiseCopyable {
  /// The longest text with an outline, in units.
  static let longestText = 16
  /// The number of bytes from one text to the next: vectors are loaded up to half a text further.
  static let stride = 32

  /// Whether the masks say anything.
  var isKnown = false
  /// Whether a block at the start or at the end is repeated.
  var hasRepeatAtEdge = false
  /// Places from which on a block is repeated.
  var repeats: UInt32 = 0
  /// Steps to the next character that are part of a sequence.
  var sequences: UInt32 = 0
  /// Steps that equal the step after them.
  var equalSteps: UInt32 = 0
  /// Places of four digits in a row.
  var digitRuns: UInt32 = 0

  /// Whether the text may have four digits in a row.
  @inline(__always) var mayHaveFourDigits: Bool { !isKnown || digitRuns != 0 }
}

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
    // Whatever lies behind the text, the masks lose it.
    let here = vector(first)
    let next = vector(first &+ 1)
    let inside = (UInt32(1) &<< count) &- 1
    let steps = inside &>> 1
    var outline = Outline(isKnown: true)

    let step = next &- here
    let five = SIMD16<UInt8>(repeating: 5)
    let one = SIMD16<UInt8>(repeating: 1)
    let isPossible = topBits((step &+ five) .<= (five &+ five)) & ~topBits(here .== next)
    let equal = topBits(step .== vector(first &+ 2) &- next) & (steps &>> 1)
    let isByOne = topBits((step &+ one) .<= (one &+ one))
    outline.equalSteps = equal
    outline.sequences = isPossible & steps & (isByOne | equal | equal &<< 1)

    let zero = SIMD16<UInt8>(repeating: 0x30)
    let digits = topBits((here &- zero) .< SIMD16(repeating: 10)) & inside
    let pairs = digits & digits &>> 1
    outline.digitRuns = pairs & pairs &>> 2

    var edges: UInt32 = 0
    var block: UInt32 = 1
    while block &* 2 <= count {
      let copy = vector(first &+ Int(truncatingIfNeeded: block))
      // Runs of as many equal characters as the block has: half as many, then all.
      var run = topBits(here .== copy) & (inside &>> block)
      var length: UInt32 = 1
      while length < block {
        let more = min(length, block &- length)
        run &= run &>> more
        length &+= more
      }
      outline.repeats |= run
      edges |= run & (1 | 1 &<< (count &- 2 &* block))
      block &+= 1
    }
    outline.hasRepeatAtEdge = edges != 0
    return outline
  }

  /// Sixteen bytes of the texts of a group.
  @inline(__always)
  private func vector(_ place: Int) -> SIMD16<UInt8> {
    // SAFETY: each text has room for 32 bytes, and a vector begins in the first half of a text.
    unsafe bytes.vector(at: place)
  }
}

/// Sets bit k if lane k is true.
@inline(__always)
private func topBits(_ mask: SIMDMask<SIMD16<Int8>>) -> UInt32 {
  // SAFETY: a mask's lanes are 0x00 or 0xFF, 16 bytes in all, like the vector it is read as.
  unsafe lanes16_top_bits(unsafeBitCast(mask, to: SIMD16<UInt8>.self))
}
