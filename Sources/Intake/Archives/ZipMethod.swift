/// The compression method of a file in a zip archive (PKWARE's APPNOTE, 4.4.5).
enum ZipMethod {
  case stored, deflate, bzip2, lzma, zstd, xz

  /// The method with a header's number; nil for an unsupported method.
  init?(_ number: UInt16) {
    switch number {
    case 0: self = .stored
    case 8: self = .deflate
    case 12: self = .bzip2
    case 14: self = .lzma
    case 20, 93: self = .zstd
    case 95: self = .xz
    default: return nil
    }
  }

  /// Makes a decoder for a member's data; nil if memory is short, or for `stored`.
  func makeDecoder() -> (any Decoder)? {
    switch self {
    case .stored: nil
    case .deflate: Inflater(.bare)
    case .bzip2: Bzip2Decoder()
    case .lzma: LZMADecoder(.alone)
    case .zstd: ZstdDecoder()
    case .xz: LZMADecoder(.xz)
    }
  }

  /// The name of an unsupported method.
  static func name(_ number: UInt16) -> String {
    switch number {
    case 1: "shrink"
    case 2...5: "reduce"
    case 6: "implode"
    case 9: "deflate64"
    case 97: "wavpack"
    case 98: "PPMd"
    default: "number \(number)"
    }
  }
}
