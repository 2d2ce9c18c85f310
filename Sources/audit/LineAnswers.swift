import ArgumentParser
import Auditing
import Diagnostics
import Preparing

/// Answers each line of standard input with a line on standard output, in order, on all lanes.
///
/// - Parameters:
///   - lanes: How many work at once.
///   - scratch: Makes what one lane needs for itself.
///   - answer: Appends the answer to a line, without line end.
/// - Throws: ``OutputProblem`` or ``InputProblem`` when the system refuses.
func answerLines<Scratch: Sendable>(
  lanes: Int, scratch: @escaping @Sendable () -> Scratch,
  _ answer: @escaping @Sendable (Scratch, ArraySlice<UInt8>, inout [UInt8]) -> Void
) throws {
  /// Whether there is still somebody to answer.
  let listener = Locked<Result<Bool, OutputProblem>>(.success(true))
  let ordered = OrderedLanes(
    count: lanes, make: scratch,
    deliver: { (output: [UInt8]) in
      listener.withLock { listener in
        guard case .success(true) = listener else { return }
        do throws(OutputProblem) { listener = .success(try Terminal.write(output)) } catch {
          listener = .failure(error)
        }
      }
    },
    work: { (scratch: Scratch, block: [UInt8]) -> [UInt8] in
      var output: [UInt8] = []
      for line in block.lines {
        answer(scratch, line, &output)
        output.append(10)
      }
      return output
    })
  do {
    try StandardInput.forEachBlock { block in
      guard case .success(true) = listener.withLock({ $0 }) else { return false }
      ordered.take(block)
      return true
    }
  } catch {
    ordered.finish()
    throw InputProblem(fault: error)
  }
  ordered.finish()
  _ = try listener.withLock { $0 }.get()
}

/// Standard input could not be read.
struct InputProblem: Diagnosable {
  let fault: SystemError
  var location: Location? { Location(file: "<stdin>") }
  var found: String { "cannot read: \(fault)" }
  var expected: String? { nil }
  var remedy: String? { "Pipe the lines in, as in 'audit check --rules policy.txt < list.txt'." }
}

/// Catches passwords that are typed as arguments, where everybody on the machine can see them.
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

/// Does something, and tells of the problem that ends it.
func reportingProblems(_ body: () throws -> Void) throws {
  do { try body() } catch let problem as any Diagnosable {
    Terminal.tell(problem)
    throw ExitCode.impossible
  } catch is ProblemsTold {
    throw ExitCode.impossible
  }
}
