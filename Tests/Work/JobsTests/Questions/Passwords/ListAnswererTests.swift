import Auditing
import Diagnostics
import Jobs
import Reports
import TestSupport
import Testing

@Suite struct ListAnswererTests {
  @Test func `a list tells whether it holds a password, and its rank`() throws {
    let directory = try TemporaryDirectory()
    let values = (1...12).map { "meadow\($0)\n" }.joined()
    var answerer = try ListAnswerer(
      opening: try directory.file("refused.txt", values), as: .csv
    ) { _ in }
    #expect(
      answerer.answers(to: Array("meadow1\nmeadow10\n".utf8)) == "1,1,10\n2,1,10\n")
    #expect(
      answerer.answers(to: Array("meadow12\nmeadow13\n\n".utf8)) == "3,1,100\n4,0,\n5,0,\n")
    #expect(!answerer.hasUnanswered)
    try answerer.checkUnchanged()
  }

  @Test func `a missing list ends the preparation, and its problem is told`() throws {
    let directory = try TemporaryDirectory()
    let listener = Listener()
    #expect(throws: ProblemsTold.self) {
      try ListAnswerer(opening: "\(directory.path)/none.txt", as: .text, tell: listener.tell)
    }
    #expect(listener.told.count == 1)
  }

  private static let header = "line,listed,rank_up_to\n"
  private static let cells =
    "| line | listed | rank\\_up\\_to |\n| --- | --- | --- |\n| 1 | 1 | 10 |\n| 2 | 0 |  |\n"

  @Test(arguments: [
    (OutputFormat.text, false, "1\tlisted\t10\n2\tunlisted\n3\tover-long\n"),
    (
      .text, true,
      "line    on the blocklist  among its commonest\n1       yes               10\n2       no\n"
        + "3\tover-long\n"
    ),
    (.csv, true, header + "1,1,10\n2,0,\n3,over-long,\n"),
    (.markdown, false, cells + "| 3 | over-long |  |\n"),
    (
      .jsonl, true,
      #"{"line":1,"listed":true,"rank_up_to":10}"# + "\n" + #"{"line":2,"listed":false}"# + "\n"
        + #"{"line":3,"error":"over-long"}"# + "\n"
    ),
    (
      .json, false,
      #"[{"line":1,"listed":true,"rank_up_to":10},"# + "\n" + #"{"line":2,"listed":false},"#
        + "\n" + #"{"line":3,"error":"over-long"}]"# + "\n"
    ),
  ])
  func `answers have a form, whatever the blocks`(
    form: OutputFormat, isLookedAt: Bool, expected: String
  ) throws {
    let directory = try TemporaryDirectory()
    let list = try directory.file("refused.txt", "meadow\n")
    let lines = ["meadow\n", "lark\r\n", String(repeating: "x", count: 65_537) + "\n"]
    for blocks in [lines, [lines.joined()]] {
      var answerer = try ListAnswerer(opening: list, as: form, isLookedAt: isLookedAt) { _ in }
      let answers = blocks.map { answerer.answers(to: Array($0.utf8)) }.joined()
      #expect(answerer.heading + answers + answerer.ending == expected)
      #expect(answerer.hasUnanswered)
    }
  }
}
