import Metrics
import PasswordPolicies
@_spi(Internal) import Passwords
import Tallies
import TestSupport
import Testing

@Suite struct UniqueMetricTests {
  private func histograms(limit: Int) throws -> [Histogram] {
    let policies = try read("[p]\nminlength: 3; allowed: unicode;\n")
    var demand = FactDemand(of: policies)
    demand[.uniqueCharacters] = limit
    let schema = try Schema(for: demand)
    var findings = try Findings(policies, schema: schema)
    var tally = Tally(schema: schema)
    let different = (0..<40).map { UInt8(ascii: "0") + $0 }
    let passwords =
      ["aa", "aab", "aba", "ééàab"].map { Array($0.utf8) }
      + [Array(different[..<30]), Array(different[..<31]), different, [0xFF, 0xFF, 0xFE]]
    for password in passwords {
      tally.record(schema.signature(of: Profiler(schema).profile(of: password.span)))
      tally.lines.count(.utf8)
    }
    findings.add(tally)
    return findings.histograms().filter { $0.metric.name.hasSuffix("unique") }
  }

  @Test func `different characters are counted up to 30, and more together`() throws {
    let found = try histograms(limit: 31)
    #expect(found.map(\.metric.name) == ["unique", "survivors_unique"])
    for (histogram, ones) in zip(found, [1, 0] as [UInt64]) {
      #expect(histogram.bins.map(\.name) == (1...30).map { "\($0)" } + ["31+"])
      #expect(histogram.bins.map(\.order) == Array(1...31))
      let counts = Dictionary(
        uniqueKeysWithValues: histogram.bins.filter { $0.count > 0 }.map { ($0.name, $0.count) })
      var expected: [String: UInt64] = ["2": 3, "4": 1, "30": 1, "31+": 2]
      if ones > 0 { expected["1"] = ones }
      #expect(counts == expected)
      #expect(histogram.total == 7 + ones)
    }
  }

  @Test func `a policy that needs fewer asks for no metric, and one that needs more changes none`()
    throws
  {
    #expect(try histograms(limit: 30).isEmpty)
    #expect(try histograms(limit: 50) == histograms(limit: 31))
  }
}
