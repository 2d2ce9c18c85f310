import Foundation
import Reports
import TestSupport
import Testing

/// What is declared of tables is so for each of them, and in the documentation.
@Suite struct TableSchemaTests {
  @Test func `no two tables have a name in common, and no two columns of one`() {
    let names = TableSchema.all.map(\.name)
    #expect(Set(names).count == names.count && names.count == 21)
    for table in DetailTable.allCases { #expect(table.schema.name == table.rawValue) }
    for schema in TableSchema.all {
      let columns = schema.fields.map { "\($0.name) \($0.presence)" }
      #expect(Set(columns).count == columns.count, "\(schema.name)")
    }
  }

  /// `AUDIT_WRITE_COLUMNS=1 swift test --filter TableSchemaTests` writes the section instead.
  @Test func `the documentation has the columns of each table`() throws {
    let path = Repository.root.appending(path: "Documentation/report.md")
    var lines = try String(contentsOf: path, encoding: .utf8).components(separatedBy: "\n")
    let section = TableSchema.documentation
    let heading = try #require(lines.firstIndex(of: "## Columns"), "no section of columns")
    let end = lines[(heading + 1)...].firstIndex { $0.hasPrefix("## ") } ?? lines.endIndex
    let start = lines[heading..<end].firstIndex { $0.hasPrefix("### ") } ?? end
    if ProcessInfo.processInfo.environment["AUDIT_WRITE_COLUMNS"] != nil {
      lines.replaceSubrange(start..<end, with: section)
      try Data(lines.joined(separator: "\n").utf8).write(to: path)
    } else {
      #expect(Array(lines[start..<end]) == section)
    }
  }

  @Test func `the file for Frictionless Data has the columns of a table with their types`() throws {
    var package = DataPackage()
    package.add("audit.csv", HistogramTable(dataset: "d", [], hasBounds: true).filled.schema)
    package.add("presets.csv", PresetTable.filled.schema)
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(package.bytes)) as? [String: Any])
    let resources = try #require(object["resources"] as? [[String: Any]])
    #expect(resources.map { $0["path"] as? String } == ["audit.csv", "presets.csv"])
    let schema = try #require(resources[0]["schema"] as? [String: Any])
    let fields = try #require(schema["fields"] as? [[String: Any]])
    func texts(_ member: String) -> [String] { fields.map { $0[member] as? String ?? "" } }
    #expect(
      zip(texts("name"), texts("type")).map { "\($0) \($1)" } == [
        "dataset string", "policy string", "metric string", "bucket string", "order integer",
        "unit string", "count integer", "share number", "count_least integer",
        "count_most integer", "share_least number", "share_most number",
      ])
    #expect(!texts("description").contains(""))
    // A column that does not say where it is empty never is.
    let required = fields.map { ($0["constraints"] as? [String: Bool])?["required"] == true }
    #expect(required == texts("description").map { !$0.contains("; empty ") })
    #expect(required == (0..<12).map { [0, 2, 3, 4, 5].contains($0) })
  }
}
