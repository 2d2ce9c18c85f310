package import Diagnostics
import Requests
package import TallyFiles

/// Why a checkpoint cannot be used.
package enum CheckpointProblem: Diagnosable {
  /// The system refuses to write it, for this reason.
  case unwritable(String, String)
  /// The file is damaged, or no checkpoint.
  case fault(String, TallyFileProblem.Kind)
  /// It was written by a program that states other settings.
  case otherVersion(String)
  /// It belongs to a run with another value of this setting.
  case otherRun(String, String)
  /// The lists have changed since it was written.
  case changedLists(String)

  package var location: Location? {
    switch self {
    case .unwritable(let path, _), .fault(let path, _), .otherVersion(let path),
      .otherRun(let path, _), .changedLists(let path):
      Location(file: path)
    }
  }

  package var found: String {
    switch self {
    case .unwritable(_, let fault): "the checkpoint cannot be written: \(fault)"
    case .fault(_, .foreign): "the file is no checkpoint"
    case .fault(let path, let kind): TallyFileProblem(file: path, kind).found
    case .otherVersion: "the checkpoint was written by another version of the program"
    case .otherRun(_, let name): "the checkpoint belongs to another run: a difference in \(name)"
    case .changedLists: "the lists have changed since the checkpoint was written"
    }
  }

  package var expected: String? {
    switch self {
    case .fault(_, .foreign): "the checkpoint of an earlier run of this command"
    case .fault(let path, let kind): TallyFileProblem(file: path, kind).expected
    default: nil
    }
  }

  package var remedy: String? {
    switch self {
    case .fault(_, .foreign), .fault(_, .unreadable): "Name another file."
    case .unwritable: "The run continues without checkpoints."
    case .fault, .changedLists: "Remove the file to begin anew."
    case .otherVersion: "End the run with that version, or remove the file to begin anew."
    case .otherRun: "Repeat the command as it was, or remove the file to begin anew."
    }
  }

  package var severity: Severity {
    if case .unwritable = self { .warning } else { .error }
  }
}
