import CUTF8Proc

/// Unicode's normalisation form KC with case folding: `Ａ`, `a` and `A` become the same.
///
/// ASCII letters become lower case, even among bytes that are not UTF-8.
///
/// - Source: The Unicode Standard, section 3.13, definition D146, with a final composition.
enum FoldedForm {
  private static let decomposed = utf8proc_option_t(
    UTF8PROC_DECOMPOSE.rawValue | UTF8PROC_STABLE.rawValue)
  private static let folded = utf8proc_option_t(
    UTF8PROC_COMPAT.rawValue | UTF8PROC_CASEFOLD.rawValue | UTF8PROC_COMPOSE.rawValue
      | UTF8PROC_STABLE.rawValue)

  /// Lends the folded form of a value.
  static func with<Result>(_ value: RawSpan, _ body: (RawSpan) -> Result) -> Result {
    let bytes = Span<UInt8>(_bytes: value)
    for index in bytes.indices where bytes[index] >= 0x80 { return withBeyondASCII(value, body) }
    return withLowercase(value, body)
  }

  /// Lends the folded form of bytes that are not only ASCII.
  static func withBeyondASCII<Result>(_ text: RawSpan, _ body: (RawSpan) -> Result) -> Result {
    if FormC.isCertain(text) { return withFolded(text, body) }
    // The iota below folds to a letter, so it must be in its canonical place before that.
    return UTF8Proc.with(text, decomposed) { decomposed in
      if let decomposed { withFolded(decomposed, body) } else { withLowercase(text, body) }
    }
  }

  private static func withFolded<Result>(_ text: RawSpan, _ body: (RawSpan) -> Result) -> Result {
    UTF8Proc.with(text, folded) { folded in
      if let folded { body(folded) } else { withLowercase(text, body) }
    }
  }

  /// Lends bytes with ASCII letters in lower case; lends the original bytes if they have no
  /// capital.
  static func withLowercase<Result>(_ text: RawSpan, _ body: (RawSpan) -> Result) -> Result {
    let bytes = Span<UInt8>(_bytes: text)
    guard bytes.indices.contains(where: { lowercase(bytes[$0]) != bytes[$0] }) else {
      return body(text)
    }
    // SAFETY: every byte of the copy is written before it is lent, and the copy outlives the loan.
    return unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: bytes.count) { copy in
      for index in bytes.indices {
        unsafe copy.initializeElement(at: index, to: lowercase(bytes[index]))
      }
      return unsafe body(UnsafeRawBufferPointer(copy).bytes)
    }
  }

  /// Makes an ASCII capital lower case; leaves other bytes unchanged.
  @inline(__always)
  static func lowercase(_ byte: UInt8) -> UInt8 {
    byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
  }

  /// Does the same for all bytes of a number at once.
  @inline(__always)
  static func lowercase<Bytes: FixedWidthInteger & UnsignedInteger>(of bytes: Bytes) -> Bytes {
    let each = Bytes.max / 0xFF
    // Sums of seven bits: they carry into the eighth bit but not into the next byte.
    let low = bytes & (each &* 0x7F)
    let fromA = low &+ each &* (0x80 - 0x41)
    let beyondZ = low &+ each &* (0x80 - 0x5B)
    return bytes | (fromA & ~beyondZ & ~bytes & (each &* 0x80)) &>> 2
  }
}
