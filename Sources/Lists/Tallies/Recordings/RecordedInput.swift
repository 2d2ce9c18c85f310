/// A list that was read, as tallies and reports name it.
package struct RecordedInput: Hashable, Sendable {
  /// The name that the user gave; for a group, the first and the last of its lists.
  package var name: String
  /// `plain`, a compression (`gzip`), an archive (`zip`), or both (`tar.gz`); `several` for a group.
  package var container: String
  /// Bytes read, before decompression.
  package var bytes: UInt64
  /// The SHA-256 digest of these bytes, in hexadecimal; for a group, the digest of `sha256sum`'s
  /// output for its lists.
  package var sha256: String
  /// Bytes after decompression.
  package var textBytes: UInt64 = 0
  /// The number of members of a compressed file, or of files read in an archive; 0 for plain text.
  package var members: UInt64 = 0
  /// The encoding used; for an archive, the encoding of its last file.
  package var encoding = "utf-8"
  /// Lines that were not UTF-8 and were read in the fallback encoding.
  package var fallbackLines: UInt64 = 0
  /// Lines that a fault or a stop cut off.
  package var cutLines: UInt64 = 0
  /// Lines too long to be kept.
  package var overLongLines: UInt64 = 0
  /// The files of an archive that were read, in order; at most the first 10,000, fewer with long
  /// names.
  package var files: [File] = []
  /// Directories, links, hidden and encrypted files of an archive, which are skipped.
  package var skippedFiles: UInt64 = 0
  /// The layout of its lines; nil if they hold only passwords.
  package var layout: String?
  /// The lines from which the layout was detected; nil if the user stated it.
  package var layoutToldBy: String?
  /// Whether lines without the layout were skipped.
  package var hasMalformedLines = false
  /// Whether all text was read.
  package var isComplete = true
  /// The number of lists that this account covers: 1, or the size of a group.
  package var lists: UInt64 = 1
  /// The problems, in sentences: the first 100 of a run, then the numbers of others by kind.
  package var problems: [String] = []

  /// The problems that make it less than it looks, each on one line: all but notes.
  package var warnings: [String] {
    problems.filter { !$0.contains(": note: ") }.map { $0.replacing("\n  ", with: " ") }
  }

  /// What ``container`` and ``layout`` are where the bytes are the text, and a line the password.
  package static let plain = "plain"

  /// Makes the record of a list.
  package init(name: String, container: String, bytes: UInt64, sha256: String) {
    self.name = name
    self.container = container
    self.bytes = bytes
    self.sha256 = sha256
  }

  /// One file of an archive.
  package struct File: Hashable, Sendable {
    /// The name in the archive, with controls and bidirectional marks escaped.
    package var name: String
    /// `plain`, or its compression.
    package var container: String
    /// Bytes after decompression.
    package var textBytes: UInt64
    /// The encoding used.
    package var encoding: String
    /// Whether all text was read.
    package var isComplete: Bool

    /// Makes the record of a file.
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

extension [RecordedInput] {
  /// The lists of the same text as an earlier one, whose passwords count twice: their numbers, each
  /// with that of the first such list.
  package var twins: [(Int, Int)] {
    var earlier = EarlierLists<Int>()
    return indices.compactMap { number in
      if let twin = earlier.twin(of: self[number]) { return (number, twin.place) }
      earlier.add(self[number], at: number)
      return nil
    }
  }
}

/// Finds lists of the same text: of the same bytes, or of as many bytes unpacked and with names that
/// differ only in directory and packing.
///
/// A group of lists is compared with groups, by its bytes. Empty lists count for nothing.
package struct EarlierLists<Place> {
  private var seen: [String: (list: RecordedInput, place: Place)] = [:]

  /// Knows no list.
  package init() {}

  /// The first list of the same text, and its place.
  package func twin(of list: RecordedInput) -> (list: RecordedInput, place: Place)? {
    list.bytesKey.flatMap { seen[$0] }
      ?? list.textKey.flatMap { seen[$0] }.flatMap { $0.list.container != list.container ? $0 : nil }
  }

  /// Remembers a list, unless an earlier one has the same text.
  package mutating func add(_ list: RecordedInput, at place: Place) {
    for key in [list.bytesKey, list.textKey].compactMap(\.self) where seen[key] == nil {
      seen[key] = (list, place)
    }
  }
}

extension RecordedInput {
  /// How it resembles its twin.
  package func likeness(to twin: RecordedInput) -> String {
    sha256 == twin.sha256 ? "the same bytes as" : "very likely the same text as"
  }

  fileprivate var bytesKey: String? {
    bytes > 0 && !sha256.isEmpty ? "\(lists) \(sha256)" : nil
  }

  /// The bytes of text, and the name without directory and packing; of an archive's only file, if
  /// there is one.
  fileprivate var textKey: String? {
    guard lists == 1, textBytes > 0, isComplete else { return nil }
    let file = files.count == 1 ? files.first : nil
    var name = (file?.name ?? name).split(separator: "/").last ?? ""
    let isPacked = (file?.container ?? container) != Self.plain
    if isPacked, let point = name.lastIndex(of: ".") { name = name[..<point] }
    if name.hasSuffix(".tar") { name.removeLast(4) }
    return "\(textBytes) bytes of \(name)"
  }
}
