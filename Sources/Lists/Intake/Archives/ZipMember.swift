import Bytes

/// Unpacks the data of one file in a zip archive piece by piece.
@safe final class ZipMember {
  /// The outcome of one step.
  enum Step {
    case bytes(Int)
    case end
    case cut
    case damaged(String)
    case windowTooLarge
    case outOfMemory
  }

  /// The end of the header that a decoder of bare LZMA data expects: the text's length is unknown.
  private static let unknownByteCount = [UInt8](repeating: 0xFF, count: 8)

  private let method: ZipMethod
  private let pieces: ArchivePieces
  private var decoder: (any Decoder)?
  private let header: ZipHeader
  /// The offset of the data.
  private let start: UInt64
  /// The most packed bytes of the data; nil if only the data itself shows its end.
  private let limit: UInt64?
  /// The most packed bytes still to come.
  private var rest: UInt64?
  /// The bytes of text still to drop, since they were returned before the data was read again.
  private var textToDrop: UInt64 = 0
  private var isBegun = false
  private var isEnded = false
  /// The end of the data; reported after the text before it has been returned.
  private var fault: Step?

  /// The numbers of packed and unpacked bytes so far, and the checksum of the text.
  private(set) var packedByteCount: UInt64 = 0
  private(set) var byteCount: UInt64 = 0
  private(set) var checksum: UInt32 = 0

  /// Begins after a local header.
  ///
  /// - Parameters:
  ///   - header: The local header.
  ///   - method: The compression method.
  ///   - decoder: A decoder before the data; nil for stored data.
  ///   - limit: The most packed bytes; nil if only the data itself shows its end.
  ///   - pieces: The archive, positioned before the data.
  init(
    _ header: ZipHeader, _ method: ZipMethod, _ decoder: (any Decoder)?, limit: UInt64?,
    _ pieces: ArchivePieces
  ) {
    self.header = header
    self.method = method
    self.decoder = decoder
    self.pieces = pieces
    start = pieces.offset
    self.limit = limit
    rest = limit
  }

  /// Whether faulty data can be read again, so that zlib gives the reason.
  var isRereadable: Bool { decoder is FastInflater }

  /// Returns to the start of the data, to read it by zlib and drop the text returned so far.
  func readAgain() {
    decoder = Inflater(.bare)
    textToDrop = byteCount
    rest = limit
    packedByteCount = 0
    isEnded = false
    pieces.reread(from: start)
  }

  /// Unpacks the text of one piece: at least 1 byte, unless the data is over.
  func step(into space: UnsafeMutableRawBufferPointer) -> Step {
    if !isBegun, let problem = begin() { return problem }
    if let fault { return fault }
    while !isEnded {
      let step = method == .stored ? unsafe copy(into: space) : unsafe decode(into: space)
      guard case .bytes(let count) = step else { return step }
      if count == 0 { continue }
      byteCount += UInt64(count)
      // SAFETY: that many bytes have just been written there.
      checksum = unsafe zipChecksum(
        UnsafeRawBufferPointer(rebasing: space[..<count]), behind: checksum)
      return step
    }
    return .end
  }

  /// Reads the header of LZMA data: a version, the length of the properties, and the properties.
  private func begin() -> Step? {
    isBegun = true
    guard method == .lzma, let decoder else { return nil }
    guard let head = pieces.take(9) else { return .cut }
    guard head[2] == 5, head[3] == 0, rest ?? 9 >= 9 else { return .damaged("no LZMA properties") }
    took(9)
    let size =
      header.hasEndMarker
      ? Self.unknownByteCount
      : littleEndianBytes(header.byteCount, 8)
    return decoder.restart(behind: Array(head[4...]) + size) ? nil : .outOfMemory
  }

  private func took(_ count: Int) {
    packedByteCount += UInt64(count)
    if let left = rest { rest = left - min(left, UInt64(count)) }
  }

  private func copy(into space: UnsafeMutableRawBufferPointer) -> Step {
    if rest == 0 {
      isEnded = true
      return .bytes(0)
    }
    let count = unsafe pieces.read(rest ?? 0, into: space)
    took(count)
    return count == 0 ? .cut : .bytes(count)
  }

  private func decode(into space: UnsafeMutableRawBufferPointer) -> Step {
    guard let decoder else { return .outOfMemory }
    // The library may hold more text at the end of the input, so it is called again without input.
    let isOut = rest == 0 || !pieces.hasMore
    let count = isOut ? 0 : unsafe Int(clamping: min(rest ?? .max, UInt64(pieces.unread.count)))
    // SAFETY: the step ends before the next `refill`, and writes only within the space.
    let step = unsafe decoder.step(
      UnsafeRawBufferPointer(rebasing: pieces.unread[..<count]), into: space)
    pieces.advance(by: step.consumed)
    took(step.consumed)
    if decoder is FastInflater && pieces.fault == nil && !step.isSound {
      // The text of this step is not returned.
      readAgain()
      return .bytes(0)
    }
    switch step.outcome {
    case .going where step.consumed > 0 || step.produced > 0: break
    case .going where rest == 0: return .damaged("the compressed data end early")
    case .going where isOut: return .cut
    case .going: return .damaged("no progress")
    case .memberEnd
    where [.zstd, .xz].contains(method) && rest ?? 0 > 0 && !header.hasDescriptor:
      // A file may consist of several frames or streams.
      if !decoder.restart() { return .outOfMemory }
    case .memberEnd: isEnded = true
    case .damaged(let reason): fault = .damaged(reason)
    case .windowTooLarge: fault = .windowTooLarge
    case .dictionaryMissing: fault = .damaged("compressed with a dictionary")
    case .outOfMemory: fault = .outOfMemory
    }
    let newCount = unsafe dropGiven(from: space, produced: step.produced)
    if let fault, newCount == 0 { return fault }
    return .bytes(newCount)
  }

  /// Moves new text to the start of the space, over text that was returned before.
  ///
  /// - Returns: The number of bytes of new text.
  private func dropGiven(from space: UnsafeMutableRawBufferPointer, produced: Int) -> Int {
    let dropped = Int(min(textToDrop, UInt64(produced)))
    textToDrop -= UInt64(dropped)
    if dropped > 0 {
      // SAFETY: both are within the produced bytes; the copy allows overlap.
      unsafe space.copyMemory(from: UnsafeRawBufferPointer(rebasing: space[dropped..<produced]))
    }
    return produced - dropped
  }
}

/// The descriptor after the data of a member whose local header lacks the sizes.
///
/// - Source: PKWARE's APPNOTE 6.3.10, section 4.3.9.
extension ArchivePieces {
  /// The size of the descriptor that comes next, if it agrees with a header.
  ///
  /// The sizes have four or eight bytes, optionally after a signature.
  func descriptorByteCount(of header: ZipHeader) -> Int? {
    for signature in [ZipHeader.Signature.descriptor, []] {
      for width in header.isLarge ? [8, 4] : [4, 8] {
        let expected =
          signature + littleEndianBytes(UInt64(header.checksum), 4)
          + littleEndianBytes(header.packedByteCount, width)
          + littleEndianBytes(header.byteCount, width)
        let found = peek(expected.count + 2)
        // After a shorter form that is all zeros, the rest of the longer form would follow.
        let isFollowed = found.count == expected.count || found.suffix(2) == [0x50, 0x4B]
        if found.starts(with: expected), isFollowed { return expected.count }
      }
    }
    return nil
  }
}

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
