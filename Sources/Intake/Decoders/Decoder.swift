/// Turns compressed data into what was compressed, piece by piece, one member after the other.
///
/// A member is what its format can be glued together from: a gzip member, a frame of zstd or lz4, a
/// stream of xz or bzip2. The library behind it verifies each.
///
/// At damage a decoder owes the text before it, as far as the format's own program would give it, and
/// a reason in the library's words. It says ``DecoderStep/Outcome/memberEnd`` only where everything that
/// the format verifies is right.
///
/// Only ``FastInflater`` owes less: that it is never content with what zlib refuses, where a checksum
/// is behind the data. Whoever asks it goes back to the member's start at anything but progress or a
/// sound end (``DecoderStep/isSound``), reads once more with ``Inflater``, and drops the text that was
/// given. So it needs a source that can be read again, which is a regular file: a member's compressed
/// bytes may be as many as the list's, and ISA-L does not say where its blocks begin, from which alone
/// another decoder could go on. Pipes are left to zlib.
protocol Decoder: AnyObject {
  /// Decodes as much as input and room allow.
  ///
  /// With no input it gives what is still held, which may be text as well as the member's end.
  func step(
    _ input: UnsafeRawBufferPointer, into space: UnsafeMutableRawBufferPointer
  ) -> DecoderStep

  /// Forgets the member at hand, to stand before another.
  ///
  /// - Returns: Whether there was memory for it.
  func restart() -> Bool
}

/// What one step of a ``Decoder`` did.
struct DecoderStep {
  /// What it came to.
  enum Outcome {
    /// More input or more room is wanted.
    case going
    /// The member is whole; what follows in the input has not been touched.
    case memberEnd
    /// The data contradict themselves, in the library's words.
    case damaged(String)
    /// The member wants a window larger than ``PackedFormat/largestWindow``.
    case windowTooLarge
    /// There is no memory.
    case outOfMemory
  }

  let consumed: Int
  let produced: Int
  let outcome: Outcome

  /// Whether it leaves nothing to ask another decoder about.
  var isSound: Bool {
    switch outcome {
    case .memberEnd: true
    case .going: consumed > 0 || produced > 0
    case .damaged, .windowTooLarge, .outOfMemory: false
    }
  }
}

extension PackedFormat {
  /// Bytes of earlier text that a compressed member may refer to at most.
  ///
  /// It is memory that the file asks for: with it a run stays below 80 MB, with twice as much it has
  /// 102 to 115 MB. `xz -8` and `zstd --ultra -20` ask for this much; `xz -9`, which asks for 64 MiB,
  /// and `zstd --long` or `-22`, which ask for 128 MiB, are refused with what to do.
  static let largestWindow = 1 << 25

  /// A decoder that stands before the first member.
  ///
  /// - Parameter isFast: Whether members can be read once more, so that gzip may go through ISA-L.
  /// - Returns: nil when there is no memory, or for an archive, which is no job for a decoder.
  func makeDecoder(isFast: Bool) -> (any Decoder)? {
    switch self {
    case .gzip: isFast ? FastInflater() ?? Inflater() : Inflater()
    case .zstd: ZstdDecoder()
    case .xz: LZMADecoder(.xz)
    case .lzip: LZMADecoder(.lzip)
    case .bzip2: Bzip2Decoder()
    case .lz4: LZ4Decoder()
    case .tar, .zip, .sevenZip: nil
    }
  }
}

extension Decoder {
  /// Goes on to another member, whose signature has been taken from the input already.
  ///
  /// - Returns: Whether there was memory for it.
  func restart(behind signature: [UInt8]) -> Bool {
    guard restart() else { return false }
    var room: UInt8 = 0
    unsafe signature.withUnsafeBytes { signature in
      // SAFETY: the step writes within the byte, if anything; the start of a header gives no text.
      // (liblzma reads no header of bare LZMA data while there is no room at all.)
      _ = unsafe withUnsafeMutableBytes(of: &room) { unsafe step(signature, into: $0) }
    }
    return true
  }
}
