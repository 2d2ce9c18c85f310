package import Diagnostics

/// The reasons why no model can be made of lists.
package enum TrainingProblem: Error, Hashable, Sendable {
  /// The lists hold no password to learn from.
  case nothingToLearn
  /// The system refuses memory.
  case noMemory(byteCount: Int)
  /// A temporary file cannot be made, written or read in a directory.
  case temporary(String, SystemError)
  /// The system does not let the program write the model.
  case unwritable(String, SystemError)
  /// The model has more contexts or transitions than its file can number.
  case tooLarge(transitions: Int, limit: Int)
}

extension TrainingProblem: Diagnosable {
  package var location: Location? {
    switch self {
    case .temporary(let path, _), .unwritable(let path, _): Location(file: path)
    default: nil
    }
  }

  package var found: String {
    switch self {
    case .nothingToLearn: "no password to learn from"
    case .noMemory(let byteCount): "the system refuses \(byteCount >> 20) MiB of memory"
    case .temporary(_, let fault): "the temporary file failed: \(fault)"
    case .unwritable(_, let fault): "cannot be written: \(fault)"
    case .tooLarge(let transitions, let limit):
      "a model of \(transitions) transitions; at most \(limit) fit into a file"
    }
  }

  package var expected: String? { nil }

  package var remedy: String? {
    switch self {
    case .nothingToLearn: "Empty lines, and lines of more than 255 characters, are left out."
    case .noMemory: "Allow less with --memory, or end other programs."
    case .temporary: "Name a directory with more room by --temporary."
    case .unwritable: "Choose another place with --output."
    case .tooLarge: "Raise --prune, or lower --order."
    }
  }
}
