@_spi(Internal) import Bytes
@_spi(Internal) import Files

/// Identifies counts of windows, whatever lists, lanes or runs they came from.
struct CountDigest {
  /// The digest, after ``settle()``.
  private(set) var value: UInt64 = 0
  private var block: [UInt64] = []

  private static let blockCount = 1 << 14

  /// Adds a count; in ascending order of windows.
  mutating func take(_ count: WindowCount) {
    block.append(count.window.littleEndian)
    block.append(count.count.littleEndian)
    if block.count >= Self.blockCount { settle() }
  }

  /// Adds numbers that the counts do not state.
  mutating func take(_ numbers: [UInt64]) {
    block += numbers.map(\.littleEndian)
    settle()
  }

  /// Takes in what was added last.
  mutating func settle() {
    if block.isEmpty { return }
    value = xxh3(block.span.raw, seed: value)
    block.removeAll(keepingCapacity: true)
  }
}
