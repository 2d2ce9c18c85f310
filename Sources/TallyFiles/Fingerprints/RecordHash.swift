import Bytes

/// A hash of a file of records, block by block: detects damage, not malice.
struct RecordHash {
  /// The size of every block but the last.
  static let blockSize = 1 << 18

  private var value: UInt64 = 0

  /// Adds the next block.
  mutating func add(_ block: [UInt8]) {
    // SAFETY: bytes have no padding.
    value = xxh3(unsafe block.span.bytes, seed: value ^ UInt64(block.count))
  }

  /// The hash so far, in hexadecimal.
  var text: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
