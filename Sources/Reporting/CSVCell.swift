/// A name as a cell of a CSV table: harmless to a spreadsheet, quoted where RFC 4180 wants it.
///
/// A name that a spreadsheet would run as a formula is set behind an apostrophe.
package func csvCell(_ name: String) -> String {
  let formula: Set<Unicode.Scalar> = ["=", "+", "-", "@", "\t", "\r", "\0"]
  let opening = name.unicodeScalars.first.map(formula.contains) ?? false
  let harmless = opening ? "'" + name : name
  guard harmless.unicodeScalars.contains(where: { ",\"\n\r".unicodeScalars.contains($0) }) else {
    return harmless
  }
  let doubled = harmless.split(separator: "\"", omittingEmptySubsequences: false)
    .joined(separator: "\"\"")
  return "\"\(doubled)\""
}
