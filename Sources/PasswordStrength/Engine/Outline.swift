import CInstructions

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
