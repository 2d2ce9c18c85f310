/// Decompresses data piece by piece, one member after another.
///
/// A member is the unit that a format can concatenate: a gzip member, a frame of zstd or lz4, a
/// stream of xz or bzip2. The library behind the decoder verifies each member.
///
/// At damage, a decoder must return the text that the format's own program would output before it,
/// and the library's reason. It returns ``DecoderStep/Outcome/memberEnd`` only if everything that
/// the format verifies is correct.
///
/// ``FastInflater`` guarantees less: it never accepts data with a wrong checksum, if a checksum
/// follows the data. It accepts a set of codes that zlib refuses as incomplete, if the checksum of
/// the text is correct; no known program writes such data. At anything but progress or a sound end
/// (``DecoderStep/isSound``), its caller returns to the member's start, reads again with
/// ``Inflater``, and drops the text already returned. This needs a regular file, which can be read
/// again: a member may be as long as the list, and ISA-L does not report where its blocks begin,
/// the only places where another decoder could continue. Pipes are always read by zlib.
protocol Decoder: AnyObject {
  /// Decodes as much as input and room allow.
  ///
  /// Without input, returns what the library still holds, such as text or the member's end.
  func step(
    _ input: UnsafeRawBufferPointer, into space: UnsafeMutableRawBufferPointer
  ) -> DecoderStep

  /// Drops the current member and begins another.
  ///
  /// - Returns: False if memory is short.
  func restart() -> Bool
}

/// The result of one step of a ``Decoder``.
struct DecoderStep {
  /// The outcome of the step.
  enum Outcome {
    /// It needs more input or more room.
    case going
    /// The member is complete; the input after it is untouched.
    case memberEnd
    /// The data is inconsistent; holds the library's reason.
    case damaged(String)
    /// The member needs a window larger than ``PackedFormat/largestWindow``.
    case windowTooLarge
    /// The member was compressed with a dictionary, which is needed to read it.
    case dictionaryMissing
    /// Memory is short.
    case outOfMemory
  }

  let consumed: Int
  let produced: Int
  let outcome: Outcome

  /// Whether no other decoder needs to check the result.
  var isSound: Bool {
    switch outcome {
    case .memberEnd: true
    case .going: consumed > 0 || produced > 0
    case .damaged, .windowTooLarge, .dictionaryMissing, .outOfMemory: false
    }
  }
}

extension PackedFormat {
  /// The most bytes of earlier text that a compressed member may refer to.
  ///
  /// The file determines how much memory this takes: with this limit, a run stays below 80 MB; with
  /// twice as much, it takes 102 to 115 MB. `xz -8` and `zstd --ultra -20` need this much. `xz -9`,
  /// which needs 64 MiB, and `zstd --long` or `-22`, which need 128 MiB, are refused with a remedy.
  static let largestWindow = 1 << 25
}

extension Decoder {
  /// Begins another member whose signature has already been taken from the input.
  ///
  /// - Returns: False if memory is short.
  func restart(behind signature: [UInt8]) -> Bool {
    guard restart() else { return false }
    var room: UInt8 = 0
    unsafe signature.withUnsafeBytes { signature in
      // SAFETY: the step writes at most the one byte; the start of a header produces no text.
      // (liblzma reads no header of bare LZMA data if there is no module at all.)
      _ = unsafe withUnsafeMutableBytes(of: &room) { unsafe step(signature, into: $0) }
    }
    return true
  }
}

extension PackedFormat {
  /// Makes a decoder before the first member.
  ///
  /// - Parameters:
  ///   - gzip: The library that inflates gzip.
  ///   - isRereadable: Whether members can be read again.
  /// - Returns: Nil if memory is short, or for an archive, which has no decoder.
  func makeDecoder(_ gzip: GzipDecoder, isRereadable: Bool) -> (any Decoder)? {
    switch self {
    case .gzip: gzip.make(isRereadable: isRereadable)
    case .zstd: ZstdDecoder()
    case .xz: LZMADecoder(.xz)
    case .lzip: LZMADecoder(.lzip)
    case .bzip2: Bzip2Decoder()
    case .lz4: LZ4Decoder()
    case .tar, .zip, .sevenZip: nil
    }
  }
}
