/// A format that holds files or compressed text, and that this program does not unpack itself.
package enum PackedFormat: String, Hashable, Sendable, CaseIterable {
  case gzip, bzip2, lz4, lzip, xz, zstd, tar, zip
  case sevenZip = "7z"

  /// The command that unpacks a file to standard output; the file's name goes at its end.
  var unpacker: String {
    switch self {
    case .gzip, .bzip2, .lz4, .lzip, .xz, .zstd: "\(rawValue) -dc"
    case .tar: "tar -xOf"
    case .zip: "unzip -p"
    case .sevenZip: "7z x -so"
    }
  }

  /// The command that unpacks standard input to standard output; nil where that cannot be done.
  var filter: String? {
    switch self {
    case .gzip, .bzip2, .lz4, .lzip, .xz, .zstd: unpacker
    case .tar: "tar -xO"
    case .zip: "funzip"
    case .sevenZip: nil
    }
  }

  /// The format that the first bytes of a text are the signature of; nil for a text.
  ///
  /// Each signature but that of gzip has a control character or ill-formed UTF-8 in it, or ten
  /// bytes, so that no list begins with one by chance.
  init?(signatureOf head: [UInt8]) {
    let format = Self.allCases.first { format in
      let (offset, bytes) = format.signature
      return head.dropFirst(offset).starts(with: bytes)
        && (format != .bzip2 || head.dropFirst(4).starts(with: Array("1AY&SY".utf8)))
    }
    guard let format else { return nil }
    self = format
  }

  private var signature: (offset: Int, bytes: [UInt8]) {
    switch self {
    case .gzip: (0, [0x1F, 0x8B])
    case .bzip2: (0, Array("BZh".utf8))
    case .lz4: (0, [0x04, 0x22, 0x4D, 0x18])
    case .lzip: (0, Array("LZIP\u{1}".utf8))
    case .xz: (0, [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00])
    case .zstd: (0, [0x28, 0xB5, 0x2F, 0xFD])
    case .tar: (257, Array("ustar\0".utf8))
    case .zip: (0, Array("PK\u{3}\u{4}".utf8))
    case .sevenZip: (0, [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C])
    }
  }
}
