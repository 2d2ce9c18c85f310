/// The encodings of a list's bytes.
package enum TextEncoding: String, Hashable, Sendable, CaseIterable {
  case utf8 = "utf-8"
  case latin1 = "latin-1"
  case windows1252 = "windows-1252"
  case utf16LittleEndian = "utf-16le"
  case utf16BigEndian = "utf-16be"

  /// Whether a line feed has more than one byte.
  var isWide: Bool { self == .utf16LittleEndian || self == .utf16BigEndian }

  /// The character of a byte in a single-byte encoding; nil if it is undefined.
  ///
  /// Windows-1252 leaves five bytes undefined (WHATWG's Encoding Standard assigns controls to them;
  /// Microsoft's table does not).
  func scalar(of byte: UInt8) -> UInt16? {
    guard self == .windows1252, (0x80..<0xA0).contains(byte) else { return UInt16(byte) }
    let scalar = codePage1252[Int(byte) - 0x80]
    return scalar == 0 ? nil : scalar
  }
}

/// The settings for reading bytes as text.
package struct TextSettings: Hashable, Sendable {
  /// The encoding; nil to detect it from the first bytes.
  ///
  /// UTF-16 is detected by its byte order mark or its zero bytes; all other text is UTF-8.
  package let encoding: TextEncoding?

  /// The encoding of lines that are not UTF-8; nil to leave these lines unchanged.
  ///
  /// Latin-1 or Windows-1252; used only if the encoding is UTF-8.
  package let fallback: TextEncoding?

  /// The most bytes of unpacked text to read; nil for no limit.
  package private(set) var maxBytes: UInt64?

  /// Whether bytes that do not look like lines are read; if not, they are refused.
  package let takesAnyBytes: Bool

  /// Whether a part in another encoding is searched for.
  package let watchesEncodings: Bool

  /// The library that inflates gzip.
  ///
  /// Text and problems are the same with each library; ``FastInflater`` names the exception.
  package let gzip: GzipDecoder

  /// Makes settings; by default everything is read as UTF-8.
  package init(
    encoding: TextEncoding? = .utf8, fallback: TextEncoding? = nil, maxBytes: UInt64? = nil,
    takesAnyBytes: Bool = false, watchesEncodings: Bool? = nil, gzip: GzipDecoder = .fastest
  ) {
    precondition(
      fallback == nil || fallback == .latin1 || fallback == .windows1252,
      "only an encoding of single bytes can read any line")
    self.encoding = encoding
    self.fallback = fallback
    self.maxBytes = maxBytes
    self.takesAnyBytes = takesAnyBytes
    self.watchesEncodings = watchesEncodings ?? !takesAnyBytes
    self.gzip = gzip
  }

  /// Continues with another list: subtracts the bytes read so far from the limit.
  package mutating func take(_ textBytes: UInt64) {
    maxBytes = maxBytes.map { $0 - min(textBytes, $0) }
  }
}

/// The characters of the bytes from 0x80 to 0x9F (Microsoft's code page 1252); 0 for undefined.
private let codePage1252: [UInt16] = [
  0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
  0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0, 0x017D, 0,
  0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
  0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0, 0x017E, 0x0178,
]
