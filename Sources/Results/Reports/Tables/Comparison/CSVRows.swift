/// Parses CSV tables written with `csvCell`, piece by piece: cells with commas or quotes are quoted.
///
///     var rows = CSVRows()
///     rows.read(Array("a,\"b,c\"\n".utf8)) { print($0) }   // ["a", "b,c"]
///     rows.finish { print($0) }
struct CSVRows {
  /// The most bytes of a row; a longer one is read as an empty row, and its rest as the next one.
  private static let longestRow = 1 << 16

  private var row: [String] = []
  private var cell: [UInt8] = []
  private var byteCount = 0
  private var (isQuoted, mayEnd) = (false, false)

  /// Reads the next piece of a table, and calls `body` with each row that ends in it.
  ///
  /// An unclosed quote extends to the end of the text; our own tables have none.
  mutating func read<Fault>(
    _ bytes: [UInt8], _ body: ([String]) throws(Fault) -> Void
  ) throws(Fault) {
    for byte in bytes {
      byteCount += 1
      if byteCount > Self.longestRow {
        self = CSVRows()
        try body([])
      }
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
      case UInt8(ascii: ","): endCell()
      case UInt8(ascii: "\n"): try endRow(body)
      case UInt8(ascii: "\r"): break
      default: cell.append(byte)
      }
    }
  }

  /// Ends the table: calls `body` with a last row that does not end in LF.
  mutating func finish<Fault>(_ body: ([String]) throws(Fault) -> Void) throws(Fault) {
    if !row.isEmpty || !cell.isEmpty { try endRow(body) }
  }

  private mutating func endCell() {
    row.append(String(decoding: cell, as: UTF8.self))
    cell.removeAll(keepingCapacity: true)
  }

  private mutating func endRow<Fault>(_ body: ([String]) throws(Fault) -> Void) throws(Fault) {
    endCell()
    let whole = row
    row.removeAll(keepingCapacity: true)
    byteCount = 0
    try body(whole)
  }
}
