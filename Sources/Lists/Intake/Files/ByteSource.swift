import Diagnostics
import Workers

/// Reads the bytes of a list's file in large pieces, and counts and hashes them.
///
/// Two buffers alternate: one is hashed while the other is filled and used.
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

  /// The number of bytes read from the file.
  private(set) var bytesRead: UInt64 = 0
  /// The offset of the current piece's end; below ``bytesRead`` while a part is read again.
  private var pieceEnd: UInt64 = 0

  /// Set when ``refill()`` has reached the end; bytes before it may still be unread.
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

  /// The fault that ended reading before the end of the file; nil until all bytes before it are
  /// read.
  var fault: Ending? {
    if let faultElsewhere { return faultElsewhere }
    guard isEmpty, let ending, ending.isFault else { return nil }
    return ending
  }

  /// The unread bytes of the current piece.
  // SAFETY: valid until the next call of `refill`, and while this value lives.
  var unread: UnsafeRawBufferPointer { unsafe current.bytes(in: unreadRange) }

  /// The next bytes, without consuming them; fewer than requested only at the end of the file.
  ///
  /// Call this before anything is read.
  func peek(byteCount: Int) -> [UInt8] {
    _ = refill()
    if unreadRange.count < byteCount && ending == nil {
      let whole = InputBuffer(capacity: byteCount + bufferSize)
      var count = 0
      repeat {
        // SAFETY: there are fewer than `byteCount` bytes, and a piece has at most `bufferSize`.
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
  /// - Returns: The bytes that can be read, or how the file ended.
  func refill() -> Portion {
    precondition(isEmpty)
    if pieceEnd < bytesRead, faultElsewhere == nil { return refillAgain() }
    if let over = faultElsewhere ?? ending { return .over(over) }
    takeOtherBuffer()
    var count = 0
    while ending == nil && count < current.capacity {
      // SAFETY: the buffer is not being hashed now, and the system writes only within the space.
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

  /// Makes the other buffer the current one, after it has been hashed.
  private func takeOtherBuffer() {
    let next = other ?? InputBuffer(capacity: bufferSize)
    other = current
    current = next
    current.waitUntilReturned()
  }

  /// The ending of the file after `byteCount` bytes.
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

  /// Reads to the end and discards the text, to get the digest and size of the whole file.
  func drain() -> Ending {
    pieceEnd = bytesRead
    while true {
      unreadRange = 0..<0
      if case .over(let ending) = refill() { return ending }
    }
  }

  // MARK: Once more

  /// Whether ``reread(from:)`` can be called; pipes and terminals can be read only once.
  var isRereadable: Bool { byteCount != nil }

  /// Goes back in a regular file; bytes are not hashed or counted twice.
  ///
  /// - Parameter offset: The offset at which to continue, at most ``offset``.
  func reread(from offset: UInt64) {
    precondition(offset <= self.offset)
    unreadRange = 0..<0
    pieceEnd = offset
  }

  /// Reads the next piece of a part that is read again.
  private func refillAgain() -> Portion {
    takeOtherBuffer()
    let wanted = Int(min(UInt64(current.capacity), bytesRead - pieceEnd))
    // SAFETY: the buffer is not being hashed now; `wanted` is at most its capacity.
    let count = unsafe read(
      at: pieceEnd, into: UnsafeMutableRawBufferPointer(rebasing: current.space(from: 0)[..<wanted])
    )
    guard let count else { return .over(faultElsewhere ?? .whole) }
    if count == 0 {
      // The file has become shorter since it was read.
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

  /// The number of bytes from the first read byte to the end; nil if the file is not regular.
  var byteCount: UInt64? { file.byteCount }

  /// Reads at any offset of a regular file, counted from the first read byte.
  ///
  /// - Returns: The number of bytes read, 0 at the end; nil after a stop or a failure: see
  ///   ``fault``.
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
  /// - Parameter range: The bytes, counted from the first read byte.
  /// - Returns: The bytes; nil if the file ends within the range or reading fails.
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

  /// The SHA-256 of all bytes read.
  ///
  /// Call it once; nothing may be read afterwards.
  func finishDigest() -> [UInt8] { digest.finish() }
}
