import Intake
import Testing

/// Rows of very many cells.
@Suite struct WideRowTests {
  /// The search for each cell once began at the row's start: a minute for these rows.
  @Test(arguments: [LayoutRequest("csv:name"), LayoutRequest("csv:60001"), LayoutRequest("auto")])
  func `a row of 60,000 cells is parsed once`(request: LayoutRequest?) throws {
    let request = try #require(request)
    let cells = String(repeating: "a,", count: 60_000)
    let text = Array("\(cells)password\n\(cells)one\n\(cells)two\n".utf8)
    let span = text.span
    do throws(LayoutProblem) {
      let reading = try LayoutReading(of: unsafe span.bytes, request, list: "list")
      #expect(reading.layout.form == .table(column: 60_000) && reading.hasHeader)
    } catch {
      guard case .missingColumn("list", "name", of: 60_001) = error else {
        Issue.record("\(error)")
        return
      }
    }
  }
}
