@_spi(Internal) import Bytes
@_spi(Internal) import Files

/// A hash of a tally file's whole content; detects damage, not malice.
struct ContentHash {
  private var value: UInt64 = 0
  private var words: [UInt64] = []

  // Hashes 32 KB at a time, which stay in the first-level cache.
  private static let most = 4096

  /// Makes the hash of no content.
  init() { words.reserveCapacity(Self.most) }

  /// Adds a number.
  @inline(__always)
  mutating func add(_ number: UInt64) {
    words.append(number.littleEndian)
    if words.count >= Self.most { flush() }
  }

  mutating func add(_ text: String) {
    let bytes = Array(text.utf8)
    add(UInt64(bytes.count))
    add(xxh3(bytes.raw))
  }

  /// Adds the rows of a table.
  mutating func add(_ table: Table) {
    add(table.name)
    for row in table.rows {
      for cell in row {
        switch cell {
        case .null: add(0)
        case .integer(let number):
          add(1)
          add(UInt64(bitPattern: number))
        case .text(let text):
          add(2)
          add(text)
        }
      }
    }
  }

  /// The current hash, in hexadecimal.
  var text: String {
    mutating get {
      flush()
      return hexadecimal(value)
    }
  }

  private mutating func flush() {
    value = xxh3(words.raw, seed: value ^ UInt64(words.count))
    words.removeAll(keepingCapacity: true)
  }
}
