import Diagnostics

/// Reads and checks the cells of a table's rows.
struct RowReader {
  private let table: Table
  private var row = 0
  private var column = 0

  /// Starts before the first row.
  init(_ table: Table) { self.table = table }

  /// Advances to the next row; false after the last one.
  mutating func next() -> Bool {
    row += 1
    column = 0
    return row <= table.rows.count
  }

  /// The most bytes of a name or a sentence: a path has at most 4 KiB, and escapes make it longer.
  static let longestText = 1 << 16

  /// Reads the next cell, which must be a text.
  mutating func text(
    atMost limit: Int = Self.longestText
  ) throws(Problem) -> String {
    guard case .text(let text) = cell() else { throw fault("no text in column \(column)") }
    guard text.utf8.count <= limit else {
      throw fault("a text of \(text.utf8.count) bytes in column \(column)")
    }
    return text
  }

  /// Reads the next cell, which must be a text or NULL.
  mutating func optionalText() throws(Problem) -> String? {
    if case .null = cell() { return nil }
    column -= 1
    return try text()
  }

  /// Reads the next cell, which must be a number of at least 0.
  mutating func count() throws(Problem) -> UInt64 {
    guard case .integer(let number) = cell() else { throw fault("no number in column \(column)") }
    guard let count = UInt64(exactly: number) else { throw fault("a count of \(number)") }
    return count
  }

  /// Reads the next cell, which must be a number of at least 0, or NULL.
  mutating func optionalCount() throws(Problem) -> UInt64? {
    if case .null = cell() { return nil }
    column -= 1
    return try count()
  }

  /// Reads the next cell, which must be a number below a limit.
  mutating func index(below limit: Int) throws(Problem) -> Int {
    let number = try count()
    guard number < UInt64(max(0, limit)) else { throw fault("number \(number)") }
    return Int(number)
  }

  /// Reads the next cell, which must be 0 or 1.
  mutating func flag() throws(Problem) -> Bool { try index(below: 2) == 1 }

  /// The problem of the row.
  func fault(_ found: String) -> Problem {
    .invalidRow(table: table.name, row: row, found: found)
  }

  private mutating func cell() -> Cell? {
    column += 1
    let cells = table.rows[row - 1]
    return column <= cells.count ? cells[column - 1] : nil
  }
}
