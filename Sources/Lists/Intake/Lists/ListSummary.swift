/// The account of a list after it was read.
package struct ListSummary: Sendable {
  /// One file in an archive that was read as a separate text.
  package struct Member: Hashable, Sendable {
    /// The name in the archive, up to 1024 characters.
    package let name: String
    /// The number of bytes of text, unpacked.
    package internal(set) var textBytes: UInt64 = 0
    /// The container of the member's text: plain, or compressed again.
    package internal(set) var container = ListContainer.plain
    /// The encoding used.
    package internal(set) var encoding: TextEncoding
    /// Whether all text was read.
    package internal(set) var isComplete = true
  }

  /// The most members that ``archiveMembers`` names.
  package static let namedMembers = 10_000
  /// The most bytes of names in ``archiveMembers``: enough for 10,000 names of 100 bytes.
  package static let namesByteCount = 1_000_000

  /// The name that the user gave; `<stdin>` for standard input; for a group, the name of its first
  /// list.
  package let name: String

  /// The last list of a group; nil for a single list.
  package internal(set) var lastName: String?

  /// The number of lists in this account: 1, or the size of a group of ``ListSummaries``.
  package internal(set) var lists: UInt64 = 1

  /// Whether all lists of a group have the same container as the first.
  package internal(set) var isOfOneKind = true

  /// The container, detected from the content, never from the name.
  package internal(set) var container = ListContainer.plain

  /// The number of bytes read from the file, before decompression, including trailing bytes.
  package internal(set) var bytesRead: UInt64 = 0

  /// The number of bytes of text, after decompression and before conversion.
  ///
  /// Includes byte order marks and skipped lines.
  package internal(set) var textBytes: UInt64 = 0

  /// The number of complete members of a compressed file, or of files read in an archive.
  ///
  /// The checksum of each compressed member was verified, if its format has one. 0 for a plain
  /// list.
  package internal(set) var members: UInt64 = 0

  /// The files of an archive that were read, in order: the first ``namedMembers``, or fewer if
  /// their names are long.
  package internal(set) var archiveMembers: [Member] = []

  /// The number of directories, links, devices and hidden files in an archive; they were skipped.
  package internal(set) var skippedMembers: UInt64 = 0

  /// The encoding used; for an archive, the encoding of its last member.
  package internal(set) var encoding = TextEncoding.utf8

  /// The number of lines that were not UTF-8 and were read in the fallback encoding.
  package internal(set) var fallbackLines: UInt64 = 0

  /// The number of lines that the reader skipped because they were longer than `longestLine`.
  ///
  /// Other over-long lines may be whole in a chunk; the worker counts these. Each line is counted
  /// only once, so the sum of both counts is the same for every chunk size.
  package internal(set) var overLongLines: UInt64 = 0

  /// The number of unfinished lines at which the list, or a member of an archive, ended early.
  ///
  /// Such a line is left out, since it is only part of a password.
  package internal(set) var cutLines: UInt64 = 0

  /// Whether a text began with a byte order mark, which is not part of the first line.
  package internal(set) var hadByteOrderMark = false

  /// The SHA-256 of the bytes read, 32 bytes; for a group, of `sha256sum`'s output for its lists.
  ///
  /// This is the file's own digest unless the list was refused, or reading failed or was stopped.
  /// Empty if the list could not be opened, or OpenSSL's configuration refuses SHA-256.
  package internal(set) var sha256: [UInt8] = []

  /// Whether every byte of text was read.
  ///
  /// False if reading failed, was stopped or reached its limit; if packed data were truncated or
  /// damaged; or if the list or one of its members was refused.
  package internal(set) var isComplete = true

  /// The layout of the lines; nil if there were none.
  package internal(set) var layout: LayoutReading?

  /// The problems with the layout of lines; skipped lines leave the list complete.
  package internal(set) var layoutProblems: [LayoutProblem] = []

  /// Whether lines without the layout were skipped; set if no other property here records it.
  var hadMalformedLines = false

  /// The problems in the order found; warnings leave the list complete.
  ///
  /// Holds only the first ``ProblemCounts/kept``; ``furtherProblems`` counts the others.
  package internal(set) var problems: [IntakeProblem] = []

  /// The number of further problems, by kind.
  package internal(set) var furtherProblems = ProblemCounts()

  init(name: String) { self.name = name }
}

extension ListSummary {
  /// Records the layout of the lines, and what was counted in them.
  package mutating func note(_ reading: LayoutReading, _ counts: PasswordLines.Counts) {
    layout = reading
    layoutProblems = reading.problems
    let lines = counts.lines &+ counts.continued
    let unlike = counts.furtherSeparators
    // If all lines have salts, none is unlike the others.
    if unlike > 0, unlike < (lines &- counts.malformed) / 20 * 19 {
      layoutProblems.append(
        .furtherSeparators(list: name, reading.layout, count: unlike, of: lines))
    }
    let passwords = lines &- counts.malformed &- counts.headers &- counts.empty
    let isForeign = counts.illFormed > counts.utf8 && counts.illFormed >= passwords / 64
    let facts: [(LayoutProblem.TextFact, UInt64)] = [
      (.marks, counts.marks), (.headers, counts.headersAgain),
      (.illFormed, isForeign ? counts.illFormed : 0),
      (.overLong, counts.overLong &+ overLongLines),
    ]
    for (fact, count) in facts where count > 0 {
      let all = fact == .illFormed ? passwords : lines
      layoutProblems.append(.text(list: name, fact, count: count, of: all))
    }
    guard counts.malformed > 0 else { return }
    layoutProblems.append(
      .malformed(
        list: name, reading.layout, count: counts.malformed, of: lines,
        first: counts.firstMalformed &+ 1))
  }

  /// Records that the list was not read because its layout is unknown.
  package mutating func refuse(_ problem: LayoutProblem) {
    isComplete = false
    layoutProblems = [problem]
  }

  /// Whether the layout names a user on each line.
  package var namesUsers: Bool { layout?.layout.hasUsers == true }

  /// Whether lines without the list's layout were skipped.
  package var hasMalformedLines: Bool {
    hadMalformedLines || layoutProblems.contains { if case .malformed = $0 { true } else { false } }
  }
}

/// The container of a list's text.
package struct ListContainer: Hashable, Sendable, CustomStringConvertible {
  /// The bytes are the text.
  package static let plain = ListContainer(compression: nil)
  /// One gzip member or more.
  package static let gzip = ListContainer(compression: .gzip)

  /// The compression of the whole file.
  package var compression: PackedFormat?
  /// The archive format, if the file contains several texts.
  package var archive: PackedFormat?

  /// Makes a container.
  package init(compression: PackedFormat?, archive: PackedFormat? = nil) {
    self.compression = compression
    self.archive = archive
  }

  /// `plain`, `gzip`, `zip`, `tar.gz`.
  package var description: String {
    switch (archive, compression) {
    case (nil, nil): "plain"
    case (nil, let format?), (let format?, nil): format.rawValue
    case (let archive?, let format?): "\(archive.rawValue).\(format.ending)"
    }
  }
}
