import Auditing
import Jobs
import Reports
import Testing

@Suite struct ScoreAnswererTests {
  private func score(
    _ password: String, _ estimate: ScoreQuestions.Estimate = .combined,
    _ form: OutputFormat = .jsonl, explaining: Bool = false
  ) throws -> String {
    let questions = ScoreQuestions(
      StrengthSettings(referenceYear: 2026), estimate: estimate, form: form,
      explaining: explaining)
    let line = form == .jsonl ? "{\"password\": \"\(password)\"}" : password
    return try #require(try answers(questions.lines, to: line).lines.first)
  }

  @Test func `cells and JSON tell the same strength`() throws {
    let cells = try score("meadowlark", .combined, .text).split(separator: "\t")
    let json = try score("meadowlark")
    #expect(cells.count == 5)
    #expect(json.contains("\"combined_log10\":") && json.contains("\"model_log10\":"))
    #expect(json.contains("\"score\":\(cells[0])"))
    #expect(!json.contains("sequence"))
    let explained = try score("meadowlark", explaining: true)
    #expect(explained.contains("\"sequence\":[{"))
    #expect(!explained.contains("meadowlark"))
  }

  @Test func `zxcvbn alone has zxcvbn's columns`() throws {
    #expect(try score("meadowlark", .zxcvbn, .csv).split(separator: ",").count == 3)
    for explaining in [false, true] {
      let json = try score("meadowlark", .zxcvbn, explaining: explaining)
      #expect(!json.contains("combined_log10") && !json.contains("model_log10"))
    }
  }

  @Test func `an explanation says why the estimates differ by more than two decades`() throws {
    let json = try score("Winter7364", explaining: true)
    #expect(
      json.contains(
        #""difference":"rare sequences: the model has seldom met these characters in a row""#))
    #expect(try !score("stone", explaining: true).contains("difference"))
  }

  @Test func `of a long password the beginning is scored, which is said`() throws {
    for (count, isTruncated) in [(20, false), (2000, true)] {
      let json = try score(String(repeating: "a", count: count), .zxcvbn)
      #expect(json.contains("\"truncated\":true") == isTruncated)
      #expect(json.contains("truncated") == isTruncated)
    }
  }
}
