import Bytes
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
      SweepReport.schema, ComparisonTable.schema, LintTable.table.schema,
      StandardsTable.table.schema, ClausesReport.overview.schema, PresetTable.table.schema,
    ] + GeneratorTable.schemas
  }

  /// The section of `Documentation/report.md` about the columns, in lines.
  package static var documentation: [String] { all.flatMap(\.documentation) }

  private var documentation: [String] {
    var seen: Set<String> = []
    let rows = fields.filter { seen.insert($0.name).inserted }.map { field in
      let ends = field.hasEnds && field.presence == .always ? " ↔" : ""
      let since = field.since.map { " (since \($0))" } ?? ""
      return "| `\(field.name)`\(ends) | \(field.unit.words) | \(field.words)\(since) |"
    }
    return ["### `\(fileName)`", "", "\(title) From \(source), since \(since).", ""]
      + ["| column | unit | holds |", "|---|---|---|"] + rows + [""]
  }
}

/// The file `datapackage.json` beside tables: their columns for programs, as Frictionless Data describes
/// them.
package struct DataPackage {
  private var resources: [UInt8] = []

  /// Begins a package without tables.
  package init() {}

  /// The name of the file.
  package static let fileName = "datapackage.json"

  /// Adds the table in a file.
  package mutating func add(_ file: String, _ schema: TableSchema) {
    func add(_ json: String) { resources.append(utf8: json) }
    func add(text: String) { resources.append(json: text) }
    add(resources.isEmpty ? #"{"name":"# : ",\n" + #"{"name":"#)
    add(text: file.split(separator: ".").first.map(String.init) ?? file)
    add(#","path":"#)
    add(text: file)
    add(#","type":"table","title":"#)
    add(text: schema.title)
    add(#","format":"csv","mediatype":"text/csv","encoding":"utf-8","schema":{"fields":["#)
    for (number, field) in schema.fields.enumerated() {
      add(number == 0 ? "\n" + #"{"name":"# : ",\n" + #"{"name":"#)
      add(text: field.name)
      add(#","type":""#)
      add(field.unit.type)
      add(#"","unit":"#)
      add(text: field.unit.words)
      add(#","description":"#)
      add(text: field.words)
      add(field.gap == nil ? #","constraints":{"required":true}}"# : "}")
    }
    add("\n]}}")
  }

  /// The file's bytes, ending in LF.
  package var bytes: [UInt8] {
    Array((#"{"name":"audit","resources":["# + "\n").utf8) + resources + Array("\n]}\n".utf8)
  }
}
