import Bytes

/// The descriptor after the data of a member whose local header lacks the sizes.
///
/// - Source: PKWARE's APPNOTE 6.3.10, section 4.3.9.
extension ArchivePieces {
  /// The size of the descriptor that comes next, if it agrees with a header.
  ///
  /// The sizes have four or eight bytes, optionally after a signature.
  func descriptorByteCount(of header: ZipHeader) -> Int? {
    for signature in [ZipHeader.Signature.descriptor, []] {
      for width in header.isLarge ? [8, 4] : [4, 8] {
        let expected =
          signature + littleEndianBytes(UInt64(header.checksum), 4)
          + littleEndianBytes(header.packedByteCount, width)
          + littleEndianBytes(header.byteCount, width)
        let found = peek(expected.count + 2)
        // After a shorter form that is all zeros, the rest of the longer form would follow.
        let isFollowed = found.count == expected.count || found.suffix(2) == [0x50, 0x4B]
        if found.starts(with: expected), isFollowed { return expected.count }
      }
    }
    return nil
  }
}
