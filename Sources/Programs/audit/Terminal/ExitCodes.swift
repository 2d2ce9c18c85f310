import ArgumentParser
import Diagnostics
import Jobs

extension ExitCode {
  /// Done, but something was skipped, damaged or stopped, or a threshold was missed.
  static let incomplete = ExitCode(1)
  /// It could not be done.
  static let impossible = ExitCode(2)
}

extension Outcome {
  /// Ends the command with the exit code of this outcome; the argument parser uses 64 for usage
  /// errors.
  func end() throws(ExitCode) {
    switch self {
    case .done: return
    case .incomplete: throw .incomplete
    case .impossible: throw .impossible
    }
  }
}

/// Runs a body, and reports the problem that ends it.
///
/// - Parameters:
///   - quiet: Whether notes are left out; warnings and errors are not.
///   - body: The work of a command.
/// - Throws: The exit code.
func reportingProblems(quiet: Bool = false, _ body: () throws -> Void) throws {
  defer { Terminal.tellOfRest() }
  do {
    if quiet { Terminal.leaveOutNotes() }
    try Program.start()
    try body()
  } catch let error as any Diagnosable {
    let problem = error.problem
    if problem.isUsage {
      throw ValidationError(problem)
    }
    Terminal.tellLast(problem)
    throw ExitCode.impossible
  } catch is ProblemsTold {
    throw ExitCode.impossible
  } catch let fault as SystemError {
    // A call of the system that nobody has named a file for.
    Terminal.tellLast(Problem("unnamed-fault", "\(fault)"))
    throw ExitCode.impossible
  }
}

/// The option that leaves out notes, for commands whose output is the answer itself.
struct NoteOptions: ParsableArguments {
  @Flag(
    name: .shortAndLong, help: "Print no notes; warnings and errors are printed all the same.")
  var quiet = false
}

extension ValidationError {
  /// A problem of the command line, with the word that ArgumentParser writes before it left out.
  init(_ problem: Problem) {
    self.init(String(problem.message.dropFirst("error: ".count)))
  }
}
