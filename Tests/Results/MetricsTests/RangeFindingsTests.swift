import Metrics
import PasswordPolicies
@_spi(Internal) import Passwords
import Tallies
import TestSupport
import Testing

/// Findings of rows in which passwords differ, against those of the passwords themselves.
@Suite struct RangeFindingsTests {
  private static let policies = [
    "minlength: 4; required: upper; required: [+!]; allowed: unicode;",
    "minlength: 4; maxlength: 5; max-consecutive: 1; allowed: [abcA+!];",
    "minlength: 5; allowed: unicode; min-classes: 2;\nor\nminlength: 3; required: [+]; "
      + "min-score: 2; allowed: unicode;",
    "at-least: 2 upper; blocklist: default exact; allowed: unicode;",
    "at-most: 1 upper; at-most: 0 [+]; allowed: unicode;",
    "exactly: 1 [+!]; between: 2, 4 lower; allowed: unicode;",
    "min-score: 3; allowed: lower;",
    "required: special; allowed: unicode;",
  ].enumerated().flatMap { number, text in
    PolicyReading(policyFile: Array(text.utf8), file: "p\(number).policy").policies
  }

  private let schema: Schema

  init() throws {
    var demand = FactDemand.full(
      strength: .combined, guessBudgets: [1e4, 1e8], lists: 2, habits: true)
    for policy in Self.policies { demand.formUnion(policy.demand) }
    (demand.lists, demand.scoreWithoutWords, demand.brought, demand.model) = (2, true, 2, true)
    demand[.uniqueCharacters] = 31
    schema = try Schema(for: demand)
  }

  private func findings() throws -> Findings {
    let attacks = [
      Attack(.init(name: "slow", 1e4, in: 3600), for: .hour),
      Attack(.init(name: "fast", 1e8, in: 3600), for: .hour),
    ]
    return try Findings(
      Self.policies, schema: schema,
      lists: [ListValues("a"), ListValues("b", hasContextWords: true)],
      patternNames: ["x", "y"], attacks: attacks
    )
  }

  /// Some signatures of passwords that are much alike, with their entries.
  private func signatures(_ random: inout SeededGenerator) -> [(Signature, UInt64)] {
    let profiler = Profiler(schema)
    let pieces = ["a", "b", "c", "A", "B", "+", "!", "1", "\t"].map { Array($0.utf8) }
    return (0..<60).map { _ in
      let password = (0..<Int.random(in: 2...6, using: &random)).flatMap { _ in
        pieces[Int.random(in: 0..<pieces.count, using: &random)]
      }
      var profile = profiler.profile(of: password.span)
      profile.lists = UInt32.random(in: 0..<4, using: &random)
      for fact in Fact.allCases where profile[fact] < 0 {
        profile[fact] = Int.random(
          in: 0...min(fact.row.countsBudgets ? 2 : 6, fact.row.largest), using: &random)
      }
      profile[.decisivePattern] = Int.random(in: 0...1, using: &random)
      // Beside the combined estimate zxcvbn's has whole decades, which have even numbers.
      profile[.guessesBin] &= ~1
      return (schema.signature(of: profile), UInt64.random(in: 1...9, using: &random))
    }
  }

  @Test(.firstFailureOnly, arguments: seeds(3, of: 100))
  func `each number of exact rows lies between the ends of joined rows`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let ranges = SignatureRanges(schema)
    var (exact, joined) = (Tally(schema: schema), Tally(schema: schema))
    var (distinct, levels) = (Spectrum(schema: schema), Spectrum(schema: schema))
    var rest = signatures(&random)[...]
    while !rest.isEmpty {
      let row = rest.prefix(Int.random(in: 1...3, using: &random))
      rest = rest.dropFirst(row.count)
      var (range, entries) = (SignatureRange(row[row.startIndex].0), 0 as UInt64)
      var occurrences: [UInt64: UInt64] = [:]
      for (signature, count) in row {
        exact.record(signature, times: count)
        exact.lines.count(.ascii, entries: count)
        range = ranges.union(range, SignatureRange(signature))
        entries += count
        distinct.record(signature, occurrences: count)
        occurrences[count, default: 0] += 1
      }
      joined.record(range, times: entries)
      levels.record(
        range, OccurrenceLevel.levels(of: occurrences, least: GroupSize(entries: 5)))
    }
    joined.lines = exact.lines
    var (truth, bounds) = (try findings(), try findings())
    truth.add(exact)
    bounds.folding = RecordedFolding(least: 1, workload: "")
    bounds.add(joined)
    truth.add(distinct: distinct)
    bounds.add(distinct: levels)
    let asked = try {
      var findings = try self.findings()
      findings.folding = RecordedFolding(least: 1, workload: "")
      findings.add(AskedTally(joined))
      findings.add(distinct: levels)
      return findings
    }()
    #expect(asked.histograms() == bounds.histograms())

    let found = Dictionary(
      bounds.histograms().map { ("\($0.policy ?? "") \($0.metric.name) \($0.unit)", $0) },
      uniquingKeysWith: { first, _ in first })
    var (compared, wide) = (0, 0)
    for histogram in truth.histograms()
    where ![.violationSet, .blocklistBand].contains(histogram.metric) {
      let name = "\(histogram.policy ?? "") \(histogram.metric.name) \(histogram.unit)"
      let other = try #require(found[name], "\(name)")
      try #require(
        other.total <= histogram.total && histogram.total <= other.mostTotal, "\(name)")
      if histogram.unit == .distinct {
        try #require(other.mostTotal <= truth.distinctCount ?? 0, "\(name)")
      }
      for bin in histogram.bins {
        let range = other.bins.first { $0.name == bin.name }
        let (least, most) = range.map { ($0.count, $0.most) } ?? (0, 0)
        try #require(
          least <= bin.count && bin.count <= most,
          "\(name), \(bin.name): \(bin.count) is not in \(least)...\(most)")
        if let range {
          let share = histogram.share(of: bin)
          try #require(
            other.leastShare(of: range) <= share + 1e-9
              && share <= other.mostShare(of: range) + 1e-9, "\(name), \(bin.name)")
        }
        compared += 1
        if least < most { wide += 1 }
      }
      if histogram.metric.isPartition, histogram.unit == .entries {
        let least = other.bins.reduce(0) { $0 + $1.count }
        let most = other.bins.reduce(0) { $0 + $1.most }
        try #require(least <= histogram.total && histogram.total <= most, "\(name)")
      }
    }
    #expect(compared > 400 && wide > 100)
    #expect(bounds.distinctCount == truth.distinctCount)
    let most = try #require(bounds.ofMost)
    func judge(_ name: String, _ numbers: (Findings) -> [UInt64]) throws {
      let ends = zip(zip(numbers(bounds), numbers(truth)), numbers(most))
      for (place, ((least, count), most)) in ends.enumerated() {
        try #require(least <= count && count <= most, "\(name), \(place), seed \(seed)")
      }
    }
    try judge("charsets") { $0.list.charsets }
    try judge("patterns") { $0.list.patterns }
    for number in Self.policies.indices {
      try judge("compliant") { [$0.policies[number].compliant] }
      try judge("violating") { [$0.policies[number].violating] }
      try judge("violation") { $0.policies[number].violation }
      try judge("violationOnly") { $0.policies[number].violationOnly }
      try judge("listedOnlyBy") { $0.policies[number].listedOnlyBy }
      try judge("pairs") { $0.policies[number].violationPairs.map(\.count) }
      try judge("violationsPerEntry") { $0.policies[number].violationsPerEntry }
    }
    // Sets that are listed may be others, but those that both list are bounded, and `none` is; and
    // so are those that the folded tally does not list.
    for policy in truth.policies {
      let sets = try #require(found["\(policy.name) violation_set entries"])
      let listed = Set(sets.bins.map(\.name))
      let others = policy.violationSets.filter { set in
        let rules = policy.rules.indices.filter(set.contains).map { policy.rules[$0].id.text }
        return !listed.contains(rules.joined(separator: "+"))
      }.reduce(0) { $0 + $1.count }
      let other = try #require(sets.bins.first { $0.name == "other" })
      try #require(
        other.count <= others && others <= other.most, "\(policy.name): \(others) in other sets")
      for bin in sets.bins where bin.name != "other" {
        let exact = truth.histograms().first {
          $0.policy == policy.name && $0.metric == .violationSet
        }
        guard let count = exact?.count(of: bin.name) else { continue }
        try #require(bin.count <= count && count <= bin.most, "\(policy.name), \(bin.name)")
      }
    }
  }

  @Test func `exact rows are told exactly`() throws {
    var random = SeededGenerator(seed: 5)
    var tally = Tally(schema: schema)
    for (signature, count) in signatures(&random) {
      tally.record(SignatureRange(signature), times: count)
      tally.lines.count(.ascii, entries: count)
    }
    #expect(tally.wide.isEmpty)
    var (exact, folded) = (try findings(), try findings())
    exact.add(tally)
    folded.add(tally)
    folded.folding = RecordedFolding(least: 1, workload: "")
    #expect(folded.ofMost == nil)
    #expect(folded.histograms() == exact.histograms().filter { $0.metric != .blocklistBand })
  }

  @Test func `what the passwords of a row have in common is told exactly`() throws {
    var random = SeededGenerator(seed: 6)
    let ranges = SignatureRanges(schema)
    var (exact, joined) = (Tally(schema: schema), Tally(schema: schema))
    for (signature, count) in signatures(&random) {
      var longer = schema.profile(of: signature)
      longer[.length] += 1
      let other = schema.signature(of: longer)
      exact.record(signature, times: count)
      exact.record(other, times: 1)
      joined.record(
        ranges.union(SignatureRange(signature), SignatureRange(other)), times: count + 1)
      exact.lines.count(.ascii, entries: count + 1)
    }
    joined.lines = exact.lines
    #expect(!joined.wide.isEmpty)
    var (truth, bounds) = (try findings(), try findings())
    truth.add(exact)
    bounds.folding = RecordedFolding(least: 1, workload: "")
    bounds.add(joined)
    func common(_ findings: Findings) -> [Histogram] {
      findings.histograms().filter {
        $0.policy == nil && ![.length, .blocklistBand].contains($0.metric)
      }
    }
    #expect(common(bounds) == common(truth))
  }

  @Test func `parts of a folded tally add up in any order, and so do different passwords`() throws {
    var random = SeededGenerator(seed: 7)
    let ranges = SignatureRanges(schema)
    let signatures = signatures(&random)
    // The first half is joined two by two, the rest is exact.
    var tallies = [Tally(schema: schema), Tally(schema: schema)]
    var spectra = [Spectrum(schema: schema), Spectrum(schema: schema)]
    for pair in stride(from: 0, to: 30, by: 2) {
      let (one, other) = (signatures[pair], signatures[pair + 1])
      let range = ranges.union(SignatureRange(one.0), SignatureRange(other.0))
      var occurrences = [one.1: 1 as UInt64]
      occurrences[other.1, default: 0] += 1
      tallies[0].record(range, times: one.1 + other.1)
      tallies[0].lines.count(.ascii, entries: one.1 + other.1)
      spectra[0].record(
        range, OccurrenceLevel.levels(of: occurrences, least: GroupSize(entries: 1)))
    }
    for (signature, count) in signatures[30...] {
      tallies[1].record(signature, times: count)
      tallies[1].lines.count(.ascii, entries: count)
      spectra[1].record(signature, occurrences: count)
    }
    func found(_ order: [Int]) throws -> Findings {
      var findings = try findings()
      findings.folding = RecordedFolding(least: 1, workload: "")
      for part in order { findings.add(tallies[part]) }
      for part in order { findings.add(distinct: spectra[part]) }
      var lines = LineCounts()
      lines.cut = 3
      findings.add(lines)
      return findings
    }
    let (found, reversed) = (try found([0, 1]), try found([1, 0]))
    #expect(found.histograms() == reversed.histograms())
    let (most, entries) = (try #require(found.ofMost), signatures.reduce(0) { $0 + $1.1 })
    #expect(found.entries == entries && most.entries == entries && found.distinctCount == 60)
    #expect(zip(found.policies, most.policies).allSatisfy { $0.compliant <= $1.compliant })
    #expect(zip(found.policies, most.policies).contains { $0.compliant < $1.compliant })
    let all = found.histograms()
    for unit in [Histogram.Unit.entries, .distinct] {
      let bins = all.filter { $0.unit == unit }.flatMap(\.bins)
      #expect(bins.count { !$0.isExact } > 100, "\(unit)")
    }
    let lines = try #require(all.first { $0.metric == .lines })
    #expect(lines.bins.allSatisfy(\.isExact) && lines.count(of: "cut") == 3)
    var entriesAlone = found
    entriesAlone.forgetDistinctPasswords()
    #expect(entriesAlone.distinctCount == nil && entriesAlone.ofMost != nil)
    #expect(entriesAlone.histograms() == all.filter { $0.unit != .distinct })
  }

  @Test func `numbers of lines that are not told have no count`() throws {
    var tally = Tally(schema: schema)
    let profile = Profiler(schema).profile(of: Array("word".utf8).span)
    tally.record(schema.signature(of: profile), times: 30)
    (tally.lines.ascii, tally.lines.utf8, tally.lines.empty) = (27, 3, 2)
    tally.hideLines(below: 20)
    #expect(tally.hiddenLines == ["ascii", "utf8", "empty"])
    #expect(tally.lines.entries == 30)
    var found = try findings()
    found.folding = RecordedFolding(least: 20, workload: "")
    found.add(tally)
    let histograms = found.histograms()
    func hidden(_ metric: Metric) -> [String] {
      histograms.first { $0.metric == metric }?.bins.filter(\.isHidden).map(\.name) ?? []
    }
    #expect(hidden(.lines) == ["empty"])
    #expect(hidden(.quality) == ["ascii", "utf-8"])
    #expect(hidden(.normalisation) == [])
    #expect(histograms.first { $0.metric == .lines }?.count(of: "audited") == 30)
  }
}
