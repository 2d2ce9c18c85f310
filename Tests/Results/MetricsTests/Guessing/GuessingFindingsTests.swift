import Diagnostics
import Metrics
import PasswordPolicies
@_spi(Internal) import Passwords
import Tallies
import TestSupport
import Testing

private let texts = [
  "minlength: 4;", "required: upper; allowed: ascii-printable;", "max-consecutive: 1;",
  "minlength: 30;", "minlength: 4;",
]

/// Made-up passwords with their counts, and the findings about them.
private struct Sample {
  let schema: Schema
  let passwords: [(profile: Profile, count: UInt64)]
  let policies: [Policy]
  let spectrum: Spectrum

  init(seed: UInt64, counts: ClosedRange<UInt64> = 1...12) throws {
    policies = try texts.map(policy)
    var demand = FactDemand(of: policies)
    demand.score = true
    demand.guessBudgets = [1, 10, 100, 2400, 1_000_000]
    schema = try Schema(for: demand)
    let profiler = Profiler(schema)
    var generator = SeededGenerator(seed: seed)
    var spectrum = Spectrum(schema: schema)
    var passwords: [(Profile, UInt64)] = []
    for _ in 0..<Int.random(in: 1...200, using: &generator) {
      let text = (0..<Int.random(in: 1...7, using: &generator)).map { _ in
        Array("aabbAB1".utf8)[Int.random(in: 0..<7, using: &generator)]
      }
      var profile = profiler.profile(of: text.span)
      profile[.budgetsTooSmall] = Int.random(in: 0...5, using: &generator)
      let count = UInt64.random(in: counts, using: &generator)
      spectrum.record(schema.signature(of: profile), occurrences: count)
      passwords.append((profile, count))
    }
    self.passwords = passwords
    self.spectrum = spectrum
  }

  func findings(_ weights: Weights = .accounts, isHead: Bool = false) throws -> GuessingFindings {
    try GuessingFindings(spectrum, policies, weights: weights, isHead: isHead)
  }
}

@Suite struct GuessingFindingsTests {
  @Test(arguments: [([1, 1], 4), ([1, 2], 9), ([2, 1], 4), ([1, 1, 1], 9), ([3, 1, 1, 1], 4)])
  func `the median of guesses is the lower of two, by occurrences`(
    counts: [UInt64], median: Int
  ) throws {
    var demand = FactDemand()
    demand.score = true
    let schema = try Schema(for: demand)
    var spectrum = Spectrum(schema: schema)
    for (bin, count) in zip([4, 9, 12, 13], counts) {
      var profile = Profiler(schema).profile(of: Array("abc".utf8).span)
      profile[.guessesBin] = bin
      spectrum.record(schema.signature(of: profile), occurrences: count)
    }
    let findings = try GuessingFindings(spectrum, [], weights: .accounts, isHead: false)
    #expect(findings.whole.medianGuessesBin == median)
  }

  @Test(arguments: [(3, 2, nil), (2, 2, 20), (0, 3, 20), (2, 0, nil)] as [(UInt64, UInt64, Int?)])
  func `there is no median where half were not found`(
    unreached: UInt64, found: UInt64, median: Int?
  ) throws {
    var demand = FactDemand()
    demand.brought = 1
    let schema = try Schema(for: demand)
    var spectrum = Spectrum(schema: schema)
    for (bin, count) in [(BroughtBin.unreached, unreached), (20, found)] where count > 0 {
      var profile = Profiler(schema).profile(of: Array("abc".utf8).span)
      profile[.broughtBin] = bin
      spectrum.record(schema.signature(of: profile), occurrences: count)
    }
    let findings = try GuessingFindings(spectrum, [], weights: .accounts, isHead: false)
    #expect(findings.whole.medianGuessesBin == median)
  }

  @Test(.firstFailureOnly, arguments: seeds(2, of: 25))
  func `what each attacker finds is a share of what a policy accepts`(seed: UInt64) throws {
    let findings = try Sample(seed: seed, counts: 1...200).findings()
    var attackers: Set<String> = []
    for guessing in [findings.whole] + findings.policies {
      // Shares of what is accepted or, without scaling, of the whole list.
      let totals = [guessing.metrics.total, findings.whole.metrics.total].map { Double($0) }
      for curve in guessing.curves {
        attackers.insert("\(curve.attacker)")
        var last: UInt128 = 0
        for point in curve.points {
          let words = "seed \(seed): \(curve.attacker), \(point)"
          let isShare = totals.contains { abs(Double(point.cracked) - point.share * $0) < 0.501 }
          try #require(isShare, "\(words)")
          try #require(last <= point.cracked && point.share <= 1, "\(words)")
          last = point.cracked
        }
      }
    }
    #expect(attackers.count > 3)
  }

  @Test(.firstFailureOnly, arguments: seeds(3, of: 25))
  func `statements about a policy hold for every password`(seed: UInt64) throws {
    let sample = try Sample(seed: seed)
    let findings = try sample.findings()
    let all = sample.passwords.map(\.count)
    #expect(findings.whole.metrics.total == UInt128(all.reduce(0, +)), "seed \(seed)")
    #expect(findings.whole.policy == nil && findings.whole.acceptedShare == 1)
    for (policy, guessing) in zip(sample.policies, findings.policies) {
      let matcher = try PolicyMatcher(policy, schema: sample.schema)
      let judged = sample.passwords.map { ($0, matcher.verdict(on: $0.profile).isCompliant) }
      let accepted = judged.filter(\.1).map(\.0.count)
      #expect(guessing.policy == policy.name)
      let spectrum = CountSpectrum(accepted.reduce(into: [:]) { $0[$1, default: 0] += 1 })
      #expect(guessing.spectrum == spectrum, "seed \(seed), \(policy.rulesText)")
      #expect(guessing.metrics == GuessingMetrics(spectrum), "seed \(seed)")

      // Ties count in proportion: each password by its chance, over all orders, to be included.
      func expected(_ value: (Profile, UInt64, Bool) -> Double, top: Int) -> Double {
        judged.reduce(0) { sum, password in
          let before = all.count { $0 > password.0.count }
          let equals = all.count { $0 == password.0.count }
          let part = min(1, max(0, Double(top - before) / Double(equals)))
          return sum + part * value(password.0.profile, password.0.count, password.1)
        }
      }
      for (top, refused) in zip(PolicyGuessing.tops, guessing.refusedOfTop) {
        let plain = expected({ $2 ? 0 : 1 }, top: Int(top))
        #expect(abs(refused - plain) < 1e-9, "seed \(seed)")
      }
      let best = accepted.max().map { best in all.count { $0 > best } + 1 }
      #expect(guessing.firstAcceptedRank.map(Int.init) == best, "seed \(seed)")
      for curve in guessing.curves {
        for point in curve.points {
          let sorted = accepted.sorted(by: >)
          let total = Double(accepted.reduce(0, +))
          let plain =
            switch curve.attacker {
            case .aware: Double(sorted.prefix(Int(point.guesses)).reduce(0, +)) / total
            case .blind:
              expected({ $2 ? Double($1) : 0 }, top: Int(point.guesses)) / total
            case .population:
              Double(sorted.prefix(Int(point.guesses)).reduce(0, +)) / Double(all.reduce(0, +))
            case .occurrences: Double.nan
            // AttackBoundsTests checks them.
            case .atLeast, .atMost: point.share
            case .estimate:
              judged.reduce(0) {
                let budgets = sample.schema.demand.guessBudgets
                let found = budgets.count { $0 < Double(point.guesses) }
                return $0
                  + ($1.1 && $1.0.profile[.budgetsTooSmall] <= found ? Double($1.0.count) : 0)
              } / total
            }
          #expect(
            abs(point.share - plain) < 1e-9, "seed \(seed), \(curve.attacker) \(point.guesses)")
        }
      }
      let ends: [AttackCurve.Attacker] =
        guessing.bounds.silence == nil ? [.atLeast, .atMost] : []
      let attackers = guessing.curves.map(\.attacker)
      #expect(
        attackers
          == (accepted.isEmpty
            ? [] : [.aware, .blind, .population] + ends + [.estimate("zxcvbn")]))
    }
  }

  @Test func `sums of parts are the sums of the whole, field by field`() throws {
    let policies = try texts.map(policy)
    var demand = FactDemand(of: policies)
    demand.score = true
    demand.guessBudgets = [100, 1e6]
    let schema = try Schema(for: demand)
    let profiler = Profiler(schema)
    func sums(_ parts: [Spectrum]) throws -> GuessingSums {
      var sums = try GuessingSums(policies, schema: schema, joins: true)
      for part in parts { sums.add(part) }
      return sums
    }
    // Each part has every number of occurrences, so that they arrive in the same order.
    var (whole, parts) = (Spectrum(schema: schema), [Spectrum]())
    for number in 1...4 as ClosedRange<UInt64> {
      var part = Spectrum(schema: schema)
      for occurrences in [1, 2, 5, 9] as [UInt64] {
        for (place, text) in ["abc", "abcd", "aabB", "ABAB1"].enumerated() {
          var profile = profiler.profile(of: Array(text.utf8).span)
          profile[.budgetsTooSmall] = place % 3
          profile[.guessesBin] = place + Int(number)
          part.record(
            schema.signature(of: profile), occurrences: occurrences, passwords: 3 * number)
        }
      }
      whole.merge(part)
      parts.append(part)
    }
    let (one, some, none) = (try sums([whole]), try sums(parts), try sums([]))
    #expect(
      fieldsAlike(one, none) == [
        "cellLimit", "foldedRows", "joins", "matchers", "named", "schema", "workers",
      ], "all have something but folded rows")
    #expect(fieldsAlike(one, some) == fields(of: one).keys.sorted())
  }

  @Test func `caveats state the limits of the numbers`() throws {
    let sample = try Sample(seed: 3)
    let findings = try sample.findings(.lists)
    #expect(findings.truncation == nil)
    #expect(findings.whole.caveats == [.population])
    #expect(findings.policies[0].caveats.contains(.filtered))
    // The policy accepts nothing, so it has no caveats of its own.
    #expect(findings.policies[3].caveats == [.population])
    #expect(!(findings.policies[0].curves.map(\.attacker).contains(.population)))
    #expect(findings.policies[0].curves.map(\.attacker).contains(.occurrences))
    #expect(try sample.findings(isHead: true).truncation == .stated)
    #expect(try sample.findings(isHead: true).whole.caveats.contains(.truncated))
  }

  @Test func `a list without rare passwords counts as the head of a longer one`() throws {
    var spectrum = Spectrum(schema: try Schema(for: FactDemand()))
    spectrum.record(Signature(), occurrences: 40, passwords: 60)
    spectrum.record(Signature(), occurrences: 9, passwords: 40)
    func truncation() throws -> GuessingFindings.Truncation? {
      try GuessingFindings(spectrum, [], weights: .accounts).truncation
    }
    #expect(try truncation() == .noneBelow(9))
    spectrum.record(Signature(), occurrences: 1)
    #expect(try truncation() == nil)
  }

  @Test func `the grid ends where no password is left to guess`() {
    #expect(AttackCurve.grid(upTo: 30) == [1, 2, 5, 10, 20, 30])
    #expect(AttackCurve.grid(upTo: 1) == [1])
    #expect(AttackCurve.grid(upTo: 0) == [])
    #expect(AttackCurve.grid(upTo: .max).last == .max)
    let budgets = AttackCurve.strengthBudgets(besides: [], isCombined: false)
    for limit in [1e3, 1e6, 1e8, 1e10, 1e14] { #expect(budgets.contains(limit)) }
    // With many rates, only the powers of ten fit.
    let others = (1...47).map { Double($0) + 0.5 }
    let fewer = AttackCurve.strengthBudgets(besides: others, isCombined: false)
    #expect(Set(others + fewer).count <= 63 && fewer.contains(1e14) && !fewer.contains(2e3))
    // Two estimates are told apart at powers of ten only.
    #expect(AttackCurve.strengthBudgets(besides: [], isCombined: true) == fewer)
  }
}

extension Policy {
  /// The rules as text, for messages.
  fileprivate var rulesText: String { rules.map(\.text).joined(separator: "; ") }
}
