import Metrics
import PasswordPolicies
@_spi(Internal) import Passwords
import Tallies
import TestSupport
import Testing

/// What folded tallies tell of guessing, against an independent program in Python and against the
/// passwords themselves.
@Suite struct FoldedGuessingTests {
  private struct Vector: Decodable {
    let kind: String
    let id: String
    let k: UInt64
    let sure: [[String: UInt64]]?
    let possible: [[String: UInt64]]?
    let guesses: [UInt64]?
    let sureLevels: [[[UInt64]]]?
    let possibleLevels: [[[UInt64]]]?
    let shares: [String: [[UInt64]]]?

    private enum CodingKeys: String, CodingKey {
      case kind, id, k, sure, possible, guesses, shares
      case sureLevels = "sure_levels"
      case possibleLevels = "possible_levels"
    }

    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      kind = try values.decode(String.self, forKey: .kind)
      id = try values.decode(String.self, forKey: .id)
      let isOfLevels = kind == "levels"
      func value<Value: Decodable>(_ key: CodingKeys) throws -> Value? {
        isOfLevels ? try values.decode(Value.self, forKey: key) : nil
      }
      k = try value(.k) ?? 0
      (sure, possible) = (try value(.sure), try value(.possible))
      guesses = try value(.guesses)
      (sureLevels, possibleLevels) = (try value(.sureLevels), try value(.possibleLevels))
      shares = try value(.shares)
    }
  }

  private func levels(_ row: [String: UInt64], _ least: UInt64) -> [OccurrenceLevel] {
    OccurrenceLevel.levels(
      of: Dictionary(uniqueKeysWithValues: row.map { (UInt64($0) ?? 0, $1) }),
      least: GroupSize(entries: least))
  }

  @Test func `levels and shares are those of the reference`() throws {
    var compared = 0
    for vector in try VectorFile("folding/folding-vectors.jsonl").rows(as: Vector.self)
    where vector.kind == "levels" {
      let rows = [vector.sure ?? [], vector.possible ?? []].map { rows in
        rows.map { levels($0, vector.k) }
      }
      for (rows, expected) in zip(rows, [vector.sureLevels, vector.possibleLevels]) {
        let found = rows.map { $0.map { [$0.fewest, $0.greatest, $0.passwords, $0.entries] } }
        try #require(found == expected, "\(vector.id)")
      }
      let standings =
        rows[0].map { _ in FoldedLevels.Standing.sure }
        + rows[1].map { _ in FoldedLevels.Standing.possible }
      let guesses = vector.guesses ?? []
      let shares = FoldedLevels(rows[0] + rows[1]).shares(standings, after: guesses)
      for (guesses, share) in zip(guesses, shares) {
        let found = [share.least, share.most].map { [$0.numerator, $0.denominator] }
        let expected = vector.shares?["\(guesses)"]?.map { $0.map { UInt128($0) } }
        try #require(found == expected, "\(vector.id), \(guesses)")
        compared += 1
      }
    }
    #expect(compared == 80)
  }

  @Test func `a level states no numbers that contradict each other`() {
    func isLevel(_ numbers: UInt64...) -> Bool {
      OccurrenceLevel(
        fewest: numbers[0], greatest: numbers[1], passwords: numbers[2], entries: numbers[3])
        != nil
    }
    #expect(
      isLevel(3, 3, 2, 6) && isLevel(1, 5, 2, 6) && isLevel(1, 5, 3, 7) && isLevel(1, 5, 3, 11))
    for wrong in [
      [0, 0, 2, 0], [3, 2, 2, 5], [3, 3, 2, 7], [3, 3, 0, 0], [1, 5, 1, 3], [1, 5, 3, 6],
      [1, 5, 3, 12],
    ] as [[UInt64]] {
      #expect(!isLevel(wrong[0], wrong[1], wrong[2], wrong[3]), "\(wrong)")
    }
  }

  private static let policies = [
    "minlength: 4; allowed: unicode;", "required: upper; required: [+!]; allowed: unicode;",
    "minlength: 5; max-consecutive: 1; allowed: [abcA+!];", "allowed: lower;",
    "min-score: 2; allowed: unicode;",
  ].enumerated().flatMap { number, text in
    PolicyReading(policyFile: Array(text.utf8), file: "p\(number).policy").policies
  }

  /// Rows of passwords of one or several signatures, with how often each occurs.
  private func rows(
    _ schema: Schema, _ random: inout SeededGenerator
  ) -> [[(Signature, UInt64)]] {
    let profiler = Profiler(schema)
    let characters = Array("abcAB+!1".utf8)
    // Of passwords with 256 occurrences those of each half are drawn, of commoner ones they are
    // half.
    let all: [UInt64] = [1, 1, 1, 1, 2, 2, 3, 5, 8, 40, 250, 256, 257, 300, 900]
    let near: [[UInt64]] = [[256, 256, 256, 257], [260]]
    let areNear = Int.random(in: 0..<3, using: &random) == 0
    return (0..<Int.random(in: 1...40, using: &random)).map { _ in
      let common = areNear ? near.randomElement(using: &random) ?? all : all
      return (0..<Int.random(in: 1...12, using: &random)).map { _ in
        let password = (0..<Int.random(in: 2...6, using: &random)).map { _ in
          characters[Int.random(in: 0..<characters.count, using: &random)]
        }
        var profile = profiler.profile(of: password.span)
        for fact in Fact.allCases where profile[fact] < 0 {
          profile[fact] = Int.random(in: 0...min(3, fact.row.largest), using: &random)
        }
        profile[.guessesBin] = Int.random(in: 14...20, using: &random)
        return (schema.signature(of: profile), common.randomElement(using: &random) ?? 1)
      }
    }
  }

  @Test(.firstFailureOnly, arguments: seeds(8, of: 300), [1, 5, 20, 2000] as [UInt64])
  func `each number lies between the ends`(seed: UInt64, least: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var demand = FactDemand.full(strength: .zxcvbn, guessBudgets: [1e4, Attack.day.guesses])
    for policy in Self.policies { demand.formUnion(policy.demand) }
    let schema = try Schema(for: demand)
    let ranges = SignatureRanges(schema)
    var (exact, folded) = (Spectrum(schema: schema), Spectrum(schema: schema))
    for row in rows(schema, &random) {
      var range = SignatureRange(row[0].0)
      var occurrences: [UInt64: UInt64] = [:]
      for (signature, count) in row {
        range = ranges.union(range, SignatureRange(signature))
        exact.record(signature, occurrences: count)
        occurrences[count, default: 0] += 1
      }
      folded.record(
        range, OccurrenceLevel.levels(of: occurrences, least: GroupSize(entries: least)))
    }
    func sums(_ spectrum: Spectrum) throws -> GuessingSums {
      var sums = try GuessingSums(Self.policies, schema: schema)
      sums.add(spectrum)
      return sums
    }
    let truth = GuessingFindings(try sums(exact), weights: .accounts)
    #expect(try sums(exact).folded(weights: .accounts) == nil)
    let found = try #require(try sums(folded).folded(weights: .accounts))
    #expect(found.policies.map(\.policy) == truth.policies.map(\.policy))
    let head = try sums(folded).folded(weights: .accounts, isHead: true)
    #expect(head.map { Guessed.folded($0.whole).silence } == .head)
    func check(_ holds: Bool, _ words: String) throws {
      try #require(holds, "seed \(seed), K = \(least): \(words)")
    }
    for (truth, found) in zip([truth.whole] + truth.policies, [found.whole] + found.policies) {
      let name = truth.policy ?? "all"
      let accepted = UInt64(truth.metrics.total)
      let once = truth.spectrum.levels.last { $0.occurrences == 1 }?.passwords ?? 0
      try check(found.accepted.contains(accepted), "\(name): accepted")
      try check(found.distinct.contains(truth.metrics.distinct), "\(name): distinct")
      try check(found.once.contains(once), "\(name): once")
      for ends in truth.bounds.ends where GuessingMetrics.budgets.contains(ends.guesses) {
        let bounds = try #require(Guessed.folded(found).bounds(after: ends.guesses))
        try check(
          bounds.lower == nil && bounds.upper >= ends.upper - 1e-12, "\(name): \(ends.guesses)")
      }
      let inDay = try #require(found.foundInDay)
      try check(inDay.contains(UInt64(truth.foundInDay ?? 0)), "\(name): found in a day")
      if accepted == 0 { continue }
      for (success, ends) in zip(truth.metrics.successes, found.successes) {
        let share = success.share ?? 0
        try check(
          ends.least.value <= share + 1e-12 && share <= ends.most.value + 1e-12,
          "\(name), λ \(success.guesses): \(share) in \(ends.least.value)…\(ends.most.value)")
      }
    }
    let histograms = Dictionary(
      uniqueKeysWithValues: GuessedPolicies(found).histograms.map {
        ("\($0.policy ?? "") \($0.metric.name)", $0)
      })
    for histogram in GuessedPolicies(truth).histograms
    where histogram.metric == .repetition && !histogram.bins.isEmpty {
      let name = "\(histogram.policy ?? "") \(histogram.metric.name)"
      let ends = try #require(histograms[name], "\(name)")
      try check(ends.bins.map(\.name) == histogram.bins.map(\.name), name)
      for (bin, range) in zip(histogram.bins, ends.bins) {
        try check(range.count <= bin.count && bin.count <= range.most, "\(name), \(bin.name)")
      }
    }
    // Where nothing is joined, nothing is lost.
    if least == 1, folded.levels.keys.allSatisfy(\.isExact) {
      let whole = found.whole
      try check(
        whole.successes.allSatisfy { abs($0.least.value - $0.most.value) < 1e-12 }, "exact")
      for ends in [whole.accepted, whole.distinct, whole.once] {
        try check(ends.count == 1, "exact: \(ends)")
      }
    }
  }
}
