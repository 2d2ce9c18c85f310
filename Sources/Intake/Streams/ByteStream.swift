/// Bytes that are written where they are wanted.
protocol ByteStream: AnyObject {
  /// Gives some bytes, or says how the stream ended.
  ///
  /// - Parameter space: Room for at least 1 byte; the bytes are written at its start.
  /// - Returns: Once the stream is over, the same ending each time.
  func read(into space: UnsafeMutableRawBufferPointer) -> Portion
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

  /// The fault that ended it early; nil while there is none.
  var fault: Ending? { get }

  /// Marks bytes as read.
  func advance(by count: Int)

  /// Reads the next piece; the one before must have been read whole.
  ///
  /// - Returns: The bytes of the piece; once the source is over, the same ending each time.
  func refill() -> Portion

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

  /// Whether there is another byte, which may have to be read.
  var hasMore: Bool {
    if !isEmpty { return true }
    if case .bytes = refill() { return true }
    return false
  }

  /// The first unread byte; nil when ``refill()`` is due.
  var first: UInt8? { unsafe unread.first }

  /// Reads the zeros that come next in the current piece.
  func skipZeros() { advance(by: unsafe unread.prefix { $0 == 0 }.count) }
}

extension ByteStream {
  /// Reads the first bytes, for whoever has to tell what they are.
  func readHead(byteCount: Int = TextHead.byteCount) -> StreamHead {
    var ending: Ending?
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: byteCount) { space, filled in
      while filled < byteCount {
        // SAFETY: the stream writes within the rest of the space.
        let rest = unsafe UnsafeMutableRawBufferPointer(
          UnsafeMutableBufferPointer(rebasing: space[filled...]))
        switch unsafe read(into: rest) {
        case .bytes(let more): filled += more
        case .over(let end):
          ending = end
          return
        }
      }
    }
    return StreamHead(bytes: bytes, ending: ending)
  }
}

/// The first bytes of a stream.
struct StreamHead {
  let bytes: [UInt8]
  /// How the stream ended, where these are all its bytes.
  let ending: Ending?
}

/// The bytes of a source as they are.
final class PlainStream: ByteStream {
  private let source: any PieceSource

  init(_ source: any PieceSource) { self.source = source }

  func read(into space: UnsafeMutableRawBufferPointer) -> Portion {
    if source.isEmpty, case .over(let ending) = source.refill() { return .over(ending) }
    let count = unsafe min(source.unread.count, space.count)
    // SAFETY: that many bytes are there on both sides.
    unsafe space.copyMemory(from: UnsafeRawBufferPointer(rebasing: source.unread[..<count]))
    source.advance(by: count)
    return .bytes(count)
  }
}

/// A stream's bytes in pieces, first those that were read from it to see what it is.
final class StreamPieces: PieceSource {
  private let stream: any ByteStream
  private let buffer: InputBuffer
  private var unreadRange: Range<Int>
  private var byteCount: UInt64
  private(set) var fault: Ending?

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

  func advance(by count: Int) {
    precondition(count >= 0 && count <= unreadRange.count)
    unreadRange = unreadRange.lowerBound + count..<unreadRange.upperBound
  }

  func refill() -> Portion {
    precondition(isEmpty)
    // SAFETY: nobody holds the piece before, which is at its end.
    let portion = unsafe stream.read(into: buffer.space(from: 0))
    switch portion {
    case .bytes(let count):
      unreadRange = 0..<count
      byteCount += UInt64(count)
    case .over(let ending): fault = ending.isFault ? ending : nil
    }
    return portion
  }
}
