import Bytes
import Diagnostics
import Glibc

/// The text of compressed data: member after member, up to the end or the first fault.
///
/// Bytes after the last member are not a fault if the format's own program ignores them
/// (``TrailingBytes``). Other bytes are, since they may be lost members.
final class Unpacker: ByteStream {
  private enum Phase {
    case betweenMembers
    case member
    case over
  }

  /// The format of the members; certain after a member with its own text has begun.
  private(set) var format: PackedFormat
  private let source: any PieceSource
  private let list: String
  private var decoder: (any Decoder)?
  private var phase = Phase.betweenMembers

  /// Whether a member with its own text has begun, which makes the format certain.
  private var isFormatCertain: Bool
  /// Whether the last member read is a bgzip block; such a block ends a file only if it is empty.
  private var isInBlock = false
  /// Whether that member has produced text.
  private var hasText = false

  /// The offset of the current member.
  private var memberStart: UInt64 = 0
  /// The bytes of its text that have been returned.
  private var memberTextGiven: UInt64 = 0
  /// The bytes of text still to drop, since they were returned before the member was read again.
  private var textToDrop: UInt64 = 0

  /// The number of whole members read so far.
  private(set) var members: UInt64 = 0

  /// How the text ended, after its end.
  private var ending = Ending.whole

  /// Begins at the first member, or after another one.
  ///
  /// - Parameters:
  ///   - format: The format of the members; zstd for frames that several formats skip.
  ///   - source: The compressed bytes.
  ///   - gzip: The library that inflates gzip.
  ///   - list: The list's name.
  ///   - isBetweenMembers: Whether a member precedes.
  ///   - isBehindBlock: Whether the preceding member is a bgzip block with text.
  init(
    _ format: PackedFormat, _ source: any PieceSource, _ gzip: GzipDecoder, list: String,
    isBetweenMembers: Bool = false, isBehindBlock: Bool = false
  ) {
    self.format = format
    self.source = source
    self.list = list
    isFormatCertain = isBetweenMembers || format != .zstd
    isInBlock = isBehindBlock
    hasText = isBehindBlock
    decoder = format.makeDecoder(gzip, isRereadable: source.isRereadable)
  }

  func read(into space: UnsafeMutableRawBufferPointer) -> Portion {
    while true {
      switch phase {
      case .member:
        let count = unsafe decode(into: space)
        if count > 0 {
          hasText = true
          return .bytes(count)
        }
      case .betweenMembers: findMember()
      case .over: return .over(ending)
      }
    }
  }

  private func decode(into space: UnsafeMutableRawBufferPointer) -> Int {
    // The library may still hold text at the end of the input, so it is called once more without
    // input.
    let isInputOver = !source.hasMore
    // SAFETY: the step ends before the next `refill`, and writes only within the space.
    guard let step = unsafe decoder?.step(source.unread, into: space) else {
      lackMemory()
      return 0
    }
    source.advance(by: step.consumed)
    if decoder is FastInflater && source.fault == nil && !step.isSound {
      readMemberAgain()
      return 0
    }
    switch step.outcome {
    case .going where step.consumed > 0 || step.produced > 0: break
    case .going where isInputOver: cut()
    case .going: damaged("no progress")
    case .memberEnd:
      members += 1
      phase = .betweenMembers
    case .damaged(let reason): damaged(reason)
    case .windowTooLarge:
      fail(.windowTooLarge(list: list, format, limit: PackedFormat.largestWindow))
    case .dictionaryMissing:
      fail(.unsupported(list: list, format, kind: "compressed with a dictionary"))
    case .outOfMemory: lackMemory()
    }
    return unsafe dropGiven(from: space, produced: step.produced)
  }

  /// Returns to the member's start, to read it by zlib and drop the text returned so far.
  ///
  /// The fast decoder found the fault in its last step, so the text of that step is not returned.
  private func readMemberAgain() {
    textToDrop = memberTextGiven
    decoder = Inflater()
    source.reread(from: memberStart)
    phase = .betweenMembers
  }

  /// Moves new text to the start of the space, over text that was returned before.
  ///
  /// - Returns: The number of bytes of new text.
  private func dropGiven(
    from space: UnsafeMutableRawBufferPointer, produced: Int
  ) -> Int {
    let dropped = Int(min(textToDrop, UInt64(produced)))
    textToDrop -= UInt64(dropped)
    if dropped > 0 {
      // SAFETY: both are within the produced bytes; the copy allows overlap.
      unsafe space.copyMemory(from: UnsafeRawBufferPointer(rebasing: space[dropped..<produced]))
    }
    memberTextGiven += UInt64(produced - dropped)
    return produced - dropped
  }

  // MARK: Between members

  /// Finds the next member after any zeros.
  private func findMember() {
    let start = source.offset
    while source.hasMore {
      if format.zeroPadding != nil {
        source.skipZeros()
        // The zeros may continue in a piece that has not been read yet.
        if source.isEmpty || source.first == 0 { continue }
      }
      if isPaddingWhole(from: start) { startMember(behindZeros: source.offset > start) }
      return
    }
    if let fault = source.fault { return end(fault) }
    guard isPaddingWhole(from: start) else { return }
    let isEndMissing = isInBlock && hasText
    end(isEndMissing ? .broken(.endBlockMissing(list: list, offset: source.offset)) : .whole)
  }

  /// Whether there are as many zeros as the format requires; if not, ends the text.
  private func isPaddingWhole(from start: UInt64) -> Bool {
    let zeros = source.offset - start
    guard let unit = format.zeroPadding, zeros % unit != 0 else { return true }
    damaged("\(zeros) bytes of padding, no multiple of \(unit)")
    return false
  }

  /// Starts a member if its signature comes next; the signature may span two pieces of the input.
  private func startMember(behindZeros isBehindZeros: Bool) {
    let offset = source.offset
    var found: [UInt8] = []
    repeat {
      guard let byte = take() else { return cut() }
      found.append(byte)
      if !isFormatCertain, PackedFormat.lz4.signature == found { changeFormat(to: .lz4) }
    } while found.count < format.signature.count && mayBegin(found)
    if format.isSkippable(found) { return skipFrame() }
    guard found.starts(with: format.signature) else {
      return endAtOther(found, at: offset, isBehindZeros: isBehindZeros)
    }
    isFormatCertain = true
    isInBlock = false
    hasText = false
    if format == .gzip { takeHeader(behind: &found) }
    if format == .lzip { takeLzipHeader(behind: &found) }
    guard let decoder, decoder.restart(behind: found) else { return lackMemory() }
    memberStart = offset
    memberTextGiven = 0
    phase = .member
  }

  /// Whether bytes may be the start of a member.
  private func mayBegin(_ found: [UInt8]) -> Bool {
    format.signature.starts(with: found)
      || format.isSkippable(found + [0x50, 0x2A, 0x4D, 0x18].dropFirst(found.count))
      || !isFormatCertain && PackedFormat.lz4.signature.starts(with: found)
  }

  /// Adopts the format of the first member if the frames before it fit several formats.
  private func changeFormat(to format: PackedFormat) {
    self.format = format
    // Only zstd's frames can turn out to be in another format, which is never gzip.
    decoder = format.makeDecoder(.zlib, isRereadable: false)
  }

  /// Skips a frame whose signature has been read: reads its length and skips that many bytes.
  private func skipFrame() {
    var length: [UInt8] = []
    take(4, behind: &length)
    guard length.count == 4 else { return cut() }
    var rest = littleEndian(length[...])
    while rest > 0 {
      guard source.hasMore else { return cut() }
      let count = unsafe Int(min(rest, UInt64(source.unread.count)))
      source.advance(by: count)
      rest -= UInt64(count)
    }
    members += 1
  }

  /// Reads the extra field of a gzip member, if it has one, to detect a bgzip block.
  private func takeHeader(behind found: inout [UInt8]) {
    // The shortest header has this many bytes, so none of them is text.
    take(8, behind: &found)
    if found.count == 10, found[3] & 4 != 0 { take(2, behind: &found) }
    guard let count = MemberSize.extraByteCount(found[...]) else { return }
    take(count, behind: &found)
    isInBlock = MemberSize(extraField: found[MemberSize.fixedByteCount...])?.isOfBlock ?? false
  }

  /// Reads the rest of an lzip member's 6-byte header and the first byte of its data, and rewrites
  /// them for liblzma.
  ///
  /// lzip ignores that byte; liblzma requires 0. The last header byte is the window's size: its low
  /// 5 bits are a logarithm, its high 3 the sixteenths to subtract. At the smallest size, lzip
  /// ignores the high bits and liblzma refuses them.
  private func takeLzipHeader(behind found: inout [UInt8]) {
    take(7 - found.count, behind: &found)
    guard found.count == 7 else { return }
    let smallest: UInt8 = 12
    if found[5] & 31 == smallest { found[5] = smallest }
    found[6] = 0
  }

  private func take(_ count: Int, behind found: inout [UInt8]) {
    for _ in 0..<count {
      guard let byte = take() else { return }
      found.append(byte)
    }
  }

  private func take() -> UInt8? {
    guard source.hasMore, let byte = source.first else { return nil }
    source.advance(by: 1)
    return byte
  }

  /// Ends the text at bytes that are not a member.
  private func endAtOther(_ found: [UInt8], at offset: UInt64, isBehindZeros: Bool) {
    var bytes = found
    while bytes.count <= TrailingBytes.longest, source.hasMore {
      // SAFETY: the bytes are copied before the next call to the source.
      unsafe bytes.append(contentsOf: source.unread)
      source.advance(by: unsafe source.unread.count)
    }
    let kind = TrailingBytes(bytes, behind: format, isBehindZeros: isBehindZeros)
    let problem = IntakeProblem.trailingBytes(list: list, format, offset: offset, kind)
    if problem.severity == .error { return fail(problem) }
    if isInBlock && hasText { return fail(.endBlockMissing(list: list, offset: offset)) }
    end(source.fault ?? .noted(problem))
  }

  // MARK: Faults

  private func cut() { fail(.cut(list: list, format, offset: source.offset)) }

  private func damaged(_ reason: String) {
    fail(.damaged(list: list, format, offset: source.offset, reason: reason))
  }

  private func lackMemory() {
    fail(.readFailed(list: list, offset: source.offset, SystemError(code: ENOMEM)))
  }

  /// Ends the text at a fault, or at the source's own fault if that caused it.
  private func fail(_ problem: IntakeProblem) { end(source.fault ?? .broken(problem)) }

  private func end(_ ending: Ending) {
    phase = .over
    self.ending = ending
  }
}
