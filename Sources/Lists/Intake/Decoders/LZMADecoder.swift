import CLZMA

/// Decodes xz streams or lzip members one after another, or bare LZMA data; liblzma checks each
/// stream and member.
@safe final class LZMADecoder: Decoder {
  /// The container of the compressed data.
  enum Frame {
    case xz, lzip
    /// Only a header of 13 bytes with the properties and the length of the text, without a
    /// checksum.
    case alone
  }

  private let frame: Frame

  // SAFETY: liblzma's state never points into itself, but is freed through this address; `init`
  // makes it, `deinit` frees it.
  private let stream: UnsafeMutablePointer<lzma_stream>

  /// Whether the last symbol of truncated lzip data has been completed.
  private var isCutCompleted = false

  /// The memory that liblzma may allocate: the window and its other needs.
  private static let memoryLimit = UInt64(PackedFormat.largestWindow + (2 << 20))

  /// Makes a decoder before a stream; nil if memory is short.
  init?(_ frame: Frame) {
    self.frame = frame
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: lzma_stream())
    if !restart() { return nil }
  }

  deinit {
    unsafe lzma_end(stream)
    unsafe stream.deallocate()
  }

  func restart() -> Bool {
    isCutCompleted = false
    let status =
      switch frame {
      case .xz: unsafe lzma_stream_decoder(stream, Self.memoryLimit, 0)
      case .lzip: unsafe lzma_lzip_decoder(stream, Self.memoryLimit, 0)
      case .alone: unsafe lzma_alone_decoder(stream, Self.memoryLimit)
      }
    return status == LZMA_OK
  }

  func step(
    _ input: UnsafeRawBufferPointer, into space: UnsafeMutableRawBufferPointer
  ) -> DecoderStep {
    let step = unsafe run(input, into: space)
    guard unsafe frame == .lzip && input.isEmpty, step.produced == 0, case .going = step.outcome
    else { return step }
    return unsafe completeCut(into: space)
  }

  /// Outputs the text of the symbol at which the data are truncated, like lzip: as if all-ones
  /// bytes followed.
  ///
  /// The range decoder reads ahead, so the preceding bytes mostly determine this symbol and a few
  /// more.
  private func completeCut(into space: UnsafeMutableRawBufferPointer) -> DecoderStep {
    var produced = 0
    // A header of 6 bytes, the first 5 bytes of the range decoder, and part of a symbol.
    if unsafe !isCutCompleted && stream.pointee.total_in > 11 {
      let bytes: [UInt8] = [0xFF]
      // A match with the longest distance takes 48 bits.
      for _ in 0..<6 where produced == 0 {
        // SAFETY: the array outlives the closure, which writes within the space.
        produced = unsafe bytes.withUnsafeBytes { unsafe run($0, into: space) }.produced
      }
    }
    isCutCompleted = true
    return DecoderStep(consumed: 0, produced: produced, outcome: .going)
  }

  private func run(
    _ input: UnsafeRawBufferPointer, into space: UnsafeMutableRawBufferPointer
  ) -> DecoderStep {
    // SAFETY: liblzma reads and writes within these bounds; both pointers are cleared before the
    // buffers are released.
    unsafe stream.pointee.next_in = input.baseAddress?.assumingMemoryBound(to: UInt8.self)
    unsafe stream.pointee.avail_in = input.count
    unsafe stream.pointee.next_out = space.baseAddress?.assumingMemoryBound(to: UInt8.self)
    unsafe stream.pointee.avail_out = space.count
    let status = unsafe lzma_code(stream, LZMA_RUN)
    let consumed = unsafe input.count - stream.pointee.avail_in
    let produced = unsafe space.count - stream.pointee.avail_out
    unsafe stream.pointee.next_in = nil
    unsafe stream.pointee.next_out = nil
    return DecoderStep(consumed: consumed, produced: produced, outcome: outcome(of: status))
  }

  private func outcome(of status: lzma_ret) -> DecoderStep.Outcome {
    switch status {
    // LZMA_BUF_ERROR only means that a step without input or room did nothing.
    case LZMA_OK, LZMA_BUF_ERROR: .going
    case LZMA_STREAM_END: .memberEnd
    case LZMA_MEM_ERROR: .outOfMemory
    case LZMA_MEMLIMIT_ERROR: .windowTooLarge
    case LZMA_FORMAT_ERROR: .damaged("not the format it begins as")
    case LZMA_OPTIONS_ERROR: .damaged("unsupported options")
    default: .damaged("data error")
    }
  }
}
