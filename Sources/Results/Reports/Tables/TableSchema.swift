import Diagnostics

/// What is known of a table besides its rows.
package struct TableSchema: Sendable {
  /// The name, which is that of its file without `.csv`.
  package let name: String
  /// What a row is, in a sentence.
  let title: String
  /// How to get it.
  package let source: String
  /// The version that wrote it first.
  let since: String
  /// The columns that there may be.
  package private(set) var fields: [Field]

  /// The name of its file.
  package var fileName: String { "\(name).csv" }

  /// The same of a table that has these columns.
  func having(_ fields: [Field]) -> TableSchema {
    var schema = self
    schema.fields = fields
    return schema
  }

  /// Every table that the program writes.
  package static var all: [TableSchema] {
    DetailTable.allCases.map(\.schema) + [
      SweepReport.schema, ComparisonTable.schema, LintTable.schema, PresetTable.schema,
    ]
  }

  /// The section of `Documentation/report.md` about the columns, in lines.
  package static var documentation: [String] { all.flatMap(\.documentation) }

  private var documentation: [String] {
    var seen: Set<String> = []
    let rows = fields.filter { seen.insert($0.name).inserted }.map { field in
      let ends = field.hasEnds && field.presence == .always ? " ↔" : ""
      let since = field.since.map { " (since \($0))" } ?? ""
      return "| `\(field.name)`\(ends) | \(field.unit.words) | \(field.meaning)\(since) |"
    }
    return ["### `\(fileName)`", "", "\(title) From \(source), since \(since).", ""]
      + ["| column | unit | holds |", "|---|---|---|"] + rows + [""]
  }
}

/// The file `datapackage.json` beside tables: their columns for programs, as Frictionless Data describes
/// them.
package struct DataPackage {
  private var resources: [String] = []

  /// Begins a package without tables.
  package init() {}

  /// The name of the file.
  package static let fileName = "datapackage.json"

  /// Adds the table in a file.
  package mutating func add(_ file: String, _ schema: TableSchema) {
    let lines = schema.fields.map { field in
      #"{"name":\#(quoted(field.name)),"type":"\#(field.unit.type)","unit":\#(quoted(field.unit.words)),"#
        + #""description":\#(quoted(field.meaning))}"#
    }
    let name = file.split(separator: ".").first.map(String.init) ?? file
    resources.append(
      #"{"name":"\#(name)","path":"\#(file)","type":"table","title":\#(quoted(schema.title)),"format":"csv","#
        + #""mediatype":"text/csv","encoding":"utf-8","schema":{"fields":["# + "\n"
        + lines.joined(separator: ",\n") + "\n]}}")
  }

  /// The file's bytes, ending in LF.
  package var bytes: [UInt8] {
    escapedJSON(
      Array(
        (#"{"name":"audit","resources":["# + "\n" + resources.joined(separator: ",\n") + "\n]}\n")
          .utf8))
  }
}
