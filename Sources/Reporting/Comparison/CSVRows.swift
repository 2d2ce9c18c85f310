/// Parses CSV tables written with `csvCell`: cells with commas or quotes are quoted.
///
///     CSVRows(of: Array("a,\"b,c\"\n".utf8)).rows   // [["a", "b,c"]]
struct CSVRows {
  /// The cells, row by row.
  private(set) var rows: [[String]] = []

  /// Reads a table.
  ///
  /// An unclosed quote extends to the end of the text; our own tables have none.
  init(of bytes: [UInt8]) {
    var (row, cell): ([String], [UInt8]) = ([], [])
    var (isQuoted, mayEnd) = (false, false)
    func text(_ cell: [UInt8]) -> String { String(decoding: cell, as: UTF8.self) }
    for byte in bytes {
      if isQuoted, !mayEnd {
        if byte == UInt8(ascii: "\"") { mayEnd = true } else { cell.append(byte) }
        continue
      }
      if mayEnd, byte == UInt8(ascii: "\"") {
        cell.append(byte)
        mayEnd = false
        continue
      }
      (isQuoted, mayEnd) = (false, false)
      switch byte {
      case UInt8(ascii: "\"") where cell.isEmpty: isQuoted = true
      case UInt8(ascii: ","):
        row.append(text(cell))
        cell = []
      case UInt8(ascii: "\n"):
        row.append(text(cell))
        rows.append(row)
        (row, cell) = ([], [])
      case UInt8(ascii: "\r"): break
      default: cell.append(byte)
      }
    }
    if !row.isEmpty || !cell.isEmpty { rows.append(row + [text(cell)]) }
  }
}
