import Questions
import Requests
import Testing

@Suite struct KeyspaceAnswererTests {
  @Test func `questions are answered from values`() throws {
    let answerer = KeyspaceAnswerer(PolicySettings())
    let answer = try answerer.answer(rules: "minlength: 2; allowed: digit;", lengths: 0...2)
    #expect(answer.count == "100")
    #expect(answer.uncounted == [])
    #expect(throws: Refusal.self) {
      try answerer.answer(rules: "minlength: x;", lengths: 1...1)
    }
  }

  @Test func `a policy named before needs no rules`() throws {
    let policy = try #require(try policies("minlength: 1; allowed: digit;").first)
    let answerer = KeyspaceAnswerer(PolicySettings(), policy)
    #expect(try answerer.answer(rules: nil, lengths: 1...1).count == "10")
  }
}
