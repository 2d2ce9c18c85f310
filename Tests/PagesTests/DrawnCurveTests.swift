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
