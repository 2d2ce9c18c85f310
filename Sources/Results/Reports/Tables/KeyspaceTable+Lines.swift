package import PasswordSpaces

extension KeyspaceTable {
  /// A row as one line of a format with harmless cells and a line feed.
  package func line(_ row: [Cell], as format: OutputFormat) -> String {
    switch format {
    case .json, .jsonl: jsonLine(row)
    case .markdown: format.row(row.map { markdownCell($0.text) }) + "\n"
    case .text, .csv, .html: OutputFormat.csv.row(row.map(\.csv)) + "\n"
    }
  }

  /// A row as one line of JSON, with members in the order of ``columns`` and a line feed.
  ///
  /// Counts are decimal strings, since they exceed the numbers of most JSON readers; other numbers
  /// are numbers, and an empty cell is null.
  private func jsonLine(_ row: [Cell]) -> String {
    let members = zip(columns, row).map {
      "\"\($0)\":\(Self.json($1, isCount: $0.hasSuffix("count")))"
    }
    return "{\(members.joined(separator: ","))}\n"
  }

  private static func json(_ cell: Cell, isCount: Bool) -> String {
    switch cell {
    case .plain(""): return "null"
    case .plain(let word) where !isCount && isJSONNumber(word): return word
    case .plain(let text), .text(let text):
      return String(decoding: jsonText(text), as: UTF8.self)
    }
  }
}

extension KeyspaceTable.Cell {
  /// The cell in a CSV table.
  package var csv: String {
    switch self {
    case .plain(let number): number
    case .text(let text): csvCell(text)
    }
  }

  fileprivate var text: String {
    switch self {
    case .plain(let text), .text(let text): text
    }
  }
}
