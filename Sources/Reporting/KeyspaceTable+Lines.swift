import Overview
package import PasswordSpaces

extension KeyspaceTable {
  /// The names of the columns as one line of CSV with a line feed.
  package var header: String { columns.joined(separator: ",") + "\n" }

  /// A row as one line of CSV with harmless cells and a line feed.
  package func csvLine(_ row: [Cell]) -> String {
    row.map(\.csv).joined(separator: ",") + "\n"
  }

  /// A row as one line of JSON, with members in the order of ``columns`` and a line feed.
  ///
  /// Counts are decimal strings, since they exceed the numbers of most JSON readers; other numbers
  /// are numbers, and an empty cell is null.
  package func jsonLine(_ row: [Cell]) -> String {
    let members = zip(columns, row).map {
      "\"\($0)\":\(Self.json($1, isCount: $0.hasSuffix("count")))"
    }
    return "{\(members.joined(separator: ","))}\n"
  }

  private static func json(_ cell: Cell, isCount: Bool) -> String {
    switch cell {
    case .plain(""): return "null"
    case .plain(let word) where !isCount && isNumber(word): return word
    case .plain(let text), .text(let text):
      return String(decoding: jsonText(text), as: UTF8.self)
    }
  }

  private static func isNumber(_ word: String) -> Bool {
    word.wholeMatch(of: #/-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?/#) != nil
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
}
