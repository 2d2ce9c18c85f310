/// A name as a cell of a CSV table: harmless to a spreadsheet, quoted where RFC 4180 wants it.
///
/// A name that a spreadsheet would run as a formula is set behind an apostrophe.
package func csvCell(_ name: String) -> String {
  let harmless = beginsFormula(name) ? "'" + name : name
  guard harmless.utf8.contains(where: needsQuotes) else { return harmless }
  let doubled = harmless.split(separator: "\"", omittingEmptySubsequences: false)
    .joined(separator: "\"\"")
  return "\"\(doubled)\""
}

/// Whether a name begins with one of the characters that OWASP ASVS 1.2.10 warns of.
private func beginsFormula(_ name: String) -> Bool {
  switch name.utf8.first {
  case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), 0, 9, 13: true
  default: false
  }
}

private func needsQuotes(_ byte: UInt8) -> Bool {
  byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\"") || byte == 10 || byte == 13
}
