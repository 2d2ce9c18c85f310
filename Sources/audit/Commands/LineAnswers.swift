import ArgumentParser
import Auditing
import Diagnostics
import Files
import Preparing
import Starting
import Workers

/// Answers each line of standard input with a line on standard output, in order, on all lanes.
///
/// - Parameters:
///   - lanes: The number of lanes.
///   - question: The prompt at a terminal, where typed text is not shown; nil if lines are no
///     secrets.
///   - overLong: The answer to a line longer than ``StandardInput/longestLine``, without line end.
///   - scratch: Makes the scratch of one lane.
///   - answer: Appends the answer to a line, without line end.
/// - Returns: The number of over-long lines.
/// - Throws: ``OutputProblem`` or ``InputProblem`` if the system refuses.
@discardableResult
func answerLines<Scratch: Sendable>(
  lanes: Int, asking question: String? = nil, overLong: [UInt8],
  scratch: @escaping @Sendable () -> Scratch,
  _ answer: @escaping @Sendable (Scratch, ArraySlice<UInt8>, inout [UInt8]) -> Void
) throws -> Int {
  let overLongLines = Locked(0)
  /// Whether anybody still reads the output.
  let listener = Locked<Result<Bool, OutputProblem>>(.success(true))
  let ordered = OrderedLanes(
    // At a terminal, the answer comes before the next question.
    WorkerPool(width: Terminal.isTerminal(0) ? 1 : lanes), make: scratch,
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
        if line.isOverLong {
          overLongLines.withLock { $0 += 1 }
          output += overLong
        } else {
          answer(scratch, line, &output)
        }
        output.append(10)
      }
      return output
    })
  do {
    try StandardInput.forEachBlock(asking: question) { block in
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
  return overLongLines.withLock { $0 }
}

/// The answer to an over-long line.
let overLongAnswer = "over-long"

/// Standard input could not be read.
struct InputProblem: Diagnosable {
  let fault: SystemError
  var location: Location? { Location(file: "<stdin>") }
  var found: String { "cannot read: \(fault)" }
  var expected: String? { nil }
  var remedy: String? { "Pipe the lines in, as in 'audit check --rules policy.txt < list.txt'." }
}

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

/// Runs a body, and reports the problem that ends it.
func reportingProblems(_ body: () throws -> Void) throws {
  do {
    // Dispatch has a thread of its own, and reading a list takes one or two more.
    try AddressSpace.require(threads: 3)
    try DispatchStart.prepare()
    try body()
  } catch let problem as any Diagnosable {
    Terminal.tell(problem)
    throw ExitCode.impossible
  } catch is ProblemsTold {
    throw ExitCode.impossible
  }
}
