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
    _ selection: BehaviourSelection = BehaviourSelection([.proportional])
  ) throws -> BehaviourFindings {
    let policy = PolicyReading(
      policyFile: Array("minlength: 6; allowed: unicode;".utf8), file: "p"
    ).policies[0]
    let schema = try Schema(for: policy.demand)
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
    var sums = try GuessingSums([policy], schema: schema, joins: true) {
      policy throws(SchemaError) in try PolicyMatcher(policy, schema: schema)
    }
    sums.add(spectrum)
    let guessing = GuessingFindings(sums, weights: .accounts)
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

  @Test func `the models that are asked for are stated`() throws {
    let mixture = try #require(Mixture("p=0.1,c=0.2,u=0.3,e=0.4"))
    #expect(
      BehaviourSelection(Set(Behaviour.allCases), mixture).stated
        == "proportional; convergent; uniform; extraneous; mixture p=0.1,c=0.2,u=0.3,e=0.4")
  }
}
