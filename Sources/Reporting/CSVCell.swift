import Diagnostics

/// A name as a CSV cell, harmless to terminals and spreadsheets, and quoted according to RFC 4180.
///
/// Controls and bidirectional marks are escaped (see ``escaped(_:)``), so a cell is one line; a
/// name that a spreadsheet would run as a formula gets an apostrophe in front.
///
///     csvCell("=1+1, please")  // "'=1+1, please", quotes included
package func csvCell(_ name: String) -> String {
  let harmless = harmlessCell(name)
  guard harmless.utf8.contains(where: { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\"") })
  else {
    return harmless
  }
  let doubled = harmless.split(separator: "\"", omittingEmptySubsequences: false)
    .joined(separator: "\"\"")
  return "\"\(doubled)\""
}

/// The same without quotes, as a CSV reader returns it.
func harmlessCell(_ name: String) -> String {
  beginsFormula(name) ? "'" + escaped(name) : escaped(name)
}

/// Whether a name begins with one of the characters in OWASP ASVS 1.2.10, or with its wide form,
/// which some spreadsheets treat alike.
private func beginsFormula(_ name: String) -> Bool {
  switch name.unicodeScalars.first {
  case "=", "+", "-", "@", "\0", "\t", "\r", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}": true
  default: false
  }
}
