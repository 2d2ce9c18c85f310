import Bytes
import Diagnostics
import Glibc

/// The text of compressed data: member after member, up to the end or the first fault.
///
/// What stands behind the last member is no fault where the format's own program ignores it
/// (``TrailingBytes``); anything else may be members that were lost.
final class Unpacker: ByteStream {
  private enum Phase {
    case betweenMembers
    case member
    case over
  }

  /// What the members are; certain once one with text of its own has begun.
  private(set) var format: PackedFormat
  private let source: any PieceSource
  private let list: String
  private var decoder: (any Decoder)?
  private var phase = Phase.betweenMembers

  /// Whether a member with text of its own has begun, so that the format is certain.
  private var isFormatCertain: Bool
  /// Whether the member read last is a block of bgzip, which ends a file only if it is empty.
  private var isInBlock = false
  /// Whether that member has given text.
  private var hasText = false

  /// Where the current member begins.
  private var memberStart: UInt64 = 0
  /// Bytes of its text that have been given.
  private var memberTextGiven: UInt64 = 0
  /// Bytes of text still to drop, as they were given before the member was read once more.
  private var textToDrop: UInt64 = 0

  /// Whole members read so far.
  private(set) var members: UInt64 = 0

  /// How the text ended, once it is over.
  private var ending = Ending.whole

  /// Begins at the first member, or behind another.
  ///
  /// - Parameters:
  ///   - format: What the members are; of frames that several formats pass over, zstd.
  ///   - source: Where they are.
  ///   - list: The list's name.
  ///   - isBetweenMembers: Whether there is a member before.
  ///   - isBehindBlock: Whether that is a block of bgzip with text in it.
  init(
    _ format: PackedFormat, _ source: any PieceSource, list: String,
    isBetweenMembers: Bool = false, isBehindBlock: Bool = false
  ) {
    self.format = format
    self.source = source
    self.list = list
    isFormatCertain = isBetweenMembers || format != .zstd
    isInBlock = isBehindBlock
    hasText = isBehindBlock
    decoder = format.makeDecoder(isFast: source.isRereadable)
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
    // The library may still hold text when the input is over, so it is asked once more without any.
    let isInputOver = !source.hasMore
    // SAFETY: the step ends before the next `refill`, and writes within the space.
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
    case .outOfMemory: lackMemory()
    }
    return unsafe dropGiven(from: space, produced: step.produced)
  }

  /// Goes back to the member's start, to read it with zlib and drop the text that was given.
  ///
  /// What the fast decoder wrote in its last step, where the fault is, is not given.
  private func readMemberAgain() {
    textToDrop = memberTextGiven
    decoder = Inflater()
    source.reread(from: memberStart)
    phase = .betweenMembers
  }

  /// Moves new text to the start of the space, over text that was given before.
  ///
  /// - Returns: Bytes of new text.
  private func dropGiven(
    from space: UnsafeMutableRawBufferPointer, produced: Int
  ) -> Int {
    let dropped = Int(min(textToDrop, UInt64(produced)))
    textToDrop -= UInt64(dropped)
    if dropped > 0 {
      // SAFETY: both lie within the bytes produced; the copy allows that they overlap.
      unsafe space.copyMemory(from: UnsafeRawBufferPointer(rebasing: space[dropped..<produced]))
    }
    memberTextGiven += UInt64(produced - dropped)
    return produced - dropped
  }

  // MARK: Between members

  /// Finds the next member behind any zeros.
  private func findMember() {
    let start = source.offset
    while source.hasMore {
      if format.zeroPadding != nil {
        source.skipZeros()
        // They may go on in another piece, which need not have been read.
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

  /// Whether the zeros up to here are as many as the format wants; if not, the text is ended.
  private func isPaddingWhole(from start: UInt64) -> Bool {
    let zeros = source.offset - start
    guard let unit = format.zeroPadding, zeros % unit != 0 else { return true }
    damaged("\(zeros) bytes of padding, no multiple of \(unit)")
    return false
  }

  /// Starts a member if its signature comes next, which may lie in two pieces of the input.
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

  /// Takes the format of the first member for that of all, where frames before it fit several.
  private func changeFormat(to format: PackedFormat) {
    self.format = format
    decoder = format.makeDecoder(isFast: false)
  }

  /// Passes over a frame whose signature has been read: a length, and so many bytes.
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

  /// Takes a gzip member's extra field if it has one, to see whether it is a block of bgzip.
  private func takeHeader(behind found: inout [UInt8]) {
    // The shortest header has as many bytes, so there is no text among them.
    take(8, behind: &found)
    if found.count == 10, found[3] & 4 != 0 { take(2, behind: &found) }
    guard let count = MemberSize.extraByteCount(found[...]) else { return }
    take(count, behind: &found)
    isInBlock = MemberSize(extraField: found[MemberSize.fixedByteCount...])?.isOfBlock ?? false
  }

  /// Takes the rest of a lzip member's header of 6 bytes, and its data's first byte, and writes them as
  /// liblzma wants them.
  ///
  /// lzip passes over that byte, which liblzma wants to be 0. The header ends in the size of the window:
  /// the low 5 bits are a logarithm, the high 3 sixteenths to subtract, which lzip passes over at the
  /// smallest size and liblzma refuses.
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

  /// Ends the text where something else follows than a member.
  private func endAtOther(_ found: [UInt8], at offset: UInt64, isBehindZeros: Bool) {
    var bytes = found
    while bytes.count <= TrailingBytes.longest, source.hasMore {
      // SAFETY: the bytes are copied before the source is asked for anything else.
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

  /// Ends the text at a fault, or at that of the source which has brought it.
  private func fail(_ problem: IntakeProblem) { end(source.fault ?? .broken(problem)) }

  private func end(_ ending: Ending) {
    phase = .over
    self.ending = ending
  }
}
