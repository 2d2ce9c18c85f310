import Auditing
import Questions
import Testing

@Suite struct ScoreAnswererTests {
  @Test func `cells and JSON tell the same strength`() {
    let answerer = ScoreAnswerer(StrengthSettings(referenceYear: 2026), estimate: .combined)
    let cells = answerer.cells(for: Array("meadowlark".utf8)[...])
    let json = String(decoding: answerer.json(of: "meadowlark", explaining: false), as: UTF8.self)
    #expect(cells.count == 5)
    #expect(json.contains("\"combined_log10\":") && json.contains("\"model_log10\":"))
    #expect(json.contains("\"score\":\(cells[0])"))
    #expect(!json.contains("sequence"))
    let explained = String(
      decoding: answerer.json(of: "meadowlark", explaining: true), as: UTF8.self)
    #expect(explained.contains("\"sequence\":[{"))
    #expect(!explained.contains("meadowlark"))
  }

  @Test func `zxcvbn alone has zxcvbn's columns`() {
    let answerer = ScoreAnswerer(StrengthSettings(referenceYear: 2026), estimate: .zxcvbn)
    #expect(answerer.cells(for: Array("meadowlark".utf8)[...]).count == 3)
    for explaining in [false, true] {
      let answer = answerer.json(of: "meadowlark", explaining: explaining)
      let json = String(decoding: answer, as: UTF8.self)
      #expect(!json.contains("combined_log10") && !json.contains("model_log10"))
    }
  }

  @Test func `an explanation says why the estimates differ by more than two decades`() {
    let answerer = ScoreAnswerer(StrengthSettings(referenceYear: 2026), estimate: .combined)
    let json = String(decoding: answerer.json(of: "Winter7364", explaining: true), as: UTF8.self)
    #expect(
      json.contains(
        #""difference":"rare sequences: the model has seldom met these characters in a row""#))
    let alike = String(decoding: answerer.json(of: "stone", explaining: true), as: UTF8.self)
    #expect(!alike.contains("difference"))
  }
}
