@_spi(Internal) import Bytes
import CCrypto
import CDigests

extension RawSpan {
  /// Whether the hash before a text `$HEX[…]` is of the text itself, not of the bytes that it spells.
  ///
  /// John's potfiles hold such passwords. Asks hashes without a salt: NT and MD5 of 32 digits, SHA-1 of 40; compares 16 digits.
  func isHashed(_ text: Range<Int>, in line: Range<Int>) -> Bool {
    let end = text.lowerBound &- 1
    for count in [32, 40] where end &- count >= line.lowerBound {
      let digits = end &- count..<end
      let isLonger =
        digits.lowerBound > line.lowerBound && byte(at: digits.lowerBound &- 1).hexDigit != nil
      guard !isLonger, areHex(digits) else { continue }
      let head = digits.prefix(16).reduce(UInt64(0)) {
        $0 << 4 | UInt64(byte(at: $1).hexDigit ?? 0)
      }
      let bytes = text.map { byte(at: $0) }
      return count == 40
        ? unsafe digests_sha1(bytes, bytes.count) == head
        : unsafe digests_md4(bytes.flatMap { [$0, 0] }, 2 * bytes.count) == head
          || md5(bytes) == head
    }
    return false
  }
}

/// The first 64 bits of the MD5 of some bytes.
private func md5(_ bytes: [UInt8]) -> UInt64 {
  var digest = [UInt8](repeating: 0, count: 16)
  // SAFETY: reads the bytes, and writes the 16 of the digest.
  _ = unsafe MD5(bytes, bytes.count, &digest)
  return digest.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
}
