/// How bytes behind a hash are read as text.
package enum PotfileReading: UInt8, CaseIterable, Sendable {
  case utf8, latin1, windows1252
  /// The text `$HEX[…]` itself.
  case literal

  /// The name in reports.
  package var name: String {
    switch self {
    case .utf8: "utf-8"
    case .latin1: "latin-1"
    case .windows1252: "windows-1252"
    case .literal: "literal"
    }
  }
}

/// The password that bytes of a potfile stand for, proven by its hash.
package struct ProvenPassword {
  /// The reading that has the hash.
  package let reading: PotfileReading
  /// The text in UTF-8; nil if the hash is of code units that are no text.
  package let text: [UInt8]?

  /// Tries the readings of some bytes, likeliest first; nil if none has the hash.
  ///
  /// hashcat writes `$HEX[…]` for what it cannot print, and its fast kernels take Latin-1; to john
  /// `$HEX[…]` is the password. No reading is assumed: the hash decides.
  package init?(_ plain: Span<UInt8>, of hash: NTHash) {
    guard let hexadecimal = Self.hexadecimal(plain) else {
      guard let found = Self.proof(plain, of: hash) else { return nil }
      self = found
      return
    }
    if let found = Self.proof(hexadecimal.span, of: hash) {
      self = found
    } else if NTHash(ofUTF8: plain) == hash {
      reading = .literal
      text = plain.array(plain.indices)
    } else {
      return nil
    }
  }

  private init(_ reading: PotfileReading, _ text: [UInt8]) {
    self.reading = reading
    self.text = text
  }

  /// UTF-8, then the two single-byte encodings.
  private static func proof(_ bytes: Span<UInt8>, of hash: NTHash) -> ProvenPassword? {
    if NTHash(ofUTF8: bytes) == hash { return .init(.utf8, bytes.array(bytes.indices)) }
    // The other readings of ASCII are the same.
    if bytes.indices.allSatisfy({ bytes[$0] < 0x80 }) { return nil }
    let latin = bytes.indices.map { Unicode.Scalar(bytes[$0]) }
    if let found = proof(latin, .latin1, of: hash) { return found }
    var windows: [Unicode.Scalar] = []
    for scalar in latin {
      guard let other = Self.windows1252(scalar) else { return nil }
      windows.append(other)
    }
    return proof(windows, .windows1252, of: hash)
  }

  private static func proof(
    _ scalars: [Unicode.Scalar], _ reading: PotfileReading, of hash: NTHash
  ) -> ProvenPassword? {
    var text: [UInt8] = []
    for scalar in scalars { text.append(contentsOf: UTF8.encode(scalar) ?? .init()) }
    return NTHash(ofUTF8: text.span) == hash ? .init(reading, text) : nil
  }

  /// The code point of a byte in Windows-1252; nil if it has none.
  private static func windows1252(_ byte: Unicode.Scalar) -> Unicode.Scalar? {
    guard (0x80...0x9F).contains(byte.value) else { return byte }
    let scalar = windowsScalars[Int(byte.value - 0x80)]
    return scalar == 0 ? nil : Unicode.Scalar(scalar)
  }

  /// The code points of 80 to 9F; 0 for none.
  ///
  /// - Source: Unicode Consortium, `CP1252.TXT`.
  private static let windowsScalars: [UInt16] = [
    0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039,
    0x0152, 0, 0x017D, 0, 0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC,
    0x2122, 0x0161, 0x203A, 0x0153, 0, 0x017E, 0x0178,
  ]

  /// The bytes of `$HEX[…]`; nil if the form is not exact.
  static func hexadecimal(_ plain: Span<UInt8>) -> [UInt8]? {
    let whole = 0..<plain.count
    guard plain.count >= 6, plain.count % 2 == 0, plain.begins(whole, with: "$HEX["),
      plain[plain.count - 1] == 0x5D
    else { return nil }
    return bytes(plain, 5..<plain.count - 1)
  }

  /// The bytes of an even number of hexadecimal digits; nil if the range holds something else.
  fileprivate static func bytes(_ text: Span<UInt8>, _ range: Range<Int>) -> [UInt8]? {
    guard range.count % 2 == 0 else { return nil }
    var bytes: [UInt8] = []
    for place in stride(from: range.lowerBound, to: range.upperBound, by: 2) {
      let (high, low) = (hexadecimalValue(text[place]), hexadecimalValue(text[place + 1]))
      guard high < 16, low < 16 else { return nil }
      bytes.append(high << 4 | low)
    }
    return bytes
  }

  /// Computes the hash of a password that a dump of clear text holds.
  ///
  /// - Returns: The hash and the password; nil if the hexadecimal digits are none.
  package static func ofCleartext(
    _ plain: Span<UInt8>, isHexadecimal: Bool
  ) -> (hash: NTHash, password: ProvenPassword)? {
    if isHexadecimal {
      let start = plain.begins(0..<plain.count, with: "0x") ? 2 : 0
      guard let units = bytes(plain, start..<plain.count) else { return nil }
      return (NTHash(ofUTF16LE: units.span), ProvenPassword(units: units))
    }
    if let hash = NTHash(ofUTF8: plain) {
      return (hash, .init(.utf8, plain.array(plain.indices)))
    }
    let text = plain.indices.flatMap { Array(UTF8.encode(Unicode.Scalar(plain[$0])) ?? .init()) }
    return NTHash(ofUTF8: text.span).map { ($0, .init(.utf8, text)) }
  }

  /// The password of code units; its text is nil if they are no text.
  private init(units bytes: [UInt8]) {
    reading = .utf8
    guard bytes.count % 2 == 0 else {
      text = nil
      return
    }
    let units = stride(from: 0, to: bytes.count, by: 2).map {
      UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8
    }
    text = String(validating: units, as: UTF16.self).map { Array($0.utf8) }
  }
}
