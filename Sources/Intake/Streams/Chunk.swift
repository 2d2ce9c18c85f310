import Glibc

/// Whole lines of one list, each ending in LF, in one buffer that is used again and again.
///
/// A ``ListReader`` fills it, a lane reads it, then it goes back to the pool. Line ends stay in the
/// text: a CR before an LF is still there, and a last line that lacked its LF has been given one.
/// Behind the text stand ``padding`` zero bytes, so that a wide load may overrun the last line.
///
///     let chunk = Chunk()
///     while reader.fill(chunk) {
///       chunk.withPaddedText { text, byteCount in … }
///     }
@safe package final class Chunk: @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): nothing here is locked. A chunk has one owner at a time (pool,
  // reader, queue, lane, pool), and what hands it over orders the two owners' accesses: a Dispatch
  // queue, a semaphore, a lock.

  /// Zero bytes that can be read behind the text: one load of the widest registers there are.
  package static let padding = 64

  /// Bytes of text when nobody asks for another size.
  ///
  /// Of gzip data 128 KiB to 1 MiB make no difference in time; of zstd data, which leaves lanes less
  /// time, 512 KiB take 5 % more than this.
  package static let defaultCapacity = 262_144

  /// Bytes of text it can hold.
  package let capacity: Int

  /// Whether its first line is the first that was delivered of a text: of the list, or of a file of
  /// an archive where the reader keeps these apart.
  package private(set) var beginsText = false

  /// Bytes of text it holds; 0 or the last one is an LF.
  package private(set) var byteCount = 0

  // SAFETY: allocated in `init` with `capacity + padding` bytes, freed in `deinit`, and lent only
  // to closures and to the reader while it owns the chunk. The bytes up to `byteCount + padding`
  // are initialised at all times (`init`, `seal`).
  private let storage: UnsafeMutableRawPointer

  /// Makes an empty chunk; at least 1 byte.
  package init(capacity: Int = Chunk.defaultCapacity) {
    precondition(capacity > 0, "a chunk without room cannot hold a line")
    self.capacity = capacity
    unsafe storage = .allocate(byteCount: capacity + Self.padding, alignment: 64)
    unsafe storage.initializeMemory(as: UInt8.self, repeating: 0, count: Self.padding)
  }

  deinit { unsafe storage.deallocate() }

  /// Lends the text, without the padding.
  package func withText<Result: ~Copyable, Failure: Error>(
    _ body: (_ text: RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // SAFETY: the span ends with the closure, which the chunk outlives.
    let text = unsafe UnsafeRawBufferPointer(start: storage, count: byteCount).bytes
    return try body(text)
  }

  /// Lends the text with the ``padding`` behind it, and says how much of that is text.
  package func withPaddedText<Result: ~Copyable, Failure: Error>(
    _ body: (_ padded: RawSpan, _ byteCount: Int) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // SAFETY: as above; the padding was zeroed when the chunk was sealed.
    let padded = unsafe UnsafeRawBufferPointer(
      start: storage, count: byteCount + Self.padding
    ).bytes
    return try body(padded, byteCount)
  }

  // MARK: Filling

  /// The room from an offset to the capacity, for the reader to write into.
  func space(from offset: Int) -> UnsafeMutableRawBufferPointer {
    precondition(offset >= 0 && offset <= capacity)
    // SAFETY: within the allocation, and valid as long as the chunk is the reader's.
    return unsafe UnsafeMutableRawBufferPointer(start: storage + offset, count: capacity - offset)
  }

  /// Where the whole lines among the first `filled` bytes end: behind the last line feed, or 0.
  func endOfLines(_ filled: Int) -> Int {
    // SAFETY: the reader has written these bytes.
    unsafe space(from: 0).prefix(filled).lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
  }

  /// Takes out the bytes from a place up to the next line feed, moving up those behind it.
  ///
  /// - Returns: How many bytes are left of `start..<filled`; nil where no line feed is.
  func dropLine(from start: Int, _ filled: Int) -> Int? {
    // SAFETY: the reader has written these bytes. `memchr` finds its byte among them, so what
    // stands behind it lies among them too; `memmove` allows the overlap.
    precondition(start >= 0 && start <= filled && filled <= capacity)
    let text = unsafe storage + start
    guard let lineFeed = unsafe memchr(text, 0x0A, filled - start) else { return nil }
    let rest = unsafe storage + filled - (lineFeed + 1)
    unsafe memmove(text, lineFeed + 1, rest)
    return rest
  }

  /// Declares the first bytes of the buffer the text, and zeroes the padding behind them.
  func seal(byteCount count: Int, beginsText: Bool) {
    precondition(count >= 0 && count <= capacity)
    byteCount = count
    self.beginsText = beginsText
    // SAFETY: `count + padding` is at most what was allocated.
    unsafe memset(storage + count, 0, Self.padding)
  }
}
