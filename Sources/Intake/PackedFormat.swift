/// A format that holds files or compressed text.
package enum PackedFormat: String, Hashable, Sendable, CaseIterable {
  case gzip, bzip2, lz4, lzip, xz, zstd, tar, zip
  case sevenZip = "7z"

  /// Whether it holds members by name, instead of one text.
  package var isArchive: Bool {
    switch self {
    case .gzip, .bzip2, .lz4, .lzip, .xz, .zstd: false
    case .tar, .zip, .sevenZip: true
    }
  }

  /// The usual ending of a file's name: `gz`.
  package var ending: String {
    switch self {
    case .gzip: "gz"
    case .bzip2: "bz2"
    case .lzip: "lz"
    case .zstd: "zst"
    case .lz4, .xz, .tar, .zip, .sevenZip: rawValue
    }
  }

  /// The command that unpacks a file to standard output; the file's name goes at its end.
  var unpacker: String {
    switch self {
    case .gzip, .bzip2, .lz4, .lzip, .xz, .zstd: "\(rawValue) -dc"
    case .tar: "tar -xOf"
    case .zip: "unzip -p"
    case .sevenZip: "7z x -so"
    }
  }

  /// The command that tests a file, whose name goes at its end; nil where there is no usual one.
  var tester: String? {
    switch self {
    case .gzip, .bzip2, .lz4, .lzip, .xz, .zstd: "\(rawValue) -t"
    case .zip: "unzip -tq"
    case .sevenZip: "7z t"
    case .tar: nil
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
      switch format {
      case .tar: return isTarHeader(head)
      case .bzip2: return head.starts(with: Array("BZh".utf8)) && isBzip2Block(head.dropFirst(4))
      case .zip: return zipSignatures.contains(where: head.starts(with:))
      case .sevenZip: return head.starts(with: [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C])
      case .zstd: return head.starts(with: format.signature) || format.isSkippable(head)
      default: return head.starts(with: format.signature)
      }
    }
    guard let format else { return nil }
    self = format
  }

  /// What every member of a compressed format begins with; empty for an archive.
  var signature: [UInt8] {
    switch self {
    case .gzip: [0x1F, 0x8B]
    case .bzip2: Array("BZh".utf8)
    case .lz4: [0x04, 0x22, 0x4D, 0x18]
    case .lzip: Array("LZIP\u{1}".utf8)
    case .xz: [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00]
    case .zstd: [0x28, 0xB5, 0x2F, 0xFD]
    case .tar, .zip, .sevenZip: []
    }
  }

  /// Whether bytes begin like a frame that decoders of zstd and lz4 pass over.
  func isSkippable(_ bytes: [UInt8]) -> Bool {
    guard self == .zstd || self == .lz4, let first = bytes.first else { return false }
    return first & 0xF0 == 0x50 && bytes.dropFirst().starts(with: [0x2A, 0x4D, 0x18])
  }
}

/// A first file, no file, and the first of several parts that turned out to be the only one.
private let zipSignatures: [[UInt8]] = [
  Array("PK\u{3}\u{4}".utf8), Array("PK\u{5}\u{6}".utf8), Array("PK00PK\u{3}\u{4}".utf8),
]

/// A block, or the end of a stream without one.
private func isBzip2Block(_ bytes: ArraySlice<UInt8>) -> Bool {
  bytes.starts(with: Array("1AY&SY".utf8))
    || bytes.starts(with: [0x17, 0x72, 0x45, 0x38, 0x50, 0x90])
}

/// Whether bytes begin with a tar header, which knows the sum of its 512 bytes.
///
/// The sum takes its own field as spaces; old programs took bytes as signed (POSIX.1-2001, pax).
private func isTarHeader(_ head: [UInt8]) -> Bool {
  guard head.count >= 512, head[0] != 0 else { return false }
  let field = head[148..<156]
  let digits = field.drop { $0 == 0x20 }.prefix { (0x30...0x37).contains($0) }
  guard !digits.isEmpty else { return false }
  let stated = digits.reduce(0) { $0 * 8 + Int($1 - 0x30) }
  let others = head[..<148] + head[156..<512]
  let spaces = 8 * 0x20
  return stated == others.reduce(spaces) { $0 + Int($1) }
    || stated == others.reduce(spaces) { $0 + Int(Int8(bitPattern: $1)) }
}
