import Diagnostics

// Why lists cannot be compiled.
extension Problem {
  /// The system does not let the program write this file or directory.
  static func unwritableList(_ path: String, _ fault: SystemError) -> Problem {
    Problem(
      "unwritable-list", in: path, "cannot be written: \(fault)",
      remedy: "Choose another place with --output or --temporary.")
  }

  /// The temporary file cannot be written or read.
  static func spoolFailed(_ fault: SystemError) -> Problem {
    Problem(
      "spool-failed", "the temporary file failed: \(fault)",
      remedy: "It takes 16 bytes a value: name a directory with room for that with --temporary.")
  }

  /// There are more lists than a record can number.
  static func tooManySources(limit: Int) -> Problem {
    Problem(
      "many-sources", "more than \(limit) lists to compile into one file",
      remedy:
        "Join some of the lists, or compile two files: audit LIST --blocklist FILE --blocklist FILE"
    )
  }

  /// A part of the values does not fit into memory; `needed` bytes would suffice.
  static func memoryTooSmall(needed: Int) -> Problem {
    Problem(
      "small-memory", "the distinct values do not fit into the memory allowed",
      remedy: "Allow more: --memory \(needed >> 20)M")
  }

  /// An attacker constructed values with similar fingerprints.
  static var contrivedValues: Problem {
    Problem(
      "contrived-values", "values chosen to make look-ups slow",
      remedy: "Check where the list comes from.")
  }

  /// There are more values than a file can number.
  static func tooManyValues(limit: Int) -> Problem {
    Problem(
      "many-values", "more than \(limit) distinct values",
      remedy: "Compile two files, and name both: audit LIST --blocklist FILE --blocklist FILE")
  }
}

/// The form of compiled blocklists.
package enum CompiledFile: BuiltFile {
  /// The parts of a compiled blocklist.
  package enum Part: String, Hashable, Sendable {
    case signature, header, text, values
    case checks = "table of checksums"
  }

  package static var words: (whole: String, noun: String) { ("compiled blocklist", "list") }
  package static var command: String { "audit blocklist build" }
}
