import Jobs
import Testing

@Suite struct KeyspaceAnswererTests {
  private let questions: LineQuestions

  init() throws { questions = try KeyspaceSettings().questions(reading: PolicySettings()) }

  @Test func `a question has one length, or a range`() throws {
    let found = try answers(
      questions, to: #"{"rules": "minlength: 2; allowed: digit;", "length": 2}"#,
      #"{"rules": "minlength: 1; maxlength: 2; allowed: digit;", "from": 0, "to": 2}"#)
    #expect(
      found.lines == [
        #"{"count":"100","log2":6.643856189774724}"#, #"{"count":"110","log2":6.78135971352466}"#,
      ])
    #expect(found.areAnswered)
  }

  @Test(arguments: [
    "", "[]", #"{"rules": ""}"#, #"{"length": 3}"#, #"{"rules": "", "from": 2, "to": 1}"#,
    #"{"rules": "minlength: x;", "length": 1}"#,
  ])
  func `other lines are refused`(line: String) throws {
    let found = try answers(questions, to: line)
    #expect(!found.areAnswered && found.lines.first?.hasPrefix(#"{"error":""#) == true)
  }

  @Test func `an empty answer has an explicit null`() throws {
    let line = #"{"rules": "minlength: 5; maxlength: 5;", "length": 1}"#
    #expect(try answers(questions, to: line).lines == [#"{"count":"0","log2":null}"#])
  }
}
