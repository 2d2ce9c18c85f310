import Metrics
import PasswordPolicies
@_spi(Internal) import Passwords
import Tallies
import TestSupport
import Testing

/// Each histogram's total is the number of passwords that its metric counts.
@Suite struct HistogramTests {
  private static let rules =
    "[a]\nminlength: 4; required: digit; allowed: ascii-printable;\n[b]\nminlength: 7;\n"

  /// Findings with something in every count of lines, hits and signatures, added in parts.
  private func findings(parts: Int) throws -> Findings {
    let policies = try read(Self.rules)
    #expect(policies.count == 2)
    var demand = FactDemand(of: policies)
    demand.meter = true
    demand.combined = true
    // The sample has half decades of both estimates.
    demand.wholeDecades = false
    let attacks = Attack.all(rates: [Attack.Rate(name: "100/h", 100, in: 3_600)])
    demand.guessBudgets = attacks.map(\.guesses)
    demand.lists = 2
    let schema = try Schema(for: demand)
    let profiler = Profiler(schema)
    var findings = try Findings(
      policies, schema: schema,
      lists: [
        ListValues("x", bandCounts: Array(repeating: 1, count: ListHits.bandCount)),
        ListValues("y"),
      ], patternNames: ["dictionary"], attacks: attacks
    )
    var tallies = Array(repeating: Tally(schema: schema), count: parts)
    var entries: UInt64 = 0
    for (number, password) in ["abc", "abcd", "a1", "abcd1", "x", "1234567"].enumerated() {
      for lists in 0..<4 as Range<UInt32> {
        var profile = profiler.profile(of: Array(password.utf8).span)
        profile.lists = lists
        (profile[.score], profile[.guessesBin], profile[.budgetsTooSmall]) = (
          number % 5, number, number % 4
        )
        (profile[.combinedBin], profile[.combinedBudgetsTooSmall]) = (number + 1, (number + 1) % 4)
        profile[.decisivePattern] = 0
        let times = 1_000 * (UInt64(1 + number * 5) + UInt64(lists) * 3)
        tallies[number % parts].record(schema.signature(of: profile), times: times)
        entries += times
      }
    }
    for number in tallies.indices {
      for (place, field) in LineCounts.kinds.map(\.field).enumerated() {
        tallies[number].lines[keyPath: field] = UInt64(number * 20 + place + 1)
      }
      for list in 0..<2 {
        for band in 0..<ListHits.bandCount {
          tallies[number].hits.add(
            UInt64(number * 40 + list + band + 1), list: list, band: UInt8(band))
        }
      }
    }
    // The counts of encodings add up to the number of entries.
    let fixed = tallies.dropFirst().reduce(0 as UInt64) { $0 + $1.lines.entries }
    tallies[0].lines.ascii = entries - fixed - tallies[0].lines.utf8 - tallies[0].lines.illFormed
    for tally in tallies { findings.add(tally) }
    #expect(findings.entries == entries)
    return findings
  }

  @Test func `every share refers to the passwords of its metric`() throws {
    let findings = try findings(parts: 1)
    let survivors = Dictionary(
      uniqueKeysWithValues: findings.policies.map { ($0.name, $0.compliant) })
    #expect(Set(survivors.values).count == 2, "two policies with different survivors")
    #expect(survivors.values.allSatisfy { $0 > 0 && $0 < findings.entries })
    var metrics: Set<Metric> = []
    for histogram in findings.histograms() {
      metrics.insert(histogram.metric)
      let total: UInt64?
      switch histogram.metric {
      case .lines:
        let lines = findings.list.lines
        total =
          lines.audited + lines.empty + lines.allOverLong + lines.cut + lines.malformed
          + lines.headers
      case let metric where metric.name.hasPrefix("survivors_"):
        total = histogram.policy.flatMap { survivors[$0] }
      default: total = findings.entries
      }
      #expect(
        histogram.total == total, "\(histogram.metric.name), \(histogram.policy ?? "the list")")
    }
    #expect(
      metrics.isSuperset(of: [
        .violation, .violationOnly, .violationPair, .blocklist, .blocklistOnly, .blocklistBand,
        .blocklist.ofSurvivors, .cracked.ofSurvivors, .cracked, .meterScore, .lines,
      ]))
  }

  @Test func `shares of entries that only one rule or list catches refer to all entries`() throws {
    let findings = try findings(parts: 1)
    let strict = try #require(findings.policies.first)
    for (metric, counts) in [
      (Metric.violationOnly, strict.violationOnly), (.blocklistOnly, strict.listedOnlyBy),
    ] {
      let histogram = try #require(
        findings.histograms().first { $0.metric == metric && $0.policy == "a" })
      #expect(counts.contains { $0 > 0 })
      #expect(histogram.bins.map(\.count) == counts)
      for bin in histogram.bins {
        #expect(histogram.share(of: bin) == Double(bin.count) / Double(findings.entries))
      }
    }
  }

  @Test func `bins are equal if their names and numbers are`() {
    let bin = Histogram.Bin(nil, order: 3, count: 5)
    #expect(bin == Histogram.Bin("3", order: 3, count: 5))
    for other in [
      Histogram.Bin("x", order: 3, count: 5), Histogram.Bin("3", order: 4, count: 5),
      Histogram.Bin("3", order: 3, count: 6), Histogram.Bin("3", order: 3, count: 5, most: 6),
    ] { #expect(bin != other) }
  }

  @Test(arguments: 2...6)
  func `parts add up in every field that the list's findings have`(parts: Int) throws {
    let (whole, some) = (try findings(parts: 1), try findings(parts: parts))
    // Lines and hits differ between parts, so only counts of signatures are the same.
    #expect(
      fieldsAlike(whole.list, some.list)
        == fields(of: whole.list).keys.filter {
          $0 != "lines" && $0 != "hits"
        }.sorted())
    var (lines, hits) = (LineCounts(), ListHits(listCount: 2))
    for part in 0..<parts {
      for (place, field) in LineCounts.kinds.map(\.field).enumerated() {
        lines[keyPath: field] += UInt64(part * 20 + place + 1)
      }
      for list in 0..<2 {
        for band in 0..<ListHits.bandCount {
          hits.add(UInt64(part * 40 + list + band + 1), list: list, band: UInt8(band))
        }
      }
    }
    lines.ascii = some.list.lines.ascii
    #expect(some.list.lines == lines)
    #expect(some.list.hits == hits)
  }
}
