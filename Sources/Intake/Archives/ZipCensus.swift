import Bytes
import CDeflate

/// The number of members, and an order-independent sum over all their properties.
///
/// Serves to compare the directory with the members read, without storing either.
struct ZipCensus: Equatable {
  private(set) var count: UInt64 = 0
  private var sum: UInt64 = 0

  /// Counts a member whose local header is at an offset from the start of the archive.
  mutating func add(_ header: ZipHeader, at offset: UInt64) {
    count += 1
    // Some writers omit the upper halves of large sizes.
    let sizes = (header.packedByteCount & 0xFFFF_FFFF) << 32 | header.byteCount & 0xFFFF_FFFF
    var hash = fnv1a(header.name)
    for word in [offset, sizes, UInt64(header.checksum) << 16 | UInt64(header.method)] {
      hash = mixed(hash ^ word)
    }
    sum &+= hash
  }
}

/// Mixes all bits (the finaliser of SplitMix64).
private func mixed(_ word: UInt64) -> UInt64 {
  var word = word &+ 0x9E37_79B9_7F4A_7C15
  word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
  word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
  return word ^ word >> 31
}

/// The checksum of zip (CRC-32), computed by libdeflate in steps of 16 bytes.
func zipChecksum(_ bytes: UnsafeRawBufferPointer, behind start: UInt32 = 0) -> UInt32 {
  // SAFETY: libdeflate reads only the bytes of the buffer.
  unsafe bytes.isEmpty ? start : libdeflate_crc32(start, bytes.baseAddress, bytes.count)
}

func zipChecksum(_ bytes: [UInt8]) -> UInt32 {
  unsafe bytes.withUnsafeBytes { unsafe zipChecksum($0) }
}
