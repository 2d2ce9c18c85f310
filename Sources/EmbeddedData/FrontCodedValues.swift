/// Reads the embedded files: values in byte order, each by what it does not share with the last.
///
/// A little-endian 32-bit count, then as many records: a byte with the number of shared bytes (low
/// five bits) and the list (high three), a byte with the number of bytes that follow, those bytes,
/// and in a ranked file the 16-bit rank, little-endian.
///
/// The bytes are part of the program, so what does not read as this is a fault of the build, and the
/// bounds checks of `Span` stop at it.
enum FrontCodedValues {
  /// Values in a file.
  static func count(of start: UnsafePointer<UInt8>, _ byteCount: Int) -> Int {
    // SAFETY: the caller passes the address and size of one constant of the program.
    count(of: unsafe Span(_unsafeStart: start, count: byteCount))
  }

  /// Visits every value; list and rank are 0 where the file has none.
  @inline(__always)
  static func forEach(
    of start: UnsafePointer<UInt8>, _ byteCount: Int, ranked: Bool,
    _ body: (_ list: UInt8, _ rank: Int, _ value: Span<UInt8>) -> Void
  ) {
    // SAFETY: as above.
    forEach(of: unsafe Span(_unsafeStart: start, count: byteCount), ranked: ranked, body)
  }

  private static func count(of bytes: Span<UInt8>) -> Int {
    (0..<4).reduce(0) { $0 | Int(bytes[$1]) << (8 * $1) }
  }

  @inline(__always)
  private static func forEach(
    of bytes: Span<UInt8>, ranked: Bool,
    _ body: (_ list: UInt8, _ rank: Int, _ value: Span<UInt8>) -> Void
  ) {
    // No value is longer than 31 bytes: five bits say how many are shared.
    var storage = [UInt8](repeating: 0, count: 32)
    var offset = 4
    for _ in 0..<count(of: bytes) {
      let shared = Int(bytes[offset] & 31)
      let list = bytes[offset] >> 5
      let byteCount = shared + Int(bytes[offset + 1])
      offset += 2
      var value = storage.mutableSpan
      for place in shared..<byteCount {
        value[place] = bytes[offset]
        offset += 1
      }
      var rank = 0
      if ranked {
        rank = Int(bytes[offset]) | Int(bytes[offset + 1]) << 8
        offset += 2
      }
      body(list, rank, storage.span.extracting(0..<byteCount))
    }
  }
}
