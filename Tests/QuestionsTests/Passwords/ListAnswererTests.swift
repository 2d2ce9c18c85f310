import Questions
import Requests
import TestSupport
import Testing

@Suite struct ListAnswererTests {
  @Test func `a list tells whether it holds a password, and its rank`() throws {
    let directory = try TemporaryDirectory()
    let values = (1...12).map { "meadow\($0)\n" }.joined()
    let answerer = try ListAnswerer(opening: try directory.file("refused.txt", values)) { _ in }
    func answer(_ password: String) -> ListAnswerer.Answer {
      answerer.answer(Array(password.utf8)[...])
    }
    #expect(answer("meadow1").isListed && answer("meadow1").rankLimit == 10)
    #expect(answer("meadow10").rankLimit == 10)
    #expect(answer("meadow12").rankLimit == 100)
    #expect(!answer("meadow13").isListed && answer("meadow13").rankLimit == nil)
    #expect(!answer("").isListed)
    try answerer.checkUnchanged()
  }

  @Test func `a missing list ends the preparation, and its problem is told`() throws {
    let directory = try TemporaryDirectory()
    let listener = Listener()
    #expect(throws: ProblemsTold.self) {
      try ListAnswerer(opening: "\(directory.path)/none.txt", tell: listener.tell)
    }
    #expect(listener.told.count == 1)
  }
}
