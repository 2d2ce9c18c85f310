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
      ?? list.textKey.flatMap { seen[$0] }.flatMap {
        $0.list.container != list.container ? $0 : nil
      }
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

/// A value of a record: where it is, and of what kind.
package enum RecordedField<Record> {
  case text(WritableKeyPath<Record, String>)
  case optional(WritableKeyPath<Record, String?>)
  case count(WritableKeyPath<Record, UInt64>)
  case flag(WritableKeyPath<Record, Bool>)

  /// The value as text, for comparing records.
  func text(of record: Record) -> String {
    switch self {
    case .text(let path): record[keyPath: path]
    case .optional(let path): record[keyPath: path] ?? ""
    case .count(let path): String(record[keyPath: path])
    case .flag(let path): String(record[keyPath: path])
    }
  }
}

/// The fields of a record: the name of each in tallies, its key in `audit.json`, nil if it is not
/// there, and its value.
package typealias RecordedFields<Record> = [(
  column: String, key: String?, field: RecordedField<Record>
)]

extension RecordedInput {
  /// All fields but files and problems, in the order of a tally's columns.
  package static var fields: RecordedFields<RecordedInput> {
    [
      ("name", "name", .text(\.name)), ("format", "container", .text(\.container)),
      ("bytes", "bytes", .count(\.bytes)), ("sha256", "sha256", .text(\.sha256)),
      ("text_bytes", "textBytes", .count(\.textBytes)), ("members", "members", .count(\.members)),
      ("encoding", "encoding", .text(\.encoding)),
      ("fallback_lines", "fallbackLines", .count(\.fallbackLines)),
      ("cut_lines", nil, .count(\.cutLines)), ("over_long_lines", nil, .count(\.overLongLines)),
      ("skipped_files", "skippedFiles", .count(\.skippedFiles)),
      ("layout?", "layout", .optional(\.layout)),
      ("layout_told_by?", "layoutToldBy", .optional(\.layoutToldBy)),
      ("has_malformed_lines", nil, .flag(\.hasMalformedLines)),
      ("complete", "complete", .flag(\.isComplete)), ("lists", nil, .count(\.lists)),
    ]
  }
}

extension RecordedInput.File {
  /// All fields, in the order of a tally's columns.
  package static var fields: RecordedFields<RecordedInput.File> {
    [
      ("name", "name", .text(\.name)), ("format", "container", .text(\.container)),
      ("text_bytes", "textBytes", .count(\.textBytes)), ("encoding", "encoding", .text(\.encoding)),
      ("complete", "complete", .flag(\.isComplete)),
    ]
  }
}

extension RecordedInput: Comparable {
  /// Compares by name, then by all other fields, so that the order is unique.
  package static func < (a: RecordedInput, b: RecordedInput) -> Bool {
    a.orderKey.lexicographicallyPrecedes(b.orderKey)
  }

  private var orderKey: [String] {
    [name, sha256] + Self.fields.map { $0.field.text(of: self) }
      + files.flatMap { file in File.fields.map { $0.field.text(of: file) } } + problems
  }
}

// What `audit.json` says of an input; the number of lists only for a group.
extension RecordedInput: Encodable {
  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: FieldKey.self)
    try values.encode(Self.fields, of: self)
    if lists > 1 { try values.encode(lists, forKey: FieldKey("lists")) }
    try values.encode(files, forKey: FieldKey("files"))
    try values.encode(problems, forKey: FieldKey("problems"))
  }
}

extension RecordedInput.File: Encodable {
  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: FieldKey.self)
    try values.encode(Self.fields, of: self)
  }
}

/// The key of a field in `audit.json`.
private struct FieldKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(_ name: String) { stringValue = name }
  init(stringValue: String) { self.init(stringValue) }
  init?(intValue: Int) { nil }
}

extension KeyedEncodingContainer<FieldKey> {
  fileprivate mutating func encode<Record>(
    _ fields: RecordedFields<Record>, of record: Record
  ) throws {
    for (_, key, field) in fields {
      guard let key = key.map({ FieldKey($0) }) else { continue }
      switch field {
      case .text(let path): try encode(record[keyPath: path], forKey: key)
      case .optional(let path): try encodeIfPresent(record[keyPath: path], forKey: key)
      case .count(let path): try encode(record[keyPath: path], forKey: key)
      case .flag(let path): try encode(record[keyPath: path], forKey: key)
      }
    }
  }
}
