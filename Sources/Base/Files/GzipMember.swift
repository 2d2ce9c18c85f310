import Bytes
import CZlib

/// A gzip member whose header states its size (the field `BC` of the SAM/BAM specification, section
/// 4.1).
enum GzipMember {
  /// The most bytes in a member: the size of incompressible data must also fit into 16 bits.
  static let mostBytes = 0xFF00

  private static let header: [UInt8] = [
    0x1F, 0x8B, 8, 4, 0, 0, 0, 0, 0, 0xFF, 6, 0, UInt8(ascii: "B"), UInt8(ascii: "C"), 2, 0,
  ]

  /// Packs up to ``mostBytes`` bytes; nil if memory is short.
  static func packing(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
    precondition(bytes.count <= mostBytes, "the size of a member has 16 bits")
    guard let deflated = deflate(bytes) else { return nil }
    let size = header.count + 2 + deflated.count + 8
    // SAFETY: the bytes are valid during the call.
    let checksum = unsafe bytes.withUnsafeBytes {
      unsafe crc32(0, $0.bindMemory(to: UInt8.self).baseAddress, UInt32(bytes.count))
    }
    var member = header
    member.reserveCapacity(size)
    member += littleEndianBytes(UInt64(size - 1), 2)
    member += deflated
    member += littleEndianBytes(UInt64(checksum), 4)
    member += littleEndianBytes(UInt64(bytes.count), 4)
    return member
  }

  /// Compresses fewer than 4 GB to a raw deflate stream; nil if memory is short.
  static func deflate(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
    guard let byteCount = UInt32(exactly: bytes.count) else { return nil }
    var stream = unsafe z_stream()
    guard
      unsafe deflateInit2_(
        &stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
        Int32(MemoryLayout<z_stream>.size)) == Z_OK
    else { return nil }
    defer { unsafe deflateEnd(&stream) }
    var isWhole = false
    let room = unsafe min(Int(deflateBound(&stream, UInt(bytes.count))), Int(UInt32.max))
    let deflated = unsafe [UInt8](unsafeUninitializedCapacity: room) { output, count in
      // SAFETY: both buffers are valid during the call, and zlib respects the given sizes.
      unsafe bytes.withUnsafeBytes { input in
        unsafe stream.next_in = UnsafeMutablePointer(
          mutating: input.bindMemory(to: UInt8.self).baseAddress)
        unsafe stream.avail_in = byteCount
        unsafe stream.next_out = output.baseAddress
        unsafe stream.avail_out = UInt32(output.count)
        isWhole = unsafe CZlib.deflate(&stream, Z_FINISH) == Z_STREAM_END
      }
      count = unsafe output.count - Int(stream.avail_out)
    }
    return isWhole ? deflated : nil
  }
}
