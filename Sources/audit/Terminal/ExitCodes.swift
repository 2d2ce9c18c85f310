import ArgumentParser
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
