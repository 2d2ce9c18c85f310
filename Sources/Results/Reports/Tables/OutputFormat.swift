import Diagnostics

/// What goes to standard output, with one meaning in every command.
package enum OutputFormat: String, CaseIterable, Hashable, Sendable {
  /// Text for people.
  case text
  /// The same as tables for a wiki.
  case markdown
  /// A table with a header.
  case csv
  /// One document.
  case json
  /// One object a line.
  case jsonl
  /// A page.
  case html

  /// The formats of a table.
  package static let ofTables: [OutputFormat] = [.text, .markdown, .csv, .json, .jsonl]

  /// The line or lines above the rows of a table, each ended by LF; empty for none.
  ///
  /// Text has a heading only if a person reads it.
  package func heading(_ columns: [String], isLookedAt: Bool = false) -> String {
    switch self {
    case .text: isLookedAt ? columns.map { escaped($0) }.joined(separator: "\t") + "\n" : ""
    case .csv: columns.map(csvCell).joined(separator: ",") + "\n"
    case .markdown:
      row(columns.map(markdownCell)) + "\n" + row(columns.map { _ in "---" }) + "\n"
    case .json, .jsonl, .html: ""
    }
  }

  /// A row of cells that need no quotes, without line end.
  package func row(_ cells: [String]) -> String {
    switch self {
    case .csv: cells.joined(separator: ",")
    case .markdown: "| " + cells.joined(separator: " | ") + " |"
    case .text, .json, .jsonl, .html: cells.joined(separator: "\t")
    }
  }
}

/// Joins objects of JSON, each a line, to one document: an array.
package struct JSONArray: Sendable {
  private var isEmpty = true

  /// Begins an array.
  package init() {}

  /// The bytes that add lines, each ended by LF.
  package mutating func adding(_ lines: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    for line in lines.split(separator: 10) {
      bytes += Array((isEmpty ? "[" : ",\n").utf8) + line
      isEmpty = false
    }
    return bytes
  }

  /// The bytes that end the array.
  package var ending: [UInt8] { Array((isEmpty ? "[]\n" : "]\n").utf8) }

  /// The array of some lines.
  package static func document(_ lines: [UInt8]) -> [UInt8] {
    var array = JSONArray()
    return array.adding(lines) + array.ending
  }
}

/// A table of this program, read back from its CSV, in the other formats.
///
///     TableText(csv: report.serialized()).bytes(as: .jsonl)
package struct TableText: Sendable {
  private var columns: [String] = []
  private var rows: [[String]] = []

  /// The columns whose cells are text, even if they look like numbers.
  private static let texts: Set<String> = [
    "dataset", "policy", "metric", "bucket", "unit", "weights", "blocklist", "rules", "caveats",
    "standard", "clause", "code", "severity", "verdict", "force", "file", "message", "rule", "id",
    "title", "max_repeating",
  ]

  /// Reads a table.
  package init(csv: [UInt8]) {
    var reader = CSVRows()
    var read: [[String]] = []
    reader.read(csv) { read.append($0) }
    reader.finish { read.append($0) }
    columns = read.first ?? []
    rows = read.dropFirst().map { $0.map(Self.unharmed) }
  }

  /// Makes a table.
  package init(_ columns: [String], _ rows: [[String]]) {
    self.columns = columns
    self.rows = rows
  }

  /// The bytes of the table; text and pages are made elsewhere.
  package func bytes(as format: OutputFormat) -> [UInt8] {
    switch format {
    case .json: JSONArray.document(lines)
    case .jsonl: lines
    case .csv: text(format, csvCell)
    case .markdown: text(format, markdownCell)
    case .text, .html: text(.text) { escaped($0) }
    }
  }

  private func text(_ format: OutputFormat, _ cell: (String) -> String) -> [UInt8] {
    var text = format.heading(columns)
    for row in rows { text += format.row(row.map(cell)) + "\n" }
    return Array(text.utf8)
  }

  /// The rows as objects with members in the order of the columns; an empty cell is null.
  private var lines: [UInt8] {
    let names = columns.map { String(decoding: jsonText($0), as: UTF8.self) }
    var bytes: [UInt8] = []
    for row in rows {
      let members = zip(zip(columns, names), row).map { column, cell in
        "\(column.1):\(Self.json(cell, isText: Self.texts.contains(column.0)))"
      }
      bytes += Array("{\(members.joined(separator: ","))}\n".utf8)
    }
    return bytes
  }

  private static func json(_ cell: String, isText: Bool) -> String {
    if cell.isEmpty { return "null" }
    if !isText, isJSONNumber(cell) { return cell }
    return String(decoding: jsonText(cell), as: UTF8.self)
  }

  /// A cell without the apostrophe that keeps spreadsheets from running it.
  private static func unharmed(_ cell: String) -> String {
    guard cell.hasPrefix("'") else { return cell }
    let name = String(cell.dropFirst())
    return harmlessCell(name) == cell ? name : cell
  }
}

/// Whether a word is a number of JSON.
func isJSONNumber(_ word: String) -> Bool {
  word.wholeMatch(of: #/-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?/#) != nil
}
