import Metrics
import PasswordPolicies
@_spi(Internal) import Passwords
import Tallies
import TestSupport
import Testing

/// Five rules that passwords break in many combinations.
private let policyText = """
  minlength: 6; required: lower; required: digit; max-consecutive: 2; min-classes: 3;
  """

/// The verdicts of a policy on random passwords; few break the same set of rules.
private func findings(seed: UInt64, passwords: Int) throws -> Findings {
  let policies = PolicyReading(policyFile: Array(policyText.utf8), file: "site.policy").policies
  let schema = try Schema(for: policies[0].demand)
  var findings = try Findings(policies, schema: schema)
  let profiler = Profiler(schema)
  var generator = SeededGenerator(seed: seed)
  var tally = Tally(schema: schema)
  for _ in 0..<passwords {
    let count = Int.random(in: 1...8, using: &generator)
    let password = (0..<count).map { _ in "aaaaB1!".utf8.randomElement(using: &generator) ?? 0 }
    let times = UInt64.random(in: 1...900, using: &generator)
    tally.record(schema.signature(of: profiler.profile(of: password.span)), times: times)
    tally.lines.ascii += times
  }
  findings.add(tally)
  return findings
}

@Suite struct ViolationSetTests {
  @Test(.firstFailureOnly, arguments: 1...5 as ClosedRange<UInt64>)
  func `sets add up to the counts of each rule, of each alone and of how many`(
    seed: UInt64
  ) throws {
    let findings = try findings(seed: seed, passwords: 300)
    let policy = try #require(findings.policies.first)
    let sets = policy.violationSets
    #expect(sets.count > 5)
    for rule in policy.rules.indices {
      let any = sets.filter { $0.contains(rule) }.reduce(0) { $0 + $1.count }
      let only = sets.filter { $0.contains(rule) && $0.ruleCount == 1 }.reduce(0) { $0 + $1.count }
      #expect(any == policy.violation[rule], "seed \(seed)")
      #expect(only == policy.violationOnly[rule], "seed \(seed)")
    }
    for number in 1...policy.rules.count {
      let sum = sets.filter { $0.ruleCount == number }.reduce(0) { $0 + $1.count }
      #expect(sum == policy.violationsPerEntry[number], "seed \(seed)")
    }
    #expect(sets.reduce(0) { $0 + $1.count } == policy.violating)
  }

  @Test func `the table names sets by ids, then the rest, then no rule`() throws {
    let findings = try findings(seed: 7, passwords: 300)
    let policy = try #require(findings.policies.first)
    let histogram = try #require(findings.histograms().first { $0.metric == .violationSet })
    let told = histogram.bins.dropLast(2)
    #expect(histogram.bins.suffix(2).map(\.name) == ["other", "none"])
    #expect(histogram.bins.last?.count == policy.compliant)
    #expect(histogram.bins.reduce(0) { $0 + $1.count } == findings.entries)
    #expect(told.allSatisfy { $0.count * 1000 >= findings.entries })
    #expect(told.map(\.count) == told.map(\.count).sorted(by: >))
    let single = try #require(told.first { !$0.name.contains("+") })
    let rule = try #require(policy.rules.firstIndex { $0.id.text == single.name })
    #expect(single.count == policy.violationOnly[rule])
  }

  @Test func `equal counts put fewer rules first, then earlier rules`() {
    let sets = [0b110, 0b101, 0b011, 0b100, 0b010].map { ViolationSet(mask: $0, count: 3) }
    let most = ViolationSet(mask: 0b111, count: 4)
    #expect((sets + [most]).sorted().map(\.mask) == [0b111, 0b010, 0b100, 0b011, 0b101, 0b110])
  }

  @Test(.firstFailureOnly, arguments: 1...5 as ClosedRange<UInt64>)
  func `sorting the common sets tells what sorting all of them does`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for number in [0, 1, 49, 50, 51, 200] {
      let sets = (0..<number).map {
        ViolationSet(mask: UInt64($0 + 1), count: UInt64.random(in: 1...60, using: &generator))
      }
      let entries = UInt64.random(in: 0...40_000, using: &generator)
      let all = sets.sorted()
      let expected = Array(all.prefix(50).prefix { $0.count * 1000 >= entries })
      let (told, other) = sets.shuffled(using: &generator).told(of: entries)
      #expect(told == expected, "seed \(seed)")
      #expect(other == all.dropFirst(expected.count).reduce(0) { $0 + $1.count }, "seed \(seed)")
    }
  }

  @Test func `rare sets and those beyond the fiftieth are one`() {
    let many = (1...60).map { ViolationSet(mask: $0, count: 100 - $0) }
    let (told, other) = many.told(of: 50_000)
    #expect(told.count == 50)
    #expect(other == (51...60).reduce(0) { $0 + 100 - $1 })
    #expect(many.told(of: 99_001).sets.isEmpty)
    #expect(many.told(of: 99_000).sets.count == 1)
  }
}
