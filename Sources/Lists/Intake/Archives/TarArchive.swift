/// The files in a tar archive, read in order.
///
/// Reads the headers of version 7, POSIX (ustar and pax) and GNU. Each header must have the right
/// checksum; if it does not, the archive is damaged, and reading continues at the next valid
/// header.
final class TarArchive: Archive {
  private let bytes: ArchivePieces
  private let list: String

  /// Faults that are reported before ``found``.
  private var faults = ArchiveFaults()
  private var found: ArchiveMember?
  /// The contents of extended headers about the next member.
  private var notes = TarNotes()
  /// Whether there was a fault after the previous member.
  private var hadFault = false
  /// How the text of the current member ended.
  private var ending = Ending.whole
  private var isOver = false
  /// Unread bytes of the current member.
  private var rest: UInt64 = 0
  /// The padding bytes after these, up to the next block.
  private var padding: UInt64 = 0
  /// Whether the search for the next header after damage is in progress.
  private var isAstray = false

  init(_ source: any PieceSource, list: String) {
    bytes = ArchivePieces(source)
    self.list = list
  }

  // MARK: Members

  func nextMember() -> ArchiveMember? {
    ending = .whole
    if found == nil && faults.isEmpty { found = findMember() }
    if let fault = faults.next() { return .fault(fault) }
    defer { (found, notes, hadFault) = (nil, TarNotes(), false) }
    return found
  }

  /// Advances to the next member, or to a fault.
  private func findMember() -> ArchiveMember? {
    while faults.isEmpty, !isOver, skipRest(), let header = nextHeader() {
      switch header.kind {
      case UInt8(ascii: "x"), UInt8(ascii: "X"), UInt8(ascii: "L"): readNotes(header)
      // Global headers, a link's target, a volume's label, rights: none of them contains text.
      case UInt8(ascii: "g"), UInt8(ascii: "K"), UInt8(ascii: "V"), UInt8(ascii: "A"):
        setRest(header.byteCount)
      default: return member(header)
      }
    }
    if notes.isAny && !hadFault { fail(cut: bytes.offset) }
    if isOver { faults.addEnd(of: bytes) }
    return nil
  }

  /// Reads an extended header.
  private func readNotes(_ header: TarHeader) {
    setRest(header.byteCount)
    guard header.byteCount <= TarNotes.largest, let body = bytes.take(Int(header.byteCount)) else {
      // A cut is reported when the rest is skipped.
      if header.byteCount > TarNotes.largest { fail("an extended header of very many bytes") }
      return
    }
    rest = 0
    if header.kind == UInt8(ascii: "L") {
      notes.readLongName(body)
    } else if !notes.readRecords(body) {
      fail("an extended header that is malformed")
    }
  }

  /// Begins a member, after all its headers have been read.
  private func member(_ header: TarHeader) -> ArchiveMember {
    let path = notes.name ?? header.name
    let name = memberName(path)
    let isDirectory = path.last == UInt8(ascii: "/")
    setRest(notes.byteCount ?? header.byteCount)
    switch header.kind {
    case UInt8(ascii: "1"):
      // Only pax stores data with a link; other formats repeat the size of the file.
      if !notes.isAny, TarHeader.isSumRight(bytes.peek(TarHeader.byteCount)) { setRest(0) }
      return .other
    case UInt8(ascii: "2")...UInt8(ascii: "6"):
      setRest(0)
      return .other
    case UInt8(ascii: "D"): return .other
    case UInt8(ascii: "M"):
      return isHidden(name) ? .other : refuse(name, "a file that began in another volume")
    case UInt8(ascii: "S"):
      guard !header.isMapContinued || skipMap() else { return .other }
      return isHidden(name) ? .other : refuse(name, "a sparse file")
    default:
      if isDirectory || isHidden(name) { return .other }
      return notes.isSparse ? refuse(name, "a sparse file") : .file(name: name)
    }
  }

  private func refuse(_ name: String, _ kind: String) -> ArchiveMember {
    .refused(name: name, .unsupported(list: list, .tar, kind: kind))
  }

  /// Skips the map of an old GNU sparse file.
  ///
  /// - Returns: Whether it is complete.
  private func skipMap() -> Bool {
    while let block = bytes.take(TarHeader.byteCount) {
      if block[504] == 0 { return true }
    }
    fail(cut: bytes.offset)
    return false
  }

  private func setRest(_ byteCount: UInt64) {
    rest = byteCount
    padding = (512 - byteCount % 512) % 512
  }

  func read(into space: UnsafeMutableRawBufferPointer) -> Portion {
    if isOver || rest == 0 { return .over(ending) }
    let count = unsafe bytes.read(rest, into: space)
    rest -= UInt64(count)
    if count > 0 { return .bytes(count) }
    isOver = true
    ending = faults.ending(.cut(list: list, .tar, offset: bytes.offset), in: bytes)
    return .over(ending)
  }

  /// Skips the rest of a member.
  ///
  /// - Returns: Whether it is complete.
  private func skipRest() -> Bool {
    let missing = bytes.skip(rest) > 0 || bytes.skip(padding) > 0
    (rest, padding) = (0, 0)
    if missing { fail(cut: bytes.offset) }
    return !missing
  }

  // MARK: Headers

  /// Finds the next header.
  ///
  /// - Returns: nil at the end of the archive.
  private func nextHeader() -> TarHeader? {
    while true {
      let zeros = skipZeroBlocks()
      let start = bytes.offset
      let block = bytes.peek(TarHeader.byteCount)
      if block.isEmpty || block.count < TarHeader.byteCount && block.allSatisfy({ $0 == 0 }) {
        // Two blocks of zeros end an archive.
        if zeros < 2 && !isAstray { fail(cut: start) }
        isOver = true
        _ = bytes.skip(UInt64(block.count))
        return nil
      }
      if block.count < TarHeader.byteCount {
        _ = bytes.skip(UInt64(block.count))
        fail(cut: bytes.offset)
        return nil
      }
      if !isAstray && zeros > 0 {
        fail(zeros == 1 ? "zeros instead of a header" : "other data after the end of the archive")
      }
      _ = bytes.skip(UInt64(block.count))
      if TarHeader.isSumRight(block), let header = TarHeader(block) {
        isAstray = false
        return header
      }
      if !isAstray && zeros == 0 { fail("a header with a wrong checksum") }
      isAstray = true
    }
  }

  /// Skips whole blocks of zeros, and counts up to two of them.
  private func skipZeroBlocks() -> Int {
    var count = 0
    while true {
      let block = bytes.peek(TarHeader.byteCount)
      guard block.count == TarHeader.byteCount, block.allSatisfy({ $0 == 0 }) else { return count }
      _ = bytes.skip(UInt64(block.count))
      count = min(count + 1, 2)
    }
  }

  // MARK: Faults

  /// Records damage that more members may follow.
  private func fail(_ reason: String) {
    hadFault = true
    faults.add(.damaged(list: list, .tar, offset: bytes.offset, reason: reason), in: bytes)
  }

  /// Records that the archive ends early.
  private func fail(cut offset: UInt64) {
    isOver = true
    hadFault = true
    faults.add(.cut(list: list, .tar, offset: offset), in: bytes)
  }
}

/// The contents of extended headers about the next member of a tar archive.
///
/// - Source: POSIX.1-2017, pax, "pax Extended Header"; the GNU tar manual, "Storing Sparse Files".
struct TarNotes {
  /// The largest extended header, in bytes; a path on Linux has at most 4096.
  static let largest: UInt64 = 1 << 20

  /// The member's path, if its own header has no room for it.
  private(set) var name: [UInt8]?
  /// The size of its data, if its own header cannot hold it.
  private(set) var byteCount: UInt64?
  /// Whether the data are pieces of a sparse file, with or without a map before them.
  private(set) var isSparse = false
  /// Whether the member has extended headers.
  private(set) var isAny = false

  /// Reads the body of a GNU header with a long path.
  mutating func readLongName(_ body: [UInt8]) {
    isAny = true
    name = Array(body.prefix { $0 != 0 })
  }

  /// Reads the body of a pax header: records of `length key=value` and a line feed.
  ///
  /// - Returns: Whether it is well-formed.
  mutating func readRecords(_ body: [UInt8]) -> Bool {
    isAny = true
    var rest = body[...]
    while let first = rest.first, first != 0 {
      let digits = rest.prefix { (0x30...0x39).contains($0) }
      guard let length = Int(String(decoding: digits, as: UTF8.self)), length <= rest.count,
        length > digits.count + 1, rest.dropFirst(digits.count).first == 0x20
      else { return false }
      let record = rest.prefix(length).dropFirst(digits.count + 1)
      guard record.last == 0x0A, let equals = record.firstIndex(of: UInt8(ascii: "=")),
        read(String(decoding: record[..<equals], as: UTF8.self), record[(equals + 1)...].dropLast())
      else { return false }
      rest = rest.dropFirst(length)
    }
    return true
  }

  /// Reads one record of a pax header.
  ///
  /// - Returns: Whether the value is valid for its key.
  private mutating func read(_ key: String, _ value: ArraySlice<UInt8>) -> Bool {
    switch key {
    case "path": if !isSparse || name == nil { name = Array(value) }
    case "GNU.sparse.name":
      name = Array(value)
      isSparse = true
    case "size":
      guard let size = UInt64(String(decoding: value, as: UTF8.self)) else { return false }
      byteCount = size
    default: if key.hasPrefix("GNU.sparse.") || key == "SCHILY.realsize" { isSparse = true }
    }
    return true
  }
}
