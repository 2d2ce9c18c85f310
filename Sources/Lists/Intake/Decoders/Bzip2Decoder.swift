import CBzip2

/// Decodes bzip2 streams one after another, in at most 4 MB of memory.
@safe final class Bzip2Decoder: Decoder {
  // SAFETY: bzip2 keeps this address and refuses a stream that has moved, so the stream lives on
  // the heap. `init` makes it, `deinit` frees it.
  private let stream: UnsafeMutablePointer<bz_stream>

  /// Makes a decoder before a stream; nil if memory is short.
  init?() {
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: bz_stream())
    if unsafe BZ2_bzDecompressInit(stream, 0, 0) != BZ_OK {
      unsafe stream.deallocate()
      return nil
    }
  }

  deinit {
    unsafe BZ2_bzDecompressEnd(stream)
    unsafe stream.deallocate()
  }

  func restart() -> Bool {
    unsafe BZ2_bzDecompressEnd(stream)
    unsafe stream.initialize(to: bz_stream())
    return unsafe BZ2_bzDecompressInit(stream, 0, 0) == BZ_OK
  }

  func step(
    _ input: UnsafeRawBufferPointer, into space: UnsafeMutableRawBufferPointer
  ) -> DecoderStep {
    let available = UInt32(clamping: input.count)
    let room = UInt32(clamping: space.count)
    // SAFETY: bzip2 reads `available` bytes of the input and writes at most `room` bytes; both
    // pointers are cleared before the buffers are released.
    unsafe stream.pointee.next_in = UnsafeMutablePointer(
      mutating: input.baseAddress?.assumingMemoryBound(to: CChar.self))
    unsafe stream.pointee.avail_in = available
    unsafe stream.pointee.next_out = space.baseAddress?.assumingMemoryBound(to: CChar.self)
    unsafe stream.pointee.avail_out = room
    let status = unsafe BZ2_bzDecompress(stream)
    let consumed = unsafe Int(available - stream.pointee.avail_in)
    let produced = unsafe Int(room - stream.pointee.avail_out)
    unsafe stream.pointee.next_in = nil
    unsafe stream.pointee.next_out = nil
    return DecoderStep(consumed: consumed, produced: produced, outcome: outcome(of: status))
  }

  private func outcome(of status: Int32) -> DecoderStep.Outcome {
    switch status {
    case BZ_OK: .going
    case BZ_STREAM_END: .memberEnd
    case BZ_MEM_ERROR: .outOfMemory
    case BZ_DATA_ERROR_MAGIC: .damaged("not the format it begins as")
    default: .damaged("data error")
    }
  }
}
