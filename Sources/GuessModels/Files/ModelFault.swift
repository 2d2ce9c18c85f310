package import Diagnostics

/// The reasons why the file of a model cannot be used.
package enum ModelFault: Error, Hashable, Sendable {
  /// The system does not let the program read the file.
  case unreadable(SystemError)
  /// The file is not a model.
  case foreign
  /// Another program truncated or modified the file while it was in use.
  case changed
  /// The file's size differs from the size that its header states; both in bytes.
  case cutShort(found: Int, expected: Int)
  /// This program does not know the format version of the file.
  case unknownVersion(UInt64)
  /// A checksum does not match, or a number is impossible; `offset` is where.
  case damaged(part: Part, offset: Int)

  /// The parts of a model's file.
  package enum Part: String, Hashable, Sendable {
    case header, content, contexts, transitions, sample
  }
}

/// A model that cannot be used.
package struct ModelProblem: Diagnosable, Hashable {
  /// The file's name as the user gave it.
  package let file: String
  /// The fault.
  package let fault: ModelFault

  /// Makes the problem of a file.
  package init(file: String, _ fault: ModelFault) {
    self.file = file
    self.fault = fault
  }

  package var location: Location? { Location(file: file) }

  package var found: String {
    switch fault {
    case .unreadable(let fault): "cannot be read: \(fault)"
    case .foreign: "no guess model"
    case .changed: "the guess model changed during the run"
    case .cutShort(let found, _): "guess model of \(found) bytes"
    case .unknownVersion(let version): "guess model of format \(version & 0xFFFF_FFFF)"
    case .damaged(let part, let offset):
      "guess model is damaged: \(part.rawValue), at or after byte \(offset)"
    }
  }

  package var expected: String? {
    switch fault {
    case .unreadable, .damaged: nil
    case .changed: "a file that does not change during the run"
    case .foreign: "a file that 'audit model build' has written"
    case .cutShort(_, let expected): "\(expected) bytes, as its header says"
    case .unknownVersion: "format 1"
    }
  }

  package var remedy: String? {
    switch fault {
    case .unreadable: nil
    case .foreign: "Build one: audit model build LIST -o FILE"
    case .changed: "Run it again. To replace a model, write a new file and rename it."
    case .cutShort: "Copy it again, or build it again."
    case .unknownVersion: "Use the version of audit that wrote it."
    case .damaged: "Copy it again, or build it again; it was not used."
    }
  }
}
