import CZlib

/// Makes gzip members (RFC 1952) of every kind: the container by hand, the deflate data by zlib.
enum Gzip {
  /// The kind of deflate block that contains the text.
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

  /// A member that contains a text.
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

  /// The contents of a file of members, by one call of zlib for each member.
  struct Content: Equatable {
    enum Ending: Equatable {
      case whole, cut, damaged, trailing(offset: Int)
    }
    var text: [UInt8] = []
    var members = 0
    var ending = Ending.whole
  }

  /// Unpacks a file whose members begin with its first two bytes and contain at most this many
  /// bytes of text.
  static func content(of file: [UInt8], most: Int = 1 << 16) -> Content {
    var content = Content()
    var start = 0
    while true {
      let (text, consumed, status) = inflated(file[start...], most)
      content.text += text
      guard status == Z_STREAM_END else {
        content.ending = status == Z_OK || status == Z_BUF_ERROR ? .cut : .damaged
        return content
      }
      content.members += 1
      start = file[(start + consumed)...].firstIndex { $0 != 0 } ?? file.count
      if start == file.count { return content }
      if file[start...].starts(with: [0x1F, 0x8B]) { continue }
      content.ending = file[start...].elementsEqual([0x1F]) ? .cut : .trailing(offset: start)
      return content
    }
  }

  private static func checksum(_ bytes: [UInt8]) -> UInt {
    unsafe crc32(0, bytes, UInt32(bytes.count))
  }

  private static func littleEndian(_ value: UInt, byteCount: Int) -> [UInt8] {
    (0..<byteCount).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  private static func deflated(_ text: [UInt8], _ block: Block) -> [UInt8] {
    let bound = text.count + text.count / 8 + 1024
    let (data, _, status) = unsafe run(text, outputCount: bound) { stream in
      let status = unsafe deflateInit2_(
        stream, block == .stored ? 0 : 9, Z_DEFLATED, -MAX_WBITS, 9,
        block == .fixed ? Z_FIXED : Z_DEFAULT_STRATEGY, ZLIB_VERSION,
        Int32(MemoryLayout<z_stream>.size))
      precondition(status == Z_OK)
      defer { unsafe deflateEnd(stream) }
      return unsafe deflate(stream, Z_FINISH)
    }
    precondition(status == Z_STREAM_END)
    return data
  }

  /// The text of bare deflate data by one call of zlib, and zlib's message about a fault.
  static func inflatedBare(_ data: ArraySlice<UInt8>, _ most: Int) -> (
    text: [UInt8], fault: String?
  ) {
    var message: String?
    let (text, _, status) = unsafe run(Array(data), outputCount: most) { stream in
      let status = unsafe inflateInit2_(
        stream, -MAX_WBITS, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
      precondition(status == Z_OK)
      defer { unsafe inflateEnd(stream) }
      let end = unsafe inflate(stream, Z_NO_FLUSH)
      message = unsafe stream.pointee.msg.map { unsafe String(cString: $0) }
      return end
    }
    switch status {
    case Z_STREAM_END: return (text, nil)
    case Z_OK, Z_BUF_ERROR: return (text, "end early")
    default: return (text, message ?? "zlib error \(status)")
    }
  }

  private static func inflated(
    _ file: ArraySlice<UInt8>, _ most: Int
  ) -> (output: [UInt8], consumed: Int, status: Int32) {
    unsafe run(Array(file), outputCount: most) { stream in
      let status = unsafe inflateInit2_(
        stream, MAX_WBITS + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
      precondition(status == Z_OK)
      defer { unsafe inflateEnd(stream) }
      return unsafe inflate(stream, Z_NO_FLUSH)
    }
  }

  /// Runs a coder that has all input and all room at once.
  private static func run(
    _ input: [UInt8], outputCount: Int, _ coder: (UnsafeMutablePointer<z_stream>) -> Int32
  ) -> (output: [UInt8], consumed: Int, status: Int32) {
    var input = input
    var output = [UInt8](repeating: 0, count: outputCount)
    // SAFETY: stream and buffers stay where they are until the closures end, and the coder does
    // not keep them.
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    defer { unsafe stream.deallocate() }
    return unsafe input.withUnsafeMutableBufferPointer { input in
      let status = unsafe output.withUnsafeMutableBufferPointer { output in
        unsafe stream.initialize(to: z_stream())
        unsafe stream.pointee.next_in = input.baseAddress
        unsafe stream.pointee.avail_in = UInt32(input.count)
        unsafe stream.pointee.next_out = output.baseAddress
        unsafe stream.pointee.avail_out = UInt32(output.count)
        return unsafe coder(stream)
      }
      let produced = unsafe outputCount - Int(stream.pointee.avail_out)
      let consumed = unsafe input.count - Int(stream.pointee.avail_in)
      return (Array(output[..<produced]), consumed, status)
    }
  }
}
