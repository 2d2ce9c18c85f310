package import Diagnostics

/// A reason why distinct passwords could not be counted.
package enum GroupingProblem: Hashable, Sendable {
  /// No temporary file can be created in a directory.
  case cannotOpen(directory: String, code: Int32)
  /// The temporary file cannot be written.
  case cannotWrite(directory: String, code: Int32, written: UInt64)
  /// The temporary file cannot be read back.
  case cannotRead(directory: String, code: Int32)
  /// The system grants no more memory, not even for allocations that `--memory` does not limit.
  case noMemory(byteCount: Int)
}

extension GroupingProblem: Diagnosable {
  package var location: Location? {
    switch self {
    case .cannotOpen(let directory, _), .cannotWrite(let directory, _, _),
      .cannotRead(let directory, _):
      Location(file: directory)
    case .noMemory: nil
    }
  }

  package var found: String {
    switch self {
    case .cannotOpen(_, let code): "cannot make a temporary file: \(SystemError(code: code))"
    case .cannotWrite(_, let code, let written):
      "cannot write to the temporary file after byte \(written): \(SystemError(code: code))"
    case .cannotRead(_, let code):
      "cannot read the temporary file again: \(SystemError(code: code))"
    case .noMemory(let byteCount):
      "distinct passwords cannot be counted: the system refuses \(byteCount) bytes of memory"
    }
  }

  package var expected: String? {
    switch self {
    case .cannotWrite: "room for 20 bytes a line beyond --memory"
    default: nil
    }
  }

  package var remedy: String? {
    switch self {
    case .cannotOpen, .cannotRead: "Name another directory with --temporary."
    case .cannotWrite: "Name a directory with more room with --temporary, or raise --memory."
    case .noMemory: "Lower --memory, so that more is left, or give the program more memory."
    }
  }
}
