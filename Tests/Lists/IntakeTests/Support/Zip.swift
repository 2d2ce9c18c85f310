import CZlib

/// Makes zip archives in forms that libarchive does not write.
enum Zip {
  /// An archive of deflated files with a directory of the listed ones.
  ///
  /// Described files have their checksum and sizes after the data.
  static func archive(
    _ entries: [(name: String, bytes: [UInt8])], isDescribed: Bool = false, listed: Set<Int>? = nil
  ) -> [UInt8] {
    var file: [UInt8] = []
    var directory: [UInt8] = []
    var count = 0
    for (number, entry) in entries.enumerated() {
      // A gzip member has a header of 10 bytes and a trailer of 8.
      let packed = Array(Gzip.member(entry.bytes).dropFirst(10).dropLast(8))
      let facts =
        checksum(entry.bytes) + bytes(packed.count, 4) + bytes(entry.bytes.count, 4)
      let common = bytes(20, 2) + bytes(isDescribed ? 8 : 0, 2) + bytes(8, 2) + bytes(0, 4)
      let lengths = bytes(entry.name.utf8.count, 2) + bytes(0, 2)
      if listed?.contains(number) ?? true {
        count += 1
        directory += Array("PK\u{1}\u{2}".utf8) + bytes(0x314, 2) + common + facts + lengths
        directory += bytes(0, 2 + 2 + 2) + bytes(0o100644 << 16, 4) + bytes(file.count, 4)
        directory += Array(entry.name.utf8)
      }
      file += Array("PK\u{3}\u{4}".utf8) + common
      file += (isDescribed ? bytes(0, 12) : facts) + lengths + Array(entry.name.utf8) + packed
      if isDescribed { file += Array("PK\u{7}\u{8}".utf8) + facts }
    }
    let end =
      bytes(0, 4) + bytes(count, 2) + bytes(count, 2) + bytes(directory.count, 4)
      + bytes(file.count, 4) + bytes(0, 2)
    return file + directory + Array("PK\u{5}\u{6}".utf8) + end
  }

  /// The checksum of a file as headers contain it.
  static func checksum(_ text: [UInt8]) -> [UInt8] {
    // SAFETY: zlib reads this many bytes.
    bytes(Int(unsafe crc32(0, text, UInt32(text.count))), 4)
  }

  private static func bytes(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}
