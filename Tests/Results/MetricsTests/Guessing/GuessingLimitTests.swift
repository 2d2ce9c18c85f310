import Diagnostics
import Metrics
import PasswordPolicies
@_spi(Internal) import Passwords
import Tallies
import Testing

/// The numbers of guessing at the limits that the documentation names.
@Suite struct GuessingLimitTests {
  /// Passwords of three characters and of eight, as occurrences and the number of passwords.
  private func findings(
    short: [UInt64: UInt64], long: [UInt64: UInt64] = [:], _ weights: Weights = .accounts,
    policies texts: [String] = ["minlength: 8; allowed: unicode;"]
  ) throws -> GuessingFindings {
    let policies = try texts.map(policy)
    let schema = try Schema(for: FactDemand(of: policies))
    var spectrum = Spectrum(schema: schema)
    for (text, counts) in [("abc", short), ("abcdefgh", long)] {
      let signature = schema.signature(of: Profiler(schema).profile(of: Array(text.utf8).span))
      for (occurrences, passwords) in counts {
        spectrum.record(signature, occurrences: occurrences, passwords: passwords)
      }
    }
    return try GuessingFindings(spectrum, policies, weights: weights)
  }

  @Test(arguments: [99, 100, 101] as [UInt64])
  func `less than a tenth of the list is unlike it, whatever other policies keep`(
    kept: UInt64
  ) throws {
    let usual: [Caveat] = [.filtered, .population]
    let caveats = kept < 100 ? [.filtered, .unlikeSamples, .population] : usual
    let one = try findings(short: [1: 1000 - kept], long: [1: kept])
    #expect(one.policies.map(\.caveats) == [caveats])
    #expect(one.whole.caveats == [.population])
    let two = try findings(
      short: [1: 1000 - kept], long: [1: kept],
      policies: ["minlength: 8; allowed: unicode;", "minlength: 2; allowed: unicode;"])
    #expect(two.policies.map(\.caveats) == [caveats, usual])
    // By occurrences, of which two passwords can have many.
    let few = try findings(short: [1: 1000 - kept], long: [kept: 1])
    #expect(few.policies[0].caveats.contains(.unlikeSamples) == (kept < 100))
  }

  @Test(arguments: [99, 100, 101] as [UInt64])
  func `a hundred passwords without a rare one are the head of a longer list`(
    passwords: UInt64
  ) throws {
    let truncation: GuessingFindings.Truncation? = passwords < 100 ? nil : .noneBelow(2)
    let found = try findings(short: [2: passwords])
    #expect(found.truncation == truncation)
    #expect(found.whole.caveats.contains(.truncated) == (truncation != nil))
    #expect(try findings(short: [2: passwords, 1: 1]).truncation == nil)
  }

  @Test(arguments: [(4, false), (5, false), (6, true)])
  func `a share beyond what the sample covers is marked`(once: UInt64, isBeyond: Bool) {
    // Of ten, so many occur once: the sample covers the others.
    let metrics = GuessingMetrics(CountSpectrum([10 - once: 1, 1: once]))
    #expect(metrics.effort(for: "0.5")?.isBeyondSample == isBeyond)
    #expect(metrics.unseenMass == Double(once) / 10)
  }

  @Test(arguments: [(999, false), (1000, true)])
  func `what guesses find is stated of a thousand passwords`(count: UInt64, isStated: Bool) throws {
    let all = try findings(short: [:], long: [1: count])
    #expect((all.policies[0].success(after: 10) != nil) == isStated)
    #expect(all.whole.success(after: 10) != nil)
  }

  @Test func `accepted shares are of occurrences and of different passwords`() throws {
    let found = try findings(short: [1: 1500], long: [1: 500]).policies[0]
    #expect(found.acceptedShare == 0.25 && found.distinctShare == 0.25)
    let uneven = try findings(short: [3: 500], long: [1: 500]).policies[0]
    #expect(uneven.acceptedShare == 0.25 && uneven.distinctShare == 0.5)
  }

  @Test func `rows of guessing have the counts and bits of the metrics`() throws {
    let found = try findings(short: [400: 1, 1: 400], long: [600: 1, 4: 150, 1: 600])
    let rows = GuessedPolicies(found).histograms.map { row in
      "\(row.policy ?? "all") \(row.metric.name) \(row.unit.rawValue) of \(row.total): "
        + row.bins.map { "\($0.name) \($0.count)" }.joined(separator: ", ")
    }
    #expect(
      rows == [
        "all repetition distinct of 1152: once 1000, repeated 152",
        "all guessing_bits microbits of 0: commonest 2115477, quarter 2343746, all 9070843",
        "test survivors_guessing_bits microbits of 0: commonest 1584963, quarter 1584963, "
          + "all 8458065",
      ])
  }

  @Test func `repetitions are accounts only where that is stated`() throws {
    func attackers(_ weights: Weights) throws -> [[AttackCurve.Attacker]] {
      let found = try findings(short: [3: 2], long: [2: 2], weights)
      return ([found.whole] + found.policies).map { $0.curves.map(\.attacker) }
    }
    #expect(
      try attackers(.accounts) == [
        [.aware, .population], [.aware, .blind, .population],
      ])
    for weights in [Weights.lists, .none] {
      #expect(
        try attackers(weights) == [
          [.aware, .occurrences], [.aware, .blind, .occurrences],
        ])
    }
  }

  @Test func `the power law is held to the first rank of each level, too`() throws {
    let fit = try #require(ZipfFit(CountSpectrum([58: 4, 8: 11])))
    #expect(abs(fit.deviation - 0.159943) < 1e-6)
  }

  @Test(arguments: [(0, 46), (17, 46), (18, 16)])
  func `budgets beside the grid leave room for it, or for powers of ten`(others: Int, count: Int) {
    let budgets = (0..<others).map { Double($0) + 0.5 }
    #expect(AttackCurve.strengthBudgets(besides: budgets, isCombined: false).count == count)
    // Those that lie on it take no module of their own.
    let grid = AttackCurve.strengthBudgets(besides: [], isCombined: false)
    #expect(
      AttackCurve.strengthBudgets(besides: budgets + grid.prefix(20), isCombined: false).count
        == count)
  }
}
