import ArgumentParser
import Jobs

/// Answers each line of standard input with a line on standard output, in order, on all workers.
///
/// - Parameters:
///   - questions: The questions, and what answers them.
///   - threads: The number of workers.
///   - question: The prompt at a terminal, where typed text is not shown; nil if lines are no
///     secrets.
/// - Returns: Whether every line was answered, and none was over-long.
/// - Throws: ``Problem`` if the system refuses.
@discardableResult
func answerLines(
  _ questions: LineQuestions, threads: Int, asking question: String? = nil
) throws -> Bool {
  // At a terminal, the answer comes before the next question.
  let answers = LineAnswers(
    to: questions, threads: Terminal.isTerminal(0) ? 1 : threads, deliver: Terminal.write)
  do { try StandardInput.forEachBlock(asking: question, answers.take) } catch {
    _ = try? answers.finish()
    throw error
  }
  return try answers.finish()
}

/// Refuses passwords typed as arguments, which everybody on the machine can see.
struct NoArguments: ParsableArguments {
  @Argument(parsing: .remaining, help: .hidden)
  var typed: [String] = []

  func validate() throws {
    if !typed.isEmpty {
      throw StrayWord.error(
        typed,
        "Passwords are read from standard input, one a line, and never from the command line, "
          + "which a shell remembers and other users can see. Redirect them: < LIST")
    }
  }
}
