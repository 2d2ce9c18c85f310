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

/// Rows whose cells stand below each other: the first cell to the left, numbers to the right.
func alignedRows(_ rows: [[String]]) -> [String] {
  let widths = (rows.first ?? []).indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
  return rows.map { row in
    zip(row, widths).enumerated().map { column, cell in
      column == 0 ? cell.0.padded(to: cell.1) : cell.0.indented(to: cell.1)
    }.joined(separator: "  ")
  }
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
