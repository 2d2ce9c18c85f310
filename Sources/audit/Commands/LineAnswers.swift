import ArgumentParser
import Questions

/// Answers each line of standard input with a line on standard output, in order, on all lanes.
///
/// - Parameters:
///   - lanes: The number of lanes.
///   - question: The prompt at a terminal, where typed text is not shown; nil if lines are no
///     secrets.
///   - overLong: The answer to a line longer than ``longestAnsweredLine``, without line end.
///   - scratch: Makes the scratch of one lane.
///   - answer: Appends the answer to a line, without line end, and returns whether it could be
///     answered.
/// - Returns: Whether every line was answered, and none was over-long.
/// - Throws: ``OutputProblem`` or ``InputProblem`` if the system refuses.
@discardableResult
func answerLines<Scratch: Sendable>(
  lanes: Int, asking question: String? = nil, overLong: [UInt8],
  scratch: @escaping @Sendable () -> Scratch,
  _ answer: @escaping @Sendable (Scratch, ArraySlice<UInt8>, inout [UInt8]) -> Bool
) throws -> Bool {
  // At a terminal, the answer comes before the next question.
  let answers = LineAnswers(
    lanes: Terminal.isTerminal(0) ? 1 : lanes, overLong: overLong, scratch: scratch,
    deliver: Terminal.write, answer: answer)
  do { try StandardInput.forEachBlock(asking: question, answers.take) } catch {
    _ = try? answers.finish()
    throw error
  }
  return try answers.finish()
}

/// The answer to an over-long line.
let overLongAnswer = "over-long"

/// Refuses passwords typed as arguments, which everybody on the machine can see.
struct NoArguments: ParsableArguments {
  @Argument(parsing: .remaining, help: .hidden)
  var typed: [String] = []

  func validate() throws {
    if !typed.isEmpty {
      throw ValidationError(
        "Passwords are read from standard input, one a line, and never from the command line, "
          + "which a shell remembers and other users can see.")
    }
  }
}
