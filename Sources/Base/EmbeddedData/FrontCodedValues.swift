@_spi(Internal) import Bytes

/// Reads an embedded file: sorted values, each without the prefix that it shares with the previous
/// one.
///
/// The format is a little-endian 32-bit count, followed by that many records: a byte with the
/// number of shared bytes, a byte with the number of further bytes, and these bytes.
///
/// The bytes are part of the program, so other content is a fault of the build; the bounds checks
/// of `Span` stop the program then.
enum FrontCodedValues {
  /// The number of values in a file.
  static func count(of start: UnsafePointer<UInt8>, _ byteCount: Int) -> Int {
    // SAFETY: the caller passes the address and size of a constant in the program.
    count(of: unsafe Span(_unsafeStart: start, count: byteCount))
  }

  /// Visits every value.
  @inline(__always)
  static func forEach(
    of start: UnsafePointer<UInt8>, _ byteCount: Int, _ body: (_ value: Span<UInt8>) -> Void
  ) {
    // SAFETY: as above.
    forEach(of: unsafe Span(_unsafeStart: start, count: byteCount), body)
  }

  private static func count(of bytes: Span<UInt8>) -> Int {
    (0..<4).reduce(0) { $0 | Int(bytes[$1]) << (8 * $1) }
  }

  @inline(__always)
  private static func forEach(
    of bytes: Span<UInt8>, _ body: (_ value: Span<UInt8>) -> Void
  ) {
    // Values have at most 31 bytes, since five bits count the shared ones. The extra room lets 32
    // bytes be copied even where only a few are needed, which halves the time.
    var storage = [UInt8](repeating: 0, count: 64)
    var offset = 4
    for _ in 0..<count(of: bytes) {
      let shared = Int(bytes[offset] & 31)
      let rest = Int(bytes[offset + 1])
      offset += 2
      copy(bytes, from: offset, byteCount: rest, to: &storage, at: shared)
      offset += rest
      body(storage.span.extracting(0..<shared + rest))
    }
  }

  /// Copies up to 31 bytes, and some after them if that is faster.
  @inline(__always)
  private static func copy(
    _ source: Span<UInt8>, from start: Int, byteCount: Int, to target: inout [UInt8], at place: Int
  ) {
    var span = target.mutableSpan
    guard start + 32 <= source.count else {
      for index in 0..<byteCount { span[place + index] = source[start + index] }
      return
    }
    // SAFETY: loads and stores are checked against the ends of both; all bit patterns are valid
    // numbers.
    let bytes = source.raw
    var target = unsafe span.mutableBytes
    let low = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: start, as: UInt128.self)
    let high = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: start + 16, as: UInt128.self)
    target.storeBytes(of: low, toByteOffset: place, as: UInt128.self)
    target.storeBytes(of: high, toByteOffset: place + 16, as: UInt128.self)
  }
}
