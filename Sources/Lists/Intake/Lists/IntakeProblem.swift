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
  package var problem: Problem {
    switch self {
    case .unreadable(let list, let fault):
      return .unreadable(list, fault)
    case .standardInputTwice:
      return Problem(
        "standard-input-twice", in: ListInput.standardInputName, "standard input is named twice",
        remedy: "Name '-' once: standard input can be read only once.")
    case .noLists(let directory):
      return Problem(
        "no-lists", in: directory, "directory without a list",
        remedy: "Name a file, or another directory. Names that begin with a dot are skipped.",
        .warning)
    case .report(let path):
      return Problem(
        "report-as-list", in: path, "the directory is a report, not a list",
        remedy:
          "Open \("\(path)/report.html".shellWord), or compare it: audit compare \(path.shellWord) NEW"
      )
    case .ownFiles(let directory, let reports, let files):
      return Problem(
        "own-files", in: directory, Self.skipped(reports: reports, files: files), .note)
    case .skipped(let path, .description):
      return Problem(
        "skipped-description", in: path, "text about the lists by its name, skipped",
        remedy: nameIt, .note)
    case .skipped(let path, let oddity):
      return Problem(
        "skipped-file", in: path,
        oddity == .linkToDirectory
          ? "link to a directory, skipped" : "FIFO, socket or device in a directory, skipped",
        expected: "a regular file", remedy: nameIt, .warning)
    case .readFailed(let list, let offset, let fault):
      return Problem(
        "read-failed", in: list, "reading failed at byte \(offset): \(fault)",
        remedy: "\(linesWereRead); read the list again from a sound copy.")
    case .shortened(let list, let offset, let former):
      return Problem(
        "shortened-list", in: list,
        "file ends early at byte \(offset): it got shorter while it was read",
        expected: "\(former) bytes, as when it was opened",
        remedy: "\(linesWereRead); read the list again when no program writes to it any more.")
    case .stopped(let list, let offset):
      return Problem(
        "stopped", in: list, "stopped at byte \(offset)", remedy: "\(linesWereRead).", .warning)
    case .limitReached(let list, let textBytes):
      return Problem(
        "long-text", in: list, "more than \(textBytes) bytes of text",
        expected: "no more, because of --max-bytes", remedy: "\(linesWereRead).")
    case .cut(let list, let format, let offset):
      return Problem(
        "cut-data", in: list, "\(format.rawValue) data ends early at byte \(offset)",
        expected: "the rest of a member", remedy: "\(linesWereRead). \(compareDigest)")
    case .damaged(let list, let format, let offset, let reason):
      return Problem(
        "damaged-data", in: list,
        "\(format.rawValue) data is damaged at or before byte \(offset) (\(reason))",
        remedy: "\(linesWereRead)\(Self.exception(format)). Fetch the list again"
          + (format.tester.map { "; '\($0)\(argument(list))' tests it." } ?? "."))
    case .trailingBytes(let list, let format, let offset, let kind):
      let tester = format.tester.map { "'\($0)\(argument(list))'" }
      return Problem(
        "trailing-bytes", in: list,
        "\(kind.words) after the \(format.rawValue) data, from byte \(offset) on",
        expected: format.zeroPadding == nil
          ? "the end, or another \(format.rawValue) member"
          : "the end, zeros, or another \(format.rawValue) member",
        remedy: kind == .member
          ? "Everything before it was read. Fetch the list again"
            + (tester.map { "; \($0) tests it." } ?? ".")
          : "The \(format.rawValue) data before it is whole and was read"
            + (tester.map { "; \($0) says the same." } ?? "."),
        kind == .text ? .warning : .error)
    case .endBlockMissing(let list, let offset):
      return Problem(
        "no-end-block", in: list, "bgzip data ends early at byte \(offset)",
        expected: "the empty block that bgzip writes last",
        remedy: "\(linesWereRead). \(compareDigest)")
    case .windowTooLarge(let list, let format, let limit):
      return Problem(
        "large-window", in: list, "\(format.rawValue) data that needs a large window",
        expected: "a window of at most \(limit >> 20) MiB",
        remedy: pipe(format == .zstd ? "zstd -dc --long=31" : format.unpacker, list, .plain))
    case .tooManyFiles(let list, let format, let limit):
      return Problem(
        "large-archive", in: list, "\(format.rawValue) archive of very many files",
        expected: "an archive whose list of contents takes at most \(limit >> 20) MiB of memory",
        remedy: pipe(format.unpacker, list, .plain))
    case .unsupported(let list, let format, let kind):
      return Problem(
        "unsupported-data", in: list,
        "\(format.rawValue) data is of a kind that is not read: \(kind)",
        remedy: format == .zstd
          ? pipe("zstd -D DICTIONARY -dc", list, .plain) : "\(unpackArchive), and name that.")
    case .encrypted(let list):
      return Problem(
        "encrypted-data", in: list, "data is encrypted",
        expected: "data that can be read without a password",
        remedy: "Unpack it with its password to a directory, and name that.")
    case .needsFile(let list, let format):
      return Problem(
        "archive-from-pipe", in: list, "\(format.rawValue) data from a pipe",
        expected: "a file, because its parts lie in no order",
        remedy: "Save it to a file and name that.")
    case .libraryMissing(let list, let format):
      return Problem(
        "no-libarchive", in: list,
        "\(format.rawValue) data, and libarchive, which unpacks it, is not installed",
        remedy:
          "Install it (Debian: libarchive13), or unpack the archive to a directory and name that.")
    case .inMember(let name, let inner):
      let problem = inner.problem
      return Problem(
        problem.code, at: problem.location, "in member '\(name)': \(problem.found)",
        expected: problem.expected, remedy: inner.remedyInMember, problem.severity)
    case .wide(let list, let encoding, let container):
      let isUTF32 = encoding == .utf32
      return Problem(
        "wide-text", in: list, isUTF32 ? "text is UTF-32" : "text is UTF-16",
        expected: isUTF32
          ? "UTF-8, UTF-16, Latin-1 or Windows-1252"
          : "UTF-8, since no other encoding was asked for",
        remedy: isUTF32
          ? converting(encoding, list, container)
          : "With --encoding auto it is converted on the way.")
    case .mixed(let list, let part, let container):
      return Problem(
        "mixed-encodings", in: list, part.found,
        expected: "one encoding from the beginning to the end",
        remedy: part.remedy(container == .plain ? argument(list) : ""))
    case .halfCodeUnit(let list, let encoding, let textBytes):
      return Problem(
        "half-code-unit", in: list,
        "\(encoding.rawValue) text ends within a character, after byte \(textBytes) of it",
        expected: "two bytes for each code unit",
        remedy: "\(linesWereRead). Its end, or a byte in it, is lost: read a sound copy.")
    case .noLines(let list, let what, let container):
      return Problem(
        "no-lines", in: list, what.found,
        expected: "lines of text, plain or in a container that can be read",
        remedy: what.remedy(of: argument(list)) { pipe($0, list, container) })
    case .carriageReturns(let list):
      return Problem(
        "carriage-returns", in: list, "the lines end in CR alone, without LF, and are read so",
        .note)
    case .packed(let list, let format, let container):
      return Problem(
        "packed-again", in: list, "data is in \(format.rawValue) format",
        expected: container.archive == nil
          ? "plain text inside the \(container.description) data"
          : "text, compressed once at most",
        remedy: format.filter.map { pipe($0, list, container) } ?? "Unpack it to a file first.")
    }
  }

  /// The remedy where no option states how bytes are read, as for blocklists.
  package var remedyWithoutOptions: String? {
    switch self {
    case .noLines(let name, let what, let container):
      what.remedy(of: argument(name), insists: false) {
        pipe($0, name, container, into: "> FILE")
      }
    case .wide(let name, let encoding, let container):
      converting(encoding, name, container, into: "> FILE")
    case .inMember(_, .noLines), .inMember(_, .wide): "\(unpackArchive), and name the lists in it."
    default: problem.remedy
    }
  }

  /// The remedy where a command line alone cannot reach the data.
  private var remedyInMember: String? {
    switch self {
    case .wide(_, let encoding, _) where encoding != .utf32: problem.remedy
    case .wide, .mixed, .packed, .windowTooLarge, .unsupported: "\(unpackArchive), and name that."
    case .damaged(_, let format, _, _), .cut(_, let format, _):
      "Its whole lines before it were read\(Self.exception(format)). "
        + "Fetch the archive again from a sound copy."
    case .trailingBytes(_, _, _, .member), .endBlockMissing:
      "Everything before it was read. Fetch the archive again from a sound copy."
    case .trailingBytes: "Everything before it is whole and was read."
    case .noLines(_, let what, _):
      what.remedy { _ in "\(unpackArchive), and name the lists in it." }
    default: problem.remedy
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

  /// A command line that converts the list to UTF-8.
  private func converting(
    _ encoding: WideEncoding, _ name: String, _ container: ListContainer,
    into end: String = "| audit -"
  ) -> String {
    pipe("iconv -f \(encoding.rawValue) -t UTF-8", name, container, into: end)
  }

  /// A command line that converts the list into a readable one.
  private func pipe(
    _ command: String, _ name: String, _ container: ListContainer, into end: String = "| audit -"
  ) -> String {
    let isNamed = name != ListInput.standardInputName
    let source =
      switch container.compression {
      case nil: isNamed ? "\(command)\(argument(name))" : "COMMAND | \(command)"
      case let format?:
        "\(isNamed ? "" : "COMMAND | ")\(format.unpacker)\(argument(name)) | \(command)"
      }
    return "Turn it into text\(end.hasPrefix("|") ? " on the way" : ""): \(source) \(end)"
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

private let linesWereRead = "The whole lines before it were read"
private let compareDigest = "The download may be cut short: compare its sha256."
private let unpackArchive = "Unpack the archive to a directory"
private let nameIt = "To have it read, name it on the command line."
