import Bytes

/// The memory that reading a 7z archive takes, computed from its header.
///
/// libarchive allocates any amount that an archive requests, so this is checked first. libarchive
/// reports the faults of malformed headers.
struct SevenZipHeader {
  typealias Fault = SevenZipReader.Fault

  /// The bytes of memory for decompression of the largest folder.
  let window: UInt64

  /// Reads the header of a file; takes as much memory as the header has bytes.
  init(of file: ByteSource) throws(Fault) {
    // From byte 12 on, the signature header holds the header's offset after these 32 bytes, and its
    // size.
    guard let start = file.bytes(in: 0..<32) else { throw .malformed }
    var header = try Self.part(
      of: file, littleEndian(start[12..<20]), byteCount: littleEndian(start[20..<28]))
    // A packed header unpacks to another header, which may be packed too.
    for _ in 0..<4 {
      var reader = SevenZipReader(header)
      guard let packed = try reader.packedHeader() else {
        window = try reader.largestWindow()
        return
      }
      header = try Self.unpack(
        Self.part(of: file, packed.start, byteCount: packed.byteCount), as: packed.folder)
    }
    throw .malformed
  }

  /// The problem of a file that needs too much memory; nil if the memory suffices.
  static func excess(of file: ByteSource, list: String) -> IntakeProblem? {
    do {
      let isSmall = try SevenZipHeader(of: file).window <= UInt64(PackedFormat.largestWindow)
      return isSmall
        ? nil : .windowTooLarge(list: list, .sevenZip, limit: PackedFormat.largestWindow)
    } catch .tooManyFiles {
      return .tooManyFiles(list: list, .sevenZip, limit: SevenZipReader.largestContents)
    } catch {
      return nil
    }
  }

  /// Copies bytes at an offset after the signature header.
  private static func part(
    of file: ByteSource, _ start: UInt64, byteCount: UInt64
  ) throws(Fault) -> [UInt8] {
    if byteCount > UInt64(SevenZipReader.largestContents) { throw .tooManyFiles }
    let (first, overflow) = start.addingReportingOverflow(32)
    let (end, isBeyond) = first.addingReportingOverflow(byteCount)
    guard !overflow, !isBeyond, let bytes = file.bytes(in: first..<end) else { throw .malformed }
    return bytes
  }

  /// Decompresses a header.
  ///
  /// 7-Zip compresses headers only by LZMA; others count as malformed.
  private static func unpack(
    _ packed: [UInt8], as folder: SevenZipReader.Folder
  ) throws(Fault) -> [UInt8] {
    guard folder.coders.count == 1, let coder = folder.coders.first, coder.method == .lzma,
      let byteCount = folder.textSizes.first, let decoder = LZMADecoder(.alone)
    else { throw .malformed }
    if byteCount > UInt64(SevenZipReader.largestContents) { throw .tooManyFiles }
    // In bare LZMA data the size of the text follows the properties.
    let size = littleEndianBytes(byteCount, 8)
    let input = Array(coder.properties) + size + packed
    var text = [UInt8](repeating: 0, count: Int(byteCount))
    var (read, filled) = (0, 0)
    while filled < text.count {
      // SAFETY: the decoder reads and writes within the rest of both arrays.
      let step = unsafe input.withUnsafeBytes { input in
        unsafe text.withUnsafeMutableBytes { text in
          unsafe decoder.step(
            UnsafeRawBufferPointer(rebasing: input[read...]),
            into: UnsafeMutableRawBufferPointer(rebasing: text[filled...]))
        }
      }
      if step.consumed == 0 && step.produced == 0 { throw .malformed }
      read += step.consumed
      filled += step.produced
    }
    return text
  }
}
