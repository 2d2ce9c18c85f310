import Metrics
import PasswordPolicies
@_spi(Internal) import Passwords
import Tallies
import Testing

/// What is said of a share that lies beyond what a list covers: too many of its passwords occur
/// once.
@Suite struct BehaviourFindingsTests {
  /// Findings of passwords that one policy accepts, by how many of them occur how often, and of some that
  /// it refuses.
  private func findings(
    _ counts: [UInt64: Int], refused: UInt64 = 0,
    _ selection: BehaviourSelection = BehaviourSelection([.proportional]),
    rules: String = "minlength: 6; allowed: unicode;", isHead: Bool = false
  ) throws -> BehaviourFindings {
    let policies = PolicyReading(policyFile: Array(rules.utf8), file: "p").policies
    let schema = try Schema(for: FactDemand(of: policies))
    let signature = schema.signature(
      of: Profiler(schema).profile(of: Array("abcdefgh".utf8).span))
    var spectrum = Spectrum(schema: schema)
    for (occurrences, passwords) in counts.sorted(by: { $0.key < $1.key }) {
      for _ in 0..<passwords { spectrum.record(signature, occurrences: occurrences) }
    }
    if refused > 0 {
      let short = Profiler(schema).profile(of: Array("abc".utf8).span)
      spectrum.record(schema.signature(of: short), occurrences: refused)
    }
    var sums = try GuessingSums(policies, schema: schema, joins: true) {
      policy throws(SchemaError) in try PolicyMatcher(policy, schema: schema)
    }
    sums.add(spectrum)
    let guessing = GuessingFindings(sums, weights: .accounts, isHead: isHead)
    return try #require(BehaviourFindings(guessing, selection, seed: 1))
  }

  @Test(
    arguments: [
      ([1: 1000], false), ([2: 13, 1: 74], true), ([9: 1, 1: 991], false),
    ] as [([UInt64: Int], Bool)])
  func `an effort beyond what the list covers is not stated`(
    counts: [UInt64: Int], isCovered: Bool
  ) throws {
    let findings = try findings(counts)
    let metrics = ModelMetrics(findings.policies[0], .pure(.proportional))
    #expect((metrics.effort(for: "0.25") != nil) == isCovered)
  }

  @Test func `bits of halves are told though they cover less than the list`() throws {
    // 26 % of the list repeat, but only about 13 % of each half.
    let bits = try #require(
      findings([2: 1300, 1: 7400]).ranking(by: .quarterBits, .pure(.proportional))?.rows.first)
    let value = try #require(bits.value)
    let (spread, shift) = (try #require(bits.halfSpread), try #require(bits.halfShift))
    #expect(value > 0 && spread > 0 && shift < 0)
    #expect(bits.ranks == 1...1)
    // Without a value of the list, none of its halves is told.
    let beyond = try #require(
      findings([1: 1000]).ranking(by: .quarterBits, .pure(.proportional))?.rows.first)
    #expect(beyond.value == nil && beyond.halfSpread == nil && beyond.ranks == nil)
  }

  @Test(arguments: [0, 700, 5000] as [UInt64])
  func `halves have as many refused as the list, and so nearly its values`(refused: UInt64) throws {
    // Of two policies one accepts all; the other refuses some accounts, which all have one password.
    let findings = try findings(
      [40: 20, 5: 300, 1: 200], refused: refused, BehaviourSelection(Set(Behaviour.allCases)),
      rules: "[a]\nminlength: 6; allowed: unicode;\n[b]\nallowed: unicode;")
    #expect(findings.policies.map(\.after.refused) == [UInt128(refused), 0])
    #expect(
      findings.policies.map(\.after.total) == [UInt128(2500 + refused), UInt128(2500 + refused)])
    for behaviour in Behaviour.allCases {
      let model = BehaviourModel.pure(behaviour)
      let rows = try #require(findings.ranking(by: .foundBy10, model)?.rows)
      for row in rows {
        let (value, spread, shift) = try (
          #require(row.value), #require(row.halfSpread), #require(row.halfShift)
        )
        #expect(abs(shift) < 4 * spread + 0.02 && value > 0, "\(behaviour): \(shift) ± \(spread)")
      }
      let values = rows.compactMap(\.value)
      try #require(values.count == 2, "\(rows.count)")
      let areApart = refused > 0 && abs(values[0] - values[1]) > 0.1
      let isSeparate = findings.separates(0, 1, by: .foundBy10, model)
      if areApart { #expect(isSeparate, "\(behaviour): \(values)") }
      if refused == 0 { #expect(!isSeparate, "equal policies") }
      #expect(isSeparate == findings.separates(1, 0, by: .foundBy10, model))
    }
  }

  @Test func `of the head of a list nothing is ranked, nor of policies that accept nothing`() throws
  {
    for (counts, isHead, isRanked) in [
      ([40: 20, 1: 200], false, true), ([40: 20, 1: 200], true, false), ([:], false, false),
      ([7: 1], false, true), ([:], true, false),
    ] as [([UInt64: Int], Bool, Bool)] {
      let found = try findings(counts, refused: 5, isHead: isHead)
      #expect(found.isTruncated == isHead)
      #expect(found.policies.count == (counts.isEmpty ? 0 : 1))
      let rows = found.ranking(by: .foundBy10, .pure(.proportional))?.rows
      #expect(rows?.count == (isRanked ? 1 : 0))
      #expect(isRanked || !found.separates(0, 0, by: .foundBy10, .pure(.proportional)))
    }
  }

  @Test func `the models that are asked for are stated`() throws {
    let mixture = try #require(Mixture("p=0.1,c=0.2,u=0.3,e=0.4"))
    #expect(
      BehaviourSelection(Set(Behaviour.allCases), mixture).stated
        == "proportional; convergent; uniform; extraneous; mixture p=0.1,c=0.2,u=0.3,e=0.4")
  }
}
