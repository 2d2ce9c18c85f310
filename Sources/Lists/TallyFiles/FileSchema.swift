import CSQLite
@_spi(Internal) import Passwords
import Tallies

/// The schema of a tally file, which follows from its small tables and the schema.
struct FileSchema {
  /// Marks a SQLite database as a tally: "ATLY".
  static let applicationID: Int64 = 0x4154_4C59
  /// The layouts by their versions, `user_version`.
  enum Layout: Int64, CaseIterable {
    /// Exact tallies.
    case exact = 1
    /// Folded tallies, whose rows are ranges.
    case folded
    /// Exact tallies of a directory, with tables of its strata.
    case directory
  }
  /// The page size in bytes, fixed so that equal tallies make equal files.
  static let pageSize = 8192

  /// Signatures with their entries.
  static let signatures = Table(
    "signatures",
    [("w0", .integer), ("w1", .integer), ("w2", .integer), ("entries", .integer)])
  /// The rows of a folded tally with their entries: the lower and the upper end of each; a word of
  /// the upper end is NULL where it is that of the lower one.
  static let ranges = Table(
    "signatures",
    [
      ("w0", .integer), ("w1", .integer), ("w2", .integer), ("h0?", .integer), ("h1?", .integer),
      ("h2?", .integer), ("entries", .integer),
    ])
  /// Distinct passwords by signature and occurrences.
  static let groups = Table(
    "groups",
    [
      ("w0", .integer), ("w1", .integer), ("w2", .integer), ("occurrences", .integer),
      ("passwords", .integer),
    ])

  /// Distinct passwords of the rows of a folded tally, which stand for their words, by levels of
  /// occurrences.
  static let levels = Table(
    "groups",
    [
      ("row", .integer), ("occurrences", .integer), ("occurrences_most", .integer),
      ("passwords", .integer), ("entries", .integer),
    ])

  /// Signatures of the strata but the whole, with their entries.
  static let stratumSignatures = Table(
    "stratum_signatures",
    [
      ("stratum", .integer), ("w0", .integer), ("w1", .integer), ("w2", .integer),
      ("entries", .integer),
    ])

  /// Shapes with their entries.
  static let shapes = Table(
    "packed_shapes",
    [("w0", .integer), ("w1", .integer), ("w2", .integer), ("entries", .integer)])

  /// The contents of `sqlite_schema` in order: kind, name, statement.
  let entries: [(kind: String, name: String, sql: String)]

  /// Derives the schema of a recording with these small tables.
  init(
    _ tables: [Table], schema: Schema, layout: Layout, hasGroups: Bool, hasShapes: Bool
  ) {
    var entries = tables.map { ("table", $0.name, $0.creation) }
    if layout == .folded {
      entries.append(("table", Self.ranges.name, Self.ranges.creation))
      entries.append(("view", "passwords", Self.exactView(of: schema)))
      entries.append(("view", "ranges", Self.rangeView("ranges", of: schema, ["entries"])))
      if hasGroups {
        entries.append(("table", Self.levels.name, Self.levels.creation))
        let name = "distinct_ranges"
        let levels = Self.levels.lastColumns(4).map { "\(Self.levels.name).\($0)" }
        let join = " JOIN \(Self.levels.name) ON \(Self.ranges.name).rowid = \"row\""
        entries.append(("view", name, Self.rangeView(name, of: schema, levels, join)))
      }
      self.entries = entries
      return
    }
    entries.append(("table", Self.signatures.name, Self.signatures.creation))
    entries.append(("view", "passwords", Self.view("passwords", of: Self.signatures, schema, 1)))
    if layout == .directory {
      let table = Self.stratumSignatures
      entries.append(("table", table.name, table.creation))
      let name = "stratum_passwords"
      entries.append(("view", name, Self.view(name, of: table, schema, 1, first: "stratum, ")))
    }
    if hasGroups {
      entries.append(("table", Self.groups.name, Self.groups.creation))
      let name = "distinct_passwords"
      entries.append(("view", name, Self.view(name, of: Self.groups, schema, 2)))
    }
    if hasShapes {
      entries.append(("table", Self.shapes.name, Self.shapes.creation))
      entries.append(("view", "shapes", Self.shapeView))
    }
    self.entries = entries
  }

  /// A view of a folded tally in which a fact is NULL unless all passwords of the row have the
  /// same.
  private static func exactView(of schema: Schema) -> String {
    let facts = schema.facts.map { fact in
      let value =
        fact.field.map { field in
          let (low, high) = ends(of: field)
          return "CASE WHEN \(low) = \(high) THEN \(low) END"
        } ?? "NULL"
      return "\(value) AS \(quoted(fact.name))"
    }
    return "CREATE VIEW \"passwords\" AS SELECT \(facts.joined(separator: ", ")), entries "
      + "FROM \(ranges.name)"
  }

  /// A view of a folded tally with the least and the greatest number of each fact, and some columns
  /// unchanged.
  private static func rangeView(
    _ name: String, of schema: Schema, _ columns: [String], _ join: String = ""
  ) -> String {
    let facts = schema.facts.flatMap { fact in
      let (low, high) = fact.field.map(ends) ?? ("NULL", "NULL")
      return [
        "\(low) AS \(quoted(fact.name + "_least"))", "\(high) AS \(quoted(fact.name + "_most"))",
      ]
    }
    return "CREATE VIEW \(quoted(name)) AS SELECT "
      + "\((facts + columns).joined(separator: ", ")) FROM \(ranges.name)\(join)"
  }

  private static func ends(of field: Signature.Field) -> (low: String, high: String) {
    let (word, shift, mask) = (field.word, field.shift, field.capacity)
    return (
      "((w\(word) >> \(shift)) & \(mask))",
      "((ifnull(h\(word), w\(word)) >> \(shift)) & \(mask))"
    )
  }

  /// A view of shapes in octal, in which a word is a 1 and one digit for each character.
  private static let shapeView: String = {
    let digits = ["w0", "w1", "w2"].map { "substr(printf('%o', \($0)), 2)" }
    let marks = zip("01234567", "lUd!oooo").reduce(digits.joined(separator: " || ")) {
      "replace(\($0), '\($1.0)', '\($1.1)')"
    }
    return "CREATE VIEW \"shapes\" AS SELECT \(marks) AS shape, SUM(entries) AS entries "
      + "FROM \(shapes.name) GROUP BY 1"
  }()

  /// A view that unpacks the words of a table and includes its first and last columns unchanged.
  private static func view(
    _ name: String, of table: Table, _ schema: Schema, _ numbers: Int, first: String = ""
  ) -> String {
    let facts = schema.facts.map { fact in
      let value =
        fact.field.map { field in
          // The shift keeps the sign, so the mask is applied after it.
          "(w\(field.word) >> \(field.shift)) & \(field.capacity)"
        } ?? "NULL"
      return "\(value) AS \(quoted(fact.name))"
    }
    return "CREATE VIEW \(quoted(name)) AS SELECT \(first)"
      + "\((facts + table.lastColumns(numbers)).joined(separator: ", ")) FROM \(table.name)"
  }
}

/// A small table as a value, written unchanged.
///
/// A table read from a file must equal the table that the recording would write.
struct Table: Hashable {
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

  /// The names of the last columns, quoted.
  fileprivate func lastColumns(_ count: Int) -> [String] {
    columns.suffix(count).map { $0.prefix { $0 != " " } }.map(String.init)
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

/// The C library that reads and writes tally files.
package enum StoringLibraries {
  /// Its name and version, such as `SQLite 3.40.1`.
  package static var versions: [String] {
    // SAFETY: the function returns a constant text that ends in a zero byte.
    unsafe ["SQLite \(String(cString: sqlite3_libversion()))"]
  }
}
