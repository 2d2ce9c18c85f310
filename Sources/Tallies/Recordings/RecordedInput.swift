/// One list that was read, as a report names it.
package struct RecordedInput: Hashable, Sendable {
  /// As the user gave it.
  package var name: String
  /// `plain`, a compression (`gzip`), an archive (`zip`), or both (`tar.gz`).
  package var container: String
  /// Bytes read, compressed as they came.
  package var bytes: UInt64
  /// Of these bytes, in hexadecimal.
  package var sha256: String
  /// Bytes after decompression.
  package var textBytes: UInt64 = 0
  /// Members of a compressed file, files read of an archive; 0 for plain text.
  package var members: UInt64 = 0
  /// What it was read as; of an archive, its last file.
  package var encoding = "utf-8"
  /// Lines that were not UTF-8 and were read by the fallback.
  package var fallbackLines: UInt64 = 0
  /// Lines that a fault or a stop cut off.
  package var cutLines: UInt64 = 0
  /// Lines that were too long to be held.
  package var overLongLines: UInt64 = 0
  /// The files of an archive that were read, in order; the first 10,000 of more.
  package var files: [File] = []
  /// Files of an archive that were passed over.
  package var skippedFiles: UInt64 = 0
  /// What its lines were read as; nil where there was none.
  package var layout: String?
  /// The lines that told so; nil where it was stated.
  package var layoutToldBy: String?
  /// Whether lines were skipped that are not of the layout.
  package var hasMalformedLines = false
  /// Whether all of its text was read.
  package var isComplete = true
  /// How many lists this is the account of: 1, or those of a group.
  package var lists: UInt64 = 1
  /// What went wrong, in sentences.
  package var problems: [String] = []

  /// Names a list.
  package init(name: String, container: String, bytes: UInt64, sha256: String) {
    self.name = name
    self.container = container
    self.bytes = bytes
    self.sha256 = sha256
  }

  /// One file of an archive.
  package struct File: Hashable, Sendable {
    /// As the archive has it, with controls and bidirectional marks escaped.
    package var name: String
    /// `plain`, or how it is compressed.
    package var container: String
    /// Bytes after decompression.
    package var textBytes: UInt64
    /// What it was read as.
    package var encoding: String
    /// Whether all of it was read.
    package var isComplete: Bool

    /// States what is known of one file.
    package init(
      name: String, container: String, textBytes: UInt64, encoding: String, isComplete: Bool
    ) {
      self.name = name
      self.container = container
      self.textBytes = textBytes
      self.encoding = encoding
      self.isComplete = isComplete
    }
  }
}

/// What a report says of one blocklist besides what its bit depends on.
package struct RecordedList: Hashable, Sendable {
  /// Whether it was found compiled, so that reports give its checksum and not its SHA-256.
  package var isCompiled: Bool
  /// Where the values of a compiled list come from and how they were read, a line a source.
  package var origins: [String]
  /// Values by length in code points, the last bin for all that are longer; empty where no lengths
  /// are known.
  ///
  /// From these a report says which share of a list a policy's lengths leave idle.
  package var lengthCounts: [UInt64]

  /// States what is known of one list.
  package init(isCompiled: Bool = false, origins: [String] = [], lengthCounts: [UInt64] = []) {
    self.isCompiled = isCompiled
    self.origins = origins
    self.lengthCounts = lengthCounts
  }
}
