import Foundation
import TestSupport
import Testing

/// The results in `audit.json`, which programs read.
@Suite struct ResultsTests {
  private struct Manifest: Decodable {
    let results: [Result]
  }

  private struct Result: Decodable {
    let policy: String
    let n: Int
    let accepted: Int
    let acceptedShare: Double
    let refused: Int
    let rules: [Rule]
    let survivors: Survivors?
  }

  private struct Rule: Decodable {
    let rule: String
    let text: String
    let count: Int
    let only: Int
    let onlyShare: Double
  }

  private struct Survivors: Decodable {
    let n: Int
    let medianLength: Int
    let easy: Int?
  }

  @Test func `each policy has its counts, as audit.csv has them`() throws {
    let directory = try TemporaryDirectory()
    try directory.file("list.txt", "abcdefg1\nabcdefgh\nabc\nab1\nx9!qLmzT#w\nabcdefg1\n")
    try directory.file(
      "site.policy",
      "[site]\nminlength: 8; required: digit; allowed: unicode;\n[none]\nminlength: 20;\n")
    try directory.audit("--rules site.policy -q -o out list.txt")
    let json = Data((directory.text("out/audit.json") ?? "").utf8)
    let results = try JSONDecoder().decode(Manifest.self, from: json).results
    #expect(results.map(\.policy) == ["site", "none"])
    let site = try #require(results.first)
    #expect((site.n, site.accepted, site.refused) == (6, 3, 3))
    #expect(site.acceptedShare == 0.5)
    #expect(site.rules.map(\.rule) == ["minlength", "required[0]"])
    #expect(site.rules.map(\.text) == ["minlength: 8", "required: digit"])
    #expect(site.rules.map(\.count) == [2, 2])
    #expect(site.rules.map(\.only) == [1, 1])
    #expect(site.rules.map(\.onlyShare) == [0.166667, 0.166667])
    #expect(site.survivors?.n == 3 && site.survivors?.medianLength == 8)
    #expect(results.last?.survivors == nil)
    let table = directory.text("out/audit.csv") ?? ""
    #expect(
      table.contains(
        "\nlist,site,survivors_score,1,1,entries,\(site.survivors?.easy ?? -1),")
        || table.contains("\nlist,site,survivors_score,0,0,entries,"))
  }

  @Test func `the documentation asks jq for members that exist`() throws {
    let page = try String(
      contentsOf: Repository.root.appending(path: "Documentation/report.md"), encoding: .utf8)
    let lines = page.split(separator: "\n").filter { $0.hasPrefix("    jq ") }
    #expect(lines.count == 4)
    let directory = try TemporaryDirectory()
    try directory.file("list.txt", "abcdefg1\n")
    try directory.audit([
      "--rules", "minlength: 8", "--standard", "nist-63b-4", "-q", "-o", "out", "list.txt",
    ])
    let json = try JSONSerialization.jsonObject(
      with: Data((directory.text("out/audit.json") ?? "").utf8))
    var members: Set<String> = []
    func collect(_ value: Any) {
      if let object = value as? [String: Any] {
        members.formUnion(object.keys)
        object.values.forEach(collect)
      }
      if let list = value as? [Any] { list.forEach(collect) }
    }
    collect(json)
    for line in lines {
      let program = try #require(line.split(separator: "'").dropFirst().first)
      for match in program.matches(of: #/\.([a-zA-Z]+)/#) {
        #expect(members.contains(String(match.1)), "\(match.1)")
      }
    }
  }
}
