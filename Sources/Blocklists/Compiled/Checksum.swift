import Bytes

/// XXH3's 64 bits of some bytes, with the seed 0: tells a damaged file, not a forged one.
package enum Checksum {
  static func of(_ bytes: RawSpan) -> UInt64 { xxh3(bytes) }

  static func of(_ bytes: [UInt8]) -> UInt64 {
    // SAFETY: bytes have no padding.
    of(unsafe bytes.span.bytes)
  }

  /// That of words in their order, in hexadecimal.
  package static func text(of words: [String]) -> String {
    String(of(Array(words.map { "\($0.utf8.count):\($0)" }.joined().utf8)), radix: 16)
  }
}
