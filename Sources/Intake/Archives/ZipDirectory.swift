/// The list of contents at the end of a zip file, as far as the choice of a reader needs it.
enum ZipDirectory {
  /// Bytes that libarchive may keep the directory of; it takes some five times as much memory.
  static let largest: UInt64 = 4 << 20

  /// Whether a file has a directory that is whole and not too large to be read at once.
  ///
  /// With the directory symbolic links can be told from files, and deleted files from others.
  /// Without it a zip file is read in order, as from a pipe: so are one that is cut off, whose whole
  /// members are good, and one of a hundred thousand members, whose directory would fill memory.
  static func isUsable(in file: ByteSource) -> Bool {
    guard let byteCount = file.byteCount else { return false }
    // The record at the end: 22 bytes, then a comment (PKWARE's APPNOTE, 4.3.16).
    let tail = byteCount - min(byteCount, 22 + 65_535)
    guard let bytes = file.bytes(in: tail..<byteCount) else { return false }
    var end = bytes.count - 22
    while end >= 0 {
      if bytes[end...].starts(with: [0x50, 0x4B, 0x05, 0x06]) {
        let size = littleEndian(bytes[end + 12..<end + 16])
        let offset = littleEndian(bytes[end + 16..<end + 20])
        let record = tail + UInt64(end)
        // Larger ones of zip64 have all bits set here; libarchive reads from the offset on.
        return size <= largest && offset <= record && record - offset <= largest
      }
      end -= 1
    }
    return false
  }
}

/// The number that up to eight bytes are, the lowest first.
func littleEndian(_ bytes: ArraySlice<UInt8>) -> UInt64 {
  bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
}
