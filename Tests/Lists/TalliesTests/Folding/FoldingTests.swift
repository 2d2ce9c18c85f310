import EmbeddedData
import PasswordPolicies
@_spi(Internal) import Passwords
import Tallies
import TestSupport
import Testing

/// What holds of every fold, of any tally, workload and K.
@Suite struct FoldingTests {
  private let schema: Schema

  init() throws { schema = try Schema(for: .full(strength: .meter, lists: 1)) }

  private static let workload = Workload(
    [
      "minlength: 8; allowed: unicode;", "minlength: 4; required: upper; required: digit;",
      "maxlength: 5; required: [!]; allowed: ascii-printable; max-consecutive: 1;",
      "allowed: lower, digit, [!];", "minlength: 5; allowed: unicode; min-classes: 3;",
    ].flatMap { PolicyReading(policyFile: Array($0.utf8), file: "w").policies }.map { (2, $0) })

  private func tally(_ count: Int, seed: UInt64) -> [(Signature, UInt64)] {
    var random = SeededGenerator(seed: seed)
    let profiler = Profiler(schema)
    let characters = ["a", "a", "b", "c", "A", "B", "1", "2", "!", "?", "é"].map { Array($0.utf8) }
    return (0..<count).map { _ in
      let password = (0..<Int.random(in: 1...9, using: &random)).flatMap { _ in
        characters[Int.random(in: 0..<characters.count, using: &random)]
      }
      var profile = profiler.profile(of: password.span)
      profile.lists = UInt32.random(in: 0...1, using: &random)
      return (schema.signature(of: profile), UInt64.random(in: 1...7, using: &random))
    }
  }

  private func sum(_ rows: some Sequence<(Signature, UInt64)>) -> Tally {
    var tally = Tally(schema: schema)
    for (signature, count) in rows {
      tally.record(signature, times: count)
      tally.lines.count(.ascii, entries: count)
    }
    return tally
  }

  private func rows(_ tally: Tally) -> [SignatureRange: UInt64] {
    var rows: [SignatureRange: UInt64] = [:]
    tally.forEachRange { rows[$0, default: 0] += $1 }
    return rows
  }

  @Test(.firstFailureOnly, arguments: seeds(2, of: 60), [2, 5, 30, 100_000] as [UInt64])
  func `rows have K entries, hold all entries, and contain every signature`(
    seed: UInt64, least: UInt64
  ) throws {
    let entries = tally(60, seed: seed)
    let whole = sum(entries)
    let folded = whole.folded(below: least, workload: Self.workload)
    let found = rows(folded)
    #expect(folded.lines == whole.lines)
    #expect(found.values.reduce(0, +) == whole.lines.entries)
    #expect(found.count == 1 || found.values.allSatisfy { $0 >= least })
    if least > whole.lines.entries { #expect(found.count == 1) }
    let ranges = SignatureRanges(schema)
    whole.forEach { signature, _ in
      let one = SignatureRange(signature)
      #expect(found.keys.contains { ranges.union($0, one) == $0 }, "seed \(seed)")
    }
    // The order of what was counted changes nothing.
    #expect(rows(sum(entries.reversed()).folded(below: least, workload: Self.workload)) == found)
  }

  /// Distinct passwords for the entries of a tally, divided by chance.
  private func spectrum(
    of tally: Tally, _ random: inout SeededGenerator
  ) -> Spectrum {
    var spectrum = Spectrum(schema: schema)
    tally.forEach { signature, entries in
      var rest = entries
      while rest > 0 {
        let occurrences = UInt64.random(in: 1...min(rest, 9), using: &random)
        spectrum.record(signature, occurrences: occurrences)
        rest -= occurrences
      }
    }
    return spectrum
  }

  private static let sizes = [
    (2, 0), (5, 0), (30, 0), (100_000, 0), (5, 4), (20, 20), (2, 100_000),
  ]
  .map { GroupSize(entries: $0, passwords: $1) }

  @Test(.firstFailureOnly, arguments: seeds(2, of: 60), sizes)
  func `rows and levels have as many entries and distinct passwords as are asked for`(
    seed: UInt64, least: GroupSize
  ) throws {
    var random = SeededGenerator(seed: seed)
    let whole = sum(tally(60, seed: seed))
    let spectrum = spectrum(of: whole, &random)
    let folded = try #require(
      whole.folded(below: least, with: spectrum, workload: Self.workload))
    let rows = rows(folded.tally)
    if least.passwords == 0 {
      #expect(rows == self.rows(whole.folded(below: least.entries, workload: Self.workload)))
    }
    #expect(folded.spectrum.passwords.isEmpty)
    #expect(folded.spectrum.distinctCount == spectrum.distinctCount)
    try #require(Set(folded.spectrum.levels.keys) == Set(rows.keys))
    for (row, levels) in folded.spectrum.levels {
      try #require(levels.reduce(0) { $0 + $1.entries } == rows[row], "seed \(seed)")
      // A level may be smaller only if it is all.
      let isAll = rows.count == 1 && levels.count == 1
      try #require(isAll || levels.allSatisfy { $0.entries >= least.entries })
      try #require(isAll || levels.allSatisfy { $0.passwords >= least.passwords })
      try #require(zip(levels, levels.dropFirst()).allSatisfy { $0.greatest < $1.fewest })
    }
  }

  @Test func `distinct passwords of other entries are refused`() throws {
    var random = SeededGenerator(seed: 1)
    let (whole, size) = (sum(tally(60, seed: 1)), GroupSize(entries: 5))
    var other = spectrum(of: whole, &random)
    let signature = try #require(other.passwords.keys.first?.signature)
    other.record(signature, occurrences: 1)
    #expect(whole.folded(below: size, with: other, workload: Self.workload) == nil)
    var foreign = spectrum(of: whole, &random)
    foreign.record(Signature(1, 2, 3), occurrences: 1)
    #expect(whole.folded(below: size, with: foreign, workload: Self.workload) == nil)
  }

  // More alternatives than one word of a set has.
  @Test(.firstFailureOnly, arguments: seeds(2, of: 20), [2, 9] as [UInt64])
  func `a policy that stands often counts as one of that weight`(seed: UInt64, least: UInt64) {
    let texts = [
      "minlength: 8; allowed: unicode;", "minlength: 4; required: upper; required: digit;",
      "maxlength: 5; required: [!]; allowed: ascii-printable;", "allowed: lower, digit, [!];",
    ]
    let policies = texts.flatMap { PolicyReading(policyFile: Array($0.utf8), file: "w").policies }
    func workload(each times: Int) -> Workload {
      Workload(
        policies.flatMap {
          Array(repeating: (times: UInt64(120 / times), policy: $0), count: times)
        })
    }
    let whole = sum(tally(60, seed: seed))
    let once = rows(whole.folded(below: least, workload: workload(each: 1)))
    for times in [2, 40] {
      #expect(rows(whole.folded(below: least, workload: workload(each: times))) == once)
    }
  }

  @Test func `at K = 1 a tally stays exact`() {
    let whole = sum(tally(80, seed: 9))
    let folded = whole.folded(below: 1, workload: Self.workload)
    #expect(folded.wide.isEmpty && rows(folded) == rows(whole))
  }

  @Test func `an empty tally has no row`() {
    #expect(Tally(schema: schema).folded(below: 20).signatureCount == 0)
  }

  @Test func `the built-in workload has no faults`() throws {
    var times: UInt64 = 0
    for (count, rules) in FoldingPolicies.entries {
      let reading = PolicyReading(policyFile: Array(rules.utf8), file: "workload")
      #expect(!reading.hasErrors && reading.policies.count == 1, "\(rules)")
      times += count
    }
    #expect(FoldingPolicies.entries.count == 354 && times == 434 + 8 * 19 + 2 * 15)
    #expect(Workload.builtIn.alternatives.count == 356)
    #expect(
      Workload.builtIn.digest
        == "sha256:d9c1c4ab37fbd29de212e55f6118d1800667390b9b14083f712060dd16434ba5")
    let added = Workload.builtIn.adding(
      PolicyReading(policyFile: Array("minlength: 9;".utf8), file: "w").policies)
    #expect(added.alternatives.count == 357 && added.digest != Workload.builtIn.digest)
  }

  @Test(arguments: [
    FactDemand.full(strength: .meter), .full(strength: .guesses, sources: 1),
    .full(strength: .none, habits: true),
  ])
  func `rare values of a number stand with their neighbours, those of a name together`(
    demand: FactDemand
  ) throws {
    let schema = try Schema(for: demand)
    let names = Fact.habits + [.firstCharacter, .lastCharacter, .decisivePattern]
    var compared = 0
    for fact in Fact.allCases {
      guard let column = schema.facts.first(where: { $0.name == fact.row.column }),
        column.field != nil, column.largest >= 5
      else { continue }
      var tally = Tally(schema: schema)
      for value in 1...5 {
        var profile = Profile()
        profile[fact] = value
        tally.record(schema.signature(of: profile), times: value < 5 ? 2 : 9)
      }
      let sizes = rows(tally.folded(below: 4, workload: Workload([]))).values.sorted()
      #expect(sizes == (names.contains(fact) ? [8, 9] : [4, 4, 9]), "\(fact)")
      compared += 1
    }
    #expect(compared > 3, "\(compared)")
  }

  @Test func `a policy of the workload stays decided`() throws {
    let policy = PolicyReading(
      policyFile: Array("minlength: 4; required: [?]; allowed: unicode;".utf8), file: "w"
    ).policies[0]
    let whole = sum(tally(400, seed: 4))
    func width(_ workload: Workload) throws -> UInt64 {
      let bounds = try PolicyMatcher(policy, schema: schema).bounds()
      let kinds = CountedKinds(schema)
      var width: UInt64 = 0
      whole.folded(below: 10, workload: workload).forEachRange { range, entries in
        let verdict = bounds.verdict(on: ProfileRange(range, schema, kinds))
        if verdict.mayComply, !verdict.surelyComplies { width += entries }
      }
      return width
    }
    #expect(try width(Workload([(8, policy)])) < (try width(Workload([]))))
  }
}
