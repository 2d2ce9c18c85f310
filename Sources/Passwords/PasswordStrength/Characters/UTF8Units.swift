/// Reads UTF-8 as UTF-16 units, with U+FFFD for each maximal ill-formed part.
///
/// - Source: The Unicode Standard, version 16.0, table 3-7 and section 3.9, "U+FFFD Substitution of
///   Maximal Subparts".
package enum UTF8Units {
  /// Visits the units in order until the visitor returns false.
  static func forEach(in bytes: Span<UInt8>, _ body: (UInt16) -> Bool) {
    var index = 0
    while index < bytes.count {
      let scalar = scalar(in: bytes, at: &index)
      if scalar > 0xFFFF {
        guard body(UInt16(0xD800 + (scalar - 0x10000) >> 10)),
          body(UInt16(0xDC00 + (scalar - 0x10000) & 0x3FF))
        else { return }
      } else if !body(UInt16(scalar)) {
        return
      }
    }
  }

  /// Visits the scalars in order.
  package static func forEachScalar(in bytes: Span<UInt8>, _ body: (UInt32) -> Void) {
    var index = 0
    while index < bytes.count { body(scalar(in: bytes, at: &index)) }
  }

  /// Reads one scalar or one ill-formed part.
  private static func scalar(in bytes: Span<UInt8>, at index: inout Int) -> UInt32 {
    let lead = bytes[index]
    index += 1
    let (length, second): (Int, ClosedRange<UInt8>) =
      switch lead {
      case 0x00...0x7F: (1, 0x80...0xBF)
      case 0xC2...0xDF: (2, 0x80...0xBF)
      case 0xE0: (3, 0xA0...0xBF)
      case 0xED: (3, 0x80...0x9F)
      case 0xE1...0xEF: (3, 0x80...0xBF)
      case 0xF0: (4, 0x90...0xBF)
      case 0xF1...0xF3: (4, 0x80...0xBF)
      case 0xF4: (4, 0x80...0x8F)
      default: (0, 0x80...0xBF)
      }
    if length == 1 { return UInt32(lead) }
    guard length > 0 else { return 0xFFFD }
    var scalar = UInt32(lead) & (0x7F >> UInt32(length))
    var allowed = second
    for _ in 1..<length {
      guard index < bytes.count, allowed.contains(bytes[index]) else { return 0xFFFD }
      scalar = scalar << 6 | UInt32(bytes[index] & 0x3F)
      index += 1
      allowed = 0x80...0xBF
    }
    return scalar
  }
}
