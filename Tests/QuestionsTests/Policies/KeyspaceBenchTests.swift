import Questions
import Requests
import Testing

@Suite struct KeyspaceBenchTests {
  @Test func `questions are answered from values`() throws {
    let bench = KeyspaceBench(PolicySettings())
    let answer = try bench.answer(rules: "minlength: 2; allowed: digit;", lengths: 0...2)
    #expect(answer.count == "100")
    #expect(answer.uncounted == [])
    #expect(throws: Refusal.self) {
      try bench.answer(rules: "minlength: x;", lengths: 1...1)
    }
  }

  @Test func `a policy named before needs no rules`() throws {
    let policy = try #require(try policies("minlength: 1; allowed: digit;").first)
    let bench = KeyspaceBench(PolicySettings(), policy)
    #expect(try bench.answer(rules: nil, lengths: 1...1).count == "10")
  }
}
