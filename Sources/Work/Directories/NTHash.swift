import CDigests
import Passwords

/// An NT hash: MD4 of a password's text in UTF-16LE, without a salt.
package struct NTHash: Hashable, Sendable, Concealing {
  /// The number of the first 16 hexadecimal digits.
  package let high: UInt64
  /// The number of the last 16 hexadecimal digits.
  package let low: UInt64

  /// The hash of the empty password.
  package static let blank = NTHash(high: 0x31D6_CFE0_D16A_E931, low: 0xB73C_59D7_E0C0_89C0)

  /// Makes a hash of its halves.
  package init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Reads 32 hexadecimal digits in any case; nil if the bytes are something else.
  package init?(digits: Span<UInt8>) {
    guard digits.count == 32, let high = digits.hexadecimalNumber(in: 0..<16),
      let low = digits.hexadecimalNumber(in: 16..<32)
    else { return nil }
    self.init(high: high, low: low)
  }

  /// Hashes bytes that are UTF-16LE already.
  package init(ofUTF16LE bytes: Span<UInt8>) {
    var halves: (UInt64, UInt64) = (0, 0)
    // SAFETY: the function reads only the bytes of the buffer, and writes two numbers.
    unsafe bytes.withUnsafeBufferPointer { bytes in
      unsafe withUnsafeMutableBytes(of: &halves) { halves in
        let numbers = unsafe halves.assumingMemoryBound(to: UInt64.self)
        if let first = numbers.baseAddress {
          unsafe digests_md4_whole(bytes.baseAddress, bytes.count, first)
        }
      }
    }
    self.init(high: halves.0, low: halves.1)
  }

  /// Hashes a text of well-formed UTF-8; nil if it is ill-formed.
  ///
  ///     NTHash(ofUTF8: Array("password".utf8).span)  // 8846f7ea…
  package init?(ofUTF8 text: Span<UInt8>) {
    var units: [UInt8] = []
    units.reserveCapacity(2 * text.count)
    guard units.appendUTF16LE(ofUTF8: text) else { return nil }
    self.init(ofUTF16LE: units.span)
  }
}
