/// What a reader says of a list once it has come to its end.
package struct ListSummary: Sendable {
  /// How the list's bytes hold its text.
  package enum Container: String, Hashable, Sendable {
    /// The bytes are the text.
    case plain
    /// One gzip member or more.
    case gzip
  }

  /// The list's name as the user gave it; `<stdin>` for standard input.
  package let name: String

  /// Told by content, never by name.
  package internal(set) var container = Container.plain

  /// Bytes read from the file, so compressed ones where the list is, trailing ones included.
  package internal(set) var bytesRead: UInt64 = 0

  /// Bytes of text, a byte order mark and the lines that were skipped included.
  package internal(set) var textBytes: UInt64 = 0

  /// Whole gzip members, each with its checksum and length verified; 0 for a plain list.
  package internal(set) var members: UInt64 = 0

  /// Lines the reader skipped because they were longer than its `longestLine`.
  ///
  /// Others of that kind may stand whole in a chunk: then the lane finds and counts them. Each is
  /// counted on one side only, so the two counts add up to the same sum for every chunk size.
  package internal(set) var overLongLines: UInt64 = 0

  /// Lines begun but not finished where the list broke off: 0 or 1.
  ///
  /// Such a line is left out, since nobody chose that password.
  package internal(set) var cutLines: UInt64 = 0

  /// Whether the text began with the bytes EF BB BF, which are not part of the first line.
  package internal(set) var hadByteOrderMark = false

  /// SHA-256 of the bytes read, 32 bytes.
  ///
  /// That is the file's own digest unless the list was refused, reading failed, or was stopped.
  /// Empty where nothing could be opened, and where OpenSSL's configuration refuses SHA-256.
  package internal(set) var sha256: [UInt8] = []

  /// Whether every byte of text was seen.
  ///
  /// False when reading failed or was stopped, when gzip data was cut or damaged, and when the
  /// list was refused.
  package internal(set) var isComplete = true

  /// As what the lines were read; nil where there were none.
  package internal(set) var layout: LayoutReading?

  /// What was wrong with the layout of lines; lines that were skipped leave the list complete.
  package internal(set) var layoutProblems: [LayoutProblem] = []

  /// What was wrong, in the order it was met; warnings leave the list complete.
  package internal(set) var problems: [IntakeProblem] = []

  init(name: String) { self.name = name }
}
