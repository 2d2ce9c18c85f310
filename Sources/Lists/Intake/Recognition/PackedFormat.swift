/// A format that holds files or compressed text.
package enum PackedFormat: String, Hashable, Sendable, CaseIterable {
  case gzip, bzip2, lz4, lzip, xz, zstd, tar, zip
  case sevenZip = "7z"

  /// Whether it contains named members instead of one text.
  package var isArchive: Bool {
    switch self {
    case .gzip, .bzip2, .lz4, .lzip, .xz, .zstd: false
    case .tar, .zip, .sevenZip: true
    }
  }

  /// The usual extension of a file's name: `gz`.
  package var ending: String {
    switch self {
    case .gzip: "gz"
    case .bzip2: "bz2"
    case .lzip: "lz"
    case .zstd: "zst"
    case .lz4, .xz, .tar, .zip, .sevenZip: rawValue
    }
  }

  /// The command that unpacks a file to standard output; the file's name is appended.
  var unpacker: String {
    switch self {
    case .gzip, .bzip2, .lz4, .lzip, .xz, .zstd: "\(rawValue) -dc"
    case .tar: "tar -xOf"
    case .zip: "unzip -p"
    case .sevenZip: "7z x -so"
    }
  }

  /// The command that tests a file; the file's name is appended.
  ///
  /// Nil if there is no usual one.
  var tester: String? {
    switch self {
    case .gzip, .bzip2, .lz4, .lzip, .xz, .zstd: "\(rawValue) -t"
    case .zip: "unzip -tq"
    case .sevenZip: "7z t"
    case .tar: nil
    }
  }

  /// The command that unpacks standard input to standard output; nil if that is impossible.
  var filter: String? {
    switch self {
    case .gzip, .bzip2, .lz4, .lzip, .xz, .zstd: unpacker
    case .tar: "tar -xO"
    case .zip: "funzip"
    case .sevenZip: nil
    }
  }

  /// Detects the format from the signature at the start of a text; nil if there is none.
  ///
  /// Each signature except gzip's contains a control character or ill-formed UTF-8, or has ten
  /// bytes, so that no list begins with one by chance.
  init?(signatureOf head: [UInt8]) {
    let format = Self.allCases.first { format in
      switch format {
      case .tar: return TarHeader.isLikely(head)
      case .bzip2: return head.starts(with: Array("BZh".utf8)) && isBzip2Block(head.dropFirst(4))
      case .zip: return zipSignatures.contains(where: head.starts(with:))
      case .sevenZip: return head.starts(with: sevenZipSignature)
      case .zstd: return head.starts(with: format.signature) || format.isSkippable(head)
      default: return head.starts(with: format.signature)
      }
    }
    guard let format else { return nil }
    self = format
  }

  /// The first bytes of every member of a compressed format; empty for an archive.
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

  /// Whether bytes begin like a frame that decoders of zstd and lz4 skip.
  func isSkippable(_ bytes: [UInt8]) -> Bool {
    guard self == .zstd || self == .lz4, let first = bytes.first else { return false }
    return first & 0xF0 == 0x50 && bytes.dropFirst().starts(with: [0x2A, 0x4D, 0x18])
  }
}

extension PackedFormat {
  /// The format whose signature the first bytes match except for one damaged byte; nil if there is
  /// none.
  ///
  /// Such a match is no coincidence: the intact part of the signature has five bytes or cannot be
  /// typed. A tar header may have a wrong sum if the rest is right. A file that ends within its
  /// signature counts too, if that part has three bytes or cannot be typed.
  init?(almostSignatureOf head: [UInt8]) {
    let format = Self.allCases.first { format in
      format == .tar ? isDamagedTarHeader(head) : format.almostBegins(head)
    }
    guard let format else { return nil }
    self = format
  }

  /// Whether bytes begin like a member with one damaged byte in its signature.
  func almostBegins(_ bytes: [UInt8]) -> Bool {
    longSignatures.contains { signature in
      let sound = signature.indices.filter { bytes.dropFirst($0).first == signature[$0] }.map {
        signature[$0]
      }
      let isOdd = sound.contains { $0 < 0x20 || $0 > 0x7E }
      if bytes.count < signature.count {
        return (isOdd || bytes.count >= 3) && sound.count == bytes.count
      }
      return sound.count == signature.count - 1 && (isOdd || sound.count >= 5)
    }
  }

  /// Short signatures, extended by the bytes that always follow them.
  private var longSignatures: [[UInt8]] {
    switch self {
    case .gzip: [[0x1F, 0x8B, 8]]
    case .bzip2:
      (0x31...0x39).flatMap { level in
        [bzip2Block, bzip2End].map { signature + [level] + $0 }
      }
    case .zip: zipSignatures
    case .sevenZip: [sevenZipSignature]
    case .lz4, .lzip, .xz, .zstd: [signature]
    case .tar: []
    }
  }
}

private let sevenZipSignature: [UInt8] = [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C]

/// The signatures of a first file, of no files, and of a multi-part archive with only one part.
private let zipSignatures: [[UInt8]] = [
  Array("PK\u{3}\u{4}".utf8), Array("PK\u{5}\u{6}".utf8), Array("PK00PK\u{3}\u{4}".utf8),
]

/// The bytes after the signature and the level: of a block, or of the end of a stream without
/// blocks.
private let bzip2Block: [UInt8] = Array("1AY&SY".utf8)
private let bzip2End: [UInt8] = [0x17, 0x72, 0x45, 0x38, 0x50, 0x90]

/// Whether bytes are a block, or the end of a stream without blocks.
private func isBzip2Block(_ bytes: ArraySlice<UInt8>) -> Bool {
  bytes.starts(with: bzip2Block) || bytes.starts(with: bzip2End)
}
/// Whether bytes are a tar header except for their sum: the header names its dialect, or nearly all
/// its numbers are well-formed.
private func isDamagedTarHeader(_ head: [UInt8]) -> Bool {
  guard head.count >= 512, head[0] != 0 else { return false }
  if head[257..<262].elementsEqual("ustar".utf8) { return true }
  let fields = [100..<108, 108..<116, 116..<124, 124..<136, 136..<148, 148..<156]
  let written = fields.count { field in
    let digits = head[field].drop { $0 == 0x20 }.prefix { (0x30...0x37).contains($0) }
    let rest = head[field].drop { $0 == 0x20 }.dropFirst(digits.count)
    return !digits.isEmpty && !rest.isEmpty && rest.allSatisfy { $0 == 0 || $0 == 0x20 }
  }
  return written >= fields.count - 1
}
