import CXXHash

/// A hash of a file of records, block by block: tells damage, not malice.
struct RecordHash {
  /// Bytes of every block but the last.
  static let blockSize = 1 << 18

  private var value: UInt64 = 0

  /// Adds the next block.
  mutating func add(_ block: [UInt8]) {
    // SAFETY: the bytes live for the call.
    value = unsafe block.withUnsafeBytes {
      unsafe xxh3_64bits($0.baseAddress, $0.count, value ^ UInt64($0.count))
    }
  }

  /// The hash so far, in hexadecimal.
  var text: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
