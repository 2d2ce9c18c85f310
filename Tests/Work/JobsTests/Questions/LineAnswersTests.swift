import Jobs
import Testing

@Suite struct LineAnswersTests {
  /// Questions for the number of a password of two digits, which is the password itself.
  private static func numbers() throws -> LineQuestions {
    try GenerateSettings(
      onlyOneOf: try policies("minlength: 2; maxlength: 2; allowed: digit;")
    ).numbering(ofPasswords: true)
  }

  @Test(arguments: [1, 4])
  func `answers come in order`(threads: Int) throws {
    let blocks = (10..<100).map { "\($0)\n\n" }
    let (text, areAnswered) = try answers(Self.numbers(), to: blocks, threads: threads)
    #expect(text == (10..<100).map { "\($0)\n-\n" }.joined())
    #expect(areAnswered)
  }

  @Test func `lines that are over-long or not answered are remembered`() throws {
    let longest = String(repeating: "1", count: 65_536)
    #expect(try answers(Self.numbers(), to: [longest + "\n"]) == ("-\n", true))
    #expect(try answers(Self.numbers(), to: [longest + "1\r\n23\n"]) == ("over-long\n23\n", false))
    let (_, areAnswered) = try answers(.policyReadings, to: ["-\n", "{\"input\": \"\"}\n"])
    #expect(!areAnswered)
  }

  @Test func `an output without reader gets no more`() throws {
    let blocks = ["10\n", "11\n", "12\n"]
    #expect(try answers(Self.numbers(), to: blocks) { $0 < 2 }.text == "10\n11\n")
  }
}
