@_spi(Internal) import Bytes
@_spi(Internal) import Files

/// Makes fingerprints of short ASCII passwords; no two such passwords share one.
///
/// A password of at most 12 ASCII bytes has 84 bits. They are permuted, so fingerprints never
/// collide. They take less room than other fingerprints: all but ``lowBits`` of the other half are
/// 0. 97 % of real passwords are that short.
///
/// With the seed, a fingerprint can be turned back into its password, so this is no encryption:
/// ``SpillCipher`` encrypts fingerprints that leave memory.
struct ExactFingerprint {
  /// The bits of the other half; those above them are 0.
  static let lowBits = 20

  // Drawn for each run, so that an attacker cannot craft a list that fills one partition.
  private let start: UInt64
  private let factors: (UInt64, UInt64, UInt64)

  /// Prepares the permutation for one seed.
  init(seed: UInt64) {
    // Hashes under the seed, independent of the fingerprints of other passwords.
    let first = xxh3Wide(RawSpan(), seed: seed)
    let second = xxh3Wide(RawSpan(), seed: first.high)
    start = first.low
    // Multiplication by an odd number is invertible.
    factors = (second.low | 1, second.high | 1, (first.high ^ second.low) | 1)
  }

  /// The exact fingerprint of a password, if it can have one.
  ///
  /// - Parameters:
  ///   - text: The text that holds it.
  ///   - range: The range of its bytes within the text.
  /// - Returns: The fingerprint; nil if the password is empty, longer, not ASCII, or ends in a NUL.
  @inline(__always)
  func of(_ text: RawSpan, _ range: Range<Int>) -> Fingerprint? {
    let count = range.count
    guard (1...12).contains(count) else { return nil }
    let words = Self.words(of: text, range.lowerBound, count)
    let bits = UInt64(truncatingIfNeeded: count) &* 8
    let low = words.first & UInt64.max &>> (64 &- min(bits, 64))
    let high = words.second & ((1 &<< (max(bits, 64) &- 64)) &- 1)
    // Zeros follow the password, so it must not end in one.
    guard (low | high) & 0x8080_8080_8080_8080 == 0, words.last != 0 else { return nil }
    return mixed(low, high)
  }

  /// Loads the first `count` bytes into the low bytes of two words, with other bytes above them,
  /// and returns the last byte too.
  @inline(__always)
  private static func words(
    of text: RawSpan, _ start: Int, _ count: Int
  ) -> (first: UInt64, second: UInt64, last: UInt8) {
    guard start >= 0, start <= text.byteCount &- 16 else {
      return wordsAtEnd(of: text.extracting(start..<start &+ count))
    }
    // SAFETY: 16 bytes behind `start` are within the text, and `count` is from 1 to 12.
    let first = unsafe text.unsafeLoadUnaligned(fromUncheckedByteOffset: start, as: UInt64.self)
    let second = unsafe text.unsafeLoadUnaligned(
      fromUncheckedByteOffset: start &+ 8, as: UInt64.self)
    let last = unsafe text.unsafeLoad(
      fromUncheckedByteOffset: start &+ count &- 1, as: UInt8.self)
    return (UInt64(littleEndian: first), UInt64(littleEndian: second), last)
  }

  @inline(never)
  private static func wordsAtEnd(
    of password: RawSpan
  ) -> (first: UInt64, second: UInt64, last: UInt8) {
    let words = password.words
    let last = password.number(at: password.byteCount - 1, as: UInt8.self)
    return (words.low, words.high, last)
  }

  /// Permutes the bits of twelve bytes below 128, eight in the first word and four in the second.
  ///
  /// Every input bit affects the whole first half, and its upper bits evenly. With the numbers of
  /// the run, each step can be inverted.
  @inline(__always)
  private func mixed(_ first: UInt64, _ second: UInt64) -> Fingerprint {
    // The two lowest bits of each of the four bytes go to the highest bits of the eight bytes,
    // which are 0; the other five bits are packed side by side.
    let all = first | (second & 0x0101_0101) &<< 7 | (second & 0x0202_0202) &<< 38
    var low = second &>> 2
    low = low & 0x001F_001F | (low & 0x1F00_1F00) &>> 3
    low = low & 0x0000_03FF | (low & 0x03FF_0000) &>> 6
    var high = all ^ (start &+ low &* 0xC2B2_AE3D_27D4_EB4F)
    high = (high ^ high &>> 32) &* factors.0
    high = (high ^ high &>> 29) &* factors.1
    high ^= high &>> 32
    return Fingerprint(high: high, low: low ^ (high &* factors.2) &>> 44)
  }
}
