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

  var isJSON: Bool { self == .json || self == .jsonl }

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
