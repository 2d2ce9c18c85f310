import Bytes

/// The facts about a member of a zip archive, stated in the local header before its data and again
/// in the directory at the end.
///
/// - Source: PKWARE's APPNOTE 6.3.10, sections 4.3.7, 4.3.12, 4.4 and 4.5.
struct ZipHeader {
  /// The first four bytes of a record.
  enum Signature {
    static let local: [UInt8] = Array("PK\u{3}\u{4}".utf8)
    static let descriptor: [UInt8] = Array("PK\u{7}\u{8}".utf8)
    static let central: [UInt8] = Array("PK\u{1}\u{2}".utf8)
    static let digital: [UInt8] = Array("PK\u{5}\u{5}".utf8)
    static let largeEnd: [UInt8] = Array("PK\u{6}\u{6}".utf8)
    static let locator: [UInt8] = Array("PK\u{6}\u{7}".utf8)
    static let end: [UInt8] = Array("PK\u{5}\u{6}".utf8)
    /// The first bytes of a multi-part archive that has only one part.
    static let singlePart: [UInt8] = Array("PK00".utf8)
  }

  /// The sizes of a local header and of a directory header, up to the name.
  static let localByteCount = 30
  static let centralByteCount = 46

  /// The system that defines the attributes: 0 MS-DOS, 3 Unix.
  let system: UInt8
  private(set) var flags: UInt16
  private(set) var method: UInt16
  var checksum: UInt32
  var packedByteCount: UInt64
  var byteCount: UInt64
  let name: [UInt8]
  /// The offset of the local header from the start of the archive; 0 in the local header itself.
  private(set) var offset: UInt64 = 0
  /// The rights and kind of the file in the form of its system; 0 in a local header.
  private(set) var attributes: UInt32 = 0
  /// Whether sizes have eight bytes.
  private(set) var isLarge = false
  /// The path in UTF-8, if an extra field holds it.
  private(set) var unicodeName: [UInt8]?
  /// The number of bytes of the whole header.
  let headerByteCount: Int

  /// The flags for encrypted data.
  static let encryptionFlags: UInt16 = 0x2041

  var isEncrypted: Bool { flags & Self.encryptionFlags != 0 || method == 99 }

  /// Whether checksum and sizes follow the data.
  var hasDescriptor: Bool { flags & 8 != 0 }

  /// Whether a marker ends LZMA data.
  var hasEndMarker: Bool { flags & 2 != 0 }

  /// Reads the next local header without consuming it; nil if the archive ends within it.
  init?(localIn pieces: ArchivePieces) {
    let fixed = pieces.peek(Self.localByteCount)
    guard fixed.count == Self.localByteCount else { return nil }
    let nameByteCount = Int(littleEndian(fixed[26..<28]))
    let extraByteCount = Int(littleEndian(fixed[28..<30]))
    headerByteCount = Self.localByteCount + nameByteCount + extraByteCount
    let bytes = pieces.peek(headerByteCount)
    guard bytes.count == headerByteCount else { return nil }
    system = bytes[5]
    flags = UInt16(littleEndian(bytes[6..<8]))
    method = UInt16(littleEndian(bytes[8..<10]))
    checksum = UInt32(littleEndian(bytes[14..<18]))
    packedByteCount = littleEndian(bytes[18..<22])
    byteCount = littleEndian(bytes[22..<26])
    name = Array(bytes[Self.localByteCount..<Self.localByteCount + nameByteCount])
    readExtra(bytes[(Self.localByteCount + nameByteCount)...])
  }

  /// Reads a directory header from its first byte; nil if it is cut off.
  init?(central bytes: ArraySlice<UInt8>) {
    guard bytes.count >= Self.centralByteCount else { return nil }
    let fixed = Array(bytes.prefix(Self.centralByteCount))
    let nameByteCount = Int(littleEndian(fixed[28..<30]))
    let extraByteCount = Int(littleEndian(fixed[30..<32]))
    let commentByteCount = Int(littleEndian(fixed[32..<34]))
    headerByteCount = Self.centralByteCount + nameByteCount + extraByteCount + commentByteCount
    guard bytes.count >= headerByteCount else { return nil }
    system = fixed[5]
    flags = UInt16(littleEndian(fixed[8..<10]))
    method = UInt16(littleEndian(fixed[10..<12]))
    checksum = UInt32(littleEndian(fixed[16..<20]))
    packedByteCount = littleEndian(fixed[20..<24])
    byteCount = littleEndian(fixed[24..<28])
    attributes = UInt32(littleEndian(fixed[38..<42]))
    offset = littleEndian(fixed[42..<46])
    let rest = bytes.dropFirst(Self.centralByteCount)
    name = Array(rest.prefix(nameByteCount))
    readExtra(rest.dropFirst(nameByteCount).prefix(extraByteCount))
  }

  /// Reads the extra fields: sizes of eight bytes, and the name in UTF-8.
  private mutating func readExtra(_ fields: ArraySlice<UInt8>) {
    var rest = fields
    while rest.count >= 4 {
      let id = littleEndian(rest.prefix(2))
      let length = Int(littleEndian(rest.dropFirst(2).prefix(2)))
      var body = rest.dropFirst(4).prefix(length)
      switch id {
      case 0x0001:
        isLarge = true
        for field in [\ZipHeader.byteCount, \.packedByteCount, \.offset]
        where self[keyPath: field] == 0xFFFF_FFFF && body.count >= 8 {
          self[keyPath: field] = littleEndian(body.prefix(8))
          body = body.dropFirst(8)
        }
      // Version 1, the checksum of the name in the header, and the name.
      case 0x7075 where body.count > 5 && body.first == 1:
        if littleEndian(body.dropFirst().prefix(4)) == UInt64(zipChecksum(name)) {
          unicodeName = Array(body.dropFirst(5))
        }
      default: break
      }
      rest = rest.dropFirst(4 + length)
    }
  }

  /// Adopts the directory's values where they differ from this local header.
  ///
  /// Keeps the flag for numbers after the data, since the file itself shows them. If the two
  /// disagree on encryption, the member counts as unencrypted: the checksum decides.
  mutating func correct(by entry: ZipDirectory.Entry) {
    let kept: UInt16 = hasDescriptor ? 8 : 0
    let isEncryptedTwice = flags & entry.flags & Self.encryptionFlags != 0
    flags = entry.flags & ~8 | kept
    if !isEncryptedTwice { flags &= ~Self.encryptionFlags }
    if ZipMethod(entry.method) != nil { method = entry.method }
    checksum = entry.checksum
    packedByteCount = entry.packedByteCount
    byteCount = entry.byteCount
  }

  /// The member's path; MS-DOS separates directories by backslashes.
  var path: [UInt8] {
    let path = unicodeName ?? name
    let slash = UInt8(ascii: "/")
    if system != 0 || path.contains(slash) { return path }
    return path.map { $0 == UInt8(ascii: "\\") ? slash : $0 }
  }

  /// The kind of member according to the attributes.
  var kind: Kind {
    let mode = system == 3 || system == 19 ? attributes >> 28 : 0
    switch mode {
    case 0o12: return .link
    case 0, 0o10: return system == 0 && attributes & 0x10 != 0 ? .special : .file
    default: return .special
    }
  }

  /// The kinds of member.
  enum Kind: UInt8 {
    case file
    /// A file whose text is the path of another file.
    case link
    /// A directory or a device, which has no text.
    case special
  }
}
