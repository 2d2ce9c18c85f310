import Metrics
import PasswordPolicies
@_spi(Internal) import Passwords
import Tallies
import TestSupport
import Testing

/// Policies that differ, two that do not, and one of alternatives.
let several = """
  [short]
  minlength: 4; required: lower; required: digit; allowed: lower, digit; max-consecutive: 2;
  [open]
  allowed: unicode;
  [listed]
  minlength: 2; allowed: unicode; blocklist: default exact;
  [short again]
  minlength: 4; required: lower; required: digit; allowed: lower, digit; max-consecutive: 2;
  [either]
  minlength: 6; allowed: unicode;
  or
  minlength: 3; required: upper; allowed: unicode;
  """

private struct Sample {
  let schema: Schema
  let policies: [Policy]
  let passwords: [(profile: Profile, count: UInt64)]
  let tally: Tally

  init(seed: UInt64) throws {
    policies = try read(several)
    var demand = FactDemand(of: policies)
    demand.meter = true
    demand.lists = 2
    demand.habits = true
    schema = try Schema(for: demand)
    let profiler = Profiler(schema)
    var generator = SeededGenerator(seed: seed)
    var tally = Tally(schema: schema)
    var passwords: [(Profile, UInt64)] = []
    for _ in 0..<500 {
      let alphabet = Array("aaabB1!é".unicodeScalars)
      var password = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 1...9, using: &generator) {
        password.append(alphabet[Int.random(in: 0..<alphabet.count, using: &generator)])
      }
      var profile = profiler.profile(of: Array(String(password).utf8).span)
      profile.lists = UInt32.random(in: 0..<4, using: &generator)
      for fact in Fact.habits { profile[fact] = Int.random(in: 0...1, using: &generator) }
      let count = UInt64.random(in: 1...5, using: &generator)
      tally.record(schema.signature(of: profile), times: count)
      tally.lines.ascii += count
      passwords.append((schema.profile(of: schema.signature(of: profile)), count))
    }
    self.passwords = passwords
    self.tally = tally
  }

  func findings() throws -> Findings {
    try Findings(policies, schema: schema, lists: [ListValues("a"), ListValues("b")])
  }

  func count(where holds: (Profile) -> Bool) -> UInt64 {
    passwords.reduce(0) { holds($1.profile) ? $0 + $1.count : $0 }
  }
}

@Suite struct FindingsTests {
  @Test(.firstFailureOnly, arguments: 1...5 as ClosedRange<UInt64>)
  func `every total closes`(seed: UInt64) throws {
    let sample = try Sample(seed: seed)
    var findings = try sample.findings()
    findings.add(sample.tally)
    let entries = findings.entries
    #expect(entries == sample.count { _ in true })
    for histogram in findings.histograms() {
      let sum = histogram.bins.reduce(0) { $0 + $1.count }
      #expect(histogram.bins.allSatisfy { $0.count <= histogram.total })
      if histogram.metric.isPartition {
        #expect(sum == histogram.total, "\(histogram.metric.name), seed \(seed)")
      }
    }
    for policy in findings.policies { #expect(policy.compliant + policy.violating == entries) }
  }

  @Test(.firstFailureOnly, arguments: 1...5 as ClosedRange<UInt64>)
  func `counts equal those of judging one password after another`(seed: UInt64) throws {
    let sample = try Sample(seed: seed)
    var findings = try sample.findings()
    findings.add(sample.tally)
    #expect(findings.list.passwords.unlisted == sample.count { $0.lists == 0 })
    for list in 0..<2 {
      #expect(
        findings.list.passwords.listed[list] == sample.count { $0.lists >> UInt32(list) & 1 != 0 })
    }
    for (policy, found) in zip(sample.policies, findings.policies) {
      let matcher = try PolicyMatcher(policy, schema: sample.schema, lists: { _ in 1 })
      let broken = { (profile: Profile) in matcher.verdict(on: profile).indices }
      #expect(found.name == policy.name)
      #expect(found.compliant == sample.count { broken($0).isEmpty })
      for rule in found.rules.indices {
        #expect(found.violation[rule] == sample.count { broken($0).contains(rule) })
        #expect(found.violationOnly[rule] == sample.count { broken($0) == [rule] })
      }
      for pair in found.violationPairs {
        let both = sample.count {
          broken($0).contains(pair.first) && broken($0).contains(pair.second)
        }
        #expect(pair.count == both)
      }
      for set in found.violationSets {
        let rules = found.rules.indices.filter(set.contains)
        #expect(set.count == sample.count { broken($0) == rules })
      }
      for (number, count) in found.violationsPerEntry.enumerated() {
        #expect(count == sample.count { broken($0).count == number })
      }
      for list in 0..<2 {
        let bit: UInt32 = 1 << UInt32(list)
        #expect(
          found.passwords.listed[list] == sample.count { broken($0).isEmpty && $0.lists & bit != 0 }
        )
        #expect(found.listedOnlyBy[list] == sample.count { broken($0).isEmpty && $0.lists == bit })
      }
    }
  }

  @Test func `adding parts gives the findings of the whole`() throws {
    let sample = try Sample(seed: 3)
    var whole = try sample.findings()
    whole.add(sample.tally)
    var parts = try sample.findings()
    for (profile, count) in sample.passwords {
      var part = Tally(schema: sample.schema)
      part.record(sample.schema.signature(of: profile), times: count)
      part.lines.ascii = count
      parts.add(part)
    }
    #expect(parts.histograms() == whole.histograms())
    #expect(fieldsAlike(parts.list, whole.list) == fields(of: whole.list).keys.sorted())
    // Every policy with entries that break rules and entries that break none.
    for (whole, (part, none)) in zip(
      whole.policies, zip(parts.policies, try sample.findings().policies))
    where whole.compliant > 0 && whole.violating > 0 {
      #expect(
        fieldsAlike(whole, none)
          == ["inForce", "matcher", "name", "onlyGuesses", "policy", "rules", "side", "wide"],
        "all have something but guesses, which are not recorded, and rows of folded tallies")
      #expect(fieldsAlike(part, whole) == fields(of: whole).keys.sorted(), "\(whole.name)")
    }
  }

  @Test func `equal policies have findings under the name of each, in order`()
    throws
  {
    let some = try read(several)
    let many = (0..<50).map { some[$0 % some.count] }
    var demand = FactDemand(of: some)
    demand.lists = 2
    let schema = try Schema(for: demand)
    let findings = try Findings(many, schema: schema, lists: [ListValues("x"), ListValues("y")])
    #expect(findings.policies.map(\.name) == many.map(\.name))
    #expect(
      findings.policies.map(\.policy.canonicalKey) == many.map(\.canonicalKey),
      "each has those of its own rules")
  }

  @Test func `a policy in force for some entries is counted of these alone`() throws {
    let (all, some) = (try Sample(seed: 1), try Sample(seed: 2))
    var (whole, part) = (try all.findings(), try all.findings())
    whole.add(all.tally)
    part.add(some.tally)
    try #require(whole.entries != part.entries)
    let (before, own) = (Array(whole.policies), part.policies[0])
    whole.replace(0, by: part)
    let found = whole.policies[0]
    #expect(found.name == before[0].name && found.compliant == own.compliant)
    #expect(found.violation == own.violation)
    #expect(found.entries(of: whole.entries) == part.entries)
    #expect(whole.policies[1].compliant == before[1].compliant)
    #expect(whole.policies[1].entries(of: whole.entries) == whole.entries)
    let compliance = whole.histograms().first {
      $0.metric == .compliance && $0.policy == found.name
    }
    #expect(compliance?.total == part.entries)
  }

  @Test func `rules beyond the room of an array are counted`() throws {
    let classes = "abcdefghijklmnopqrst".map { "required: [\($0)];" }.joined(separator: " ")
    let policy = try read(classes + " allowed: unicode;")[0]
    let schema = try Schema(for: policy.demand)
    var findings = try Findings([policy], schema: schema)
    var tally = Tally(schema: schema)
    let profiler = Profiler(schema)
    // The last two break the same rules by other facts.
    let passwords = [
      ("abcdefghijklmnopqrst", 5), ("bcdefghijklmnopqrst", 3), ("x", 2), ("xy", 4),
    ]
    for (password, count) in passwords {
      let profile = profiler.profile(of: Array(password.utf8).span)
      tally.record(schema.signature(of: profile), times: UInt64(count))
    }
    findings.add(tally)
    let found = findings.policies[0]
    #expect(found.compliant == 5)
    #expect(found.violation == [9] + Array(repeating: 6, count: 19))
    #expect(found.violationOnly == [3] + Array(repeating: 0, count: 19))
    #expect(found.violationsPerEntry[20] == 6)
  }

  @Test func `published policies are counted as policies are, and not twice`() throws {
    let policies = try read("[a]\nminlength: 5; allowed: unicode;")
    let published = try read(
      "[b]\nminlength: 8; required: digit; allowed: unicode;\n[c]\nminlength: 5; allowed: unicode;")
    var demand = FactDemand(of: policies + published)
    (demand.combined, demand.guessBudgets) = (true, [1e4, 1e8])
    let schema = try Schema(for: demand)
    let attack = Attack(.init(name: "slow", 1e4, in: 3600), for: .hour)
    let profiler = Profiler(schema)
    var tally = Tally(schema: schema)
    for (number, password) in ["abc", "abcdefgh1", "abcdefgh", "Wq7", "quorvane77"].enumerated() {
      var profile = profiler.profile(of: Array(password.utf8).span)
      (profile[.combinedBin], profile[.combinedBudgetsTooSmall]) = (number, number % 3)
      profile[.guessesBin] = number
      tally.record(schema.signature(of: profile), times: UInt64(3 + number))
      tally.lines.count(.ascii, entries: UInt64(3 + number))
    }
    var (compared, own) = (
      try Findings(policies, schema: schema, attacks: [attack]),
      try Findings(published, schema: schema, attacks: [attack])
    )
    compared.compare(with: published) { policy throws(SchemaError) in
      try PolicyMatcher(policy, schema: schema)
    }
    compared.add(tally)
    own.add(tally)
    #expect(compared.references.map(\.name) == ["b"])
    #expect(compared.references.first?.compliant == own.policies[0].compliant)
    #expect(own.policies[0].compliant == 11)
    let budgets = schema.demand.guessBudgets
    #expect(
      compared.references.first?.found(by: attack, of: budgets)
        == own.policies[0].passwords.strength.guesses?.found(by: attack, of: budgets))
  }
}
