import Blocklists
@_spi(Internal) import Bytes
import Foundation
import Metrics
import PasswordPolicies
@_spi(Internal) import Passwords
import Tallies
import TestSupport
import Testing

/// The buckets of habits against the vectors of an independent reading in Python.
@Suite struct HabitVectorTests {
  private struct Vector: Decodable {
    let password: String?
    let year: Int
    let common: [String]
    let habits: [String]?
    let policy: String?
    let passwords: [Counted]?
    let rows: [Counted]?

    var list: BlocklistBuilder {
      var list = BlocklistBuilder(name: "common", provenance: "")
      for word in common { list.add(Array(word.utf8).span) }
      return list
    }

    /// A password with its times, or a bucket with its count.
    struct Counted: Decodable {
      let name: String
      let count: UInt64

      init(from decoder: any Decoder) throws {
        var fields = try decoder.unkeyedContainer()
        (name, count) = (try fields.decode(String.self), try fields.decode(UInt64.self))
      }
    }
  }

  private func vectors() throws -> [Vector] {
    try VectorFile("habits/habits-vectors.jsonl").rows(as: Vector.self)
  }

  /// The findings about some passwords, each with its times, under some policies.
  private func findings(
    _ passwords: [(String, UInt64)], year: Int, _ list: BlocklistBuilder, _ policies: [Policy] = [],
    ofContext isOfContext: Bool = false
  ) throws -> Findings {
    var demand = FactDemand(of: policies)
    demand.habits = true
    demand.classes.formUnion([.upper, .digit, .special])
    demand.lists = 1
    var sources = FactSources()
    sources.habits = HabitReader.source(referenceYear: year)
    let schema = try Schema(for: demand, sources: sources)
    let blocklists = try BlocklistSet([list])
    let reader = try #require(HabitReader(schema, common: ExactValues(list)))
    let profiler = Profiler(schema)
    var tally = Tally(schema: schema)
    var batch = LineBatch()
    for (password, times) in passwords {
      let bytes = Array(password.utf8)
      batch.removeAll()
      profiler.add(0..<bytes.count, of: bytes.raw, to: &batch)
      var hits = ListHits(listCount: 1)
      if !bytes.isEmpty {
        blocklists.mark(&batch, in: bytes.raw, schema: schema, counting: &hits)
      }
      reader.mark(&batch, in: bytes.raw)
      tally.record(batch[signature: 0], times: times)
      tally.lines.ascii += times
    }
    var findings = try Findings(
      policies, schema: schema, lists: [ListValues("common", hasContextWords: isOfContext)])
    findings.add(tally)
    return findings
  }

  private func bins(_ metric: Metric, _ findings: Findings) throws -> [Histogram.Bin] {
    try #require(findings.histograms().first { $0.metric == metric && $0.unit == .entries }).bins
  }

  @Test func `each password has the habits of the reference`() throws {
    var count = 0
    // A habit that is younger than the reference has its examples in habits.md.
    let known = Set(try vectors().compactMap(\.habits).joined())
    #expect(known.count == 30)
    for vector in try vectors() {
      guard let password = vector.password, let habits = vector.habits else { continue }
      count += 1
      let bins = try bins(.habit, findings([(password, 1)], year: vector.year, vector.list))
      let found = bins.filter { $0.count == 1 && known.contains($0.name) }.map(\.name)
      #expect(found == habits, "\(password)")
    }
    #expect(count > 500)
  }

  @Test func `the rules of each policy are kept as the reference counts`() throws {
    var count = 0
    for vector in try vectors() {
      guard let text = vector.policy, let passwords = vector.passwords else { continue }
      count += 1
      let findings = try findings(
        passwords.map { ($0.name, $0.count) }, year: vector.year, vector.list,
        PolicyReading(policyFile: Array(text.utf8), file: "t.policy").policies)
      let rows = try bins(.habitOfRule, findings)
      #expect(rows.map(\.name).sorted() == vector.rows?.map(\.name).sorted(), "\(text)")
      for row in vector.rows ?? [] {
        #expect(rows.first { $0.name == row.name }?.count == row.count, "\(text) \(row.name)")
      }
      let compliant = findings.policies[0].compliant
      for pair in stride(from: 0, to: rows.count, by: 2) {
        #expect(rows[pair].count + rows[pair + 1].count == compliant || text.contains("\nor\n"))
      }
    }
    #expect(count == 8)
  }

  @Test(
    arguments: [
      ("minlength: 6;", [.length]),
      ("minlength: 6; blocklist: default;", [.length, .decoration, .all]),
      ("required: upper, digit; minlength: 1;", [.places([.capital, .digit]), .length, .all]),
      (
        "at-least: 2 special; min-classes: 3;",
        [.places([.special]), .places([.capital, .digit, .special]), .all]
      ),
      ("required: lower, upper; maxlength: 9;", []),
      ("required: digit; allowed: digit;", [.places([.digit]), .all]),
    ] as [(String, [RuleHabits.Means])])
  func `a rule is kept by places, by decoration or by its length`(
    text: String, means: [RuleHabits.Means]
  ) throws {
    let policies = PolicyReading(policyFile: Array(text.utf8), file: "t.policy").policies
    let list = BlocklistBuilder(name: "common", provenance: "")
    let found = try findings([("lark", 1)], year: 2026, list, policies).policies[0].habits
    #expect(Set(found?.rules.map(\.means) ?? []) == Set(means))
    #expect(found?.rules.count == means.count)
  }

  @Test func `context words are the last habit, of the passwords that their list holds`() throws {
    var list = BlocklistBuilder(name: "common", provenance: "")
    for word in ["acme", "lark"] { list.add(Array(word.utf8).span) }
    let passwords: [(String, UInt64)] = [("acme", 3), ("lark", 2), ("otter", 7), ("acme1", 11)]
    let with = try bins(.habit, findings(passwords, year: 2026, list, ofContext: true))
    let without = try bins(.habit, findings(passwords, year: 2026, list))
    #expect(with.last?.name == "context" && with.last?.count == 5)
    #expect(with.dropLast().map(\.count) == without.map(\.count))
  }

  @Test func `each habit of the documentation has an example that hits and one that misses`() throws
  {
    let page = try String(
      contentsOf: Repository.root.appending(path: "Documentation/habits.md"), encoding: .utf8)
    let rows = page.split(separator: "\n").compactMap { line -> [String]? in
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      return cells.count == 4 && cells[0].hasPrefix("`") ? cells : nil
    }.map { cells in cells.map { $0.trimmingCharacters(in: ["`"]) } }
    let list = BlocklistBuilder.builtIn()
    for row in rows {
      for (password, isHit) in [(row[2], true), (row[3], false)] {
        let found = try bins(.habit, findings([(password, 1)], year: 2026, list))
        #expect((found.first { $0.name == row[0] }?.count == 1) == isHit, "\(row[0]) \(password)")
      }
    }
    let known = try bins(.habit, findings([], year: 2026, list)).map(\.name)
    #expect(rows.map(\.[0]) == known)
  }
}
