import CISAL

/// Inflates gzip members or bare deflate data with ISA-L, two to three times as fast as zlib.
///
/// Verifies the checksum and length of each gzip member. Reports damage without details: the caller
/// then reads the member again by ``Inflater``, so that the reason, the offset and the text before
/// the fault come from zlib. Headers with their own checksum, which are rare, are also left to
/// zlib. Only if the codes of a block are incomplete does ISA-L continue where zlib refuses them:
/// then text of that block may be returned before the checksum refuses the member; if the checksum
/// is correct, the member counts as whole.
@safe package final class FastInflater: Decoder {
  /// The rest of a member's header (RFC 1952, section 2.3).
  private enum Header {
    case fixed(read: Int)
    case extraLength(read: Int)
    case extra
    case name
    case comment
    case over
    /// Left to zlib, like every step until the next member.
    case refused
  }

  // SAFETY: `init` makes it, `deinit` frees it; no other object refers to it.
  private let inflater: OpaquePointer
  private let frame: Inflater.Frame
  private var header = Header.over
  private var flags: UInt8 = 0
  /// The number of remaining bytes of the extra field.
  private var extraByteCount = 0

  // The bits of FLG.
  private static let hasChecksum: UInt8 = 2
  private static let hasExtra: UInt8 = 4
  private static let hasName: UInt8 = 8
  private static let hasComment: UInt8 = 16
  private static let reserved: UInt8 = 0xE0

  /// Makes an inflater before a member; nil if the library is missing.
  init?(_ frame: Inflater.Frame = .gzip) {
    guard let inflater = unsafe isal_inflater_make(frame == .bare) else { return nil }
    unsafe self.inflater = inflater
    self.frame = frame
    header = start
  }

  deinit { unsafe isal_inflater_free(inflater) }

  /// Whether the library is installed, and its header was when the program was built.
  package static let isAvailable = FastInflater() != nil

  /// The version of the library that the program was built with; nil if it is missing.
  static var version: String? {
    // SAFETY: a constant text that ends in a zero byte, or nil.
    guard isAvailable, let version = unsafe isal_inflater_version else { return nil }
    return unsafe String(cString: version)
  }

  func restart() -> Bool {
    unsafe isal_inflater_restart(inflater)
    header = start
    flags = 0
    return true
  }

  /// The start of a member: its header, or data immediately.
  private var start: Header { frame == .gzip ? .fixed(read: 0) : .over }

  func step(
    _ input: UnsafeRawBufferPointer, into space: UnsafeMutableRawBufferPointer
  ) -> DecoderStep {
    var consumed = 0
    header: while consumed < input.count {
      switch header {
      case .over, .refused: break header
      default: unsafe readHeader(input[consumed])
      }
      consumed += 1
    }
    switch header {
    case .over: break
    case .refused:
      return DecoderStep(consumed: consumed, produced: 0, outcome: .damaged("header"))
    default: return DecoderStep(consumed: consumed, produced: 0, outcome: .going)
    }
    var (taken, written) = (UInt32(clamping: input.count - consumed), UInt32(clamping: space.count))
    // SAFETY: ISA-L reads `taken` bytes of the input, writes at most `written` bytes, and keeps
    // neither address.
    let outcome = unsafe isal_inflater_step(
      inflater,
      input.baseAddress.map { unsafe ($0 + consumed).assumingMemoryBound(to: UInt8.self) },
      &taken, space.baseAddress?.assumingMemoryBound(to: UInt8.self), &written)
    return DecoderStep(
      consumed: consumed + Int(taken), produced: Int(written),
      outcome: outcome == isal_inflater_end
        ? .memberEnd : outcome == isal_inflater_going ? .going : .damaged("ISA-L"))
  }

  /// Reads one byte of the header.
  private func readHeader(_ byte: UInt8) {
    switch header {
    case .fixed(let read):
      header = read < 9 ? .fixed(read: read + 1) : next(behind: 0)
      switch read {
      case 0 where byte != 0x1F, 1 where byte != 0x8B, 2 where byte != 8: header = .refused
      case 3 where byte & (Self.hasChecksum | Self.reserved) != 0: header = .refused
      case 3: flags = byte
      default: break
      }
    case .extraLength(let read):
      extraByteCount = read == 0 ? Int(byte) : extraByteCount | Int(byte) << 8
      if read == 0 {
        header = .extraLength(read: 1)
      } else {
        header = extraByteCount > 0 ? .extra : next(behind: Self.hasExtra)
      }
    case .extra:
      extraByteCount -= 1
      if extraByteCount == 0 { header = next(behind: Self.hasExtra) }
    case .name: if byte == 0 { header = next(behind: Self.hasName) }
    case .comment: if byte == 0 { header = .over }
    case .over, .refused: break
    }
  }

  /// The next announced part after the part that a flag announces.
  private func next(behind flag: UInt8) -> Header {
    if flag < Self.hasExtra && flags & Self.hasExtra != 0 { return .extraLength(read: 0) }
    if flag < Self.hasName && flags & Self.hasName != 0 { return .name }
    return flags & Self.hasComment != 0 ? .comment : .over
  }
}
