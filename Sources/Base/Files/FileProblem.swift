package import Diagnostics

/// The reasons why a directory cannot be replaced.
package enum FileProblem: Diagnosable, Hashable {
  /// The system does not allow it.
  case refused(path: String, SystemError)
  /// The path leads to a file that is not a directory.
  case occupied(path: String, by: FileKind)
  /// The directory contains a file that no earlier run wrote.
  case foreign(path: String, holding: String)
  /// Another process has locked the directory and does not release it.
  case busy(path: String)

  package var location: Location? {
    switch self {
    case .refused(let path, _), .occupied(let path, _), .foreign(let path, _), .busy(let path):
      Location(file: path)
    }
  }

  package var found: String {
    switch self {
    case .refused(_, let fault): "cannot write: \(fault)"
    case .occupied(_, .danglingLink):
      "cannot write: the path is a link whose target does not exist"
    case .occupied(_, .file): "cannot write: there is a file"
    case .occupied: "cannot write: something other than a directory is in the way"
    case .foreign(_, let other): "the directory holds '\(other)', which is no report"
    case .busy: "cannot write: another run is writing there, and does not finish"
    }
  }

  package var expected: String? {
    switch self {
    case .refused, .busy: nil
    case .occupied: "a directory, or a new name for one"
    case .foreign: "an empty directory, or an earlier report to replace"
    }
  }

  package var remedy: String? {
    switch self {
    case .refused, .occupied: "Choose another place with --output."
    case .foreign: "Choose another place with --output, or write beside it with --force."
    case .busy: "Choose another place with --output, or end the other run."
    }
  }
}

/// A path that leads elsewhere at the end of a command than at its start.
package struct FilesElsewhere: Diagnosable {
  let path: String
  /// Where the files are.
  let place: String

  package var location: Location? { Location(file: path) }
  package var severity: Severity { .warning }
  package var found: String { "the path leads elsewhere since the command began" }
  package var expected: String? { nil }
  package var remedy: String? { "The output is complete, in \(escaped(place))." }
}

/// A reason why output could not be written.
package enum OutputProblem: Diagnosable {
  /// The system does not allow a write; holds the path and the error.
  case unwritable(String, SystemError)
  /// A file with the name exists and must not be replaced.
  case existingFile(String)
  /// The name is a link to a target that does not exist.
  case danglingLink(String)
  /// A file with the name is not of the kind that is written, such as a tally.
  case otherKind(String, String)
  /// The file is one of those that are read.
  case input(String)

  package var location: Location? {
    switch self {
    case .unwritable(let path, _), .existingFile(let path), .danglingLink(let path),
      .otherKind(let path, _), .input(let path):
      Location(file: path)
    }
  }

  package var found: String {
    switch self {
    case .unwritable(_, let fault): "cannot write: \(fault)"
    case .otherKind(_, let kind): "cannot write: a file that is not a \(kind) is in the way"
    case .input: "the output is one of the files that are read"
    case .existingFile: "the file already exists"
    case .danglingLink: "the path is a link whose target does not exist"
    }
  }

  package var expected: String? {
    switch self {
    case .otherKind(_, let kind): "a new name, or an earlier \(kind) to replace with --force"
    default: nil
    }
  }

  package var remedy: String? {
    switch self {
    case .unwritable("<stdout>", _): nil
    case .unwritable, .otherKind: "Choose another place with --output."
    case .input: "Leave it out of the inputs, or choose another place with --output."
    case .existingFile, .danglingLink: "Choose another name, or replace it with --force."
    }
  }
}
