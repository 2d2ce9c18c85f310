package import Diagnostics

// Why a directory cannot be replaced.
extension Problem {
  /// The path leads to a file that is not a directory.
  package static func occupiedDirectory(_ path: String, by kind: FileKind) -> Problem {
    let found =
      switch kind {
      case .danglingLink: "the path is a link whose target does not exist"
      case .file: "there is a file"
      default: "something other than a directory is in the way"
      }
    return Problem(
      "occupied-directory", in: path, "cannot write: \(found)",
      expected: "a directory, or a new name for one", remedy: anotherPlace)
  }

  /// The directory contains a file that no earlier run wrote.
  package static func foreignDirectory(_ path: String, holding other: String) -> Problem {
    Problem(
      "foreign-directory", in: path, "the directory holds '\(other)', which is no report",
      expected: "an empty directory, or an earlier report to replace",
      remedy: "Choose another place with --output, or write beside it with --force.")
  }

  /// Another process has locked the directory and does not release it.
  static func busyDirectory(_ path: String) -> Problem {
    Problem(
      "busy-directory", in: path, "cannot write: another run is writing there, and does not finish",
      remedy: "Choose another place with --output, or end the other run.")
  }

  /// The path leads elsewhere at the end of a command than at its start; the files are in `place`.
  static func filesElsewhere(_ path: String, place: String) -> Problem {
    Problem(
      "files-elsewhere", in: path, "the path leads elsewhere since the command began",
      remedy: "The output is complete, in \(escaped(place)).", .warning)
  }

  private static let anotherPlace = "Choose another place with --output."
}

// Why output could not be written.
extension Problem {
  /// The system does not allow a write, to a file or a directory.
  package static func unwritable(_ path: String, _ fault: SystemError) -> Problem {
    Problem(
      "unwritable-output", in: path, "cannot write: \(fault)",
      remedy: path == "<stdout>" ? nil : anotherPlace)
  }

  /// A file with the name exists and must not be replaced.
  package static func existingFile(_ path: String) -> Problem {
    Problem("existing-file", in: path, "the file already exists", remedy: anotherName)
  }

  /// The name is a link to a target that does not exist.
  static func danglingLink(_ path: String) -> Problem {
    Problem(
      "dangling-link", in: path, "the path is a link whose target does not exist",
      remedy: anotherName)
  }

  /// A file with the name is not of the kind that is written, such as a tally.
  static func otherKind(_ path: String, _ kind: String) -> Problem {
    Problem(
      "other-kind", in: path, "cannot write: a file that is not a \(kind) is in the way",
      expected: "a new name, or an earlier \(kind) to replace with --force", remedy: anotherPlace)
  }

  /// The file is one of those that are read.
  static func outputIsInput(_ path: String) -> Problem {
    Problem(
      "output-is-input", in: path, "the output is one of the files that are read",
      remedy: "Leave it out of the inputs, or choose another place with --output.")
  }

  private static let anotherName = "Choose another name, or replace it with --force."
}
