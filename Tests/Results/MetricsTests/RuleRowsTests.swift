import Metrics
import PasswordPolicies
@_spi(Internal) import Passwords
import Tallies
import TestSupport
import Testing

/// Counts of policies by the rules that they combine, against each password's verdict.
@Suite struct RuleRowsTests {
  private static let policies =
    [3, 4, 5].flatMap { length in
      [0, 2, 3].flatMap { score in
        ["", " blocklist: default exact;", " min-classes: 2;", " min-classes: 3;"].map { more in
          "allowed: unicode; minlength: \(length);\(more)"
            + (score > 0 ? " min-score: \(score);" : "")
        }
      }
    }.enumerated().flatMap { number, text in
      PolicyReading(policyFile: Array(text.utf8), file: "p\(number).policy").policies
    }
    + PolicyReading(
      policyFile: Array(
        "minlength: 5; allowed: unicode; min-classes: 2;\nor\nminlength: 3; required: [+]; allowed: unicode;"
          .utf8), file: "or.policy"
    ).policies

  private let schema: Schema

  init() throws {
    var demand = FactDemand.full(
      strength: .combined, guessBudgets: [1e4, 1e8], lists: 1, habits: true)
    for policy in Self.policies { demand.formUnion(policy.demand) }
    demand.lists = 1
    schema = try Schema(for: demand)
  }

  private func matcher(_ policy: Policy) throws(SchemaError) -> PolicyMatcher {
    try PolicyMatcher(policy, schema: schema) { _ in 1 }
  }

  private func rows(guesses: Double = 1e8) throws -> RuleRows {
    try #require(
      try RuleRows(Self.policies, guesses: guesses, schema: schema) {
        policy throws(SchemaError) in try matcher(policy)
      })
  }

  private func profiles(_ random: inout SeededGenerator) -> [(Profile, UInt64)] {
    let profiler = Profiler(schema)
    let pieces = ["a", "B", "+", "1", "é"].map { Array($0.utf8) }
    return (0..<80).map { _ in
      let password = (0..<Int.random(in: 2...6, using: &random)).flatMap { _ in
        pieces[Int.random(in: 0..<pieces.count, using: &random)]
      }
      var profile = profiler.profile(of: password.span)
      profile.lists = UInt32.random(in: 0..<2, using: &random)
      for fact in Fact.allCases where profile[fact] < 0 {
        profile[fact] = Int.random(
          in: 0...min(fact.row.countsBudgets ? 2 : 9, fact.row.largest), using: &random)
      }
      profile[.score] = Int.random(in: 0...4, using: &random)
      profile[.guessesBin] &= ~1
      return (profile, UInt64.random(in: 1...9, using: &random))
    }
  }

  /// A tally of rows of some passwords each.
  private func joined(
    _ profiles: [(Profile, UInt64)], by most: Int, _ random: inout SeededGenerator
  ) -> Tally {
    let ranges = SignatureRanges(schema)
    var tally = Tally(schema: schema)
    var rest = profiles[...]
    while let first = rest.first {
      let row = rest.prefix(Int.random(in: 1...most, using: &random))
      rest = rest.dropFirst(row.count)
      let range = row.reduce(SignatureRange(schema.signature(of: first.0))) {
        ranges.union($0, SignatureRange(schema.signature(of: $1.0)))
      }
      let entries = row.reduce(0) { $0 + $1.1 }
      if range.isExact {
        tally.record(range.low, times: entries)
      } else {
        tally.record(range, times: entries)
      }
    }
    return tally
  }

  /// What a policy accepts, of that what is guessed, by each password.
  private func truth(
    _ policy: Policy, _ profiles: [(Profile, UInt64)], _ isGuessed: (Profile) -> Bool
  ) throws -> (accepted: UInt64, guessed: UInt64) {
    let matcher = try matcher(policy)
    return profiles.reduce((0, 0)) { sums, row in
      guard matcher.verdict(on: row.0).isCompliant else { return sums }
      return (sums.0 + row.1, sums.1 + (isGuessed(row.0) ? row.1 : 0))
    }
  }

  @Test(.firstFailureOnly, arguments: seeds(4, of: 60))
  func `exact rows are counted as each password is`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let profiles = profiles(&random)
    for (guesses, isGuessed) in [
      (1e8, { $0[.combinedBudgetsTooSmall] <= 1 }), (1000, { $0[.combinedBin] < 6 }),
    ] as [(Double, (Profile) -> Bool)] {
      var rows = try rows(guesses: guesses)
      rows.add(joined(profiles, by: 1, &random))
      #expect(rows.whole.passwords == profiles.reduce(0) { $0 + $1.1 })
      let guessed = profiles.reduce(0) { $0 + (isGuessed($1.0) ? $1.1 : 0) }
      #expect(rows.whole.guessed == guessed...guessed, "seed \(seed)")
      for (policy, counts) in zip(Self.policies, rows.counts) {
        let (accepted, guessed) = try truth(policy, profiles, isGuessed)
        #expect(
          counts
            == AcceptedCounts(
              accepted: accepted...accepted, guessed: guessed...guessed,
              unguessed: (accepted - guessed)...(accepted - guessed)), "\(policy.name) seed \(seed)"
        )
      }
    }
  }

  @Test(.firstFailureOnly, arguments: seeds(6, of: 120))
  func `joined rows hold the exact counts, and differences of two policies`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let profiles = profiles(&random)
    var rows = try rows()
    rows.add(joined(profiles, by: 3, &random))
    let counts = rows.counts
    let exact = try Self.policies.map {
      try truth($0, profiles) { $0[.combinedBudgetsTooSmall] <= 1 }
    }
    let guessed = profiles.reduce(0) { $0 + ($1.0[.combinedBudgetsTooSmall] <= 1 ? $1.1 : 0) }
    #expect(rows.whole.guessed.contains(guessed) && rows.whole.guessed.count > 1, "seed \(seed)")
    for (bounds, exact) in zip(counts, exact) {
      #expect(bounds.accepted.contains(exact.accepted), "seed \(seed)")
      #expect(bounds.guessed.contains(exact.guessed), "seed \(seed)")
      #expect(bounds.unguessed?.contains(exact.accepted - exact.guessed) == true, "seed \(seed)")
    }
    func ends(_ counts: AcceptedCounts) -> ClosedRange<Double> {
      let unguessed = counts.unguessed ?? 0...0
      func share(_ a: UInt64, _ b: UInt64, _ empty: Double) -> Double {
        a + b == 0 ? empty : Double(a) / Double(a + b)
      }
      let least = share(counts.guessed.lowerBound, unguessed.upperBound, 0)
      return least...max(least, share(counts.guessed.upperBound, unguessed.lowerBound, 1))
    }
    var narrowed = 0
    for _ in 0..<40 {
      let (p, q) = (
        Int.random(in: 0..<counts.count, using: &random),
        Int.random(in: 0..<counts.count, using: &random)
      )
      guard p != q, exact[p].accepted > 0, exact[q].accepted > 0 else { continue }
      let difference =
        Double(exact[p].guessed) / Double(exact[p].accepted)
        - Double(exact[q].guessed) / Double(exact[q].accepted)
      let plain = ends(counts[p]).upperBound - ends(counts[q]).lowerBound
      let most = rows.pair(p, q).mostDifference(plain, rival: ends(counts[q]), noLessThan: -1)
      #expect(difference <= most + 1e-9 && most <= plain, "\(p) over \(q), seed \(seed)")
      if most < plain - 0.01 { narrowed += 1 }
    }
    #expect(narrowed > 0)
  }

  @Test func `two policies on an exact list differ by what they differ`() throws {
    var random = SeededGenerator(seed: 5)
    let profiles = profiles(&random)
    var rows = try rows()
    rows.add(joined(profiles, by: 1, &random))
    let counts = rows.counts
    for (p, q) in [(0, 5), (5, 0), (7, 20), (30, 2)] {
      func share(_ place: Int) -> Double {
        Double(counts[place].guessed.lowerBound) / Double(counts[place].accepted.lowerBound)
      }
      let most = rows.pair(p, q).mostDifference(1, rival: share(q)...share(q), noLessThan: -1)
      let truth = share(p) - share(q)
      #expect((truth...truth + 0.002).contains(most))
      // No more is proven than is asked for.
      for least in [truth + 0.1, 1] {
        let asked = rows.pair(p, q).mostDifference(1, rival: share(q)...share(q), noLessThan: least)
        #expect(asked == least)
      }
    }
  }

  /// What is known of one share needs no knowledge of the other one, however many passwords that one is of.
  @Test(arguments: [0, 0.05, 0.3])
  func `a known share bounds the difference where the other is in a range`(width: Double) throws {
    var random = SeededGenerator(seed: 6)
    var rows = try rows()
    rows.add(joined(profiles(&random), by: 1, &random))
    let counts = rows.counts
    func share(_ place: Int) -> Double {
      Double(counts[place].guessed.lowerBound) / Double(counts[place].accepted.lowerBound)
    }
    let order = counts.indices.filter { counts[$0].accepted.lowerBound > 0 }
      .sorted { counts[$0].accepted.lowerBound < counts[$1].accepted.lowerBound }
    let (few, many) = (order.prefix(3), order.suffix(3))
    for p in few {
      for q in many {
        try #require(
          counts[p].accepted.lowerBound * 2 < counts[q].accepted.lowerBound, "\(p) and \(q)")
        for (p, q) in [(p, q), (q, p)] {
          let rival = share(q)...min(1, share(q) + width)
          let most = rows.pair(p, q).mostDifference(1, rival: rival, noLessThan: -1)
          let truth = share(p) - share(q)
          #expect((truth...truth + 0.003).contains(most), "\(p) over \(q)")
        }
      }
    }
  }
}
