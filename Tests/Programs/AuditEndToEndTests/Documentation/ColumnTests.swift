import Foundation
import TestSupport
import Testing

/// What `Documentation/report.md` says of columns, held against the tables that commands write.
@Suite struct ColumnTests {
  /// A column of the documentation.
  private struct Column {
    let name: String
    let unit: String
    let isRequired: Bool
  }

  /// The columns of each table, by its file.
  private static let documented: [String: [Column]] = {
    let path = Repository.root.appending(path: "Documentation/report.md")
    let lines = ((try? String(contentsOf: path, encoding: .utf8)) ?? "").split(separator: "\n")
    var tables: [String: [Column]] = [:]
    var table = ""
    for line in lines.drop(while: { $0 != "## Columns" }) {
      let cells = line.components(separatedBy: " | ")
      if line.hasPrefix("### `") {
        table = String(line.dropFirst(5).dropLast())
      } else if line.hasPrefix("| `"), cells.count == 3 {
        let name = cells[0].drop { "| `".contains($0) }.prefix { $0 != "`" }
        tables[table, default: []].append(
          Column(
            name: String(name), unit: cells[1], isRequired: !cells[2].contains("; empty ")))
      }
    }
    return tables
  }()

  @Test(arguments: [
    ("managers.csv", "rules managers --preset nist-63b-4 --preset stig-rhel --format csv"),
    ("generators.csv", "rules managers --format csv"),
    ("standards.csv", "rules standards --format csv"),
    ("presets.csv", "rules presets --format csv"),
    ("clauses.csv", "rules clauses --preset nist-63b-4 --standard nist-63b-4 --format csv"),
    ("clauses.csv", "rules clauses --standard nist-63b-4 --format csv"),
    ("conformance.csv", "rules clauses --preset stig-rhel --standard all --format csv"),
    ("lint.csv", "rules lint --rules a.txt --standard nist-63b-4 --format csv"),
    ("policy.csv", "keyspace --rules a.txt --rules never.txt --table policy --format csv"),
    ("keyspace.csv", "keyspace --rules a.txt --rules never.txt --table keyspace --format csv"),
    ("rule_cost.csv", "keyspace --rules a.txt --rules never.txt --table rule-cost --format csv"),
  ])
  func `a printed table has the columns of the documentation`(file: String, words: String) throws {
    let directory = try TemporaryDirectory()
    try directory.file("a.txt", "minlength: 8; minlength: 6; required: digit, upper;")
    try directory.file("never.txt", "minlength: 8; maxlength: 6;")
    try Self.judge(file, directory.audit(words, code: nil).output, words)
  }

  @Test(arguments: ["", "--distinct --space --behaviour all --standard nist-63b-4 --habits"])
  func `a report has the columns of the documentation`(options: String) throws {
    let directory = try TemporaryDirectory()
    try directory.file("a.txt", "minlength: 6; allowed: ascii-printable;")
    try directory.file("never.txt", "minlength: 8; maxlength: 6;")
    try directory.file("list.txt", Self.list)
    try directory.file("b.txt", "minlength: 8; max-consecutive: 1; allowed: ascii-printable;")
    try directory.audit(
      "--rules a.txt --rules b.txt --rules never.txt -q -o out \(options) list.txt")
    let tables = directory.names(in: "out").filter { $0.hasSuffix(".csv") }
    #expect(tables.count == (options.isEmpty ? 3 : 13))
    for table in tables { try Self.judge(table, directory.text("out/\(table)") ?? "", table) }
  }

  /// Made-up lines, of which some repeat.
  private static let list = (0..<3000).map { "q\($0 * $0 % 1700)rv\($0 % 7)\n" }.joined()

  /// Holds a table against the documentation: its columns, and which of them are empty nowhere.
  private static func judge(_ file: String, _ text: String, _ words: String) throws {
    let rows = csvRows(text)
    let columns = try #require(documented[file], "\(file)")
    let header = try #require(rows.first, "\(words)")
    // Those of a folded tally are not here.
    #expect(columns.map(\.name).filter(header.contains).starts(with: header), "\(words)")
    #expect(rows.count > 1, "\(words)")
    for column in columns where column.isRequired {
      guard let place = header.firstIndex(of: column.name) else { continue }
      let gaps = rows.dropFirst().count { $0[place].isEmpty }
      #expect(gaps == 0, "\(words): \(column.name)")
    }
  }
}
