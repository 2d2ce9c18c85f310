import PasswordPolicies
import Questions
import Requests
import Testing
import Workers

/// The policies of a text.
func policies(_ text: String) throws -> [Policy] {
  let reading = PolicySettings().read(Array(text.utf8), file: "test.policy")
  try #require(!reading.hasErrors)
  return reading.policies
}

/// The answers to lines, and whether each was answered.
func answers(
  _ questions: LineQuestions, to lines: String..., lanes: Int = 1
) throws -> (lines: [String], areAnswered: Bool) {
  let output = Locked<[UInt8]>([])
  let answers = LineAnswers(to: questions, lanes: lanes) { bytes in
    output.withLock { $0 += bytes }
    return true
  }
  for line in lines { #expect(answers.take(Array(line.utf8) + [10])) }
  let areAnswered = try answers.finish()
  let text = String(decoding: output.withLock { $0 }, as: UTF8.self)
  return (
    text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init),
    areAnswered
  )
}
