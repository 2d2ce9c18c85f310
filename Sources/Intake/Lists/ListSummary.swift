/// What a reader says of a list once it has come to its end.
package struct ListSummary: Sendable {
  /// How the list's bytes hold its text.
  package struct Container: Hashable, Sendable, CustomStringConvertible {
    /// The bytes are the text.
    package static let plain = Container(compression: nil)
    /// One gzip member or more.
    package static let gzip = Container(compression: .gzip)

    /// How the whole is compressed.
    package var compression: PackedFormat?
    /// What holds several texts.
    package var archive: PackedFormat?

    /// Names a container.
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

  /// One file in an archive that was read as a text of its own.
  package struct Member: Hashable, Sendable {
    /// As the archive has it; its first 1024 characters.
    package let name: String
    /// Bytes of text, unpacked.
    package internal(set) var textBytes: UInt64 = 0
    /// How the member's bytes hold the text: plain, or compressed once more.
    package internal(set) var container = Container.plain
    /// What its bytes were read as.
    package internal(set) var encoding: TextEncoding
    /// Whether all of it was read.
    package internal(set) var isComplete = true
  }

  /// Members that ``archiveMembers`` names at most.
  package static let namedMembers = 10_000
  /// Bytes of names in ``archiveMembers`` at most: 10,000 of 100 bytes.
  package static let namesByteCount = 1_000_000

  /// The list's name as the user gave it; `<stdin>` for standard input; of a group, the first one's.
  package let name: String

  /// The last list of a group; nil for a list alone.
  package internal(set) var lastName: String?

  /// The lists that this is the account of: 1, or those of a group of ``ListAccounts``.
  package internal(set) var lists: UInt64 = 1

  /// Whether all lists of a group are packed as the first one is.
  package internal(set) var isOfOneKind = true

  /// Told by content, never by name.
  package internal(set) var container = Container.plain

  /// Bytes read from the file, so compressed ones where the list is, trailing ones included.
  package internal(set) var bytesRead: UInt64 = 0

  /// Bytes of text, unpacked and not converted.
  ///
  /// A byte order mark and the lines that were skipped are among them.
  package internal(set) var textBytes: UInt64 = 0

  /// Whole members of a compressed file, or the files of an archive that were read.
  ///
  /// Each compressed member's checksum was verified, where its format has one. 0 for a plain list.
  package internal(set) var members: UInt64 = 0

  /// The files of an archive that were read, in order, the first ``namedMembers`` of them, or fewer
  /// where their names are long.
  package internal(set) var archiveMembers: [Member] = []

  /// Directories, links, devices and hidden files in an archive, which were passed over.
  package internal(set) var skippedMembers: UInt64 = 0

  /// What the bytes were read as; of an archive, its last member's.
  package internal(set) var encoding = TextEncoding.utf8

  /// Lines that were no UTF-8 and were read by the fallback.
  package internal(set) var fallbackLines: UInt64 = 0

  /// Lines the reader skipped because they were longer than its `longestLine`.
  ///
  /// Others of that kind may stand whole in a chunk: then the lane finds and counts them. Each is
  /// counted on one side only, so the two counts add up to the same sum for every chunk size.
  package internal(set) var overLongLines: UInt64 = 0

  /// Lines begun but not finished where the list, or a member of an archive, broke off.
  ///
  /// Such a line is left out, since nobody chose that password.
  package internal(set) var cutLines: UInt64 = 0

  /// Whether a text began with a byte order mark, which is not part of the first line.
  package internal(set) var hadByteOrderMark = false

  /// SHA-256 of the bytes read, 32 bytes; of a group, that of what `sha256sum` prints for its lists.
  ///
  /// That is the file's own digest unless the list was refused, reading failed, or was stopped.
  /// Empty where nothing could be opened, and where OpenSSL's configuration refuses SHA-256.
  package internal(set) var sha256: [UInt8] = []

  /// Whether every byte of text was seen.
  ///
  /// False when reading failed, was stopped or came to its limit, when packed data was cut or
  /// damaged, and when the list or a member of it was refused.
  package internal(set) var isComplete = true

  /// As what the lines were read; nil where there were none.
  package internal(set) var layout: LayoutReading?

  /// What was wrong with the layout of lines; lines that were skipped leave the list complete.
  package internal(set) var layoutProblems: [LayoutProblem] = []

  /// Whether lines were skipped because they are not of the layout, and nothing else here says so.
  var hadMalformedLines = false

  /// What was wrong, in the order it was met; warnings leave the list complete.
  ///
  /// The first ``ProblemCounts/kept``; the others are in ``furtherProblems``.
  package internal(set) var problems: [IntakeProblem] = []

  /// Problems behind those that are kept.
  package internal(set) var furtherProblems = ProblemCounts()

  init(name: String) { self.name = name }
}
