import Questions
import Requests
import Testing

@Suite struct KeyspaceQuestionTests {
  @Test func `a question has one length, or a range`() throws {
    let one = try KeyspaceQuestion(Array(#"{"rules": "minlength: 2;", "length": 3}"#.utf8)[...])
    #expect(one.rules == "minlength: 2;" && one.lengths == 3...3)
    let several = try KeyspaceQuestion(Array(#"{"rules": "", "from": 0, "to": 4}"#.utf8)[...])
    #expect(several.lengths == 0...4)
  }

  @Test(arguments: [
    "", "[]", #"{"rules": ""}"#, #"{"length": 3}"#, #"{"rules": "", "from": 2, "to": 1}"#,
  ])
  func `other lines are refused`(line: String) {
    #expect(throws: Refusal.self) { try KeyspaceQuestion(Array(line.utf8)[...]) }
  }

  @Test func `an empty answer has an explicit null`() throws {
    let answer = try KeyspaceAnswerer(PolicySettings()).answer(
      rules: "minlength: 5; maxlength: 5;", lengths: 1...1)
    #expect(String(decoding: answer.line, as: UTF8.self) == #"{"count":"0","log2":null}"#)
  }
}
