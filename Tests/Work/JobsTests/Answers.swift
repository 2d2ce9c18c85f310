import Jobs
import PasswordPolicies
import Testing
import Workers

/// The policies of a text.
func policies(_ text: String) throws -> [Policy] {
  let reading = PolicySettings().read(Array(text.utf8), file: "test.policy")
  try #require(!reading.hasErrors)
  return reading.policies
}

/// The answers to blocks of lines, and whether each line was answered.
///
/// `reader` says whether the output still has a reader, by the number of blocks that it got.
func answers(
  _ questions: LineQuestions, to blocks: [String], threads: Int = 1,
  reader: @escaping @Sendable (Int) -> Bool = { _ in true }
) throws -> (text: String, areAnswered: Bool) {
  let output = Locked<[[UInt8]]>([])
  let answers = LineAnswers(to: questions, threads: threads) { bytes in
    output.withLock {
      $0.append(bytes)
      return reader($0.count)
    }
  }
  for block in blocks where !answers.take(Array(block.utf8)) { break }
  let areAnswered = try answers.finish()
  return (String(decoding: output.withLock { $0.flatMap(\.self) }, as: UTF8.self), areAnswered)
}

/// The answers to lines, and whether each was answered.
func answers(
  _ questions: LineQuestions, to lines: String...
) throws -> (lines: [String], areAnswered: Bool) {
  let found: (text: String, areAnswered: Bool) = try answers(
    questions, to: lines.map { $0 + "\n" })
  let parts = found.text.split(separator: "\n", omittingEmptySubsequences: false)
  return (parts.dropLast().map(String.init), found.areAnswered)
}
