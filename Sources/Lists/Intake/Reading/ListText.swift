@_spi(Internal) import Bytes
import Diagnostics
import Glibc
import Workers

/// The text of a list, unpacked and in UTF-8; for an archive, text after text.
///
/// Detects the container (and non-text) from the first bytes, removes a byte order mark, and
/// records everything except the lines in a ``ListSummary``.
///
/// A text may be compressed once, and so may an archive and each file in it: `.tar.gz` and a `.gz`
/// in a zip file are read. gzip in gzip and archives in archives are refused.
struct ListText: ~Copyable {
  private let reading: TextSettings
  private let workers: WorkerPool
  private let stop: StopFlag?
  private let file: ByteSource
  private var account: ListAccount

  private var archive: (any Archive)?
  /// Returns how many members of the list's only text the decoder has read whole.
  private var countMembers: () -> UInt64 = { 0 }
  /// The current text, after ``head``.
  private var stream: (any ByteStream)?
  private var head: ArraySlice<UInt8> = []
  /// Whether the account records how the stream ended.
  private var isStreamOver = false
  private var converter: TextConverter?
  /// Watches the current text for other encodings; nil if they are not searched for.
  private var watch: EncodingWatch?
  /// Converted text that has not been returned yet.
  private var converted: ArraySlice<UInt8> = []
  /// Whether a CR ends each line of the current text.
  private var endsLinesByCR = false
  private var isOpened = false
  private var isStopped = false

  /// Opens an input without reading it.
  init(
    _ input: ListInput, _ reading: TextSettings, workers: WorkerPool, bufferSize: Int,
    stop: StopFlag?,
    progress: ReadingProgress?
  ) throws(SystemError) {
    account = ListAccount(name: input.name)
    file = try ByteSource(
      input, bufferSize: bufferSize, stop: stop, progress: progress, workers: workers)
    self.reading = reading
    self.workers = workers
    self.stop = stop
  }

  /// Whether the current text has had no fault so far.
  var isTextWhole: Bool { account.isTextWhole }

  /// Whether a text of the list began with a byte order mark.
  var hasMark: Bool { account.summary.hadByteOrderMark }

  /// Reads more of the current text: at least 1 byte, unless the text is over.
  ///
  /// - Parameter space: Room for at least 1 byte.
  /// - Returns: The bytes written at the start of the space; 0 when the text is over.
  mutating func read(into space: UnsafeMutableRawBufferPointer) -> Int {
    unsafe precondition(!space.isEmpty)
    if !isOpened { open() }
    // Bytes read before the stop are still delivered.
    if stop?.isRaised == true && !isStopped && !account.isBrokenOff {
      isStopped = true
      converted = []
      account.breakOff(.stopped(list: account.name, offset: file.offset), abandoning: true)
    }
    if converter == nil { return unsafe readBytes(into: space) }
    if converted.isEmpty { convertMore() }
    let count = min(converted.count, space.count)
    // SAFETY: `count` bytes fit.
    unsafe space.copyBytes(from: converted.prefix(count))
    converted.removeFirst(count)
    return count
  }

  /// Advances to the next text after the current one has ended.
  ///
  /// - Returns: Whether there is another text.
  mutating func nextText() -> Bool {
    settleWatch()
    guard let archive, !isStopped else { return false }
    endMember()
    while stop?.isRaised != true {
      switch archive.nextMember() {
      case .file(let name) where isDescription(name):
        account.skipMember()
        account.enter(.noted(.inMember(name, .skipped(path: account.name, .description))))
      case .file(let name):
        if open(name, of: archive) { return true }
        endMember()
      case .refused(let name, let problem):
        account.skipMember()
        account.breakText(.inMember(name, problem))
      case .other: account.skipMember()
      case .fault(let ending): account.enter(ending)
      case nil: return false
      }
    }
    return false
  }

  /// Completes the account of the whole list, including the digest; nothing may be read afterwards.
  mutating func finish() -> ListSummary {
    if stop?.isRaised == true {
      account.breakOff(.stopped(list: account.name, offset: file.offset), abandoning: true)
    }
    account.endMember()
    if !account.isAbandoned { account.enter(file.drain()) }
    if archive == nil { account.summary.members = countMembers() }
    account.addFallbackLines(converter?.fallbackLines ?? 0)
    account.summary.bytesRead = file.bytesRead
    account.summary.sha256 = file.finishDigest()
    return account.summary
  }

  // MARK: Containers

  private mutating func open() {
    isOpened = true
    let first = file.peek(byteCount: TextHead.byteCount)
    guard let format = PackedFormat(signatureOf: first) else {
      let stream = PlainStream(file)
      begin(stream, stream.readHead())
      return
    }
    if format.isArchive { return open(format) }
    let unpacked: any ByteStream
    let head: StreamHead
    if format == .gzip, MemberSize.isStated(in: first),
      let members = SizedMembers(file, workers, list: account.name)
    {
      unpacked = members
      head = members.readHead()
      countMembers = { members.members }
      account.setCompression(format)
    } else {
      let unpacker = Unpacker(format, file, reading.gzip, list: account.name)
      unpacked = unpacker
      head = unpacker.readHead()
      countMembers = { unpacker.members }
      account.setCompression(unpacker.format)
    }
    if PackedFormat(signatureOf: head.bytes) == .tar {
      account.summary.container.archive = .tar
      archive = TarArchive(StreamPieces(head.bytes, unpacked), list: account.name)
      return
    }
    begin(unpacked, head)
  }

  private mutating func open(_ format: PackedFormat) {
    account.summary.container.archive = format
    switch format {
    case .tar: archive = TarArchive(file, list: account.name)
    case .zip:
      archive = ZipArchive(file, ZipDirectory(of: file), reading.gzip, list: account.name)
    default: openSevenZip()
    }
  }

  private mutating func openSevenZip() {
    guard let feed = ArchiveFeed(fromAnywhereIn: file) else {
      return account.breakOff(.needsFile(list: account.name, .sevenZip), abandoning: true)
    }
    if let excess = SevenZipHeader.excess(of: file, list: account.name) {
      return account.breakOff(excess)
    }
    guard SevenZipArchive.isReadable else {
      return account.breakOff(.libraryMissing(list: account.name, .sevenZip))
    }
    archive = SevenZipArchive(feed, list: account.name)
    if archive == nil { lackMemory() }
  }

  /// Opens a file of an archive, which may be compressed itself.
  ///
  /// - Returns: Whether it is text.
  private mutating func open(_ name: String, of archive: any Archive) -> Bool {
    account.beginMember(name)
    let first = archive.readHead()
    guard let format = PackedFormat(signatureOf: first.bytes) else {
      return begin(archive, first)
    }
    if format.isArchive {
      enterEnding(of: first)
      account.refuse(.packed(list: account.name, format, account.summary.container))
      return false
    }
    let unpacker = Unpacker(
      format, StreamPieces(first.bytes, archive), reading.gzip, list: account.name)
    let head = unpacker.readHead()
    account.setCompression(unpacker.format)
    return begin(unpacker, head)
  }

  /// Completes the account of the last file read from the archive.
  private mutating func endMember() {
    account.addFallbackLines(converter?.fallbackLines ?? 0)
    converter = nil
    stream = nil
    head = []
    isStreamOver = false
    account.endMember()
  }

  // MARK: Texts

  /// Begins a text, unless its first bytes show that it is not text.
  @discardableResult
  private mutating func begin(_ stream: any ByteStream, _ first: StreamHead) -> Bool {
    enterEnding(of: first)
    let head = first.bytes
    let encoding: TextEncoding
    var markByteCount = 0
    switch TextHead(head) {
    case .lines(let count):
      encoding = reading.encoding ?? .utf8
      if let what = noLines(head, behind: count, as: encoding) {
        let problem = IntakeProblem.noLines(list: account.name, what, account.container)
        guard case .binary = what, account.isUnpacked else {
          account.refuse(problem)
          return false
        }
        // Damage makes any text look like this before a checksum reveals it. Text that the format's
        // own program outputs is read nevertheless.
        if account.isTextWhole { account.breakText(problem) }
      }
      if !encoding.isWide { markByteCount = count }
    case .wide(let wide):
      guard let told = reading.encoding(of: wide, head) else {
        account.refuse(.wide(list: account.name, wide, account.container))
        return false
      }
      encoding = told
      if wide == .utf16 { markByteCount = 2 }
    case .packed(let format):
      account.refuse(.packed(list: account.name, format, account.container))
      return false
    }
    watch = reading.watchesEncodings ? EncodingWatch(encoding, at: markByteCount) : nil
    var ahead = watch
    ahead?.take(Array(head.dropFirst(markByteCount)).raw)
    if ahead?.isMostlyForeign == true { ahead?.finish() }
    // As above, damage makes any unpacked text look so: its lines are read, and it is told at its end.
    if let part = ahead?.found, !account.isUnpacked,
      encoding.isWide || ahead?.isMostlyForeign == true
    {
      account.refuse(.mixed(list: account.name, part, account.container))
      return false
    }
    if markByteCount > 0 { account.summary.hadByteOrderMark = true }
    let ends = LineEnds(head, encoding)
    endsLinesByCR = ends.areCR
    if ends.areCR, ends.areInside { account.enter(.noted(.carriageReturns(list: account.name))) }
    account.setEncoding(encoding)
    account.addText(markByteCount)
    self.stream = stream
    self.head = head.dropFirst(markByteCount)
    converter = TextConverter(encoding, fallback: reading.fallback)
    return true
  }

  /// Records a part of the text that has another encoding; its lines were read as they are.
  private mutating func settleWatch() {
    watch?.finish()
    if let part = watch?.found, account.isTextWhole {
      account.breakText(.mixed(list: account.name, part, account.container))
    }
    watch = nil
  }

  /// Records how a stream ended if its first bytes are all its bytes.
  private mutating func enterEnding(of head: StreamHead) {
    guard let ending = head.ending else { return }
    isStreamOver = true
    account.enter(ending)
  }

  /// The reason not to read a text as lines; nil if it has lines.
  ///
  /// A text that was declared UTF-16 but shows no sign of it may be anything.
  private func noLines(
    _ head: [UInt8], behind markByteCount: Int, as encoding: TextEncoding
  ) -> NoLines? {
    if reading.takesAnyBytes { return nil }
    let what = NoLines(head, behind: markByteCount)
    if encoding.isWide, case .binary = what { return nil }
    return what
  }

  /// Reads more of the current text in its own encoding.
  private mutating func readBytes(into space: UnsafeMutableRawBufferPointer) -> Int {
    guard let stream, !isStopped else { return 0 }
    var room = space.count
    if let maxBytes = reading.maxBytes {
      let rest = maxBytes - min(account.summary.textBytes, maxBytes)
      if rest == 0 { return endAtLimit(stream) }
      room = Int(clamping: min(UInt64(room), rest))
    }
    // SAFETY: within the space.
    let space = unsafe UnsafeMutableRawBufferPointer(rebasing: space[..<room])
    var count = 0
    if head.isEmpty {
      if isStreamOver { return 0 }
      switch unsafe stream.read(into: space) {
      case .bytes(let more): count = more
      case .over(let ending):
        isStreamOver = true
        account.enter(ending)
      }
    } else {
      count = min(head.count, space.count)
      // SAFETY: `count` bytes fit.
      unsafe space.copyBytes(from: head.prefix(count))
      head = count == head.count ? [] : head.dropFirst(count)
    }
    account.addText(count)
    // SAFETY: these bytes were written, and are within the space.
    watch?.take(unsafe UnsafeRawBufferPointer(rebasing: space[..<count]).bytes)
    // SAFETY: within the space.
    if endsLinesByCR, converter?.isWide != true {
      unsafe LineEnds.replaceCR(in: UnsafeMutableRawBufferPointer(rebasing: space[..<count]))
    }
    return count
  }

  /// Ends the list if it has more text than the limit allows.
  private mutating func endAtLimit(_ stream: any ByteStream) -> Int {
    if head.isEmpty {
      if isStreamOver { return 0 }
      let next = stream.readHead(byteCount: 1)
      enterEnding(of: next)
      if next.bytes.isEmpty { return 0 }
    }
    isStopped = true
    account.breakOff(
      .limitReached(list: account.name, textBytes: account.summary.textBytes), abandoning: true)
    return 0
  }

  /// Converts until there is text to return, or the text has ended.
  private mutating func convertMore() {
    var text: [UInt8] = []
    while text.isEmpty {
      let piece = unsafe [UInt8](unsafeUninitializedCapacity: 65_536) { space, count in
        count = unsafe readBytes(into: UnsafeMutableRawBufferPointer(space))
      }
      if piece.isEmpty {
        if converter?.holdsHalf == true { endWithinCodeUnit() }
        converter?.finish(into: &text)
        break
      }
      converter?.convert(piece, into: &text)
    }
    if endsLinesByCR, converter?.isWide == true {
      for index in text.indices where text[index] == 0x0D { text[index] = 0x0A }
    }
    converted = text[...]
  }

  /// Records that UTF-16 ends with an odd byte, unless a fault or the limit ended it there.
  private mutating func endWithinCodeUnit() {
    guard account.isTextWhole else { return }
    account.breakText(
      .halfCodeUnit(
        list: account.name, account.summary.encoding, textBytes: account.summary.textBytes))
  }

  private mutating func lackMemory() {
    let reason = SystemError(code: ENOMEM)
    account.breakOff(.readFailed(list: account.name, offset: file.offset, reason))
  }
}

extension TextSettings {
  /// The encoding of a text in code units of several bytes; nil if it is refused.
  ///
  /// A different requested encoding applies only if no byte order mark contradicts it.
  fileprivate func encoding(of wide: WideEncoding, _ head: [UInt8]) -> TextEncoding? {
    let told = wide.encoding(head)
    if wide == .utf32 || encoding == nil || encoding == told { return told }
    return encoding?.isWide == true && wide != .utf16 ? encoding : nil
  }
}
