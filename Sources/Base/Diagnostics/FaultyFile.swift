/// What is wrong with a file: a problem but for the file's name.
package protocol FileFault: Error, Hashable {
  /// What was found; starts in lower case.
  var found: String { get }
  /// What was expected instead; nil if that is obvious.
  var expected: String? { get }
  /// The remedy, as a whole sentence; nil if there is none.
  var remedy: String? { get }
}

/// A file that the user named, and what is wrong with it.
package struct FaultyFile<Fault: FileFault>: Diagnosable, Hashable {
  /// The kinds of problem.
  package typealias Kind = Fault

  /// The file's name as the user gave it.
  package let file: String
  /// The kind of problem.
  package let kind: Kind

  /// Makes the problem of a file.
  package init(file: String, _ kind: Kind) {
    self.file = file
    self.kind = kind
  }

  package var location: Location? { Location(file: file) }
  package var found: String { kind.found }
  package var expected: String? { kind.expected }
  package var remedy: String? { kind.remedy }
}

/// A form of file that one of our commands builds, and others use.
package protocol BuiltFile: Hashable, Sendable {
  /// The parts of such a file, by their names.
  associatedtype Part: RawRepresentable<String>, Hashable, Sendable
  /// Such a file in words, with its noun alone: `compiled blocklist`, `list`.
  static var words: (whole: String, noun: String) { get }
  /// The command that builds one: `audit blocklist build`.
  static var command: String { get }
}

/// The reasons why a file that a command has built cannot be used.
package enum BuiltFileFault<File: BuiltFile>: FileFault {
  /// The system does not let the program read the file.
  case unreadable(SystemError)
  /// The file is none of this form.
  case foreign
  /// Another program truncated or modified the file while it was in use.
  case changed
  /// The file's size differs from the size that its header states; both in bytes.
  case cutShort(found: Int, expected: Int)
  /// This program does not know the format version of the file.
  case unknownVersion(UInt64)
  /// This program does not know how the values of a list are compared.
  case unknownComparison(String)
  /// A checksum does not match, or a number is impossible; `offset` is the start of what it covers.
  case damaged(part: File.Part, offset: Int)

  package var found: String {
    let file = File.words.whole
    return switch self {
    case .unreadable(let fault): "cannot be read: \(fault)"
    case .foreign: "no \(file)"
    case .changed: "the \(file) changed during the run"
    case .cutShort(let found, _): "\(file) of \(found) bytes"
    case .unknownVersion(let version): "\(file) of format \(version)"
    case .unknownComparison(let name): "\(file) of values compared by '\(name)'"
    case .damaged(let part, let offset):
      "\(file) is damaged: \(part.rawValue), at or after byte \(offset)"
    }
  }

  package var expected: String? {
    switch self {
    case .unreadable, .damaged: nil
    case .changed: "a file that does not change during the run"
    case .foreign: "a file that '\(File.command)' has written"
    case .cutShort(_, let expected): "\(expected) bytes, as its header says"
    case .unknownVersion: "format 1"
    case .unknownComparison: "one of those that '\(File.command) --help' names"
    }
  }

  package var remedy: String? {
    switch self {
    case .unreadable: nil
    case .foreign: "Build one: \(File.command) LIST -o FILE"
    case .changed:
      "Run it again. To replace a \(File.words.noun), write a new file and rename it."
    case .cutShort: "Copy it again, or build it again."
    case .unknownVersion, .unknownComparison: "Use the version of audit that wrote it."
    case .damaged: "Copy it again, or build it again; it was not used."
    }
  }
}
