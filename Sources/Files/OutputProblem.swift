package import Diagnostics

/// A reason why output could not be written.
package enum OutputProblem: Diagnosable {
  /// The system does not allow a write; holds the path and the error.
  case unwritable(String, SystemError)
  /// A file with the name exists and must not be replaced.
  case existingFile(String)
  /// The name is a link to a target that does not exist.
  case danglingLink(String)

  package var location: Location? {
    switch self {
    case .unwritable(let path, _), .existingFile(let path), .danglingLink(let path):
      Location(file: path)
    }
  }

  package var found: String {
    switch self {
    case .unwritable(_, let fault): "cannot write: \(fault)"
    case .existingFile: "the file already exists"
    case .danglingLink: "the path is a link whose target does not exist"
    }
  }

  package var expected: String? { nil }

  package var remedy: String? {
    switch self {
    case .unwritable("<stdout>", _): nil
    case .unwritable: "Choose another place with --output."
    case .existingFile, .danglingLink: "Choose another name, or replace it with --force."
    }
  }
}
