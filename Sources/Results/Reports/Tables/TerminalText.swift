import Diagnostics

/// A bar for a share of this many columns, in eighths of a column; empty only for 0.
func bar(_ share: Double, columns: Int) -> String {
  guard share > 0 else { return "" }
  let eighths = max(1, Int((min(share, 1) * Double(columns) * 8).rounded()))
  let partial = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
  return String(repeating: "█", count: eighths / 8) + partial[eighths % 8]
}

/// The text wrapped to the page; lines after the first are indented by `hanging` more.
func wrappedText(_ text: String, indent: Int, columns: Int, hanging: Int = 2) -> [String] {
  let margin = String(repeating: " ", count: indent)
  var lines: [String] = []
  var line = margin
  for word in words(of: escaped(text)) {
    if line.count > indent, line.count + 1 + word.count > columns {
      lines.append(line)
      line = margin + String(repeating: " ", count: hanging)
    }
    line += (line.allSatisfy { $0 == " " } ? "" : " ") + word
  }
  return lines + [line]
}

/// Text for a terminal of so many columns.
protocol Screen {
  var columns: Int { get }
}

extension Screen {
  var isNarrow: Bool { columns < 76 }

  /// The text wrapped to the page; lines after the first are indented by `hanging` more.
  func wrapped(_ text: String, indent: Int = 0, hanging: Int = 2) -> [String] {
    wrappedText(text, indent: indent, columns: columns, hanging: hanging)
  }

  /// A fact after its name; nothing without one.
  func fact(
    _ name: String, _ text: String?, _ colour: (String) -> String = { $0 }
  ) -> [String] {
    labelled(name, text, columns: columns, colour: colour)
  }
}

/// A fact after its name, wrapped to the page: the lines of all facts begin at one column.
func labelled(
  _ name: String, _ text: String?, columns: Int, width: Int = labelColumns, hanging: Int = 0,
  colour: (String) -> String = { $0 }
) -> [String] {
  guard let text else { return [] }
  return wrappedText(text, indent: 0, columns: columns - width, hanging: hanging).enumerated().map {
    ($0.offset == 0 ? name : "").padded(to: width) + colour($0.element)
  }
}

/// A command, in shell words, after a name; it can be copied, since a line that would be too long ends in
/// a backslash.
func labelledCommand(_ name: String, _ words: [String], columns: Int) -> [String] {
  guard !words.isEmpty else {
    return ["\(name.padded(to: labelColumns))the same command with --verbose"]
  }
  var lines: [String] = []
  var line = name.padded(to: labelColumns)
  for (number, word) in words.enumerated() {
    let isLast = number == words.count - 1
    if number > 0, line.count + 1 + word.count + (isLast ? 0 : 2) > columns {
      lines.append(line + " \\")
      line = String(repeating: " ", count: labelColumns + 2) + word
    } else {
      line += (number == 0 ? "" : " ") + word
    }
  }
  return lines + [line]
}

/// The columns of the names of facts.
private let labelColumns = 14

/// The words of a text, between which lines may end: a number and its unit are one.
private func words(of text: String) -> [String] {
  text.split(separator: " ").reduce(into: []) { words, word in
    if word.hasPrefix("%"), let last = words.indices.last {
      words[last] += " " + word
    } else {
      words.append(String(word))
    }
  }
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
func alignedRows(_ rows: [[String]], words: [Int] = [0]) -> [String] {
  alignedLines(
    (rows.first ?? []).enumerated().map { column, title in
      AlignedColumn(
        title: title, cells: rows.dropFirst().map { $0[column] }, isText: words.contains(column))
    })
}

/// Blocks of lines with an empty line between them; blocks without lines are left out.
func paragraphs(_ blocks: [[String]]) -> String {
  blocks.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") + "\n" }.joined(separator: "\n")
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
