import Metrics
import PasswordPolicies
@_spi(Internal) import Passwords
import Reports
import Tallies
import Testing

/// The scale of a map of shares that guesses find: its top is the least round share above all of them.
@Suite struct SweepScaleTests {
  /// A sweep whose one policy accepts 100,000 passwords, of which ten occur so often and the others once.
  private func report(_ times: UInt64, by measure: SweepReport.Measure) throws -> SweepReport {
    let policy = PolicyReading(policyFile: Array("allowed: unicode;".utf8), file: "p").policies[0]
    let schema = try Schema(for: policy.demand)
    var spectrum = Spectrum(schema: schema)
    let signature = schema.signature(
      of: Profiler(schema).profile(of: Array("abcdefgh".utf8).span))
    for _ in 0..<10 { spectrum.record(signature, occurrences: times) }
    for _ in 0..<(100_000 - 10 * times) { spectrum.record(signature, occurrences: 1) }
    let found = try GuessingFindings(spectrum, [policy], weights: .accounts) {
      policy throws(SchemaError) in try PolicyMatcher(policy, schema: schema)
    }
    let place = SweepReport.Place(
      minLength: 8, classes: 0, sheet: SweepReport.Sheet(maxRepeating: nil, blocklist: nil))
    let cell = SweepReport.GridCell(place: place, policy, floorBits: nil)
    return SweepReport(
      dataset: "d", [SweepReport.Row(cell, .exact(found.policies[0]))],
      of: GuessedPolicies(found), by: measure)
  }

  @Test(
    arguments: [
      (2, .ten, 0.02), (4, .ten, 0.04), (5, .ten, 0.08), (8, .ten, 0.08), (9, .ten, 0.1),
      (10, .ten, 0.1), (150, .ten, 2), (900, .ten, 10), (2, .thousand, 2), (900, .thousand, 10),
    ] as [(UInt64, SweepReport.Measure, Double)])
  func `labels are quarters of the scale, and places stand at their shares`(
    times: UInt64, measure: SweepReport.Measure, top: Double
  ) throws {
    let map = try #require(try report(times, by: measure).map)
    let levels = map.measure.levels
    #expect(levels.map(\.height) == [0, 0.25, 0.5, 0.75, 1])
    for level in levels {
      let number = try #require(Double(level.label.prefix { $0 != " " }), "\(level.label)")
      #expect(abs(number - level.height * top) < 1e-9, "\(level.label)")
    }
    let share = Double(10 * times + (measure == .ten ? 0 : 990)) / 100_000
    #expect(map.places.count == 1)
    #expect(abs((map.places.first?.left ?? 0) * top - 100 * share) < 1e-9)
  }

  /// Who may refuse half of all may refuse just half.
  @Test(arguments: [(1999, 8), (2000, 8), (2001, 6)] as [(UInt64, Int)])
  func `a policy stands at the limit that it just keeps`(short: UInt64, least: Int) throws {
    let policies = [6, 8].flatMap { least in
      PolicyReading(policyFile: Array("minlength: \(least); allowed: unicode;".utf8), file: "p")
        .policies
    }
    let schema = try Schema(for: policies[0].demand)
    var spectrum = Spectrum(schema: schema)
    for (length, count, most) in [(6, short, 400), (8, 4000 - short, 20)] as [(Int, UInt64, UInt64)]
    {
      let word = Array(String(repeating: "a", count: length).utf8)
      let signature = schema.signature(of: Profiler(schema).profile(of: word.span))
      spectrum.record(signature, occurrences: most)
      for _ in 0..<(count - most) { spectrum.record(signature, occurrences: 1) }
    }
    let found = try GuessingFindings(spectrum, policies, weights: .accounts) {
      policy throws(SchemaError) in try PolicyMatcher(policy, schema: schema)
    }
    let rows = zip(policies, found.policies).enumerated().map { number, policy in
      let place = SweepReport.Place(
        minLength: 6 + 2 * number, classes: 0,
        sheet: SweepReport.Sheet(maxRepeating: nil, blocklist: nil))
      return SweepReport.Row(
        SweepReport.GridCell(place: place, policy.0, floorBits: nil), .exact(policy.1))
    }
    let report = SweepReport(dataset: "d", rows, of: GuessedPolicies(found), by: .ten)
    let text = SweepScreen(report, ink: Summary.Ink(isOn: false), columns: 120).text
    let line = try #require(text.split(separator: "\n").first { $0.contains("half of all") })
    #expect(line.contains("minlength: \(least);"), "\(line)")
  }
}
