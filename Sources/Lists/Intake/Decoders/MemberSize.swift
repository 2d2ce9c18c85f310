import Bytes

/// The size that a gzip member states in its first bytes (RFC 1952, 2.3.1.1).
///
/// Such members can be separated without inflating them. bgzip (`BC`), pgzip (`IG`) and mgzip
/// (`MZ`) write them.
struct MemberSize {
  /// The size of a header, including the length of its extra field.
  static let fixedByteCount = 12

  /// The size of the extra field after the ``fixedByteCount``; nil for a member without one.
  ///
  /// Members whose header has a checksum are not supported here: zlib reads and verifies them.
  static func extraByteCount(_ header: ArraySlice<UInt8>) -> Int? {
    let header = Array(header.prefix(fixedByteCount))
    let (extra, name) = (UInt8(4), UInt8(8))
    guard header.count == fixedByteCount, header.starts(with: [0x1F, 0x8B, 8]),
      header[3] & extra != 0, header[3] & ~(extra | name) == 0
    else { return nil }
    return Int(littleEndian(header[10..<12]))
  }

  /// The size of the whole member, or only of its deflate data if `isOfData`.
  let byteCount: Int

  private let writer: Writer

  /// The program that wrote the extra field.
  private enum Writer { case bgzip, pgzip, mgzip }

  /// Whether the size excludes header and trailer.
  var isOfData: Bool { writer == .mgzip }

  /// Whether it is a bgzip block; bgzip files end with an empty block.
  var isOfBlock: Bool { writer == .bgzip }

  /// Reads an extra field; nil if it contains no size.
  init?(extraField field: ArraySlice<UInt8>) {
    var rest = field
    while rest.count >= 4 {
      let id = Array(rest.prefix(2))
      let length = Int(littleEndian(rest.dropFirst(2).prefix(2)))
      guard rest.count >= 4 + length else { return nil }
      let body = rest.dropFirst(4).prefix(length)
      switch (id, length) {
      case (Array("BC".utf8), 2): (byteCount, writer) = (Int(littleEndian(body)) + 1, .bgzip)
      case (Array("IG".utf8), 4): (byteCount, writer) = (Int(littleEndian(body)), .pgzip)
      case (Array("MZ".utf8), 4): (byteCount, writer) = (Int(littleEndian(body)), .mgzip)
      default:
        rest = rest.dropFirst(4 + length)
        continue
      }
      return
    }
    return nil
  }

  /// Whether a file begins with a member that states its size.
  static func isStated(in head: [UInt8]) -> Bool {
    guard let count = extraByteCount(head[...]), head.count >= fixedByteCount + count else {
      return false
    }
    return MemberSize(extraField: head[fixedByteCount...].prefix(count)) != nil
  }
}
