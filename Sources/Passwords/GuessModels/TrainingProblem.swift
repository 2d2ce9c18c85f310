import Diagnostics

// Why no model can be made of lists.
extension Problem {
  /// The lists hold no password to learn from.
  static var nothingToLearn: Problem {
    Problem(
      "nothing-to-learn", "no password to learn from",
      remedy: "Empty lines, and lines of more than 255 characters, are left out.")
  }

  /// The system refuses memory.
  static func noMemory(byteCount: Int) -> Problem {
    Problem(
      "no-memory-to-learn", "the system refuses \(byteCount >> 20) MiB of memory",
      remedy: "Allow less with --memory, or end other programs.")
  }

  /// A temporary file cannot be made, written or read in a directory.
  static func temporary(_ directory: String, _ fault: SystemError) -> Problem {
    Problem(
      "temporary-failed", in: directory, "the temporary file failed: \(fault)",
      remedy: "Name a directory with more room by --temporary.")
  }

  /// The system does not let the program write the model.
  static func unwritableModel(_ path: String, _ fault: SystemError) -> Problem {
    Problem(
      "unwritable-model", in: path, "cannot be written: \(fault)",
      remedy: "Choose another place with --output.")
  }

  /// The model has more contexts or transitions than its file can number.
  static func largeModel(transitions: Int, limit: Int) -> Problem {
    Problem(
      "large-model", "a model of \(transitions) transitions; at most \(limit) fit into a file",
      remedy: "Raise --prune, or lower --order.")
  }
}
