import Auditing
import Preparing
import Testing

@Suite struct ScoreBenchTests {
  @Test func `cells and JSON tell the same strength`() {
    let bench = ScoreBench(StrengthReading(referenceYear: 2026))
    let cells = bench.cells(for: Array("meadowlark".utf8)[...])
    let json = String(decoding: bench.json(of: "meadowlark", explaining: false), as: UTF8.self)
    #expect(cells.count == 3)
    #expect(json.contains("\"score\":\(cells[0])"))
    #expect(!json.contains("sequence"))
    let explained = String(decoding: bench.json(of: "meadowlark", explaining: true), as: UTF8.self)
    #expect(explained.contains("\"sequence\":[{"))
    #expect(!explained.contains("meadowlark"))
  }
}
