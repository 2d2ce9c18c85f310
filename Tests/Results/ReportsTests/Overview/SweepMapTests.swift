import Metrics
import PasswordPolicies
@_spi(Internal) import Passwords
import Reports
import Tallies
import Testing

@Suite struct SweepMapTests {
  /// A sweep whose one policy accepts 2,000 passwords that need guesses of one half decade.
  private func report(bin: Int) throws -> SweepReport {
    let policy = PolicyReading(policyFile: Array("allowed: unicode;".utf8), file: "p").policies[0]
    var demand = policy.demand
    demand.score = true
    let schema = try Schema(for: demand)
    var spectrum = Spectrum(schema: schema)
    var profile = Profiler(schema).profile(of: Array("abcdefgh".utf8).span)
    (profile[.score], profile[.guessesBin]) = (0, bin)
    spectrum.record(schema.signature(of: profile), occurrences: 2000)
    let found = try GuessingFindings(spectrum, [policy], weights: .accounts) {
      policy throws(SchemaError) in try PolicyMatcher(policy, schema: schema)
    }
    let place = SweepReport.Place(
      minLength: 8, classes: 0, sheet: SweepReport.Sheet(maxRepeating: nil, blocklist: nil))
    let cell = SweepReport.GridCell(place: place, policy, floorBits: nil)
    return SweepReport(
      dataset: "d", [SweepReport.Row(cell, .exact(found.policies[0]))],
      of: GuessedPolicies(found), by: .median)
  }

  @Test(arguments: [(0, "10⁰"), (4, "10²"), (12, "10⁶"), (16, "10⁸"), (28, "10¹⁴")])
  func `the half decade of a median stands at the height of its power of ten`(
    bin: Int, label: String
  ) throws {
    let report = try report(bin: bin)
    let map = try #require(report.map)
    let level = try #require(
      map.measure.levels.first { $0.label == label }, "\(map.measure.levels)")
    let loss = try #require(report.loss(report.rows[0]))
    #expect(abs(loss - level.height) < 1e-12)
    #expect(map.places.map(\.left) == [loss])
    #expect(abs(loss - (1 - Double(bin) / 28)) < 1e-12)
  }

  @Test func `half decades lie between, and beyond 10¹⁴ nothing is left`() throws {
    let losses = try [13, 14, 15, 29, 30].map { bin in
      let report = try report(bin: bin)
      return try #require(report.loss(report.rows[0]))
    }
    let expected: [Double] = [1 - 13.0 / 28, 0.5, 1 - 15.0 / 28, 0, 0]
    #expect(losses == expected)
  }
}
