import Glibc

/// The text of a list, out of its container: inflated where it is gzip, as it is otherwise.
///
/// It tells the container and what is no text at all by the first bytes, takes off a byte order
/// mark, and keeps account of everything in a ``ListSummary`` but the lines.
struct ListText: ~Copyable {
  private enum Phase {
    case unopened
    case plain
    case member
    case betweenMembers
    case over
  }

  private let stop: StopFlag?
  private var bytes: ByteSource
  private var inflater: Inflater?
  private var phase = Phase.unopened
  private var head: ArraySlice<UInt8> = []

  /// What is known so far.
  private(set) var summary: ListSummary

  /// Opens an input; nothing is read yet.
  init(
    _ input: ListInput, bufferSize: Int, stop: StopFlag?, progress: ReadingProgress?
  ) throws(SystemError) {
    bytes = try ByteSource(input, bufferSize: bufferSize, stop: stop, progress: progress)
    self.stop = stop
    summary = ListSummary(name: input.name)
  }

  /// Reads some text, at least 1 byte unless it is over.
  ///
  /// - Parameter space: Room for at least 1 byte.
  /// - Returns: The bytes written at the start of the space; 0 when the text is over, which
  ///   `summary.isComplete` then explains.
  mutating func read(into space: UnsafeMutableRawBufferPointer) -> Int {
    unsafe precondition(!space.isEmpty)
    if phase == .unopened {
      openContainer()
      readHead()
    }
    if stop?.isRaised == true && phase != .over {
      head = []
      breakOff(.stopped(list: summary.name, offset: bytes.offset))
    }
    if head.isEmpty { return unsafe decode(into: space) }
    let count = min(head.count, space.count)
    // SAFETY: `count` bytes fit.
    unsafe space.copyBytes(from: head.prefix(count))
    head.removeFirst(count)
    return count
  }

  /// The account of the whole, digest included; nothing may be read afterwards.
  mutating func finish() -> ListSummary {
    summary.bytesRead = bytes.bytesRead
    summary.sha256 = bytes.finishDigest()
    return summary
  }

  // MARK: Beginning

  private mutating func openContainer() {
    _ = bytes.refill()
    guard bytes.starts(with: gzipSignature) else {
      phase = .plain
      return
    }
    phase = .member
    summary.container = .gzip
    inflater = Inflater()
  }

  private mutating func readHead() {
    var first = [UInt8](repeating: 0, count: TextHead.byteCount)
    var count = 0
    while count < first.count {
      // SAFETY: `decode` writes within the rest of the array.
      let more = unsafe first.withUnsafeMutableBytes { space in
        unsafe decode(into: UnsafeMutableRawBufferPointer(rebasing: space[count...]))
      }
      if more == 0 { break }
      count += more
    }
    head = first[..<count]
    switch TextHead(Array(head)) {
    case .lines(let markByteCount):
      summary.hadByteOrderMark = markByteCount > 0
      head.removeFirst(markByteCount)
    case .wide(let encoding):
      refuse(.wide(list: summary.name, encoding, summary.container))
    case .packed(let format):
      refuse(.packed(list: summary.name, format, summary.container))
    }
  }

  private mutating func refuse(_ problem: IntakeProblem) {
    head = []
    summary.textBytes = 0
    breakOff(problem)
  }

  // MARK: Middle

  private mutating func decode(into space: UnsafeMutableRawBufferPointer) -> Int {
    while true {
      let count =
        switch phase {
        case .plain: unsafe copy(into: space)
        case .member: unsafe inflate(into: space)
        case .betweenMembers: findMember()
        case .unopened, .over: 0
        }
      summary.textBytes += UInt64(count)
      if count > 0 || phase == .over { return count }
    }
  }

  private mutating func copy(into space: UnsafeMutableRawBufferPointer) -> Int {
    guard !bytes.isEmpty || bytes.refill() else {
      endInput(cutOff: nil)
      return 0
    }
    let count = unsafe min(bytes.unread.count, space.count)
    // SAFETY: that many bytes are there on both sides.
    unsafe space.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes.unread[..<count]))
    bytes.advance(by: count)
    return count
  }

  private mutating func inflate(into space: UnsafeMutableRawBufferPointer) -> Int {
    // zlib may still hold text when the input is over, so it is asked once more without any.
    let isInputOver = bytes.isEmpty && !bytes.refill()
    // SAFETY: the step ends before the next `refill`, and writes within the space.
    guard let step = unsafe inflater?.step(bytes.unread, into: space) else {
      lackMemory()
      return 0
    }
    bytes.advance(by: step.consumed)
    switch step.outcome {
    case .going where step.consumed > 0 || step.produced > 0: break
    case .going where isInputOver:
      endInput(cutOff: .gzipCut(list: summary.name, offset: bytes.offset))
    case .going: damaged("no progress")
    case .memberEnd:
      summary.members += 1
      phase = .betweenMembers
    case .damaged(let reason): damaged(reason)
    case .outOfMemory: lackMemory()
    }
    return step.produced
  }

  /// Finds the next member behind any zeros; 0 bytes of text, whatever it finds.
  private mutating func findMember() -> Int {
    while !bytes.isEmpty || bytes.refill() {
      bytes.skipZeros()
      if bytes.isEmpty { continue }
      startMember(at: bytes.offset)
      return 0
    }
    endInput(cutOff: nil)
    return 0
  }

  /// Starts a member if its signature comes next, which may lie in two pieces of the input.
  private mutating func startMember(at offset: UInt64) {
    for byte in gzipSignature {
      guard !bytes.isEmpty || bytes.refill() else {
        return endInput(cutOff: .gzipCut(list: summary.name, offset: bytes.offset))
      }
      guard bytes.first == byte else {
        summary.problems.append(.trailingBytes(list: summary.name, offset: offset))
        bytes.drain()
        return endInput(cutOff: nil)
      }
      bytes.advance(by: 1)
    }
    inflater?.restart(behind: gzipSignature)
    phase = .member
  }

  // MARK: End

  /// Ends the text because the input has: well, unless it was cut off there or reading failed.
  private mutating func endInput(cutOff problem: IntakeProblem?) {
    phase = .over
    switch bytes.ending {
    case .stopped: breakOff(.stopped(list: summary.name, offset: bytes.offset))
    case .failed(let error):
      breakOff(.readFailed(list: summary.name, offset: bytes.offset, error))
    case .end, nil:
      if let problem { breakOff(problem) }
    }
  }

  /// Ends the text at a fault of the data, but reads on to know the whole file's digest.
  private mutating func damaged(_ reason: String) {
    breakOff(.gzipDamaged(list: summary.name, offset: bytes.offset, reason: reason))
    bytes.drain()
    endInput(cutOff: nil)
  }

  private mutating func lackMemory() {
    let reason = SystemError(code: ENOMEM)
    breakOff(.readFailed(list: summary.name, offset: bytes.offset, reason))
  }

  private mutating func breakOff(_ problem: IntakeProblem) {
    phase = .over
    summary.isComplete = false
    summary.problems.append(problem)
  }
}

/// What a gzip member begins with (RFC 1952, 2.3.1).
private let gzipSignature: [UInt8] = [0x1F, 0x8B]
