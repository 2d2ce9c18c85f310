package import Diagnostics

/// The reasons why a compiled blocklist cannot be used.
package enum CompiledFault: Error, Hashable, Sendable {
  /// The system does not let the program read the file.
  case unreadable(SystemError)
  /// The file is not a compiled blocklist.
  case foreign
  /// Another program truncated or modified the file while passwords were looked up.
  case changed
  /// The file's size differs from the size that its header states; both in bytes.
  case cutShort(found: Int, expected: Int)
  /// This program does not know the format version of the file.
  case unknownVersion(UInt64)
  /// This program does not know the form of the values.
  case unknownComparison(String)
  /// A checksum does not match; `offset` is the start of the part that it covers.
  case damaged(part: Part, offset: Int)

  /// The parts of a compiled blocklist.
  package enum Part: String, Hashable, Sendable {
    case signature, header, text, values
    case checks = "table of checksums"
  }
}

/// A compiled blocklist that cannot be used.
package struct CompiledProblem: Diagnosable, Hashable {
  /// The file's name as the user gave it.
  package let file: String
  /// The fault.
  package let fault: CompiledFault

  /// Makes the problem of a file.
  package init(file: String, _ fault: CompiledFault) {
    self.file = file
    self.fault = fault
  }

  package var location: Location? { Location(file: file) }

  package var found: String {
    switch fault {
    case .unreadable(let fault): "cannot be read: \(fault)"
    case .foreign: "no compiled blocklist"
    case .changed: "the compiled blocklist changed during the run"
    case .cutShort(let found, _): "compiled blocklist of \(found) bytes"
    case .unknownVersion(let version): "compiled blocklist of format \(version)"
    case .unknownComparison(let name): "compiled blocklist of values compared by '\(name)'"
    case .damaged(let part, let offset):
      "compiled blocklist is damaged: \(part.rawValue), at or after byte \(offset)"
    }
  }

  package var expected: String? {
    switch fault {
    case .unreadable, .damaged: nil
    case .changed: "a file that does not change during the run"
    case .foreign: "a file that 'audit blocklist build' has written"
    case .cutShort(_, let expected): "\(expected) bytes, as its header says"
    case .unknownVersion: "format 1"
    case .unknownComparison: "one of those that 'audit blocklist build --help' names"
    }
  }

  package var remedy: String? {
    switch fault {
    case .unreadable: nil
    case .foreign: "Build one: audit blocklist build LIST -o FILE"
    case .changed: "Run it again. To replace a list, write a new file and rename it."
    case .cutShort: "Copy it again, or build it again."
    case .unknownVersion, .unknownComparison: "Use the version of audit that wrote it."
    case .damaged: "Copy it again, or build it again; it was not used."
    }
  }
}
