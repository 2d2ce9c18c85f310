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
