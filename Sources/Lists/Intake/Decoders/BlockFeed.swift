import CLZ4
import CZstd

/// Passes compressed data to a library block by block.
///
/// If a block is damaged, zstd and lz4 do not report how much of the earlier blocks they wrote in
/// the same call, so that text would be lost. Therefore no call goes beyond one block.
struct BlockFeed {
  /// The size of a block's header, which the libraries request together with the previous block.
  private let headerByteCount: Int
  /// The number of bytes to pass next.
  private var pieceByteCount = 1
  /// Whether the library may hold text that did not fit.
  private var isHolding = false

  /// Starts before a member.
  init(headerByteCount: Int) { self.headerByteCount = headerByteCount }

  /// Decodes as much as input and room allow; each call returns the number of bytes that the
  /// library wants next.
  mutating func step(
    _ input: UnsafeRawBufferPointer, into space: UnsafeMutableRawBufferPointer,
    _ decode: (UnsafeRawBufferPointer, UnsafeMutableRawBufferPointer) -> (
      step: DecoderStep, wanted: Int
    )
  ) -> DecoderStep {
    var (consumed, produced) = (0, 0)
    while true {
      let count = isHolding ? 0 : min(pieceByteCount, input.count - consumed)
      // SAFETY: parts of the caller's buffers, which outlive the call.
      let (step, wanted) = unsafe decode(
        UnsafeRawBufferPointer(rebasing: input[consumed..<consumed + count]),
        UnsafeMutableRawBufferPointer(rebasing: space[produced...]))
      consumed += step.consumed
      produced += step.produced
      pieceByteCount = wanted > headerByteCount ? wanted - headerByteCount : max(wanted, 1)
      isHolding = step.produced > 0 && produced == space.count
      let hasMoved = count == 0 || step.consumed > 0 || step.produced > 0
      guard case .going = step.outcome, hasMoved, consumed < input.count, !isHolding else {
        return DecoderStep(consumed: consumed, produced: produced, outcome: step.outcome)
      }
    }
  }
}

/// Decodes lz4 frames one after another; takes two blocks of at most 4 MiB of memory.
@safe final class LZ4Decoder: Decoder {
  // SAFETY: made in `init`, freed in `deinit`, used by one owner at a time.
  private let context: OpaquePointer
  private var feed = BlockFeed(headerByteCount: 4)

  /// Makes a decoder before a frame; nil if memory is short.
  init?() {
    var made: OpaquePointer?
    let status = unsafe LZ4F_createDecompressionContext(&made, UInt32(LZ4F_VERSION))
    guard LZ4F_isError(status) == 0, let made = unsafe made else { return nil }
    unsafe context = made
  }

  deinit { _ = unsafe LZ4F_freeDecompressionContext(context) }

  func restart() -> Bool {
    unsafe LZ4F_resetDecompressionContext(context)
    feed = BlockFeed(headerByteCount: 4)
    return true
  }

  func step(
    _ input: UnsafeRawBufferPointer, into space: UnsafeMutableRawBufferPointer
  ) -> DecoderStep {
    unsafe feed.step(input, into: space) { piece, room in
      var consumed = piece.count
      var produced = room.count
      // SAFETY: lz4 reads and writes within these bounds. It copies output that it needs later,
      // since `stableDst` is not set.
      let status = unsafe LZ4F_decompress(
        context, room.baseAddress, &produced, piece.baseAddress, &consumed, nil)
      if LZ4F_isError(status) == 0 {
        let outcome = status == 0 ? DecoderStep.Outcome.memberEnd : .going
        return (DecoderStep(consumed: consumed, produced: produced, outcome: outcome), status)
      }
      // SAFETY: the name is a constant of lz4.
      let reason = unsafe LZ4F_getErrorName(status).map { unsafe String(cString: $0) }
      // After an error the counts are meaningless.
      return (
        DecoderStep(consumed: 0, produced: 0, outcome: .damaged(reason ?? "lz4 error")), 0
      )
    }
  }
}

/// Decodes zstd frames one after another; skippable frames have no text.
@safe final class ZstdDecoder: Decoder {
  // SAFETY: made in `init`, freed in `deinit`, used by one owner at a time.
  private let context: OpaquePointer
  private var feed = BlockFeed(headerByteCount: 3)

  /// Makes a decoder before a frame; nil if memory is short.
  init?() {
    guard let context = unsafe ZSTD_createDCtx() else { return nil }
    unsafe self.context = context
    let log = PackedFormat.largestWindow.trailingZeroBitCount
    _ = unsafe ZSTD_DCtx_setParameter(context, ZSTD_d_windowLogMax, Int32(log))
  }

  deinit { _ = unsafe ZSTD_freeDCtx(context) }

  func restart() -> Bool {
    feed = BlockFeed(headerByteCount: 3)
    return unsafe ZSTD_isError(ZSTD_DCtx_reset(context, ZSTD_reset_session_only)) == 0
  }

  func step(
    _ input: UnsafeRawBufferPointer, into space: UnsafeMutableRawBufferPointer
  ) -> DecoderStep {
    unsafe feed.step(input, into: space) { piece, room in
      // SAFETY: zstd reads and writes within these bounds, and keeps neither pointer.
      var source = unsafe ZSTD_inBuffer(src: piece.baseAddress, size: piece.count, pos: 0)
      var target = unsafe ZSTD_outBuffer(dst: room.baseAddress, size: room.count, pos: 0)
      let status = unsafe ZSTD_decompressStream(context, &target, &source)
      let step = unsafe DecoderStep(
        consumed: source.pos, produced: target.pos, outcome: outcome(of: status))
      return (step, ZSTD_isError(status) == 0 ? status : 0)
    }
  }

  private func outcome(of status: Int) -> DecoderStep.Outcome {
    if ZSTD_isError(status) == 0 { return status == 0 ? .memberEnd : .going }
    switch ZSTD_getErrorCode(status) {
    case ZSTD_error_frameParameter_windowTooLarge: return .windowTooLarge
    case ZSTD_error_memory_allocation: return .outOfMemory
    case ZSTD_error_dictionary_wrong: return .dictionaryMissing
    // A step without input or room did nothing.
    case ZSTD_error_srcSize_wrong, ZSTD_error_dstSize_tooSmall: return .going
    default:
      // SAFETY: the name is a constant of zstd.
      guard let name = unsafe ZSTD_getErrorName(status) else { return .damaged("zstd error") }
      return .damaged(unsafe String(cString: name))
    }
  }
}
