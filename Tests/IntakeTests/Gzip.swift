import CZlib

/// Makes gzip members (RFC 1952) of every kind, the container by hand, the deflate data by zlib.
enum Gzip {
  /// Which kind of deflate block the text is put into.
  enum Block: CaseIterable {
    case stored, fixed, dynamic
  }

  /// Optional parts of a member's header, as the bits of FLG.
  struct Header: OptionSet, Hashable {
    let rawValue: UInt8
    static let text = Header(rawValue: 1)
    static let checksum = Header(rawValue: 2)
    static let extra = Header(rawValue: 4)
    static let name = Header(rawValue: 8)
    static let comment = Header(rawValue: 16)
  }

  /// One member that holds a text.
  static func member(
    _ text: [UInt8], _ block: Block = .dynamic, header flags: Header = []
  ) -> [UInt8] {
    var member: [UInt8] = [0x1F, 0x8B, 8, flags.rawValue, 1, 2, 3, 4, 0, 3]
    if flags.contains(.extra) { member += [6, 0, 0x41, 0x50, 2, 0, 7, 8] }
    if flags.contains(.name) { member += Array("list.txt\0".utf8) }
    if flags.contains(.comment) { member += Array("made by a test\0".utf8) }
    if flags.contains(.checksum) { member += littleEndian(checksum(member), byteCount: 2) }
    member += deflated(text, block)
    member += littleEndian(checksum(text), byteCount: 4)
    member += littleEndian(UInt(text.count), byteCount: 4)
    return member
  }

  private static func checksum(_ bytes: [UInt8]) -> UInt {
    unsafe crc32(0, bytes, UInt32(bytes.count))
  }

  private static func littleEndian(_ value: UInt, byteCount: Int) -> [UInt8] {
    (0..<byteCount).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  private static func deflated(_ text: [UInt8], _ block: Block) -> [UInt8] {
    var stream = unsafe z_stream()
    let status = unsafe deflateInit2_(
      &stream, block == .stored ? 0 : 9, Z_DEFLATED, -MAX_WBITS, 9,
      block == .fixed ? Z_FIXED : Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size))
    precondition(status == Z_OK)
    defer { unsafe deflateEnd(&stream) }
    var text = text
    let bound = unsafe Int(deflateBound(&stream, UInt(text.count)))
    // SAFETY: both buffers outlive the one call that uses their addresses.
    return unsafe text.withUnsafeMutableBufferPointer { text in
      unsafe [UInt8](unsafeUninitializedCapacity: bound) { output, count in
        unsafe stream.next_in = text.baseAddress
        unsafe stream.avail_in = UInt32(text.count)
        unsafe stream.next_out = output.baseAddress
        unsafe stream.avail_out = UInt32(bound)
        unsafe precondition(deflate(&stream, Z_FINISH) == Z_STREAM_END)
        count = unsafe bound - Int(stream.avail_out)
      }
    }
  }
}
