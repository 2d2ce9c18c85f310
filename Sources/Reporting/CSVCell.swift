import Diagnostics

/// A name as a cell of a CSV table: harmless to a terminal and to a spreadsheet, quoted where
/// RFC 4180 wants it.
///
/// Controls and bidirectional marks are escaped (see ``escaped(_:)``), so a cell is one line; a name
/// that a spreadsheet would run as a formula is set behind an apostrophe.
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

/// The same before it is quoted, as a reader of the table gets it.
func harmlessCell(_ name: String) -> String {
  beginsFormula(name) ? "'" + escaped(name) : escaped(name)
}

/// Whether a name begins with one of the characters that OWASP ASVS 1.2.10 warns of, or with the wide
/// form of one, which some spreadsheets take for it.
private func beginsFormula(_ name: String) -> Bool {
  switch name.unicodeScalars.first {
  case "=", "+", "-", "@", "\0", "\t", "\r", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}": true
  default: false
  }
}
