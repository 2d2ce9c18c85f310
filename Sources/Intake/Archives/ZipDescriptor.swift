import Bytes

/// What stands behind the data of a member whose local header does not know their size.
///
/// - Source: PKWARE's APPNOTE 6.3.10, section 4.3.9.
extension ArchivePieces {
  /// How many bytes of checksum and sizes come next, if they are those of a header.
  ///
  /// The sizes have four bytes or eight, and there may be a signature before them.
  func descriptorByteCount(of header: ZipHeader) -> Int? {
    for signature in [ZipHeader.Signature.descriptor, []] {
      for width in header.isLarge ? [8, 4] : [4, 8] {
        let expected =
          signature + littleEndianBytes(UInt64(header.checksum), 4)
          + littleEndianBytes(header.packedByteCount, width)
          + littleEndianBytes(header.byteCount, width)
        let found = peek(expected.count + 2)
        // Behind a shorter form of zeros, the rest of the longer one would stand.
        let isFollowed = found.count == expected.count || found.suffix(2) == [0x50, 0x4B]
        if found.starts(with: expected), isFollowed { return expected.count }
      }
    }
    return nil
  }
}
