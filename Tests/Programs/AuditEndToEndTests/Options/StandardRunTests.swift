import Foundation
import TestSupport
import Testing

/// `--standard` of `audit run` and `audit report`: the clauses in the report's files and on its page.
@Suite struct StandardRunTests {
  private struct Manifest: Decodable {
    let standards: [Held]?

    struct Held: Decodable {
      let policy: String
      let standard: String
      let summary: [String: [String: Int]]
    }
  }

  /// What `rules clauses --format json` says.
  private struct Document: Decodable {
    let results: [Result]

    struct Result: Decodable {
      let policy: String
      let standard: String
      let clauses: [Clause]
    }

    struct Clause: Decodable {
      let says: String
      let force: String
      let verdict: String
    }
  }

  private static let signs = ["met": "✓", "broken": "✗", "partly": "◐", "not-visible": "·"]
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    try directory.file("list.txt", "abcdefg1\nabcdefgh\nabc\n")
    try directory.file(
      "ad.json",
      #"{"MinPasswordLength": 7, "ComplexityEnabled": true, "MaxPasswordAge": "42.00:00:00"}"#)
    try directory.file("a.policy", "[eight]\nminlength: 8; maxlength: 11; required: digit;\n")
  }

  @Test(arguments: [["ad.json", "a.policy"], ["a.policy", "ad.json"]])
  func `a clause that only one policy's kind tells has a row, and a sign for each`(
    _ files: [String]
  ) throws {
    // Active Directory is known to count UTF-16 units; a policy of ours says nothing of that.
    try directory.audit("-q -o out --rules \(files[0]) --rules \(files[1]) list.txt")
    let page = directory.text("out/report.html") ?? ""
    let row = try #require(
      page.split(separator: "<tr>").first { $0.contains("a length counts code points") })
    #expect(row.contains("✗ broken") && row.contains("· not-visible"))
  }

  private static let asked =
    "--standard pci-4.0.1 --standard nist-63b-4 --rules ad.json --rules a.policy"

  @Test func `the file of clauses is what rules clauses prints`() throws {
    try directory.audit("\(Self.asked) -q --strength none -o out list.txt")
    let alone = try directory.audit("rules clauses \(Self.asked) --format csv", code: 1).output
    #expect(directory.text("out/clauses.csv") == alone)
    try directory.audit("scan -q --strength none -o list.tally list.txt")
    try directory.audit("report \(Self.asked) -q --strength none -o tallied list.tally")
    #expect(directory.text("tallied/clauses.csv") == alone)
    let printed = try directory.audit(
      "\(Self.asked) --no-report --table clauses --format csv --strength none list.txt"
    ).output
    #expect(printed == alone)
    #expect(directory.text("out/datapackage.json")?.contains(#""path":"clauses.csv""#) == true)
  }

  @Test func `the manifest counts the verdicts of the file`() throws {
    try directory.audit("\(Self.asked) -q --strength none -o out list.txt")
    let json = Data((directory.text("out/audit.json") ?? "").utf8)
    let held = try #require(try JSONDecoder().decode(Manifest.self, from: json).standards)
    #expect(
      held.map { "\($0.policy) \($0.standard)" } == [
        "ad pci-4.0.1", "ad nist-63b-4", "eight pci-4.0.1", "eight nist-63b-4",
      ])
    for (held, result) in zip(held, try results()) {
      #expect(held.policy == result.policy && held.standard == result.standard)
      for force in ["must", "should", "may"] {
        for verdict in Self.signs.keys {
          let count = result.clauses.count { $0.force == force && $0.verdict == verdict }
          #expect(held.summary[force]?[verdict] == count, "\(held) \(force) \(verdict)")
        }
      }
    }
  }

  @Test func `the page has a table for each standard, and what shows it`() throws {
    try directory.audit("\(Self.asked) -q --strength none -o out list.txt")
    let section = try section()
    let tables = section.all("table")
    let captions = tables.map { $0.all("caption").map(\.text).joined() }
    let wanted = [
      "PCI DSS 4.0.1 (4.0.1, requirement 8.3; in force in full since 2025-03-31; ",
      "What shows the verdicts by PCI DSS 4.0.1",
      "NIST SP 800-63B-4 (final; a password that is the only factor; 2025-07-31, read ",
      "What shows the verdicts by NIST SP 800-63B-4",
      "Texts that state no number, so that no policy can be held against them",
    ]
    #expect(captions.count == wanted.count)
    for (caption, start) in zip(captions, wanted) { #expect(caption.hasPrefix(start)) }
    let results = try results()
    for (place, result) in results.enumerated() {
      let lines = tables[place % 2 * 2].all("tbody")[0].all("tr").dropFirst()
      #expect(lines.map(\.cells[0]) == result.clauses.map(\.says))
      let signs = result.clauses.map { Self.signs[$0.verdict] ?? "" }
      #expect(lines.map(\.cells[place / 2 + 2]) == signs)
    }
    #expect(tables[2].all("tr")[2].cells[1] == "must: SHALL, 3.1.1.2 (1)")
    // PCI's exception: 8 to 11 characters.
    #expect(tables[0].all("tr")[2].cells.suffix(2) == ["✗", "◐"])
    let ages = section.elements.compactMap { $0.attributes["title"] }
    #expect(ages.contains { $0.contains("max-age = 42 days") })
    #expect(tables[3].all("tr").contains { $0.cells.last?.contains("max-age = 42 days") == true })
    #expect(tables[4].all("tr").count == 11)
  }

  @Test func `of more than four policies what shows it stands in titles alone`() throws {
    let more = (1...3).map { "[p\($0)]\nminlength: \($0 + 8);\n" }.joined()
    try directory.file("more.policy", more)
    try directory.audit("\(Self.asked) --rules more.policy -q --strength none -o out list.txt")
    let captions = try section().all("caption").map(\.text)
    #expect(captions.count == 3 && !captions.contains { $0.hasPrefix("What shows") })
  }

  @Test func `without a standard there is no clause, and an unknown one is answered`() throws {
    try directory.audit("--rules a.policy -q --strength none -o out list.txt")
    #expect(!directory.names(in: "out").contains("clauses.csv"))
    #expect(directory.text("out/audit.json")?.contains("\"standards\"") == false)
    let table = try directory.audit(
      "--rules a.policy --no-report --table clauses --format csv list.txt", code: 2)
    #expect(table.errors.contains("It comes with --standard"))
    let unknown = try directory.audit("--standard nist-63b --rules a.policy list.txt", code: 64)
    #expect(unknown.errors.contains("Did you mean 'nist-63b-4'?"))
  }

  private func results() throws -> [Document.Result] {
    let printed = try directory.audit("rules clauses \(Self.asked) --format json", code: 1).output
    return try JSONDecoder().decode(Document.self, from: Data(printed.utf8)).results
  }

  private func section() throws -> PageTree {
    let page = try #require(directory.text("out/report.html"))
    return try #require(PageTree.parse(Array(page.utf8))?.element("standards"))
  }
}
