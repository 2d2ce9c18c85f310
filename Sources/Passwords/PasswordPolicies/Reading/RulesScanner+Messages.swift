// Descriptions of the text for messages.
extension RulesScanner {
  /// The next character, for a message: `'x'`, `U+00A0` or `the end of the text`.
  var whatIsNext: String {
    let window = bytes[position...].prefix(4)
    guard let scalar = String(decoding: window, as: UTF8.self).unicodeScalars.first else {
      return "the end of the text"
    }
    if next.map(Self.isSpace) ?? false { return "space" }
    if seesWord {
      var ahead = self
      return "'\(ahead.word().prefix(40))'"
    }
    return Self.name(of: scalar)
  }

  /// The text up to the next space, comma or semicolon.
  func textUntilDelimiter(from start: Int) -> String {
    let rest = bytes[start...].prefix {
      !Self.isSpace($0) && $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: ",")
    }
    return String(String(decoding: rest, as: UTF8.self).prefix(40))
  }

  /// A character in quotes, or its number if it is invisible.
  static func name(of scalar: Unicode.Scalar) -> String {
    switch scalar.properties.generalCategory {
    case .control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator, .unassigned,
      .privateUse, .surrogate, .nonspacingMark, .enclosingMark:
      let digits = String(scalar.value, radix: 16, uppercase: true)
      return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    default: return "'\(scalar)'"
    }
  }
}
