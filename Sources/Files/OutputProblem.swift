package import Diagnostics

/// The reason why output could not be written.
package enum OutputProblem: Diagnosable {
  /// The system refuses a write: the path, and why.
  case unwritable(String, SystemError)
  /// A file has the name, and may not be replaced.
  case existingFile(String)
  /// A link has the name, and leads nowhere.
  case danglingLink(String)
  /// The system refuses a temporary file in this directory.
  case noTemporaryFile(String, SystemError)

  package var location: Location? {
    switch self {
    case .unwritable(let path, _), .existingFile(let path), .danglingLink(let path),
      .noTemporaryFile(let path, _):
      Location(file: path)
    }
  }

  package var found: String {
    switch self {
    case .unwritable(_, let fault): "cannot write: \(fault)"
    case .existingFile: "the file already exists"
    case .noTemporaryFile(_, let fault): "cannot make a temporary file: \(fault)"
    case .danglingLink: "the path is a link whose target does not exist"
    }
  }

  package var expected: String? { nil }

  package var remedy: String? {
    switch self {
    case .unwritable("<stdout>", _): nil
    case .noTemporaryFile: "Name another directory with --temporary."
    case .unwritable: "Choose another place with --output."
    case .existingFile, .danglingLink: "Choose another name, or replace it with --force."
    }
  }
}
