import Metrics
import PasswordPolicies
@_spi(House) import Passwords
import Tallies
import Testing

@Suite struct StrengthCountsTests {
  @Test func `an attack finds the passwords of its budget and of all smaller ones`() throws {
    let attacks = [3600.0, 36_000, 360_000].map {
      Attack(Attack.Rate(name: "\($0)", $0, in: 3600), for: .hour)
    }
    let budgets = attacks.map(\.guesses)
    var demand = FactDemand()
    demand.combined = true
    demand.guessBudgets = budgets
    let recipe = try Recipe(for: demand)
    let policies = PolicyReading(
      policyFile: Array("[all]\nallowed: unicode;\n".utf8), file: "test.policy"
    ).policies
    var findings = try Findings(policies, recipe: recipe, lists: []) {
      policy throws(RecipeError) in try PolicyMatcher(policy, recipe: recipe)
    }
    var tally = Tally(recipe: recipe)
    // As many budgets are too small for a password as its place here says.
    for (tooSmall, count) in ([3, 5, 7, 11] as [UInt64]).enumerated() {
      var profile = Profiler(recipe).profile(of: Array("password".utf8).span)
      profile[.budgetsTooSmall] = tooSmall
      // The combined estimate finds fewer, in other half decades.
      profile[.combinedBudgetsTooSmall] = min(tooSmall + 1, 3)
      (profile[.guessesBin], profile[.combinedBin]) = (tooSmall, tooSmall + 2)
      tally.record(recipe.signature(of: profile), times: count)
      tally.lines.count(.ascii, entries: count)
    }
    findings.absorb(tally)
    let counts = findings.policies[0].passwords.strength
    let (zxcvbn, combined) = (try #require(counts[.zxcvbn]), try #require(counts[.combined]))
    #expect(attacks.map { zxcvbn.found(by: $0, of: budgets) } == [3, 8, 15])
    #expect(attacks.map { combined.found(by: $0, of: budgets) } == [0, 3, 8])
    #expect(combined.found(by: Attack(attacks[0].rate, for: .day), of: budgets) == 0)
    #expect(zxcvbn.halfDecades == [3, 5, 7, 11] && combined.halfDecades == [0, 0, 3, 5, 7, 11])
    #expect(zxcvbn.step == 2 && combined.step == 1)
    // What is found in a time is stated by the combined estimate.
    #expect(counts.guesses?.estimate.source == .combined)
  }

  @Test func `whole decades have no rows for their second halves`() throws {
    var demand = FactDemand()
    demand.combined = true
    let recipe = try Recipe(for: demand)
    var findings = try Findings([], recipe: recipe, lists: []) {
      policy throws(RecipeError) in try PolicyMatcher(policy, recipe: recipe)
    }
    var tally = Tally(recipe: recipe)
    for (decade, count) in ([3, 5, 7] as [UInt64]).enumerated() {
      var profile = Profiler(recipe).profile(of: Array("password".utf8).span)
      (profile[.guessesBin], profile[.combinedBin]) = (decade * 2, decade)
      tally.record(recipe.signature(of: profile), times: count)
      tally.lines.count(.ascii, entries: count)
    }
    findings.absorb(tally)
    func rows(_ metric: Metric) -> [String] {
      let histograms = findings.histograms() as [Histogram]
      return histograms.first { $0.metric == metric }?.bins.map { "\($0.name) \($0.count)" }
        ?? []
    }
    #expect(rows(.guessesLog10) == ["0.0 3", "1.0 5", "2.0 7"])
    #expect(rows(.combinedLog10) == ["0.0 3", "0.5 5", "1.0 7"])
  }
}
