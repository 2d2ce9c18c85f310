extension PackedFormat {
  /// Makes a decoder before the first member.
  ///
  /// - Parameters:
  ///   - gzip: The library that inflates gzip.
  ///   - isRereadable: Whether members can be read again.
  /// - Returns: Nil if memory is short, or for an archive, which has no decoder.
  func makeDecoder(_ gzip: GzipDecoder, isRereadable: Bool) -> (any Decoder)? {
    switch self {
    case .gzip: gzip.make(isRereadable: isRereadable)
    case .zstd: ZstdDecoder()
    case .xz: LZMADecoder(.xz)
    case .lzip: LZMADecoder(.lzip)
    case .bzip2: Bzip2Decoder()
    case .lz4: LZ4Decoder()
    case .tar, .zip, .sevenZip: nil
    }
  }
}
