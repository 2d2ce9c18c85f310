import Diagnostics
import Workers

/// Reads the bytes of a list's file in large pieces, counts and hashes them.
///
/// Two buffers alternate, so that one is hashed while the other is filled and used.
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
  /// The offset of the current piece's end; before ``bytesRead`` while a part is read again.
  private var pieceEnd: UInt64 = 0

  /// Set once ``refill()`` has reached the end; bytes before it may still be unread.
  private var ending: Ending?
  /// The fault that ended reading elsewhere in the file.
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

  /// The offset of the first unread byte in the file.
  var offset: UInt64 { pieceEnd - UInt64(unreadRange.count) }

  /// Whether ``refill()`` must be called.
  var isEmpty: Bool { unreadRange.isEmpty }

  /// The fault that ended reading before the end of the file, once all bytes before it are read.
  var fault: Ending? {
    if let faultElsewhere { return faultElsewhere }
    guard isEmpty, let ending, ending.isFault else { return nil }
    return ending
  }

  /// The unread bytes of the current piece.
  // SAFETY: valid until the next call of `refill`, and while this value lives.
  var unread: UnsafeRawBufferPointer { unsafe current.bytes(in: unreadRange) }

  /// The next bytes, without consuming them; fewer than requested only at the end.
  ///
  /// Call this before anything is read.
  func peek(byteCount: Int) -> [UInt8] {
    _ = refill()
    if unreadRange.count < byteCount && ending == nil {
      let whole = InputBuffer(capacity: byteCount + bufferSize)
      var count = 0
      repeat {
        // SAFETY: fewer than `byteCount` bytes are there, and a piece has at most `bufferSize`.
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

  /// Reads the next piece; the previous one must have been consumed.
  ///
  /// A piece fills the buffer, except at the end.
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

  /// Makes the other buffer the current one, once it has been hashed.
  private func takeOtherBuffer() {
    let next = other ?? InputBuffer(capacity: bufferSize)
    other = current
    current = next
    current.waitUntilReturned()
  }

  /// The ending of the file after so many bytes.
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

  /// Hands progress reporting over to the caller.
  func giveUpProgress() -> ReadingProgress? {
    defer { progress = nil }
    return progress
  }

  /// Reads to the end and discards the text, for the digest and the size of the whole file.
  func drain() -> Ending {
    pieceEnd = bytesRead
    while true {
      unreadRange = 0..<0
      if case .over(let ending) = refill() { return ending }
    }
  }

  // MARK: Once more

  /// Whether ``reread(from:)`` can be called: pipes and terminals can be read only once.
  var isRereadable: Bool { byteCount != nil }

  /// Goes back in a regular file, without hashing or counting bytes twice.
  ///
  /// - Parameter offset: Where to continue, at or before ``offset``.
  func reread(from offset: UInt64) {
    precondition(offset <= self.offset)
    unreadRange = 0..<0
    pieceEnd = offset
  }

  /// Reads the next piece of a part that is read again.
  private func refillAgain() -> Portion {
    takeOtherBuffer()
    let wanted = Int(min(UInt64(current.capacity), bytesRead - pieceEnd))
    // SAFETY: nobody hashes the buffer now; `wanted` is at most its capacity.
    let count = unsafe read(
      at: pieceEnd, into: UnsafeMutableRawBufferPointer(rebasing: current.space(from: 0)[..<wanted])
    )
    guard let count else { return .over(faultElsewhere ?? .whole) }
    if count == 0 {
      // The file is shorter now than when it was read.
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

  /// Bytes from where reading began to the end; nil if it is not a regular file.
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
  /// - Returns: The bytes; nil if the file ends before, or reading fails.
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

  /// The SHA-256 of all bytes read; called once, and nothing may be read afterwards.
  func finishDigest() -> [UInt8] { digest.finish() }
}
