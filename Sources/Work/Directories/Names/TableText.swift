/// The rows of a table in text: cells between separators, and in quotes where they hold any of
/// these (RFC 4180).
package struct TableText {
  private let text: [UInt8]
  private let separator: UInt8
  private var cursor: Int
  private var line = 1
  /// The line of a quote that nothing closed; nil if there is none.
  package private(set) var openLine: Int?

  /// Begins behind the lines `#TYPE` and `sep=` of PowerShell and Excel; a separator is for text
  /// that states none.
  package init(_ text: [UInt8], separator: UInt8) {
    self.text = text
    var (cursor, found) = (0, separator)
    var line = 1
    for start in ["#type", "sep="] {
      let bytes = text[cursor...].prefix { $0 != 0x0A }
      guard bytes.prefix(start.utf8.count).map(lowercased).elementsEqual(start.utf8) else {
        continue
      }
      if start == "sep=", bytes.count > 4 { found = bytes[bytes.startIndex + 4] }
      cursor = min(bytes.endIndex + 1, text.count)
      line += 1
    }
    self.separator = found
    self.cursor = cursor
    self.line = line
  }

  /// The next row with the number of its first line; nil at the end.
  package mutating func next() -> (cells: [[UInt8]], line: Int)? {
    if cursor >= text.count { return nil }
    // Files that were joined have byte order marks within.
    if text[cursor...].starts(with: [0xEF, 0xBB, 0xBF]) { cursor += 3 }
    let first = line
    var cells: [[UInt8]] = []
    var cell: [UInt8] = []
    var (isQuoted, isStart) = (false, true)
    while cursor < text.count {
      let byte = text[cursor]
      cursor += 1
      if isQuoted {
        if byte == 0x0A { line += 1 }
        if byte != 0x22 {
          cell.append(byte)
        } else if cursor < text.count, text[cursor] == 0x22 {
          cell.append(byte)
          cursor += 1
        } else {
          isQuoted = false
        }
      } else if byte == separator {
        cells.append(cell)
        (cell, isStart) = ([], true)
        continue
      } else if byte == 0x0A || byte == 0x0D {
        if byte == 0x0D, cursor < text.count, text[cursor] == 0x0A { cursor += 1 }
        line += 1
        break
      } else if byte == 0x22, isStart {
        isQuoted = true
      } else {
        cell.append(byte)
      }
      isStart = false
    }
    if isQuoted, openLine == nil { openLine = first }
    return (cells + [cell], first)
  }

  /// A cell without white space around it.
  package static func trimmed(_ cell: [UInt8]) -> [UInt8] {
    Array(cell[cell.span.trimmed(0..<cell.count)])
  }

  /// The separators that tables may have.
  package static let separators = Array(",;\t".utf8)
}
