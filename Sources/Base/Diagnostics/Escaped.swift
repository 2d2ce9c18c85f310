/// Makes outside text safe to print: controls and bidirectional marks become `\u{…}`.
///
/// Without this, the name of a file or policy could recolour the terminal, rewrite a line, or
/// reverse its reading order.
///
///     escaped("a\u{1B}[31mb")  // "a\u{1b}[31mb", with the backslash printed
///
/// A byte of a file name that is not UTF-8 becomes `\xE9` (see ``Swift/String/init(fileName:)``).
///
/// - Complexity: O(length).
package func escaped(_ text: String) -> String {
  // Most text is printable ASCII, which does not need Unicode's tables.
  if isPrintableASCII(text) { return text }
  guard text.unicodeScalars.contains(where: needsEscape) else { return text }
  var result = ""
  for scalar in text.unicodeScalars {
    if let byte = scalar.rawByte {
      result += "\\x" + hexadecimal(byte)
    } else if needsEscape(scalar) {
      result += "\\u{\(String(scalar.value, radix: 16))}"
    } else {
      result.unicodeScalars.append(scalar)
    }
  }
  return result
}

/// Makes a part of a text safe to print; see ``escaped(_:)``.
package func escaped(_ text: Substring) -> String { escaped(String(text)) }

/// Whether every character of a text is one of U+0020…U+007E.
///
/// - Complexity: O(length), about one instruction a byte.
package func isPrintableASCII(_ text: String) -> Bool {
  let bytes = text.utf8.span
  for index in bytes.indices where bytes[index] &- 0x20 > 0x5E { return false }
  return true
}

/// Makes JSON safe to print: in its strings, controls and bidirectional marks become `\u…`.
///
/// JSON encoders escape only the characters that JSON forbids. The value stays the same, except for
/// a byte of a file name that is not UTF-8: JSON cannot represent it, so it becomes the four
/// characters `\xE9`.
///
/// - Complexity: O(length).
package func escapedJSON(_ json: [UInt8]) -> [UInt8] {
  if json.allSatisfy({ $0 < 0x7F }) { return json }
  var result: [UInt8] = []
  result.reserveCapacity(json.count)
  for scalar in String(decoding: json, as: UTF8.self).unicodeScalars {
    if scalar.value < 0x7F {
      result.append(UInt8(truncatingIfNeeded: scalar.value))
    } else if let byte = scalar.rawByte {
      result += "\\\\x\(hexadecimal(byte))".utf8
    } else if needsEscape(scalar) {
      for unit in String(scalar).utf16 {
        let digits = String(unit, radix: 16)
        result += "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".utf8
      }
    } else {
      result += String(scalar).utf8
    }
  }
  return result
}

private func hexadecimal(_ byte: UInt8) -> String {
  (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
}

private func needsEscape(_ scalar: Unicode.Scalar) -> Bool {
  // Unicode's tables are slow, and nearly all text is printable ASCII.
  if 0x20...0x7E ~= scalar.value { return false }
  if scalar.rawByte != nil { return true }
  return switch scalar.properties.generalCategory {
  case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: true
  default: false
  }
}

extension String {
  /// The text as one shell word, quoted if necessary.
  ///
  ///     "leaked list.gz".shellWord   // 'leaked list.gz'
  package var shellWord: String {
    let isPlain =
      !isEmpty
      && utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...:
          true
        default: "./_-+=:,@%".utf8.contains(byte)
        }
      }
    if isPlain { return self }
    let parts = split(separator: "'", omittingEmptySubsequences: false)
    return "'\(parts.joined(separator: #"'\''"#))'"
  }
}
