/// Converts text from another encoding to UTF-8, piece by piece.
///
/// Undefined input becomes ill-formed output, which counts as one character and marks the line as
/// not UTF-8. Bytes that Windows-1252 leaves undefined stay unchanged; an unpaired surrogate
/// becomes the byte FF, and so does an odd byte at the end, which is a fault.
package struct TextConverter {
  private enum Method {
    case singleBytes([[UInt8]])
    case pairs(bigEndian: Bool)
    case lines(LineFallback)
  }

  private var method: Method
  /// UTF-16: the first byte of an unfinished code unit.
  private var half: UInt8?
  /// UTF-16: a high surrogate that waits for its low surrogate.
  private var high: UInt16?

  /// Makes a converter; nil if no conversion is needed.
  package init?(_ encoding: TextEncoding, fallback: TextEncoding?) {
    switch (encoding, fallback) {
    case (.utf8, nil): return nil
    case (.utf8, let fallback?): method = .lines(LineFallback(encodings(of: fallback)))
    case (.latin1, _), (.windows1252, _): method = .singleBytes(encodings(of: encoding))
    case (.utf16LittleEndian, _): method = .pairs(bigEndian: false)
    case (.utf16BigEndian, _): method = .pairs(bigEndian: true)
    }
  }

  /// The number of lines converted by the fallback.
  var fallbackLines: UInt64 {
    if case .lines(let lines) = method { lines.converted } else { 0 }
  }

  /// Whether it converts code units of two bytes.
  var isWide: Bool { if case .pairs = method { true } else { false } }

  /// Whether half a code unit of UTF-16 is pending; at the end of a text, it is lost.
  var holdsHalf: Bool { half != nil }

  /// Converts the next piece and appends the result.
  package mutating func convert(_ piece: [UInt8], into text: inout [UInt8]) {
    switch method {
    case .singleBytes(let table):
      for byte in piece {
        if byte < 0x80 { text.append(byte) } else { text += table[Int(byte) - 0x80] }
      }
    case .pairs(let bigEndian):
      for byte in piece {
        guard let first = half else {
          half = byte
          continue
        }
        half = nil
        let (upper, lower) = bigEndian ? (first, byte) : (byte, first)
        append(UInt16(upper) << 8 | UInt16(lower), to: &text)
      }
    case .lines(var lines):
      method = .pairs(bigEndian: false)  // So that `lines` is the only owner of its buffer.
      lines.convert(piece, into: &text)
      method = .lines(lines)
    }
  }

  /// Appends pending input at the end of the text.
  package mutating func finish(into text: inout [UInt8]) {
    if case .lines(var lines) = method {
      lines.finish(into: &text)
      method = .lines(lines)
    }
    if high != nil { text.append(0xFF) }
    if half != nil { text.append(0xFF) }
    high = nil
    half = nil
  }

  /// Appends a code unit of UTF-16, combined with a waiting high surrogate if they are a pair.
  private mutating func append(_ unit: UInt16, to text: inout [UInt8]) {
    if let first = high {
      high = nil
      if UTF16.isTrailSurrogate(unit) {
        let scalar = 0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(unit) - 0xDC00)
        text += [
          0xF0 | UInt8(scalar >> 18), 0x80 | UInt8(scalar >> 12 & 0x3F),
          0x80 | UInt8(scalar >> 6 & 0x3F), 0x80 | UInt8(scalar & 0x3F),
        ]
        return
      }
      text.append(0xFF)
    }
    if UTF16.isLeadSurrogate(unit) {
      high = unit
    } else if UTF16.isTrailSurrogate(unit) {
      text.append(0xFF)
    } else {
      appendScalar(unit, to: &text)
    }
  }
}

/// Appends the UTF-8 of a character below U+10000 that is not a surrogate.
private func appendScalar(_ scalar: UInt16, to text: inout [UInt8]) {
  if scalar < 0x80 {
    text.append(UInt8(scalar))
  } else if scalar < 0x800 {
    text.append(0xC0 | UInt8(scalar >> 6))
    text.append(0x80 | UInt8(scalar & 0x3F))
  } else {
    text.append(0xE0 | UInt8(scalar >> 12))
    text.append(0x80 | UInt8(scalar >> 6 & 0x3F))
    text.append(0x80 | UInt8(scalar & 0x3F))
  }
}

/// The UTF-8 of the bytes from 0x80 on in a single-byte encoding.
private func encodings(of encoding: TextEncoding) -> [[UInt8]] {
  (0x80...0xFF).map { (byte: UInt8) in
    var text: [UInt8] = []
    if let scalar = encoding.scalar(of: byte) {
      appendScalar(scalar, to: &text)
    } else {
      text.append(byte)
    }
    return text
  }
}
