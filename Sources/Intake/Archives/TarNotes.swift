/// The contents of extended headers about the next member of a tar archive.
///
/// - Source: POSIX.1-2017, pax, "pax Extended Header"; the GNU tar manual, "Storing Sparse Files".
struct TarNotes {
  /// The largest extended header, in bytes; a path on Linux has at most 4096.
  static let largest: UInt64 = 1 << 20

  /// The member's path, if its own header has no room for it.
  private(set) var name: [UInt8]?
  /// The size of its data, if its own header cannot hold it.
  private(set) var byteCount: UInt64?
  /// Whether the data are pieces of a sparse file, with or without a map before them.
  private(set) var isSparse = false
  /// Whether the member has extended headers.
  private(set) var isAny = false

  /// Reads the body of a GNU header with a long path.
  mutating func readLongName(_ body: [UInt8]) {
    isAny = true
    name = Array(body.prefix { $0 != 0 })
  }

  /// Reads the body of a pax header: records of `length key=value` and a line feed.
  ///
  /// - Returns: Whether it is well-formed.
  mutating func readRecords(_ body: [UInt8]) -> Bool {
    isAny = true
    var rest = body[...]
    while let first = rest.first, first != 0 {
      let digits = rest.prefix { (0x30...0x39).contains($0) }
      guard let length = Int(String(decoding: digits, as: UTF8.self)), length <= rest.count,
        length > digits.count + 1, rest.dropFirst(digits.count).first == 0x20
      else { return false }
      let record = rest.prefix(length).dropFirst(digits.count + 1)
      guard record.last == 0x0A, let equals = record.firstIndex(of: UInt8(ascii: "=")),
        read(String(decoding: record[..<equals], as: UTF8.self), record[(equals + 1)...].dropLast())
      else { return false }
      rest = rest.dropFirst(length)
    }
    return true
  }

  /// Reads one record of a pax header.
  ///
  /// - Returns: Whether the value is valid for its key.
  private mutating func read(_ key: String, _ value: ArraySlice<UInt8>) -> Bool {
    switch key {
    case "path": if !isSparse || name == nil { name = Array(value) }
    case "GNU.sparse.name":
      name = Array(value)
      isSparse = true
    case "size":
      guard let size = UInt64(String(decoding: value, as: UTF8.self)) else { return false }
      byteCount = size
    default: if key.hasPrefix("GNU.sparse.") || key == "SCHILY.realsize" { isSparse = true }
    }
    return true
  }
}
