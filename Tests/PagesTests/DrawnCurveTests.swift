import Pages
import SampleReports
import TestSupport
import Testing

/// Which curves of guesses a page draws.
@Suite struct DrawnCurveTests {
  private func picture(_ id: String, of report: PageReport) throws -> Picture {
    try Picture(
      try #require(PageTree.parse(Page(try report.make()).serialized()), "not well-formed"), id)
  }

  @Test func `a curve of one point is a marker`() throws {
    var report = PageReport(names: ["one"], hasStrength: false, hasSpace: false)
    report.rules = ["minlength: 1; allowed: unicode;"]
    report.words = ["abcdefgh": 4]
    report.counts = ["abcdefgh": 2000]
    let picture = try picture("f5b", of: report)
    #expect(picture.table.dropFirst().map { $0[0] } == ["1"])
    // One guess finds all: at the left end, at the top.
    #expect(picture.ground.dots.contains { $0.x == 44 && $0.y == 26 && $0.colour == "ink" })
    let bytes = Page(try report.make()).serialized()
    let svg = try #require(
      PageTree.parse(bytes)?.all("figure").first { $0.attributes["id"] == "f5b" })
    let blue = svg.all("path").filter { $0.attributes["fill"] == "#0b5394" }
    #expect(blue.contains { $0.attributes["d"] == "M41 23L47 23L47 29L41 29Z" })
  }

  @Test func `scores that only a rule needs draw no curve`() throws {
    var report = PageReport(names: ["one"], hasDistinct: false, hasSpace: false)
    report.rules = ["min-score: 2; allowed: unicode;"]
    #expect(try picture("f5", of: report).table.count == 29)
    report.hasBudgets = false
    let page = try #require(PageTree.parse(Page(try report.make()).serialized()))
    let figures = page.all("figure").compactMap { $0.attributes["id"] }
    #expect(figures.contains("f4") && !figures.contains("f5"))
    #expect(!page.text.contains("Found in a time"))
  }
}
