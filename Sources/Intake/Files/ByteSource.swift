import Diagnostics
import Workers

/// The bytes of a list as they lie in its file: read in large pieces, counted, hashed.
///
/// Two buffers take turns, so that the digest of one goes on while the other is filled and used.
@safe final class ByteSource: PieceSource {
  private let file: InputFile
  private let bufferSize: Int
  private let stop: StopFlag?
  private var progress: ReadingProgress?
  private let list: String
  private let digest: BackgroundDigest
  private var current: InputBuffer
  private var other: InputBuffer?
  private var unreadRange = 0..<0

  /// Bytes read from the file.
  private(set) var bytesRead: UInt64 = 0
  /// Where the current piece ends in the file; before ``bytesRead`` while a part is read again.
  private var pieceEnd: UInt64 = 0

  /// Set once ``refill()`` has met the end; the bytes before it may still be unread.
  private var ending: Ending?
  /// What ended reading elsewhere in the file.
  private var faultElsewhere: Ending?

  /// Opens an input, to be read in pieces of at least two bytes.
  init(
    _ input: ListInput, bufferSize: Int, stop: StopFlag?, progress: ReadingProgress?,
    workers: WorkerPool
  ) throws(SystemError) {
    precondition(bufferSize >= 2, "a piece must hold a signature of two bytes")
    file = try InputFile(input.origin)
    self.bufferSize = bufferSize
    self.stop = stop
    self.progress = progress
    list = input.name
    digest = BackgroundDigest(isBesideReader: workers.width > 1)
    current = InputBuffer(capacity: bufferSize)
  }

  /// Where the first unread byte stands in the file.
  var offset: UInt64 { pieceEnd - UInt64(unreadRange.count) }

  /// Whether ``refill()`` is due.
  var isEmpty: Bool { unreadRange.isEmpty }

  /// What ended it before the end of the file, once all bytes before are read.
  var fault: Ending? {
    if let faultElsewhere { return faultElsewhere }
    guard isEmpty, let ending, ending.isFault else { return nil }
    return ending
  }

  /// The bytes of the current piece that have not been read yet.
  // SAFETY: valid until the next call of `refill`, and while this value lives.
  var unread: UnsafeRawBufferPointer { unsafe current.bytes(in: unreadRange) }

  /// The next bytes, unread still; less than asked for only where the end comes first.
  ///
  /// To be asked for before anything is read.
  func peek(byteCount: Int) -> [UInt8] {
    _ = refill()
    if unreadRange.count < byteCount && ending == nil {
      let whole = InputBuffer(capacity: byteCount + bufferSize)
      var count = 0
      repeat {
        // SAFETY: less than `byteCount` bytes stand there, and a piece has at most `bufferSize`.
        unsafe whole.space(from: count).copyMemory(from: unread)
        count += unreadRange.count
        advance(by: unreadRange.count)
      } while count < byteCount && hasMore
      (current, other) = (whole, nil)
      unreadRange = 0..<count
    }
    return unsafe Array(unread.prefix(byteCount))
  }

  /// Marks bytes as read.
  func advance(by count: Int) {
    precondition(count >= 0 && count <= unreadRange.count)
    unreadRange = unreadRange.lowerBound + count..<unreadRange.upperBound
  }

  /// Reads the next piece; the one before must have been read whole.
  ///
  /// A piece is as large as the buffer, unless the end comes first.
  ///
  /// - Returns: Whether there is a byte to read; if not, and that is no end, the account has it.
  func refill() -> Portion {
    precondition(isEmpty)
    if pieceEnd < bytesRead, faultElsewhere == nil { return refillAgain() }
    if let over = faultElsewhere ?? ending { return .over(over) }
    takeOtherBuffer()
    var count = 0
    while ending == nil && count < current.capacity {
      // SAFETY: nobody hashes the buffer now, and the system writes within the space only.
      switch unsafe file.read(into: current.space(from: count), stop: stop) {
      case .bytes(let more):
        count += more
        progress?.add(more)
      case .end: ending = end(at: bytesRead + UInt64(count))
      case .stopped: ending = stopped(at: bytesRead + UInt64(count))
      case .failed(let error): ending = failed(error, at: bytesRead + UInt64(count))
      }
    }
    digest.update(current, byteCount: count)
    bytesRead += UInt64(count)
    pieceEnd = bytesRead
    unreadRange = 0..<count
    if count == 0, let ending { return .over(ending) }
    return .bytes(count)
  }

  /// Makes the other buffer the current one, once nobody hashes it.
  private func takeOtherBuffer() {
    let next = other ?? InputBuffer(capacity: bufferSize)
    other = current
    current = next
    current.waitUntilReturned()
  }

  /// What the end of the file is, once so many bytes were read.
  private func end(at byteCount: UInt64) -> Ending {
    guard let former = file.byteCountBeforeCut, byteCount < former else { return .whole }
    return .brokenOff(.shortened(list: list, offset: byteCount, former: former), isAbandoned: false)
  }

  private func stopped(at offset: UInt64) -> Ending {
    .brokenOff(.stopped(list: list, offset: offset), isAbandoned: true)
  }

  private func failed(_ error: SystemError, at offset: UInt64) -> Ending {
    .brokenOff(.readFailed(list: list, offset: offset, error), isAbandoned: true)
  }

  /// Leaves it to another to say how far the reading has come.
  func giveUpProgress() -> ReadingProgress? {
    defer { progress = nil }
    return progress
  }

  /// Reads to the end without looking, for the digest and the count of the whole file.
  func drain() -> Ending {
    pieceEnd = bytesRead
    while true {
      unreadRange = 0..<0
      if case .over(let ending) = refill() { return ending }
    }
  }

  // MARK: Once more

  /// Whether ``reread(from:)`` can be called: pipes and terminals are read only once.
  var isRereadable: Bool { byteCount != nil }

  /// Goes back in a regular file; what has been hashed and counted is not hashed and counted again.
  ///
  /// - Parameter offset: Where to go on, at or before ``offset``.
  func reread(from offset: UInt64) {
    precondition(offset <= self.offset)
    unreadRange = 0..<0
    pieceEnd = offset
  }

  /// Reads the next piece of what is read again.
  private func refillAgain() -> Portion {
    takeOtherBuffer()
    let wanted = Int(min(UInt64(current.capacity), bytesRead - pieceEnd))
    // SAFETY: nobody hashes the buffer now; `wanted` is at most its capacity.
    let count = unsafe read(
      at: pieceEnd, into: UnsafeMutableRawBufferPointer(rebasing: current.space(from: 0)[..<wanted])
    )
    guard let count else { return .over(faultElsewhere ?? .whole) }
    if count == 0 {
      // The file has got shorter than what was read of it.
      let over = end(at: pieceEnd)
      ending = over
      bytesRead = pieceEnd
      return .over(over)
    }
    pieceEnd += UInt64(count)
    unreadRange = 0..<count
    return .bytes(count)
  }

  // MARK: Elsewhere in the file

  /// Bytes from where reading began to the end; nil for what is no regular file.
  var byteCount: UInt64? { file.byteCount }

  /// Reads from any place in a regular file, counted from where reading began.
  ///
  /// - Returns: Bytes read, 0 at the end; nil once it is stopped or failed: see ``fault``.
  func read(at offset: UInt64, into space: UnsafeMutableRawBufferPointer) -> Int? {
    switch unsafe file.read(at: offset, into: space, stop: stop) {
    case .bytes(let count): return count
    case .end: return 0
    case .stopped: faultElsewhere = stopped(at: offset)
    case .failed(let error): faultElsewhere = failed(error, at: offset)
    }
    return nil
  }

  /// Copies a part of a regular file.
  ///
  /// - Parameter range: Bytes, counted from where reading began.
  /// - Returns: The bytes; nil where the file ends before that, or where reading fails.
  func bytes(in range: Range<UInt64>) -> [UInt8]? {
    guard let end = byteCount, range.upperBound <= end else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(range.count))
    var filled = 0
    while filled < bytes.count {
      // SAFETY: `read` writes within the rest of the array.
      let count = unsafe bytes.withUnsafeMutableBytes { space in
        unsafe read(
          at: range.lowerBound + UInt64(filled),
          into: UnsafeMutableRawBufferPointer(rebasing: space[filled...]))
      }
      guard let count, count > 0 else { return nil }
      filled += count
    }
    return bytes
  }

  /// The SHA-256 of all bytes read, once; nothing may be read afterwards.
  func finishDigest() -> [UInt8] { digest.finish() }
}
