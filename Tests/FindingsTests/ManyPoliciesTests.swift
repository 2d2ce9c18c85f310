import Findings
import PasswordRules
@_spi(House) import Passwords
import Tallies
import TestSupport
import Testing

/// Policies, all different, of which each is also judged alone.
private let policies = (1...12).flatMap { length in
  PolicyReading(
    policyFile: Array("minlength: \(length); allowed: unicode; max-consecutive: 2;".utf8),
    file: "test.policy"
  ).policies
}

/// Everything that is counted of one policy.
private func counts(of found: PolicyFindings) -> [String] {
  [
    "\(found.compliant) \(found.violating)", "\(found.violation) \(found.violationOnly)",
    "\(found.survivorLengths)", "\(found.survivorsListed) \(found.survivorsUnlisted)",
    "\(found.listedOnlyBy)",
  ] + Mirror(reflecting: found.survivorStrength).children.map { "\($0)" }
}

@Suite struct ManyPoliciesTests {
  @Test(.firstFailureOnly, arguments: seeds(3, of: 30))
  func `many policies count what each of them counts alone`(seed: UInt64) throws {
    var demand = FactDemand()
    for policy in policies { demand.formUnion(policy.demand) }
    (demand.meter, demand.score, demand.guessBudgets, demand.lists) = (true, true, [1e4, 1e8], 2)
    let recipe = try Recipe(for: demand)
    func findings(_ policies: [Policy]) throws -> Findings {
      try Findings(policies, recipe: recipe, listNames: ["a", "b"]) {
        policy throws(RecipeError) in try PolicyMatcher(policy, recipe: recipe) { _ in 1 }
      }
    }
    var random = SeededGenerator(seed: seed)
    let profiler = Profiler(recipe)
    var tally = Tally(recipe: recipe)
    for _ in 0..<400 {
      // Few lengths, so that many profiles agree on all facts but one.
      let password = (0..<Int.random(in: 3...5, using: &random)).map { _ in
        UInt8.random(in: 0x61...0x63, using: &random)
      }
      var profile = profiler.profile(of: password.span)
      profile.lists = UInt32.random(in: 0..<4, using: &random)
      profile.meter = MeterLevel(rawValue: Int.random(in: 0...2, using: &random))
      profile.score = Int.random(in: 0...4, using: &random)
      profile.guessesBin = Int.random(in: 0..<8, using: &random)
      profile.guessBudget = Int.random(in: 0...2, using: &random)
      let count = UInt64.random(in: 1...9, using: &random)
      tally.record(recipe.signature(of: profile), times: count)
      tally.lines.count(.ascii, entries: count)
    }
    var many = try findings(policies)
    many.absorb(tally)
    for (index, policy) in policies.enumerated() {
      var alone = try findings([policy])
      alone.absorb(tally)
      #expect(counts(of: many.policies[index]) == counts(of: alone.policies[0]))
    }
    #expect(many.policies.contains { $0.compliant > 0 && $0.violating > 0 })
  }
}
