/// The bytes of a list as they lie in its file: read in large pieces, counted, hashed.
///
/// Two buffers take turns, so that the digest of one goes on while the other is filled and used.
@safe struct ByteSource: ~Copyable {
  /// Why there is nothing more to read.
  enum Ending {
    case end
    case stopped
    case failed(SystemError)
  }

  private let file: InputFile
  private let stop: StopFlag?
  private let progress: ReadingProgress?
  private let digest = BackgroundDigest()
  private var current: InputBuffer
  private var other: InputBuffer?
  private var unreadRange = 0..<0

  /// Bytes read from the file.
  private(set) var bytesRead: UInt64 = 0

  /// Set once ``refill()`` has met the end; the bytes before it may still be unread.
  private(set) var ending: Ending?

  /// Opens an input, to be read in pieces of at least two bytes.
  init(
    _ input: ListInput, bufferSize: Int, stop: StopFlag?, progress: ReadingProgress?
  ) throws(SystemError) {
    precondition(bufferSize >= 2, "the first piece must show a signature of two bytes")
    file = try InputFile(input.origin)
    self.stop = stop
    self.progress = progress
    current = InputBuffer(capacity: bufferSize)
  }

  /// Where the first unread byte stands in the file.
  var offset: UInt64 { bytesRead - UInt64(unreadRange.count) }

  /// Whether ``refill()`` is due.
  var isEmpty: Bool { unreadRange.isEmpty }

  /// The bytes of the current piece that have not been read yet.
  // SAFETY: valid until the next call of `refill`, and while this value lives; every use ends
  // within the expression that begins it.
  var unread: UnsafeRawBufferPointer { unsafe current.bytes(in: unreadRange) }

  /// The first unread byte; nil when ``refill()`` is due.
  var first: UInt8? { unsafe unread.first }

  /// Whether the current piece goes on with certain bytes.
  func starts(with prefix: [UInt8]) -> Bool { unsafe unread.starts(with: prefix) }

  /// Marks bytes as read.
  mutating func advance(by count: Int) {
    precondition(count >= 0 && count <= unreadRange.count)
    unreadRange = unreadRange.lowerBound + count..<unreadRange.upperBound
  }

  /// Reads the zeros that come next in the current piece.
  mutating func skipZeros() { advance(by: unsafe unread.prefix { $0 == 0 }.count) }

  /// Reads the next piece; the one before must have been read whole.
  ///
  /// A piece is as large as the buffer, unless the end comes first.
  ///
  /// - Returns: Whether there is a byte to read; if not, ``ending`` says why.
  mutating func refill() -> Bool {
    precondition(isEmpty)
    if ending != nil { return false }
    let next = other ?? InputBuffer(capacity: current.capacity)
    other = current
    current = next
    current.waitUntilReturned()
    var count = 0
    while ending == nil && count < current.capacity {
      // SAFETY: nobody hashes the buffer now, and the system writes within the space only.
      switch unsafe file.read(into: current.space(from: count), stop: stop) {
      case .bytes(let more):
        count += more
        progress?.add(more)
      case .end: ending = .end
      case .stopped: ending = .stopped
      case .failed(let error): ending = .failed(error)
      }
    }
    digest.update(current, byteCount: count)
    bytesRead += UInt64(count)
    unreadRange = 0..<count
    return count > 0
  }

  /// Reads to the end without looking, for the digest and the count of the whole file.
  mutating func drain() {
    repeat { advance(by: unreadRange.count) } while refill()
  }

  /// The SHA-256 of all bytes read, once; nothing may be read afterwards.
  func finishDigest() -> [UInt8] { digest.finish() }
}
