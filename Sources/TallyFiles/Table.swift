/// A small table as a value, written unchanged.
///
/// A table read from a file must equal the table that the recording would write.
struct Table: Hashable {
  /// Its name.
  let name: String
  /// The declarations of its columns.
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

  /// The type of a column.
  enum Kind: String { case text = "TEXT", integer = "INTEGER" }

  /// The statement that creates the table.
  var creation: String { "CREATE TABLE \(quoted(name))(\(columns.joined(separator: ", ")))" }

  /// The statement that inserts this number of rows.
  func insertion(rows: Int = 1) -> String {
    let row = "(\(columns.map { _ in "?" }.joined(separator: ", ")))"
    let places = repeatElement(row, count: rows).joined(separator: ", ")
    return "INSERT INTO \(quoted(name)) VALUES\(places)"
  }

  /// The statement that reads all rows in the order of insertion.
  var selection: String { "SELECT * FROM \(quoted(name)) ORDER BY rowid" }
}

/// A name quoted for SQL, with any content.
func quoted(_ name: String) -> String {
  "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
    + "\""
}
