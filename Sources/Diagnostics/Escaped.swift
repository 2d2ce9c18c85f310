/// Text from outside, made safe to print: controls and bidirectional marks become `\u{…}`.
///
/// A file or policy name could otherwise recolour the terminal, rewrite a line, or reverse its
/// reading order.
///
///     escaped("a\u{1B}[31mb")  // "a\u{1b}[31mb", with the backslash printed
///
/// - Complexity: O(length).
package func escaped(_ text: some StringProtocol) -> String {
  guard text.unicodeScalars.contains(where: needsEscape) else { return String(text) }
  var result = ""
  for scalar in text.unicodeScalars {
    if needsEscape(scalar) {
      result += "\\u{\(String(scalar.value, radix: 16))}"
    } else {
      result.unicodeScalars.append(scalar)
    }
  }
  return result
}

private func needsEscape(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.properties.generalCategory {
  case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: true
  default: false
  }
}
