import CZstd

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
    // A step without input or room did nothing.
    case ZSTD_error_srcSize_wrong, ZSTD_error_dstSize_tooSmall: return .going
    default:
      // SAFETY: the name is a constant of zstd.
      guard let name = unsafe ZSTD_getErrorName(status) else { return .damaged("zstd error") }
      return .damaged(unsafe String(cString: name))
    }
  }
}
