/// Bytes that are written where they are wanted.
protocol ByteStream: AnyObject {
  /// Whether a fault ended it early, which the account has.
  var hadFault: Bool { get }

  /// Gives some bytes, at least 1 unless it is over.
  ///
  /// - Parameter space: Room for at least 1 byte.
  /// - Returns: The bytes written at the start of the space; 0 once it is over.
  func read(into space: UnsafeMutableRawBufferPointer) -> Int
}

/// Bytes that are lent in pieces where they lie.
protocol PieceSource: AnyObject {
  /// Where the first unread byte stands in the whole.
  var offset: UInt64 { get }

  /// The bytes of the current piece that have not been read yet.
  // SAFETY: valid until the next call of `refill`, and while the source lives.
  var unread: UnsafeRawBufferPointer { get }

  /// Whether ``refill()`` is due.
  var isEmpty: Bool { get }

  /// Whether a fault ended it early, which the account has.
  var hadFault: Bool { get }

  /// Marks bytes as read.
  func advance(by count: Int)

  /// Reads the next piece; the one before must have been read whole.
  ///
  /// - Returns: Whether there is a byte to read.
  func refill() -> Bool

  /// Whether earlier bytes can be read once more.
  var isRereadable: Bool { get }

  /// Goes back to read some bytes once more; only where ``isRereadable`` says so.
  ///
  /// - Parameter offset: Where to go on, at or before ``offset``.
  func reread(from offset: UInt64)
}

extension PieceSource {
  /// No source but a regular file keeps what it gave.
  var isRereadable: Bool { false }

  /// Does nothing, for a source that keeps nothing.
  func reread(from offset: UInt64) {}

  /// The first unread byte; nil when ``refill()`` is due.
  var first: UInt8? { unsafe unread.first }

  /// Reads the zeros that come next in the current piece.
  func skipZeros() { advance(by: unsafe unread.prefix { $0 == 0 }.count) }
}

extension ByteStream {
  /// Reads the first bytes, for whoever has to tell what they are.
  func readHead(byteCount: Int = TextHead.byteCount) -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: byteCount) { space, filled in
      while filled < byteCount {
        // SAFETY: the stream writes within the rest of the space.
        let rest = unsafe UnsafeMutableRawBufferPointer(
          UnsafeMutableBufferPointer(rebasing: space[filled...]))
        let more = unsafe read(into: rest)
        if more == 0 { break }
        filled += more
      }
    }
  }
}

/// The bytes of a source as they are.
final class PlainStream: ByteStream {
  private let source: any PieceSource

  init(_ source: any PieceSource) { self.source = source }

  var hadFault: Bool { source.hadFault }

  func read(into space: UnsafeMutableRawBufferPointer) -> Int {
    guard !source.isEmpty || source.refill() else { return 0 }
    let count = unsafe min(source.unread.count, space.count)
    // SAFETY: that many bytes are there on both sides.
    unsafe space.copyMemory(from: UnsafeRawBufferPointer(rebasing: source.unread[..<count]))
    source.advance(by: count)
    return count
  }
}

/// A stream's bytes in pieces, first those that were read from it to see what it is.
final class StreamPieces: PieceSource {
  private let stream: any ByteStream
  private let buffer: InputBuffer
  private var unreadRange: Range<Int>
  private var byteCount: UInt64

  init(_ head: [UInt8], _ stream: any ByteStream) {
    self.stream = stream
    buffer = InputBuffer(capacity: max(head.count, 131_072))
    // SAFETY: the buffer has room for the head.
    unsafe buffer.space(from: 0).copyBytes(from: head)
    unreadRange = 0..<head.count
    byteCount = UInt64(head.count)
  }

  var offset: UInt64 { byteCount - UInt64(unreadRange.count) }

  var unread: UnsafeRawBufferPointer { unsafe buffer.bytes(in: unreadRange) }

  var isEmpty: Bool { unreadRange.isEmpty }

  var hadFault: Bool { stream.hadFault }

  func advance(by count: Int) {
    precondition(count >= 0 && count <= unreadRange.count)
    unreadRange = unreadRange.lowerBound + count..<unreadRange.upperBound
  }

  func refill() -> Bool {
    precondition(isEmpty)
    // SAFETY: nobody holds the piece before, which is at its end.
    let count = unsafe stream.read(into: buffer.space(from: 0))
    unreadRange = 0..<count
    byteCount += UInt64(count)
    return count > 0
  }
}
