package import Diagnostics

/// A problem with a list, or with an argument that should name one.
///
/// Offsets count the bytes of the file from 0; in a compressed file, these are compressed bytes; in
/// a compressed file of an archive, the bytes of that file. No case contains text of the list.
package enum IntakeProblem: Hashable, Sendable {
  /// The system does not let the program read a list or directory.
  case unreadable(list: String, SystemError)
  /// A second `-`.
  case standardInputTwice
  /// A directory contains no list.
  case noLists(directory: String)
  /// A directory is a report.
  case report(path: String)
  /// Files of this program in a directory are not read.
  case ownFiles(directory: String, reports: Int, files: Int)
  /// An entry of a directory is not a list.
  case skipped(path: String, Oddity)
  /// Reading failed midway; everything before the offset was read.
  case readFailed(list: String, offset: UInt64, SystemError)
  /// A file has become shorter since it was opened, and ends before the next bytes to read.
  case shortened(list: String, offset: UInt64, former: UInt64)
  /// The stop flag was raised.
  case stopped(list: String, offset: UInt64)
  /// The text is longer than the limit.
  case limitReached(list: String, textBytes: UInt64)
  /// Compressed data ends within a member.
  case cut(list: String, PackedFormat, offset: UInt64)
  /// Packed data is inconsistent; the reason is the unpacking library's.
  case damaged(list: String, PackedFormat, offset: UInt64, reason: String)
  /// The bytes after the last compressed member are neither padding nor another member.
  case trailingBytes(list: String, PackedFormat, offset: UInt64, TrailingBytes)
  /// A bgzip file lacks the empty block that must end it.
  case endBlockMissing(list: String, offset: UInt64)
  /// Compressed data needs more memory than the limit.
  case windowTooLarge(list: String, PackedFormat, limit: Int)
  /// The list of files of an archive needs more memory than the limit.
  case tooManyFiles(list: String, PackedFormat, limit: Int)
  /// A file of an archive is stored by an unsupported method.
  case unsupported(list: String, PackedFormat, kind: String)
  /// The data can be read only with a password.
  case encrypted(list: String)
  /// An archive needs random access but comes from a pipe.
  case needsFile(list: String, PackedFormat)
  /// The system library that unpacks this data is not installed.
  case libraryMissing(list: String, PackedFormat)
  /// A file of an archive has a problem.
  indirect case inMember(String, IntakeProblem)
  /// The text is UTF-16 or UTF-32, in which a line feed has more than one byte.
  case wide(list: String, WideEncoding, ListContainer)
  /// A part of the text is in another encoding than the text was taken for.
  case mixed(list: String, ForeignPart, ListContainer)
  /// UTF-16 text ends between the two bytes of a code unit.
  case halfCodeUnit(list: String, TextEncoding, textBytes: UInt64)
  /// The data has no lines.
  case noLines(list: String, NoLines, ListContainer)
  /// Lines end in CR alone, and were read so.
  case carriageReturns(list: String)
  /// Data that was already unpacked contains packed data.
  case packed(list: String, PackedFormat, ListContainer)

  /// An entry of a directory that is not a list.
  package enum Oddity: Hashable, Sendable {
    /// A link to a directory, which may lead anywhere, even back up.
    case linkToDirectory
    /// A FIFO, a socket or a device.
    case notAFile
    /// A text about the lists, such as `README.md`.
    case description
  }
}

extension IntakeProblem: Diagnosable {
  package var severity: Severity {
    switch self {
    case .carriageReturns, .ownFiles, .skipped(_, .description): .note
    case .noLists, .skipped, .stopped, .trailingBytes(_, _, _, .text): .warning
    case .inMember(_, let problem): problem.severity
    default: .error
    }
  }

  package var location: Location? {
    switch self {
    case .standardInputTwice: Location(file: ListInput.standardInputName)
    case .inMember(_, let problem): problem.location
    case .unreadable(let name, _), .noLists(let name), .skipped(let name, _),
      .readFailed(let name, _, _), .shortened(let name, _, _), .stopped(let name, _),
      .limitReached(let name, _),
      .cut(let name, _, _), .damaged(let name, _, _, _), .trailingBytes(let name, _, _, _),
      .endBlockMissing(let name, _), .halfCodeUnit(let name, _, _), .noLines(let name, _, _),
      .windowTooLarge(let name, _, _), .tooManyFiles(let name, _, _),
      .unsupported(let name, _, _), .encrypted(let name), .needsFile(let name, _),
      .libraryMissing(let name, _), .carriageReturns(let name),
      .ownFiles(let name, _, _), .report(let name),
      .wide(let name, _, _), .mixed(let name, _, _), .packed(let name, _, _):
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
    case .skipped(_, .description): "text about the lists by its name, skipped"
    case .report: "the directory is a report, not a list"
    case .ownFiles(_, let reports, let files): Self.skipped(reports: reports, files: files)
    case .readFailed(_, let offset, let error): "reading failed at byte \(offset): \(error)"
    case .shortened(_, let offset, _):
      "file ends early at byte \(offset): it got shorter while it was read"
    case .stopped(_, let offset): "stopped at byte \(offset)"
    case .limitReached(_, let textBytes): "more than \(textBytes) bytes of text"
    case .cut(_, let format, let offset): "\(format.rawValue) data ends early at byte \(offset)"
    case .damaged(_, let format, let offset, let reason):
      "\(format.rawValue) data is damaged at or before byte \(offset) (\(reason))"
    case .trailingBytes(_, let format, let offset, let kind):
      "\(kind.words) after the \(format.rawValue) data, from byte \(offset) on"
    case .endBlockMissing(_, let offset): "bgzip data ends early at byte \(offset)"
    case .halfCodeUnit(_, let encoding, let textBytes):
      "\(encoding.rawValue) text ends within a character, after byte \(textBytes) of it"
    case .noLines(_, let what, _): what.found
    case .windowTooLarge(_, let format, _):
      "\(format.rawValue) data that needs a large window"
    case .tooManyFiles(_, let format, _): "\(format.rawValue) archive of very many files"
    case .unsupported(_, let format, let kind):
      "\(format.rawValue) data is of a kind that is not read: \(kind)"
    case .encrypted: "data is encrypted"
    case .needsFile(_, let format): "\(format.rawValue) data from a pipe"
    case .libraryMissing(_, let format):
      "\(format.rawValue) data, and libarchive, which unpacks it, is not installed"
    case .carriageReturns: "the lines end in CR alone, without LF, and are read so"
    case .inMember(let name, let problem): "in member '\(name)': \(problem.found)"
    case .wide(_, .utf32, _): "text is UTF-32"
    case .wide: "text is UTF-16"
    case .mixed(_, let part, _): part.found
    case .packed(_, let format, _): "data is in \(format.rawValue) format"
    }
  }

  package var expected: String? {
    switch self {
    case .skipped(_, .linkToDirectory), .skipped(_, .notAFile): "a regular file"
    case .shortened(_, _, let former): "\(former) bytes, as when it was opened"
    case .limitReached: "no more, because of --max-bytes"
    case .cut: "the rest of a member"
    case .trailingBytes(_, let format, _, _):
      format.zeroPadding == nil
        ? "the end, or another \(format.rawValue) member"
        : "the end, zeros, or another \(format.rawValue) member"
    case .endBlockMissing: "the empty block that bgzip writes last"
    case .halfCodeUnit: "two bytes for each code unit"
    case .noLines: "lines of text, plain or in a container that can be read"
    case .windowTooLarge(_, _, let limit): "a window of at most \(limit >> 20) MiB"
    case .tooManyFiles(_, _, let limit):
      "an archive whose list of contents takes at most \(limit >> 20) MiB of memory"
    case .encrypted: "data that can be read without a password"
    case .needsFile: "a file, because its parts lie in no order"
    case .inMember(_, let problem): problem.expected
    case .wide(_, .utf32, _): "UTF-8, UTF-16, Latin-1 or Windows-1252"
    case .wide: "UTF-8, since no other encoding was asked for"
    case .mixed: "one encoding from the beginning to the end"
    case .packed(_, _, let container):
      container.archive == nil
        ? "plain text inside the \(container.description) data"
        : "text, compressed once at most"
    default: nil
    }
  }

  package var remedy: String? {
    switch self {
    case .unreadable, .carriageReturns: nil
    case .standardInputTwice: "Name '-' once: standard input can be read only once."
    case .noLists: "Names that begin with a dot are skipped; name such a file to have it read."
    case .skipped: "Name it on the command line to have it read."
    case .readFailed:
      "The whole lines before it were read; read the list again from a sound copy."
    case .shortened:
      "The whole lines before it were read; read the list again when no program writes to it any more."
    case .stopped, .limitReached: "The whole lines before it were read."
    case .cut:
      "The whole lines before it were read. The download may be cut short: compare its sha256."
    case .damaged(let name, let format, _, _):
      "The whole lines before it were read\(Self.exception(format)). Fetch the list again"
        + (format.tester.map { "; '\($0)\(argument(name))' tests it." } ?? ".")
    case .endBlockMissing:
      "The whole lines before it were read. The download may be cut short: compare its sha256."
    case .halfCodeUnit:
      "The whole lines before it were read. Its end, or a byte in it, is lost: read a sound copy."
    case .noLines(let name, let what, let container):
      what.remedy { pipe($0, name, container) }
    case .report:
      "Open report.html in it, or compare two reports: audit compare OLD NEW. A list is a file."
    case .ownFiles: nil
    case .trailingBytes(let name, let format, _, .member):
      "Everything before it was read. Fetch the list again"
        + (format.tester.map { "; '\($0)\(argument(name))' tests it." } ?? ".")
    case .trailingBytes(let name, let format, _, _):
      "The \(format.rawValue) data before it is whole and was read"
        + (format.tester.map { "; '\($0)\(argument(name))' says the same." } ?? ".")
    case .windowTooLarge(let name, let format, _):
      format == .zstd
        ? pipe("zstd -dc --long=31", name, .plain) : pipe(format.unpacker, name, .plain)
    case .tooManyFiles(let name, let format, _): pipe(format.unpacker, name, .plain)
    case .unsupported(let name, .zstd, _): pipe("zstd -D DICTIONARY -dc", name, .plain)
    case .unsupported: "Unpack the archive to a directory, and name that."
    case .encrypted: "Unpack it with its password to a directory, and name that."
    case .needsFile: "Save it to a file and name that."
    case .libraryMissing:
      "Install it (Debian: libarchive13), or unpack the archive to a directory and name that."
    case .inMember(_, let problem): problem.remedyInMember
    case .wide(_, let encoding, _) where encoding != .utf32:
      "With --encoding auto it is converted on the way."
    case .wide(let name, let encoding, let container):
      pipe("iconv -f \(encoding.rawValue) -t UTF-8", name, container)
    case .mixed(let name, let part, let container):
      part.remedy(container == .plain ? argument(name) : "")
    case .packed(let name, let format, let container):
      format.filter.map { pipe($0, name, container) } ?? "Unpack it to a file first."
    }
  }

  /// The remedy where no option states how bytes are read, as for blocklists.
  package var remedyWithoutOptions: String? {
    switch self {
    case .noLines(let name, let what, let container):
      what.remedy(insists: false) { pipe($0, name, container) }
    case .wide(let name, let encoding, let container):
      pipe("iconv -f \(encoding.rawValue) -t UTF-8", name, container)
    case .inMember(_, .noLines), .inMember(_, .wide):
      "Unpack the archive to a directory, and name the lists in it."
    default: remedy
    }
  }

  /// The remedy where a command line alone cannot reach the data.
  private var remedyInMember: String? {
    switch self {
    case .wide(_, let encoding, _) where encoding != .utf32: remedy
    case .wide, .mixed, .packed, .windowTooLarge, .unsupported:
      "Unpack the archive to a directory, and name that."
    case .damaged(_, let format, _, _), .cut(_, let format, _):
      "Its whole lines before it were read\(Self.exception(format)). "
        + "Fetch the archive again from a sound copy."
    case .trailingBytes(_, _, _, .member), .endBlockMissing:
      "Everything before it was read. Fetch the archive again from a sound copy."
    case .trailingBytes: "Everything before it is whole and was read."
    case .noLines(_, let what, _):
      what.remedy { _ in "Unpack the archive to a directory, and name the lists in it." }
    default: remedy
    }
  }

  /// Counts what was skipped: `1 report and 2 files of this program … are skipped`.
  private static func skipped(reports: Int, files: Int) -> String {
    var parts: [String] = []
    if reports > 0 { parts.append("\(reports) report\(reports == 1 ? "" : "s")") }
    if files > 0 {
      parts.append(
        "\(files) file\(files == 1 ? "" : "s") of this program (tallies, blocklists, tables)")
    }
    return parts.joined(separator: " and ") + (reports + files == 1 ? " is" : " are") + " skipped"
  }

  /// libarchive returns a 64 KiB block of a 7z archive as a whole or not at all.
  private static func exception(_ format: PackedFormat) -> String {
    format == .sevenZip ? ", but for 64 KiB of text at most" : ""
  }

  /// A command line that converts the list into a readable one.
  private func pipe(
    _ command: String, _ name: String, _ container: ListContainer
  ) -> String {
    let isNamed = name != ListInput.standardInputName
    let source =
      switch container.compression {
      case nil: isNamed ? "\(command)\(argument(name))" : "… | \(command)"
      case let format?:
        "\(isNamed ? "" : "… | ")\(format.unpacker)\(argument(name)) | \(command)"
      }
    return "Turn it into text on the way: \(source) | audit … -"
  }

  /// A name in a form for the shell and the program, after a space; empty for standard input.
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
