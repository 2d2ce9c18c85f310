import ArgumentParser
import Auditing
import Diagnostics
import Preparing
import Workers

/// Answers each line of standard input with a line on standard output, in order, on all lanes.
///
/// - Parameters:
///   - lanes: How many work at once.
///   - question: What a person at a terminal is asked; what is typed there is not shown. Nil where lines
///     are no secrets.
///   - overLong: The answer to a line longer than ``StandardInput/longestLine``, without line end.
///   - scratch: Makes what one lane needs for itself.
///   - answer: Appends the answer to a line, without line end.
/// - Returns: How many lines were over-long.
/// - Throws: ``OutputProblem`` or ``InputProblem`` when the system refuses.
@discardableResult
func answerLines<Scratch: Sendable>(
  lanes: Int, asking question: String? = nil, overLong: [UInt8],
  scratch: @escaping @Sendable () -> Scratch,
  _ answer: @escaping @Sendable (Scratch, ArraySlice<UInt8>, inout [UInt8]) -> Void
) throws -> Int {
  let overLongLines = Locked(0)
  /// Whether there is still somebody to answer.
  let listener = Locked<Result<Bool, OutputProblem>>(.success(true))
  let ordered = OrderedLanes(
    // A person gets the answer before the next question.
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

/// The answer to a line that is too long to be held.
let overLongAnswer = "over-long"

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
  do {
    // Dispatch has a thread of its own, and a list is read with one or two more.
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
