/// A stream that writes bytes into the caller's buffer.
protocol ByteStream: AnyObject {
  /// Reads some bytes, or returns how the stream ended.
  ///
  /// - Parameter space: Room for at least 1 byte; the bytes are written to its start.
  /// - Returns: The number of bytes read; after the end of the stream, always the same ending.
  func read(into space: UnsafeMutableRawBufferPointer) -> Portion
}

/// A source that lends its bytes in pieces, without copying.
protocol PieceSource: AnyObject {
  /// The offset of the first unread byte.
  var offset: UInt64 { get }

  /// The unread bytes of the current piece.
  // SAFETY: valid until the next call of `refill`, and while the source lives.
  var unread: UnsafeRawBufferPointer { get }

  /// Whether ``refill()`` must be called.
  var isEmpty: Bool { get }

  /// The fault that ended the source early; nil if there is none.
  var fault: Ending? { get }

  /// Marks bytes as read.
  func advance(by count: Int)

  /// Reads the next piece; the previous one must have been consumed.
  ///
  /// - Returns: The number of bytes; after the end of the source, always the same ending.
  func refill() -> Portion

  /// Whether earlier bytes can be read again.
  var isRereadable: Bool { get }

  /// Goes back to read some bytes again; call it only if ``isRereadable``.
  ///
  /// - Parameter offset: The offset at which to continue, at most ``offset``.
  func reread(from offset: UInt64)
}

extension PieceSource {
  /// False, since only regular files keep bytes that were read.
  var isRereadable: Bool { false }

  /// Does nothing, since the source keeps no bytes.
  func reread(from offset: UInt64) {}

  /// Whether there is another byte; may read the next piece.
  var hasMore: Bool {
    if !isEmpty { return true }
    if case .bytes = refill() { return true }
    return false
  }

  /// The first unread byte; nil if ``refill()`` must be called.
  var first: UInt8? { unsafe unread.first }

  /// Skips the zeros at the start of the current piece.
  func skipZeros() { advance(by: unsafe unread.prefix { $0 == 0 }.count) }
}

extension ByteStream {
  /// Reads the first bytes, to detect their format.
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
  /// How the stream ended, if it has no further bytes.
  let ending: Ending?
}

/// A stream of a source's unchanged bytes.
final class PlainStream: ByteStream {
  private let source: any PieceSource

  init(_ source: any PieceSource) { self.source = source }

  func read(into space: UnsafeMutableRawBufferPointer) -> Portion {
    if source.isEmpty, case .over(let ending) = source.refill() { return .over(ending) }
    let count = unsafe min(source.unread.count, space.count)
    // SAFETY: both sides have that many bytes.
    unsafe space.copyMemory(from: UnsafeRawBufferPointer(rebasing: source.unread[..<count]))
    source.advance(by: count)
    return .bytes(count)
  }
}

/// The bytes of a stream in pieces, starting with those that were read for detection.
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
    // SAFETY: the previous piece has been consumed, so it is no longer used.
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

/// The result of one read.
enum Portion {
  /// The number of bytes read, at least 1.
  case bytes(Int)
  /// No bytes, since everything has been read.
  case over(Ending)
}

/// How a stream of bytes ended.
///
/// All streams return it, from the file up to the ``ListText``, which records it in the account of
/// the list. If the source of a stream ended with a fault, the stream returns that fault, not a
/// fault caused by the missing rest.
enum Ending {
  /// The stream ended after its last byte.
  case whole
  /// The stream ended after its last byte, with a warning.
  case noted(IntakeProblem)
  /// The stream ended early; other texts of the list may follow.
  case broken(IntakeProblem)
  /// The stream ended early, and the whole list with it.
  ///
  /// An abandoned list needs no digest.
  case brokenOff(IntakeProblem, isAbandoned: Bool)

  /// Whether bytes may be missing.
  var isFault: Bool {
    switch self {
    case .whole, .noted: false
    case .broken, .brokenOff: true
    }
  }
}
