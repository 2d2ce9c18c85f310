import Metrics
import PasswordPolicies
import PasswordStrength
@_spi(Internal) import Passwords
import Tallies
import TestSupport
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
    let schema = try Schema(for: demand)
    var findings = try Findings(try read("allowed: unicode;\n"), schema: schema)
    var tally = Tally(schema: schema)
    // As many budgets are too small for a password as its place here says.
    for (tooSmall, count) in ([3, 5, 7, 11] as [UInt64]).enumerated() {
      var profile = Profiler(schema).profile(of: Array("password".utf8).span)
      profile[.budgetsTooSmall] = tooSmall
      // The combined estimate finds fewer, in other half decades.
      profile[.combinedBudgetsTooSmall] = min(tooSmall + 1, 3)
      (profile[.guessesBin], profile[.combinedBin]) = (tooSmall, tooSmall + 2)
      tally.record(schema.signature(of: profile), times: count)
      tally.lines.count(.ascii, entries: count)
    }
    findings.add(tally)
    let counts = findings.policies[0].passwords.strength
    let zxcvbn = try #require(counts.counts { $0 == .zxcvbn }.first)
    let combined = try #require(counts.counts { $0 == .combined }.first)
    #expect(attacks.map { zxcvbn.found(by: $0, of: budgets) } == [3, 8, 15])
    #expect(attacks.map { combined.found(by: $0, of: budgets) } == [0, 3, 8])
    #expect(combined.found(by: Attack(attacks[0].rate, for: .day), of: budgets) == 0)
    #expect(zxcvbn.halfDecades == [3, 5, 7, 11] && combined.halfDecades == [0, 0, 3, 5, 7, 11])
    #expect(zxcvbn.step == 2 && combined.step == 1)
    // What is found in a time is stated by the combined estimate.
    #expect(counts.guesses?.estimate.source == .combined)
  }

  @Test(arguments: [(2, false), (0, true), (3, true), (4, true)])
  func `min-auto is the least of its sources`(brought: Int, hasModel: Bool) throws {
    var demand = FactDemand()
    (demand.brought, demand.model, demand.guessBudgets) = (brought, hasModel, [10, 100, 1000])
    demand.score = true
    let schema = try Schema(for: demand)
    var findings = try Findings(schema: schema)
    var tally = Tally(schema: schema)
    var random = SeededGenerator(seed: UInt64(brought))
    var (bins, budgets) = ([Int: UInt64](), [UInt64](repeating: 0, count: 4))
    for _ in 0..<500 {
      var profile = Profiler(schema).profile(of: Array("password".utf8).span)
      // Numbers are even where zxcvbn's are recorded by whole decades, and end at 61.
      let zxcvbn = Int.random(in: 0...70, using: &random) * 2
      profile[.guessesBin] = zxcvbn
      profile[.budgetsTooSmall] = Int.random(in: 0...3, using: &random)
      var found: [Int] = []
      var tooSmall: [Int] = []
      for facts in Fact.brought.prefix(brought) {
        let (bin, budget) = (Int.random(in: 0...63, using: &random), random.next() % 4)
        (profile[facts.bin], profile[facts.budgetsTooSmall]) = (bin, Int(budget))
        found.append(bin)
        tooSmall.append(Int(budget))
      }
      if hasModel {
        let bin = Int.random(in: 0...61, using: &random)
        (profile[.modelBin], profile[.modelBudgetsTooSmall]) = (bin, bin % 4)
        found += [bin, min(zxcvbn, 61)]
        tooSmall += [bin % 4, profile[.budgetsTooSmall]]
      }
      let least = try #require(found.min())
      bins[hasModel && least < 62 ? least / 2 * 2 : least, default: 0] += 1
      budgets[try #require(tooSmall.min())] += 1
      tally.record(schema.signature(of: profile), times: 1)
      tally.lines.count(.ascii, entries: 1)
    }
    findings.add(tally)
    let counts = try #require(findings.list.passwords.strength.counts { $0 == .minAuto }.first)
    let counted = counts.halfDecades.enumerated().filter { $1 > 0 }
    #expect(Dictionary(uniqueKeysWithValues: counted.map { ($0, $1) }) == bins)
    #expect(counts.budgets == budgets)
    #expect(counts.uncovered == (hasModel ? 0 : bins[63] ?? 0))
    for place in 0..<brought {
      let own = try #require(
        findings.list.passwords.strength.counts { $0 == .brought(place) }.first)
      #expect(own.uncovered == own.halfDecades[63] && own.uncovered > 0)
    }
    let estimate = try #require(findings.list.passwords.strength.guesses?.estimate)
    #expect(estimate.label == "min-auto")
    #expect(estimate.own == (hasModel ? "min-auto of model (\(GuessModel.name)), zxcvbn" : nil))
  }

  @Test func `min-auto names what it is the least of, if that is more than one`() {
    for (files, model, name) in [
      ("", nil, nil), ("guesses:a x.txt", nil, nil), ("", "m", "min-auto of model (m), zxcvbn"),
      ("guesses:a x.txt, guesses:b y.txt", nil, "min-auto of guesses:a x.txt, guesses:b y.txt"),
      ("guesses:a x.txt", "m", "min-auto of guesses:a x.txt, model (m), zxcvbn"),
    ] as [(String, String?, String?)] {
      #expect(GuessEstimate.leastOf(files, model: model) == name)
    }
  }

  @Test func `an estimate names the files of its source, or its own model`() throws {
    let files = ["guesses:a (1 entries)", "guesses:a (2 entries)", "guesses:ab (3 entries)"]
    var demand = FactDemand()
    (demand.brought, demand.model, demand.score, demand.combined) = (3, true, true, true)
    var sources = FactSources()
    for (model, own) in [("m", "m"), ("", nil), (GuessModel.name, nil)] as [(String, String?)] {
      sources.scorer = ScorerSource(
        name: "zxcvbn", referenceYear: 2026, cuts: [], patternNames: [], model: model,
        guesses: files.joined(separator: ", "))
      let findings = try Findings(schema: try Schema(for: demand, sources: sources))
      let estimates = findings.list.passwords.strength.counts { _ in true }.map(\.estimate)
      let found = Dictionary(uniqueKeysWithValues: estimates.map { ($0.label, $0.own) })
      #expect(found["guesses:a"] == "\(files[0]), \(files[1])")
      #expect(found["guesses:ab"] == files[2] && found["guesses:3"] == "")
      for source in [GuessSource.model, .combined] {
        let estimate = estimates.first { $0.source == source }
        #expect(estimate != nil && estimate?.own == own, "\(source)")
      }
      #expect(estimates.first { $0.source == .zxcvbn }?.own == nil)
    }
  }

  @Test func `whole decades have no rows for their second halves`() throws {
    var demand = FactDemand()
    demand.combined = true
    let schema = try Schema(for: demand)
    var findings = try Findings(schema: schema)
    var tally = Tally(schema: schema)
    for (decade, count) in ([3, 5, 7] as [UInt64]).enumerated() {
      var profile = Profiler(schema).profile(of: Array("password".utf8).span)
      (profile[.guessesBin], profile[.combinedBin]) = (decade * 2, decade)
      tally.record(schema.signature(of: profile), times: count)
      tally.lines.count(.ascii, entries: count)
    }
    findings.add(tally)
    func rows(_ metric: Metric) -> [String] {
      let histograms = findings.histograms() as [Histogram]
      return histograms.first { $0.metric == metric }?.bins.map { "\($0.name) \($0.count)" }
        ?? []
    }
    #expect(rows(.guessesLog10) == ["0.0 3", "1.0 5", "2.0 7"])
    #expect(rows(.combinedLog10) == ["0.0 3", "0.5 5", "1.0 7"])
  }
}
