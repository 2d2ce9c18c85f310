import Metrics
import PasswordPolicies
@_spi(Internal) import Passwords
import Tallies
import Testing

/// The shapes and masks that a report lists.
@Suite struct ShapeListingTests {
  private func findings(_ passwords: [(text: String, times: UInt64)]) throws -> Findings {
    let schema = try Schema(for: FactDemand())
    var findings = try Findings(schema: schema)
    var tally = Tally(schema: schema)
    var shapes = ShapeCounts()
    for password in passwords {
      let bytes = Array(password.text.utf8)
      let shape = PackedShape(of: bytes.span)
      shapes.record(try #require(shape), times: password.times)
      let profile = Profiler(schema).profile(of: bytes.span)
      tally.record(schema.signature(of: profile), times: password.times)
      tally.lines.utf8 += password.times
    }
    tally.shapes = shapes
    findings.add(tally)
    return findings
  }

  private func masks(_ findings: Findings, _ listing: ShapeListing) -> [String]? {
    var findings = findings
    findings.shapeListing = listing
    return findings.masks
  }

  @Test func `shapes of twenty passwords are listed, rarer ones are others`() throws {
    var findings = try findings([("", 22), ("ab", 21), ("A1", 20), ("é!", 19)])
    let listing = ShapeListing()
    findings.shapeListing = listing
    let shapes = try #require(Metric.shape.histogram(of: .list(findings)))
    #expect(shapes.total == 82)
    #expect(shapes.bins.map(\.name) == ["none", "ll", "Ud", "other"])
    #expect(shapes.bins.map(\.count) == [22, 21, 20, 19])
    #expect(masks(findings, listing) == ["?l?l", "?u?d"])
  }

  @Test func `masks stand by what they find, or by what they find for each try`() throws {
    // Two digits are a hundred tries, three letters 17,576, and a character beyond ASCII two bytes.
    let findings = try findings([("abc", 50), ("12", 40), ("é", 30)])
    var listing = ShapeListing()
    #expect(masks(findings, listing) == ["?l?l?l", "?d?d", "?b?b"])
    listing.order = .yield
    #expect(masks(findings, listing) == ["?d?d", "?l?l?l", "?b?b"])
    listing.least = 41
    #expect(masks(findings, listing) == ["?l?l?l"])
  }

  @Test func `a hundred shapes are listed, the commonest first`() throws {
    let texts = (0..<101).map { number in
      String((0..<7).map { number >> $0 & 1 == 0 ? Character("a") : "1" })
    }
    let findings = try findings(texts.enumerated().map { ($1, 200 - UInt64($0)) })
    let shapes = try #require(Metric.shape.histogram(of: .list(findings)))
    #expect(shapes.bins.count == 101)
    #expect(shapes.bins.first?.name == "lllllll" && shapes.bins.first?.count == 200)
    #expect(shapes.bins.last?.name == "other" && shapes.bins.last?.count == 100)
    #expect(masks(findings, ShapeListing())?.count == 100)
  }
}
