/// Counts the first bytes of a text that would not occur in a list of passwords.
///
/// Text in any byte encoding (UTF-8, Latin-1, Windows-1251, Shift-JIS, GBK) has hardly any control
/// bytes, though all of it may be ill-formed UTF-8. Compressed, encrypted and random bytes have
/// both: 12 % control bytes, 45 % ill-formed parts. A list with some garbage still has lines, so it
/// has more line feeds than random bytes.
package struct TextShare: Hashable, Sendable {
  /// The number of bytes examined.
  package let byteCount: Int
  /// The number of control bytes except tab, line feed and carriage return.
  package private(set) var controls = 0
  /// The number of maximal ill-formed parts of UTF-8 (Unicode 16, section 3.9).
  package private(set) var illFormed = 0
  /// The number of line feeds.
  package private(set) var lineFeeds = 0

  /// Fewer bytes, or fewer control bytes, prove nothing.
  private static let leastByteCount = 32
  private static let leastControls = 6

  /// Counts bytes.
  package init(_ bytes: some Sequence<UInt8>) {
    var byteCount = 0
    var automaton = UTF8Automaton()
    for byte in bytes {
      byteCount += 1
      illFormed += automaton.take(byte)
      if byte == 0x0A { lineFeeds += 1 } else if byte.isControl { controls += 1 }
    }
    if automaton.isInside { illFormed += 1 }
    self.byteCount = byteCount
  }

  /// Whether there is no garbage.
  var isClean: Bool { controls == 0 && illFormed == 0 }

  /// Whether these bytes are not a list.
  ///
  /// They are not if half of them are control bytes, as in UTF-16 of other alphabets; or if 5 % are
  /// control bytes, 1 % are ill-formed, 20 % are either, and there are no more line feeds than in
  /// random bytes: one in 256, plus four standard deviations.
  var isMostlyNoText: Bool {
    if byteCount < Self.leastByteCount || controls < Self.leastControls { return false }
    if controls * 2 >= byteCount { return true }
    let expected = Double(byteCount) / 256
    return controls * 20 >= byteCount && illFormed * 100 >= byteCount
      && (controls + illFormed) * 5 >= byteCount
      && Double(lineFeeds) <= expected + 4 * expected.squareRoot()
  }
}

extension UInt8 {
  /// Whether it is an ASCII control character that text does not need.
  fileprivate var isControl: Bool {
    self < 0x20 && self != 9 && self != 0x0A && self != 0x0D || self == 0x7F
  }
}

/// Finds ill-formed parts of UTF-8, byte by byte.
struct UTF8Automaton {
  /// The number of bytes that the current character still needs.
  private var wanted = 0
  /// The range of its next byte.
  private var range: ClosedRange<UInt8> = 0x80...0xBF

  /// Whether a character is unfinished.
  var isInside: Bool { wanted > 0 }

  /// Processes a byte.
  ///
  /// - Returns: The number of ill-formed parts that it ends or is: 0, 1 or 2.
  @inline(__always)
  mutating func take(_ byte: UInt8) -> Int {
    if wanted == 0 { return byte < 0x80 ? 0 : begin(byte) }
    if range.contains(byte) {
      wanted -= 1
      range = 0x80...0xBF
      return 0
    }
    wanted = 0
    return 1 + (byte < 0x80 ? 0 : begin(byte))
  }

  private mutating func begin(_ byte: UInt8) -> Int {
    range = 0x80...0xBF
    switch byte {
    case 0xC2...0xDF: wanted = 1
    case 0xE0: (wanted, range) = (2, 0xA0...0xBF)
    case 0xED: (wanted, range) = (2, 0x80...0x9F)
    case 0xE1...0xEF: wanted = 2
    case 0xF0: (wanted, range) = (3, 0x90...0xBF)
    case 0xF4: (wanted, range) = (3, 0x80...0x8F)
    case 0xF1...0xF3: wanted = 3
    default: return 1
    }
    return 0
  }
}
