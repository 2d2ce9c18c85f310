/// How a file in a zip archive is compressed, where that takes memory that the file asks for.
///
/// libarchive gives it any amount. (PKWARE's APPNOTE, 4.4.5 and 5.8 to 5.10.)
enum ZipMethod: String {
  case lzma, xz, zstd
  case ppmd = "ppmd-1"

  /// Reads what libarchive calls the archive behind a member's header: `ZIP 6.3 (lzma)`.
  ///
  /// - Returns: nil for methods that need little memory, and for those that it cannot unpack.
  init?(formatName: String) {
    guard let start = formatName.lastIndex(of: "("), formatName.hasSuffix(")") else { return nil }
    self.init(rawValue: String(formatName[start...].dropFirst().dropLast()))
  }

  /// Whether data that begin so need at most ``PackedFormat/largestWindow``.
  ///
  /// It is taken for too large where that cannot be told from so few bytes, as in a pipe, which shows
  /// none. Of xz and zstd only the first block is looked at.
  func isWindowSmall(_ head: [UInt8]) -> Bool {
    switch self {
    case .lzma:
      // Two bytes of version, two of length, then the properties: a byte, and the dictionary's size.
      head.count >= 9 && littleEndian(head[5..<9]) <= UInt64(PackedFormat.largestWindow)
    case .ppmd:
      // From bit 4 on: the mebibytes less 1.
      head.count >= 2
        && (littleEndian(head[..<2]) >> 4 & 0xFF + 1) << 20 <= UInt64(PackedFormat.largestWindow)
    case .xz: isTaken(head, by: PackedFormat.xz.makeDecoder())
    case .zstd: isTaken(head, by: PackedFormat.zstd.makeDecoder())
    }
  }

  private func isTaken(_ head: [UInt8], by decoder: (any Decoder)?) -> Bool {
    guard let decoder, !head.isEmpty else { return false }
    var text = [UInt8](repeating: 0, count: 64)
    // SAFETY: the decoder reads and writes within these bounds.
    let step = unsafe text.withUnsafeMutableBytes { space in
      unsafe head.withUnsafeBytes { unsafe decoder.step($0, into: space) }
    }
    return if case .windowTooLarge = step.outcome { false } else { true }
  }
}
