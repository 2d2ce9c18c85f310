/// A form of file that one of our commands builds, and others use.
package protocol BuiltFile: Hashable, Sendable {
  /// The parts of such a file, by their names.
  associatedtype Part: RawRepresentable<String>, Hashable, Sendable
  /// Such a file in words, with its noun alone: `compiled blocklist`, `list`.
  static var words: (whole: String, noun: String) { get }
  /// The command that builds one: `audit blocklist build`.
  static var command: String { get }
}

// Why a file that a command has built cannot be used.
extension BuiltFile {
  /// The file is none of this form.
  package static var foreign: Problem {
    Problem(
      "foreign-built-file", "no \(words.whole)", expected: "a file that '\(command)' has written",
      remedy: "Build one: \(command) LIST -o FILE")
  }

  /// Another program truncated or modified the file while it was in use.
  package static var changed: Problem {
    Problem(
      "changed-built-file", "the \(words.whole) changed during the run",
      expected: "a file that does not change during the run",
      remedy: "Run it again. To replace a \(words.noun), write a new file and rename it.")
  }

  /// The file's size differs from the size that its header states; both in bytes.
  package static func cutShort(found: Int, expected: Int) -> Problem {
    Problem(
      "cut-built-file", "\(words.whole) of \(found) bytes",
      expected: "\(expected) bytes, as its header says", remedy: "Copy it again, or build it again."
    )
  }

  /// This program does not know the format version of the file.
  package static func unknownVersion(_ version: UInt64) -> Problem {
    Problem(
      "unknown-version", "\(words.whole) of format \(version)", expected: "format 1",
      remedy: useItsProgram)
  }

  /// This program does not know how the values of a list are compared.
  package static func unknownComparison(_ name: String) -> Problem {
    Problem(
      "unknown-comparison", "\(words.whole) of values compared by '\(name)'",
      expected: "one of those that '\(command) --help' names", remedy: useItsProgram)
  }

  /// A checksum does not match, or a number is impossible; `offset` is the start of what it covers.
  package static func damaged(_ part: Part, offset: Int) -> Problem {
    Problem(
      "damaged-built-file",
      "\(words.whole) is damaged: \(part.rawValue), at or after byte \(offset)",
      remedy: "Copy it again, or build it again; it was not used.")
  }

  private static var useItsProgram: String { "Use the version of audit that wrote it." }
}
