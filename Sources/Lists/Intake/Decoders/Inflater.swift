import CZlib

/// Inflates gzip members one after another, or bare deflate data, piece by piece by zlib, which
/// verifies the checksum and length of each member.
@safe final class Inflater: Decoder {
  // SAFETY: zlib keeps this address and refuses a stream that has moved, so the stream lives on
  // the heap. `init` makes it, `deinit` frees it.
  private let stream: UnsafeMutablePointer<z_stream>

  /// The container of the compressed data.
  enum Frame: Int32 {
    case gzip = 31
    /// No container; zlib encodes this as a negative window size.
    case bare = -15
  }

  /// Makes an inflater before a member; nil if memory is short (about 40 KiB).
  init?(_ frame: Frame = .gzip) {
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    let status = unsafe inflateInit2_(
      stream, frame.rawValue, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    guard status == Z_OK else {
      unsafe stream.deallocate()
      return nil
    }
    unsafe self.stream = stream
  }

  deinit {
    unsafe inflateEnd(stream)
    unsafe stream.deallocate()
  }

  func restart() -> Bool { unsafe inflateReset(stream) == Z_OK }

  func step(
    _ input: UnsafeRawBufferPointer, into space: UnsafeMutableRawBufferPointer
  ) -> DecoderStep {
    let available = UInt32(clamping: input.count)
    let room = UInt32(clamping: space.count)
    // SAFETY: zlib reads `available` bytes of the input and writes at most `room` bytes; both
    // pointers are cleared before the buffers are released.
    unsafe stream.pointee.next_in = UnsafeMutablePointer(
      mutating: input.baseAddress?.assumingMemoryBound(to: UInt8.self))
    unsafe stream.pointee.avail_in = available
    unsafe stream.pointee.next_out = space.baseAddress?.assumingMemoryBound(to: UInt8.self)
    unsafe stream.pointee.avail_out = room
    let status = unsafe inflate(stream, Z_NO_FLUSH)
    let consumed = unsafe Int(available - stream.pointee.avail_in)
    let produced = unsafe Int(room - stream.pointee.avail_out)
    unsafe stream.pointee.next_in = nil
    unsafe stream.pointee.next_out = nil
    return DecoderStep(consumed: consumed, produced: produced, outcome: outcome(of: status))
  }

  private func outcome(of status: Int32) -> DecoderStep.Outcome {
    switch status {
    // Z_BUF_ERROR only means that a step without input or room did nothing.
    case Z_OK, Z_BUF_ERROR: return .going
    case Z_STREAM_END: return .memberEnd
    case Z_MEM_ERROR: return .outOfMemory
    default:
      // SAFETY: the message is a constant of zlib, or nil.
      guard let message = unsafe stream.pointee.msg else { return .damaged("zlib error \(status)") }
      return .damaged(unsafe String(cString: message))
    }
  }
}

/// The library that inflates gzip members and deflated files in zip archives.
///
/// libdeflate always inflates members that state their size (``SizedMembers``).
package enum GzipDecoder: Hashable, Sendable, CaseIterable {
  /// ISA-L if it is installed and the list can be read again; otherwise zlib.
  ///
  /// If ISA-L refuses a member, zlib reads it again.
  case fastest
  /// Only zlib; tests also read each list this way.
  case zlib

  /// Makes a decoder before the first member.
  ///
  /// - Parameters:
  ///   - frame: The container of the compressed data.
  ///   - isRereadable: Whether members can be read again.
  /// - Returns: Nil if memory is short.
  func make(_ frame: Inflater.Frame = .gzip, isRereadable: Bool) -> (any Decoder)? {
    if self == .fastest, isRereadable, let inflater = FastInflater(frame) { return inflater }
    return Inflater(frame)
  }
}
