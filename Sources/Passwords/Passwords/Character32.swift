/// One character of a line: its scalar, and whether its bytes are well-formed.
package struct Character32 {
  /// The scalar; U+FFFD if the bytes are ill-formed.
  package let scalar: Unicode.Scalar
  /// Whether the bytes are well-formed.
  package let isWellFormed: Bool

  private static let illFormed = Character32(scalar: "\u{FFFD}", isWellFormed: false)

  /// Reads the character at `position` and moves past it; `position` must be before the end.
  ///
  /// A maximal ill-formed part counts as one character and reads as U+FFFD, so any two such parts
  /// are equal.
  ///
  /// - Source: The Unicode Standard 16, section 3.9, "U+FFFD Substitution of Maximal Subparts" and
  ///   table 3-7.
  package static func read(_ bytes: Span<UInt8>, at position: inout Int) -> Character32 {
    let lead = bytes[position]
    position &+= 1
    if lead < 0x80 { return Character32(scalar: Unicode.Scalar(lead), isWellFormed: true) }
    // The range of the second byte excludes overlong forms, surrogates and scalars above U+10FFFF.
    let (continuations, second): (Int, ClosedRange<UInt8>)
    switch lead {
    case 0xC2...0xDF: (continuations, second) = (1, 0x80...0xBF)
    case 0xE0: (continuations, second) = (2, 0xA0...0xBF)
    case 0xED: (continuations, second) = (2, 0x80...0x9F)
    case 0xE1...0xEF: (continuations, second) = (2, 0x80...0xBF)
    case 0xF0: (continuations, second) = (3, 0x90...0xBF)
    case 0xF4: (continuations, second) = (3, 0x80...0x8F)
    case 0xF1...0xF3: (continuations, second) = (3, 0x80...0xBF)
    default: return illFormed
    }
    var value = UInt32(lead) & (0x3F >> UInt32(continuations))
    for index in 0..<continuations {
      guard position < bytes.count else { return illFormed }
      let byte = bytes[position]
      guard (index == 0 ? second : 0x80...0xBF).contains(byte) else { return illFormed }
      value = value << 6 | UInt32(byte & 0x3F)
      position &+= 1
    }
    return Unicode.Scalar(value).map { Character32(scalar: $0, isWellFormed: true) } ?? illFormed
  }
}
