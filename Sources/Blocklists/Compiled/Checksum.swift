@_spi(House) import Bytes
@_spi(House) import Hashing

/// Hashes bytes to 64 bits by XXH3 with seed 0.
///
/// Detects damage, not forgery.
package enum Checksum {
  static func of(_ bytes: RawSpan) -> UInt64 { xxh3(bytes) }

  static func of(_ bytes: [UInt8]) -> UInt64 {
    of(bytes.raw)
  }

  /// The checksum of some words in order, in hexadecimal.
  package static func text(of words: [String]) -> String {
    String(of(Array(words.map { "\($0.utf8.count):\($0)" }.joined().utf8)), radix: 16)
  }
}
