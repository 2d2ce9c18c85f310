import Diagnostics

/// A name as a CSV cell, harmless to terminals and spreadsheets, and quoted according to RFC 4180.
///
/// Controls and bidirectional marks are escaped (see ``escaped(_:)``), so a cell is one line; a
/// name that a spreadsheet would run as a formula gets an apostrophe in front.
///
///     csvCell("=1+1, please")  // "'=1+1, please", quotes included
package func csvCell(_ name: String) -> String {
  var cell: [UInt8] = []
  cell.appendCSVCell(name)
  return String(decoding: cell, as: UTF8.self)
}

extension [UInt8] {
  /// Appends a name as a CSV cell; see ``csvCell(_:)``.
  mutating func appendCSVCell(_ name: String) {
    let quote = UInt8(ascii: "\"")
    if isPlainCell(name.utf8.span) { return append(utf8: name) }
    let text = harmlessCell(name).utf8
    if !text.contains(where: { $0 == UInt8(ascii: ",") || $0 == quote }) {
      return append(contentsOf: text)
    }
    append(quote)
    for byte in text {
      // A quote is doubled.
      if byte == quote { append(quote) }
      append(byte)
    }
    append(quote)
  }
}

/// Whether a cell is the name itself: printable ASCII without comma and quote that begins with a
/// letter or digit, as nearly all names are.
func isPlainCell(_ name: Span<UInt8>) -> Bool {
  guard !name.isEmpty else { return true }
  switch name[0] {
  case UInt8(ascii: "A")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
    return isPrintable(name, without: [UInt8(ascii: ","), UInt8(ascii: "\"")])
  default: return false
  }
}
