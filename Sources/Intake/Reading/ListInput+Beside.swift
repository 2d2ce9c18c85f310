import Workers

extension ListInput {
  /// Whether several readers may read such lists at once: plain text, or gzip members of text.
  ///
  /// Other lists are read one at a time: a decoder of xz or zstd may take 32 MiB, and so may a file
  /// in an archive; bgzip's blocks keep all workers busy. Reads the first bytes of the file to
  /// detect the container, like a reader.
  package var isReadBesideOthers: Bool {
    guard case .file = origin, byteCount != nil,
      let file = try? ByteSource(
        self, bufferSize: 4096, stop: nil, progress: nil, workers: .alone)
    else { return false }
    let first = file.peek(byteCount: TarHeader.byteCount)
    guard let format = PackedFormat(signatureOf: first) else { return true }
    guard format == .gzip, !MemberSize.isStated(in: first) else { return false }
    let text = Unpacker(format, file, .zlib, list: name).readHead(byteCount: TarHeader.byteCount)
    return PackedFormat(signatureOf: text.bytes) != .tar
  }
}
