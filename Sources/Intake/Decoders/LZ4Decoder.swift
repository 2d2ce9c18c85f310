import CLZ4

/// One lz4 frame after the other; memory is two blocks of at most 4 MiB.
@safe final class LZ4Decoder: Decoder {
  // SAFETY: made in `init`, freed in `deinit`, used by one owner at a time.
  private let context: OpaquePointer
  private var feed = BlockFeed(headerByteCount: 4)

  /// Makes a decoder that stands before a frame; nil when there is no memory.
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
      // SAFETY: lz4 reads and writes within these bounds. What it has written it copies where it
      // needs it again, since `stableDst` is not set.
      let status = unsafe LZ4F_decompress(
        context, room.baseAddress, &produced, piece.baseAddress, &consumed, nil)
      if LZ4F_isError(status) == 0 {
        let outcome = status == 0 ? DecoderStep.Outcome.memberEnd : .going
        return (DecoderStep(consumed: consumed, produced: produced, outcome: outcome), status)
      }
      // SAFETY: the name is a constant of lz4's.
      let reason = unsafe LZ4F_getErrorName(status).map { unsafe String(cString: $0) }
      // The counts mean nothing after an error.
      return (
        DecoderStep(consumed: 0, produced: 0, outcome: .damaged(reason ?? "lz4 error")), 0
      )
    }
  }
}
