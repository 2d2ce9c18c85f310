package import Diagnostics

/// What can be wrong with a list, or with the argument that should name one.
///
/// Offsets count the bytes of the file from 0, compressed ones where the list is. No case holds a
/// byte of the text.
package enum IntakeProblem: Hashable, Sendable {
  /// A list, or a directory, that the system does not let us read.
  case unreadable(list: String, SystemError)
  /// `-` a second time.
  case standardInputTwice
  /// A directory without a single list.
  case noLists(directory: String)
  /// Something in a directory that is no list.
  case skipped(path: String, Oddity)
  /// Reading failed in the middle; what stands before the offset was read.
  case readFailed(list: String, offset: UInt64, SystemError)
  /// Somebody raised the stop flag.
  case stopped(list: String, offset: UInt64)
  /// Gzip data that ends before its member does.
  case gzipCut(list: String, offset: UInt64)
  /// Gzip data that contradicts itself, in zlib's words.
  case gzipDamaged(list: String, offset: UInt64, reason: String)
  /// Bytes behind the last gzip member that are neither zeros nor another member.
  case trailingBytes(list: String, offset: UInt64)
  /// UTF-16 or UTF-32, where a line feed is not one byte.
  case wide(list: String, WideEncoding, ListSummary.Container)
  /// A list packed in a format that we do not unpack.
  case packed(list: String, PackedFormat, ListSummary.Container)

  /// What can stand in a directory without being a list.
  package enum Oddity: Hashable, Sendable {
    /// A link to a directory, which may lead anywhere, even back.
    case linkToDirectory
    /// A FIFO, a socket or a device.
    case notAFile
  }
}

extension IntakeProblem: Diagnosable {
  package var severity: Severity {
    switch self {
    case .noLists, .skipped, .stopped, .trailingBytes: .warning
    default: .error
    }
  }

  package var location: Location? {
    switch self {
    case .standardInputTwice: Location(file: ListInput.standardInputName)
    case .unreadable(let name, _), .noLists(let name), .skipped(let name, _),
      .readFailed(let name, _, _), .stopped(let name, _), .gzipCut(let name, _),
      .gzipDamaged(let name, _, _), .trailingBytes(let name, _), .wide(let name, _, _),
      .packed(let name, _, _):
      Location(file: name)
    }
  }

  package var found: String {
    switch self {
    case .unreadable(_, let error): "cannot be read: \(error)"
    case .standardInputTwice: "standard input is named twice"
    case .noLists: "directory without a list"
    case .skipped(_, .linkToDirectory): "link to a directory, skipped"
    case .skipped(_, .notAFile): "FIFO, socket or device in a directory, skipped"
    case .readFailed(_, let offset, let error): "reading failed at byte \(offset): \(error)"
    case .stopped(_, let offset): "stopped at byte \(offset)"
    case .gzipCut(_, let offset): "gzip data ends early at byte \(offset)"
    case .gzipDamaged(_, let offset, let reason):
      "gzip data is damaged at or before byte \(offset) (\(reason))"
    case .trailingBytes(_, let offset): "other data behind the gzip data, from byte \(offset) on"
    case .wide(_, .utf32, _): "text is UTF-32"
    case .wide: "text is UTF-16"
    case .packed(_, let format, _): "data is in \(format.rawValue) format"
    }
  }

  package var expected: String? {
    switch self {
    case .skipped: "a regular file"
    case .gzipCut: "the rest of a member"
    case .trailingBytes: "the end, zeros, or another gzip member"
    case .wide: "UTF-8, or any encoding with ASCII in single bytes"
    case .packed(_, _, .plain): "plain text or gzip"
    case .packed(_, _, .gzip): "plain text inside the gzip data"
    default: nil
    }
  }

  package var remedy: String? {
    switch self {
    case .unreadable: nil
    case .standardInputTwice: "Name '-' once: what it gives can be read only once."
    case .noLists: "Names that begin with a dot are skipped; name such a file to have it read."
    case .skipped: "Name it on the command line to have it read."
    case .readFailed:
      "The whole lines before that were read; read the list again from a sound copy."
    case .stopped: "The whole lines before that were read."
    case .gzipCut:
      "The whole lines before that were read. The download may be cut short: compare its sha256."
    case .gzipDamaged(let name, _, _):
      "The whole lines before that were read. Fetch the list again; 'gzip -t\(argument(name))' tests it."
    case .trailingBytes(let name, _):
      "The gzip data before that is whole and was read; 'gzip -t\(argument(name))' says the same."
    case .wide(let name, let encoding, let container):
      pipe("iconv -f \(encoding.rawValue) -t UTF-8", name, container)
    case .packed(let name, let format, .plain) where name != ListInput.standardInputName:
      pipe(format.unpacker, name, .plain)
    case .packed(let name, let format, let container):
      format.filter.map { pipe($0, name, container) } ?? "Unpack it to a file first."
    }
  }

  /// A command line that turns the list into one that can be read.
  private func pipe(
    _ command: String, _ name: String, _ container: ListSummary.Container
  ) -> String {
    let isNamed = name != ListInput.standardInputName
    let source =
      switch container {
      case .plain: isNamed ? "\(command)\(argument(name))" : "… | \(command)"
      case .gzip: "\(isNamed ? "" : "… | ")gzip -dc\(argument(name)) | \(command)"
      }
    return "Turn it into text on the way: \(source) | audit … -"
  }

  /// A name as a shell and a program take it, behind a space; nothing for standard input.
  private func argument(_ name: String) -> String {
    if name == ListInput.standardInputName { return "" }
    let path = name.hasPrefix("-") ? "./\(name)" : name
    let isPlain = path.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...:
        true
      default: "./_-+".utf8.contains(byte)
      }
    }
    if isPlain { return " \(path)" }
    let quoted = path.split(separator: "'", omittingEmptySubsequences: false)
    return " '\(quoted.joined(separator: "'\\''"))'"
  }
}
