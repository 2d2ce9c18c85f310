/// The kind of a text, detected from its first bytes.
enum TextHead: Hashable {
  /// The number of bytes to examine: enough for every signature, and to distinguish text from other
  /// data.
  static let byteCount = 65_536

  /// Lines of bytes, after a byte order mark of `markByteCount` bytes.
  case lines(markByteCount: Int)
  /// Code units of two or four bytes.
  case wide(WideEncoding)
  /// Packed data.
  case packed(PackedFormat)

  /// Examines the first ``byteCount`` bytes, or all of a shorter text.
  init(_ head: [UInt8]) {
    if head.starts(with: [0xEF, 0xBB, 0xBF]) {
      self = .lines(markByteCount: 3)
    } else if let encoding = WideEncoding(of: head) {
      self = .wide(encoding)
    } else if let format = PackedFormat(signatureOf: head) {
      self = .packed(format)
    } else {
      self = .lines(markByteCount: 0)
    }
  }
}

/// An encoding in which a line feed has more than one byte; the raw value is its `iconv` name.
package enum WideEncoding: String, Hashable, Sendable {
  case utf16 = "UTF-16"
  case utf16LittleEndian = "UTF-16LE"
  case utf16BigEndian = "UTF-16BE"
  case utf32 = "UTF-32"

  /// The number of bytes that are examined for UTF-16 without a byte order mark.
  private static let byteCount = 4096

  /// Detects the encoding of a text from its first bytes; nil if it is none of these.
  ///
  /// A byte order mark decides. Without one, text is UTF-16 if all its line feeds are whole pairs, at
  /// least one if most pairs have a zero byte on one side and hardly any on the other, four in other
  /// alphabets, and it has four printable characters. Surrogates, as of emoji, may hold any byte; where
  /// other pairs are two characters of ASCII, nearly all or the first three, these are lines of bytes. A list of bytes that contains NULs fails one of these tests.
  package init?(of head: [UInt8]) {
    if head.starts(with: [0xFF, 0xFE, 0, 0]) || head.starts(with: [0, 0, 0xFE, 0xFF]) {
      self = .utf32
    } else if head.starts(with: [0xFF, 0xFE]) || head.starts(with: [0xFE, 0xFF]) {
      self = .utf16
    } else if Self.looksLikePairs(head.prefix(Self.byteCount), low: 0, high: 1) {
      self = .utf16LittleEndian
    } else if Self.looksLikePairs(head.prefix(Self.byteCount), low: 1, high: 0) {
      self = .utf16BigEndian
    } else {
      return nil
    }
  }

  /// The encoding to convert a text from, by its first bytes; nil if it cannot be converted.
  func encoding(_ head: [UInt8]) -> TextEncoding? {
    switch self {
    case .utf16: head.first == 0xFF ? .utf16LittleEndian : .utf16BigEndian
    case .utf16LittleEndian: .utf16LittleEndian
    case .utf16BigEndian: .utf16BigEndian
    case .utf32: nil
    }
  }

  private static func looksLikePairs(_ head: ArraySlice<UInt8>, low: Int, high: Int) -> Bool {
    var (pairs, narrow, printable, lineFeeds, odd, ascii) = (0, 0, 0, 0, 0, 0)
    for start in stride(from: 0, to: head.count - 1, by: 2) {
      let pair = (low: head[start + low], high: head[start + high])
      pairs += 1
      if (0xD8...0xDF).contains(pair.high) { continue }
      if pair.high == 0x0A || pair.low == 0x0A && pair.high != 0 { return false }
      if pair.low == 0x0A { lineFeeds += 1 }
      if pair.low == 0 { odd += 1 }
      if pair.high == 0 { narrow += 1 }
      if pair.low >= 0x20 { printable += 1 }
      if (0x20..<0x7F).contains(pair.low), (0x20..<0x7F).contains(pair.high) { ascii += 1 }
    }
    return lineFeeds >= (narrow * 2 >= pairs ? 1 : 4) && printable >= 4 && odd * 16 <= pairs
      && ascii * 4 <= (pairs - narrow) * 3
      && !head.prefix(6).allSatisfy { (0x20..<0x7F).contains($0) }
  }
}
