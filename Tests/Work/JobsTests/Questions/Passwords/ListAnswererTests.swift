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
}
