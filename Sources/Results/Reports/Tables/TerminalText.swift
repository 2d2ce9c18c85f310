import Diagnostics

/// A bar for a share of this many columns, in eighths of a column; empty only for 0.
func bar(_ share: Double, columns: Int) -> String {
  guard share > 0 else { return "" }
  let eighths = max(1, Int((min(share, 1) * Double(columns) * 8).rounded()))
  let partial = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
  return String(repeating: "█", count: eighths / 8) + partial[eighths % 8]
}

/// The text wrapped to the page; lines after the first are indented by two more.
func wrappedText(_ text: String, indent: Int, columns: Int) -> [String] {
  let margin = String(repeating: " ", count: indent)
  var lines: [String] = []
  var line = margin
  for word in escaped(text).split(separator: " ") {
    if line.count > indent, line.count + 1 + word.count > columns {
      lines.append(line)
      line = margin + "  "
    }
    line += (line.allSatisfy { $0 == " " } ? "" : " ") + word
  }
  return lines + [line]
}

/// One column of a table whose titles stand as its cells do.
struct AlignedColumn {
  let title: String
  var cells: [String] = []
  /// Whether title and cells stand to the left, like words, instead of to the right.
  var isText = false

  var width: Int { cells.map(\.count).reduce(title.count, max) }

  fileprivate func filled(_ text: String) -> String {
    isText ? text.padded(to: width) : text.indented(to: width)
  }
}

/// The titles of columns, then their cells below each other.
func alignedLines(_ columns: [AlignedColumn]) -> [String] {
  func line(_ text: (AlignedColumn) -> String) -> String {
    columns.map { $0.filled(text($0)) }.joined(separator: "  ")
  }
  return [line(\.title)]
    + (columns.first?.cells.indices ?? 0..<0).map { row in line { $0.cells[row] } }
}

/// Rows whose cells stand below each other: words to the left, by default the first cell, numbers to
/// the right.
func alignedRows(_ rows: [[String]], words: Int? = 0) -> [String] {
  alignedLines(
    (rows.first ?? []).enumerated().map { column, title in
      AlignedColumn(
        title: title, cells: rows.dropFirst().map { $0[column] }, isText: column == words)
    })
}

/// Text clipped to a width, with an ellipsis.
func clipped(_ text: String, to width: Int) -> String {
  text.count <= width ? text : text.prefix(max(0, width - 1)) + "…"
}

/// Text shortened to a width in its middle, since names often differ at their ends.
func clippedInside(_ text: String, to room: Int) -> String {
  guard text.count > room, room > 4 else { return clipped(text, to: room) }
  let tail = (room - 1) / 3
  return text.prefix(room - 1 - tail) + "…" + text.suffix(tail)
}

extension String {
  /// The text padded with spaces on the right.
  func padded(to columns: Int) -> String {
    self + String(repeating: " ", count: max(0, columns - count))
  }

  /// The text padded with spaces on the left.
  func indented(to columns: Int) -> String {
    String(repeating: " ", count: max(0, columns - count)) + self
  }

  /// The text without trailing spaces.
  var trimmed: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
