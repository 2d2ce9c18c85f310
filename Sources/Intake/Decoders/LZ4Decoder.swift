import CLZ4

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
