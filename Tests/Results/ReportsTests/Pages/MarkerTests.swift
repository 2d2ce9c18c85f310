import Reports
import TestSupport
import Testing

@Suite struct MarkerTests {
  /// The round markers of a figure, in painting order: path, colour and width of each shape.
  private func dots(_ figure: PageTree) -> [(path: String, colour: String, width: Double)] {
    figure.all("svg").first?.content.filter {
      $0.name == "path" && $0.attributes["stroke-linecap"] == "round"
    }.map {
      let attributes = $0.attributes
      return (
        attributes["d"] ?? "", attributes["stroke"] ?? "",
        Double(attributes["stroke-width"] ?? "") ?? 0
      )
    } ?? []
  }

  @Test func `rings are paper inside, so that they differ from circles`() throws {
    var report = PageReport(names: (1...5).map { "p\($0)" }, hasSpace: false, times: 1000)
    report.rules = (1...5).map { "minlength: \($0); allowed: unicode;" }
    let page = try tree(report)
    let figure = try #require(
      page.all("figure").first { $0.text.contains("guesses on each account") })
    let dots = dots(figure)
    // The fifth line is the first with rings; circles are of one shape.
    let ring = try #require(dots.firstIndex { $0.colour == Palette.violet.rawValue })
    try #require(dots.indices.contains(ring + 1))
    let inside = dots[ring + 1]
    #expect(inside.colour == Palette.paper.rawValue && inside.path == dots[ring].path)
    #expect(0 < inside.width && inside.width < dots[ring].width)
    #expect(dots.count { $0.colour == Palette.ink.rawValue } == 1)
  }
}
