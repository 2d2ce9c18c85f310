import Diagnostics
import Glibc

/// The files in a zip archive, in the order of the archive.
///
/// Each record must begin where the previous one ends. Checksums and sizes are verified, and at the
/// end the directory is compared with the members read, so nothing is lost silently. The directory
/// of a regular file is read first: it distinguishes links from files and keeps a damaged member
/// from affecting the others. After other damage, reading resumes at the next header.
final class ZipArchive: Archive {
  let pieces: ArchivePieces
  private let list: String
  /// The library that inflates deflated members.
  private let gzip: GzipDecoder
  /// The directory, read before the members; nil for a pipe, and after it was found to be wrong.
  var directory: ZipDirectory?
  var nextEntry = 0

  /// The offset of the archive; an archive appended to another one begins after it.
  private var start: UInt64 = 0
  private var census = ZipCensus()
  /// Whether a fault was reported, so that the directory may differ.
  private var isUnsound = false
  /// Whether the search for the next header after damage is in progress.
  var isAstray = false
  var isOver = false
  var isAtStart = true

  private var current: Current?
  private var inflater: (any Decoder)?
  /// Text of the current member that was unpacked to detect its format.
  private var head: ArraySlice<UInt8> = []
  /// How the text of the current member ended, after its end.
  private var ending = Ending.whole

  /// Faults that are reported before ``found``.
  private var faults = ArchiveFaults()
  private var found: ArchiveMember?

  /// The current member.
  private struct Current {
    var header: ZipHeader
    let offset: UInt64
    let entry: ZipDirectory.Entry?
    /// The packed data; nil if it cannot be unpacked.
    let data: ZipMember?
    /// The number of packed bytes, if it is known before they are read.
    let packedByteCount: UInt64?
    /// Whether the data has been read to its end, or to its first fault.
    var isOver = false
    var isDamaged = false
  }

  init(
    _ source: any PieceSource, _ directory: ZipDirectory?, _ gzip: GzipDecoder, list: String
  ) {
    pieces = ArchivePieces(source)
    self.gzip = gzip
    self.directory = directory
    self.list = list
  }

  // MARK: Members

  func nextMember() -> ArchiveMember? {
    if found == nil && faults.isEmpty {
      finishMember()
      found = findMember()
    }
    if let fault = faults.next() { return .fault(fault) }
    defer { found = nil }
    return found
  }

  /// Advances to the next member or fault.
  private func findMember() -> ArchiveMember? {
    while !isOver && faults.isEmpty {
      if let directory {
        let isLast = nextEntry == directory.entries.count
        let place = isLast ? directory.start : directory.entries[nextEntry].offset
        if let member = misplacedMember(before: place) { return member }
        if isLast {
          pass(to: place)
          self.directory = nil
          continue
        }
        let entry = directory.entries[nextEntry]
        nextEntry += 1
        if let member = member(at: entry) { return member }
      } else if let member = memberOrEnd() {
        return member
      }
    }
    return nil
  }

  /// Advances to a member that the directory names; reports a missing member and returns nil.
  private func member(at entry: ZipDirectory.Entry) -> ArchiveMember? {
    if entry.offset < pieces.offset {
      fail("members that overlap")
      return nil
    }
    pass(to: entry.offset)
    guard pieces.peek(4) == ZipHeader.Signature.local, let header = ZipHeader(localIn: pieces)
    else {
      if pieces.peek(ZipHeader.localByteCount).isEmpty {
        cut()
      } else {
        fail("no header where the directory says that a member is")
        isAstray = true
      }
      return nil
    }
    makeRoom(for: UInt64(header.headerByteCount), behind: entry)
    if UInt64(header.headerByteCount) > room(behind: entry) ?? .max {
      fail("a header that is longer than what the directory leaves for it")
      isAstray = true
      return nil
    }
    return open(header, entry)
  }

  /// Reads the next record; nil if it is not a member.
  private func memberOrEnd() -> ArchiveMember? {
    if isAstray { findRecord() }
    if isOver { return nil }
    if isAtStart, pieces.peek(4) == ZipHeader.Signature.singlePart { _ = pieces.skip(4) }
    isAtStart = false
    let signature = pieces.peek(4)
    switch signature {
    case ZipHeader.Signature.local:
      guard let header = ZipHeader(localIn: pieces) else {
        cut()
        return nil
      }
      if isAstray && census.count == 0 { start = pieces.offset }
      isAstray = false
      return open(header, nil)
    case ZipHeader.Signature.central, ZipHeader.Signature.largeEnd, ZipHeader.Signature.end:
      isAstray = false
      readDirectory()
    default:
      if signature.count < 4 {
        cut()
      } else {
        fail("neither a member nor the directory")
        isAstray = true
        _ = pieces.skip(1)
      }
    }
    return nil
  }

  /// Begins the member whose local header comes next.
  func open(_ found: ZipHeader, _ entry: ZipDirectory.Entry?) -> ArchiveMember {
    var header = found
    head = []
    ending = .whole
    let offset = pieces.offset
    _ = pieces.skip(UInt64(header.headerByteCount))
    var packedByteCount = ownByteCount(of: header)
    if let entry {
      makeRoom(for: entry.packedByteCount, behind: entry)
      let room = room(behind: entry) ?? .max
      packedByteCount = min(entry.packedByteCount, room)
      if !entry.agrees(with: header) {
        fail("a header that differs from the directory")
        header.correct(by: entry)
      } else if entry.packedByteCount > room {
        fail("members that overlap")
      }
    }
    let method = ZipMethod(header.method)
    let isReadable =
      !header.isEncrypted && method != nil && (packedByteCount != nil || method != .stored)
    var data: ZipMember?
    if isReadable, let method {
      let decoder = decoder(for: method)
      if method != .stored && decoder == nil { lackMemory() }
      let limit =
        header.hasDescriptor && method != .stored ? room(behind: entry) : packedByteCount
      data = ZipMember(header, method, decoder, limit: limit, pieces)
    }
    current = Current(
      header: header, offset: offset, entry: entry, data: data, packedByteCount: packedByteCount)
    let name = memberName(header.path)
    let byteCount = entry?.byteCount ?? (header.hasDescriptor ? 0 : header.byteCount)
    let isDirectory = header.path.last == UInt8(ascii: "/") || entry?.kind == .special
    if isHidden(name) || isDirectory && byteCount == 0 { return .other }
    if header.isEncrypted { return .refused(name: name, .encrypted(list: list)) }
    guard isReadable else {
      let kind =
        method == nil
        ? "compressed by \(ZipMethod.name(header.method))" : "stored, of unknown length"
      return .refused(name: name, .unsupported(list: list, .zip, kind: kind))
    }
    return entry?.kind == .link && isLink() ? .other : .file(name: name)
  }

  /// Whether the text of a member marked as a link can be a path.
  ///
  /// The mark is not protected by a checksum.
  private func isLink() -> Bool {
    let first = readHead(byteCount: 4097)
    head = first.bytes[...]
    return head.count <= 4096 && !head.contains(0x0A) && first.ending?.isFault != true
  }

  /// The number of packed bytes in the local header; nil if the header does not state it.
  private func ownByteCount(of header: ZipHeader) -> UInt64? {
    guard header.hasDescriptor else { return header.packedByteCount }
    // Some writers know the size of stored data in advance, but not the checksum.
    let isKnown = header.packedByteCount > 0 || pieces.descriptorByteCount(of: header) != nil
    return header.method == 0 && isKnown ? header.packedByteCount : nil
  }

  private func decoder(for method: ZipMethod) -> (any Decoder)? {
    guard method == .deflate else { return method.makeDecoder() }
    if let inflater { return inflater.restart() ? inflater : nil }
    inflater = gzip.make(.bare, isRereadable: pieces.isRereadable)
    return inflater
  }

  /// The number of bytes between here and the next record that the directory names.
  private func room(behind entry: ZipDirectory.Entry?) -> UInt64? {
    guard entry != nil, let directory else { return nil }
    let end =
      nextEntry < directory.entries.count ? directory.entries[nextEntry].offset : directory.start
    return end - min(end, pieces.offset)
  }

  /// Removes entries whose wrong offsets are within the next bytes of a member.
  private func makeRoom(for byteCount: UInt64, behind entry: ZipDirectory.Entry) {
    if byteCount > room(behind: entry) ?? .max { directory?.dropMisplaced(from: nextEntry) }
  }

  // MARK: Data

  func read(into space: UnsafeMutableRawBufferPointer) -> Portion {
    if !head.isEmpty {
      let count = min(head.count, space.count)
      // SAFETY: `count` bytes fit.
      unsafe space.copyBytes(from: head.prefix(count))
      head.removeFirst(count)
      return .bytes(count)
    }
    guard let current, !current.isOver, let data = current.data else { return .over(ending) }
    switch unsafe data.step(into: space) {
    case .bytes(let count): return .bytes(count)
    case .end:
      if let fault = verify() {
        if data.isRereadable {
          data.readAgain()
          return unsafe read(into: space)
        }
        endMember(damaged(fault))
      }
    case .cut:
      isOver = true
      endMember(.cut(list: list, .zip, offset: pieces.offset))
    case .damaged(let reason): endMember(damaged(reason))
    case .windowTooLarge:
      endMember(.windowTooLarge(list: list, .zip, limit: PackedFormat.largestWindow))
    case .outOfMemory:
      isOver = true
      endMember(noMemory)
    }
    self.current?.isOver = true
    return .over(ending)
  }

  /// Ends the text of the current member with a problem.
  private func endMember(_ problem: IntakeProblem) {
    current?.isDamaged = true
    isUnsound = true
    ending = faults.ending(problem, in: pieces)
  }

  /// Compares the data read with the record in the archive.
  ///
  /// - Returns: The discrepancy; nil if there is none.
  private func verify() -> String? {
    guard let data = current?.data, var header = current?.header else { return nil }
    defer { current?.header = header }
    if header.hasDescriptor {
      header.checksum = data.checksum
      header.packedByteCount = data.packedByteCount
      header.byteCount = data.byteCount
      return skipDescriptor(of: header) ? nil : "wrong checksum or sizes after it"
    }
    let entry = current?.entry
    if data.checksum != entry?.checksum ?? header.checksum { return "wrong checksum" }
    let isSized =
      data.byteCount == entry?.byteCount ?? header.byteCount
      && data.packedByteCount == current?.packedByteCount
    return isSized ? nil : "wrong sizes"
  }

  /// Skips the checksum and the sizes after a member's data.
  ///
  /// - Returns: Whether they equal those of the header.
  private func skipDescriptor(of header: ZipHeader) -> Bool {
    guard let count = pieces.descriptorByteCount(of: header) else { return false }
    return pieces.skip(UInt64(count)) == 0
  }

  /// Skips the rest of the current member and counts it.
  private func finishMember() {
    guard var member = current else { return }
    if !member.isOver {
      let isEntered = member.entry != nil
      if let packedByteCount = member.packedByteCount, isEntered || !member.header.hasDescriptor {
        let done = member.data?.packedByteCount ?? 0
        if pieces.skip(packedByteCount - min(packedByteCount, done)) > 0 {
          current = nil
          return cut()
        }
        if member.header.hasDescriptor, let entry = member.entry {
          member.header.checksum = entry.checksum
          member.header.packedByteCount = entry.packedByteCount
          member.header.byteCount = entry.byteCount
          if !skipDescriptor(of: member.header) { fail("wrong checksum or sizes after a member") }
        }
      } else if member.data != nil {
        while readHead(byteCount: 65_536).ending == nil {}
        faults.add(ending)
        member = current ?? member
      } else {
        // Nobody who reads in order can know the end of an encrypted member; it is refused already.
        if member.header.isEncrypted {
          isUnsound = true
        } else {
          fail("a member whose end cannot be found")
        }
        isAstray = true
      }
    } else if member.isDamaged {
      // In a file, the directory gives the offset of the next one.
      let end = directory == nil ? member.packedByteCount ?? 0 : 0
      _ = pieces.skip(end - min(end, member.data?.packedByteCount ?? 0))
      isAstray = true
    }
    census.add(member.header, at: member.offset - start)
    current = nil
  }

  // MARK: The directory

  /// Reads the directory and the end record, and compares them with the members.
  private func readDirectory() {
    let end = ZipEnd(pieces, census, start: start)
    switch end.fault {
    case .cut: return cut()
    case .damaged(let reason):
      if !isUnsound { fail(reason) }
      isAstray = !end.isAtEnd
    case nil: break
    }
    guard end.isAtEnd else { return }
    census = ZipCensus()
    while pieces.hasMore {
      pieces.skipZeros()
      if pieces.isEmpty { continue }
      fail("other data after the end of the archive")
      isAstray = true
      return
    }
    isOver = true
  }

  // MARK: Faults

  private func damaged(_ reason: String) -> IntakeProblem {
    .damaged(list: list, .zip, offset: pieces.offset, reason: reason)
  }

  private var noMemory: IntakeProblem {
    .readFailed(list: list, offset: pieces.offset, SystemError(code: ENOMEM))
  }

  func fail(_ reason: String) { tell(damaged(reason)) }

  /// Reports the early end of the archive.
  private func cut() {
    isOver = true
    tell(.cut(list: list, .zip, offset: pieces.offset))
  }

  private func lackMemory() {
    isOver = true
    tell(noMemory)
  }

  /// Reports a problem, or the fault of the file if that caused it.
  private func tell(_ problem: IntakeProblem) {
    isUnsound = true
    faults.add(problem, in: pieces)
  }
}

/// Moves through a zip file from member to member, past bytes that belong to no member.
extension ZipArchive {
  /// Begins the member found here, if the directory gives an offset for it at which there is no
  /// header.
  ///
  /// So a wrong offset in the directory loses lines of neither this member nor another.
  ///
  /// - Parameter place: The offset of the next member in the directory.
  /// - Returns: Nil if no such member is here.
  func misplacedMember(before place: UInt64) -> ArchiveMember? {
    while pieces.offset < place, pieces.hasMore {
      let zeros = unsafe pieces.unread.prefix(Int(clamping: place - pieces.offset))
        .prefix { $0 == 0 }.count
      if zeros == 0 { break }
      pieces.advance(by: zeros)
    }
    guard pieces.offset != place, pieces.peek(4) == ZipHeader.Signature.local,
      let header = ZipHeader(localIn: pieces),
      let entry = directory?.takeMisplaced(header, from: nextEntry)
    else { return nil }
    fail("a member at another offset than the directory states")
    isAstray = false
    isAtStart = false
    return open(header, entry)
  }

  /// Skips bytes that belong to no member; zeros, which align members, are not a fault.
  func pass(to offset: UInt64) {
    if isAtStart, offset == 4, pieces.peek(4) == ZipHeader.Signature.singlePart {
      _ = pieces.skip(4)
    }
    isAtStart = false
    while pieces.offset < offset, pieces.hasMore {
      let piece = unsafe pieces.unread.prefix(Int(clamping: offset - pieces.offset))
      if !isAstray, unsafe piece.contains(where: { $0 != 0 }) {
        fail("data between the members, which the directory does not name")
        isAstray = true
      }
      pieces.advance(by: unsafe piece.count)
    }
    isAstray = false
  }

  /// Advances to the next bytes that look like a record.
  func findRecord() {
    while pieces.hasMore {
      pieces.advance(by: unsafe pieces.unread.prefix { $0 != 0x50 }.count)
      if pieces.isEmpty { continue }
      switch pieces.peek(4) {
      case ZipHeader.Signature.local:
        // Checks for an existing method and a format version up to 6.3.
        let header = pieces.peek(10)
        if header.count == 10, header[4] <= 99, header[9] == 0, header[8] <= 99 { return }
      case ZipHeader.Signature.central, ZipHeader.Signature.end: return
      default: break
      }
      _ = pieces.skip(1)
    }
    isOver = true
  }
}
