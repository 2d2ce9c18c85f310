/// A table of few rows as a value: it is written as it stands, and what is read must equal what the
/// recording says again.
struct Table: Hashable {
  /// Its name.
  let name: String
  /// Its columns as a statement declares them.
  let columns: [String]
  /// Its rows, in order.
  var rows: [[Cell]] = []

  /// Declares a table; columns whose names end in `?` may hold NULL.
  init(_ name: String, _ columns: [(name: String, type: Kind)], _ rows: [[Cell]] = []) {
    self.name = name
    self.columns = columns.map { column in
      let mayBeNull = column.name.hasSuffix("?")
      let name = mayBeNull ? String(column.name.dropLast()) : column.name
      return "\(quoted(name)) \(column.type.rawValue)\(mayBeNull ? "" : " NOT NULL")"
    }
    self.rows = rows
  }

  /// What a column holds.
  enum Kind: String { case text = "TEXT", integer = "INTEGER" }

  /// The statement that makes it.
  var creation: String { "CREATE TABLE \(quoted(name))(\(columns.joined(separator: ", ")))" }

  /// The statement that adds so many rows.
  func insertion(rows: Int = 1) -> String {
    let row = "(\(columns.map { _ in "?" }.joined(separator: ", ")))"
    let places = repeatElement(row, count: rows).joined(separator: ", ")
    return "INSERT INTO \(quoted(name)) VALUES\(places)"
  }

  /// The statement that reads all rows in the order in which they were added.
  var selection: String { "SELECT * FROM \(quoted(name)) ORDER BY rowid" }
}

/// A name as SQL takes it, whatever is in it.
func quoted(_ name: String) -> String {
  "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
    + "\""
}
