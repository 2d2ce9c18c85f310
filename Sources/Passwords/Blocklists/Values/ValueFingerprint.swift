@_spi(Internal) import Bytes
@_spi(Internal) import Files

/// The 64-bit fingerprint of a value: XXH3 of its bytes in normalisation form C.
///
/// SP 800-63B-4 demands this form before anything else is done to a password, so canonically
/// equivalent values share a fingerprint. Bytes that are not well-formed UTF-8 have no such form
/// and are hashed unchanged. Folded lists hash ``FoldedForm`` instead.
enum ValueFingerprint {
  /// The word "audit" in ASCII.
  ///
  /// Any number would do, but it must never change.
  private static let seed: UInt64 = 0x61_75_64_69_74

  /// The fingerprint of any bytes.
  static func of(_ value: Span<UInt8>) -> UInt64 {
    let value = value.raw
    if value.byteCount <= 16 {
      let block = block(of: value)
      if block & highBits == 0 { return ofBlock(block, value.byteCount) }
    } else if isASCII(value) {
      return ofLong(value)
    }
    return ofUTF8(value)
  }

  /// The fingerprint of bytes that may be beyond ASCII and need not be well-formed.
  @inline(never)
  static func ofUTF8(_ value: RawSpan) -> UInt64 {
    if FormC.isCertain(value) { return ofRaw(value, in: 0..<value.byteCount) }
    return FormC.with(value) { ofRaw($0, in: 0..<$0.byteCount) }
  }

  /// The fingerprint of bytes that need no normalisation: ASCII, which is its own normal form, and
  /// bytes without a normal form.
  ///
  /// Hashes up to 16 bytes as a block of 16 that starts with zeros and ends with the bytes, with a
  /// different seed for each length: nearly all passwords take the same path, without a branch.
  /// XXH3 itself hashes 1 to 3, 4 to 8 and 9 to 16 bytes in three ways; avoiding this saves 1 to 2
  /// ns a line.
  @inline(__always)
  static func ofRaw(_ text: RawSpan, in range: Range<Int>) -> UInt64 {
    if range.count > 16 { return ofLong(text.extracting(range)) }
    return ofBlock(block(of: text, in: range), range.count)
  }

  /// The fingerprint of the same bytes with ASCII letters in lower case.
  @inline(__always)
  static func ofLowercase(_ text: RawSpan, in range: Range<Int>) -> UInt64 {
    if range.count > 16 { return FoldedForm.withLowercase(text.extracting(range), ofLong) }
    return ofBlock(FoldedForm.lowercase(of: block(of: text, in: range)), range.count)
  }

  /// Up to 16 bytes of a text as the end of a block.
  @inline(__always)
  static func block(of text: RawSpan, in range: Range<Int>) -> UInt128 {
    if range.lowerBound < 0 || range.lowerBound &+ 16 > text.byteCount {
      return block(of: text.extracting(range))
    }
    // SAFETY: 16 bytes are readable, and all bit patterns are valid numbers.
    let bytes = unsafe text.unsafeLoadUnaligned(
      fromUncheckedByteOffset: range.lowerBound, as: UInt128.self)
    return bytes.littleEndian &<< UInt128(truncatingIfNeeded: 128 &- 8 &* range.count)
  }

  /// The fingerprint of up to 16 bytes at the end of a block.
  ///
  /// Without bytes, the result is meaningless: the block may then hold anything.
  @inline(__always)
  static func ofBlock(_ block: UInt128, _ count: Int) -> UInt64 {
    xxh3(littleEndian: block, seed: seed &+ UInt64(truncatingIfNeeded: count))
  }

  @inline(never)
  private static func ofLong(_ value: RawSpan) -> UInt64 { xxh3(value, seed: seed) }

  /// Up to 16 bytes of ASCII as the end of a block; nil for any other value.
  @inline(__always)
  static func blockOfASCII(_ value: Span<UInt8>) -> UInt128? {
    guard value.count <= 16 else { return nil }
    let block = block(of: value.raw)
    return block & highBits == 0 ? block : nil
  }

  /// Up to 16 bytes as the end of a block; reads no other bytes.
  private static func block(of value: RawSpan) -> UInt128 {
    let words = value.words
    let shift = UInt128(truncatingIfNeeded: 128 &- 8 &* value.byteCount)
    return (UInt128(words.high) &<< 64 | UInt128(words.low)) &<< shift
  }

  private static let highBits: UInt128 = 0x8080_8080_8080_8080_8080_8080_8080_8080

  /// Whether all bytes are ASCII.
  static func isASCII(_ value: RawSpan) -> Bool {
    if value.byteCount <= 16 { return block(of: value) & highBits == 0 }
    var union: UInt128 = 0
    // SAFETY: all loads are bounds-checked; the last one overlaps the previous one.
    for offset in stride(from: 0, through: value.byteCount - 16, by: 16) {
      union |= unsafe value.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt128.self)
    }
    union |= unsafe value.unsafeLoadUnaligned(
      fromByteOffset: value.byteCount - 16, as: UInt128.self)
    return union & highBits == 0
  }
}
