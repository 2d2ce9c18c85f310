@_spi(House) import Bytes
@_spi(House) import Hashing

/// A hash of a file of records, block by block; detects damage, not malice.
struct RecordHash {
  /// The size of every block except the last.
  static let blockSize = 1 << 18

  private var value: UInt64 = 0

  /// Adds the next block.
  mutating func add(_ block: [UInt8]) {
    value = xxh3(block.raw, seed: value ^ UInt64(block.count))
  }

  /// The current hash, in hexadecimal.
  var text: String { hexadecimal(value) }
}
