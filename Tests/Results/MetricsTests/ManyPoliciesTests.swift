import Metrics
import PasswordPolicies
@_spi(Internal) import Passwords
import Tallies
import TestSupport
import Testing

/// Policies of which each is also judged alone.
private let policies =
  (1...12).flatMap { length in
    let classes = "aB1!".map { "required: [\($0)];" }.joined(separator: " ")
    return [
      "minlength: \(length); allowed: unicode; max-consecutive: 2;",
      "minlength: 3; maxlength: \(length); required: upper; required: [+]; allowed: unicode;",
      "minlength: \(length); required: [b]; allowed: [abcA+]; max-consecutive: 1;",
      "minlength: \(length); allowed: lower;",
      "minlength: \(length); allowed: unicode; \(classes) blocklist: default exact;",
    ].flatMap { PolicyReading(policyFile: Array($0.utf8), file: "test.policy").policies }
  } + PolicyReading(policyFile: Array(several.utf8), file: "test.policy").policies

/// Everything that is counted of one policy.
private func counts(of found: PolicyFindings) -> [String] {
  [
    "\(found.compliant) \(found.violating)", "\(found.violation) \(found.violationOnly)",
    "\(found.passwords.lengths)", "\(found.passwords.listed) \(found.passwords.unlisted)",
    "\(found.listedOnlyBy)", "\(found.violationSets)", "\(found.violationsPerEntry)",
  ] + Mirror(reflecting: found.passwords.strength).children.map { "\($0)" }
}

@Suite struct ManyPoliciesTests {
  @Test(.firstFailureOnly, arguments: seeds(3, of: 30))
  func `many policies together count the same as each alone`(seed: UInt64) throws {
    var demand = FactDemand(of: policies)
    (demand.meter, demand.score, demand.guessBudgets, demand.lists) = (true, true, [1e4, 1e8], 2)
    let schema = try Schema(for: demand)
    func findings(_ policies: [Policy]) throws -> Findings {
      try Findings(policies, schema: schema, lists: [ListValues("a"), ListValues("b")])
    }
    var random = SeededGenerator(seed: seed)
    let profiler = Profiler(schema)
    let characters = Array("abcAB+1!".utf8)
    var tallies = [Tally(schema: schema), Tally(schema: schema)]
    for number in 0..<400 {
      // Few lengths, so that many profiles agree on all facts but one.
      let password = (0..<Int.random(in: 3...5, using: &random)).map { _ in
        characters[Int.random(in: 0..<characters.count, using: &random)]
      }
      var profile = profiler.profile(of: password.span)
      profile.lists = UInt32.random(in: 0..<4, using: &random)
      profile[.meter] = Int.random(in: 0...2, using: &random)
      profile[.score] = Int.random(in: 0...4, using: &random)
      profile[.guessesBin] = Int.random(in: 0..<8, using: &random)
      profile[.budgetsTooSmall] = Int.random(in: 0...2, using: &random)
      let count = UInt64.random(in: 1...9, using: &random)
      tallies[number % 2].record(schema.signature(of: profile), times: count)
      tallies[number % 2].lines.count(.ascii, entries: count)
    }
    var many = try findings(policies)
    for tally in tallies { many.add(tally) }
    var histograms: [Histogram] = []
    for (index, policy) in policies.enumerated() {
      var alone = try findings([policy])
      for tally in tallies { alone.add(tally) }
      #expect(counts(of: many.policies[index]) == counts(of: alone.policies[0]))
      histograms += alone.histograms().filter { $0.policy != nil }
    }
    #expect(many.histograms().filter { $0.policy != nil } == histograms)
    #expect(many.policies.contains { $0.compliant > 0 && $0.violating > 0 })
  }
}
