import Glibc

/// Whole lines of one list, each ending in LF, in a reusable buffer.
///
/// A ``ListReader`` fills it, a worker reads it, and it returns to the pool. Line ends stay in the
/// text: a CR before an LF is kept, and a last line without LF gets one. After the text there are
/// ``padding`` zero bytes, so that a wide load may overrun the last line.
///
///     let chunk = Chunk()
///     while reader.fill(chunk) {
///       chunk.withPaddedText { text, byteCount in … }
///     }
@safe package final class Chunk: @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): nothing here is locked. A chunk has one owner at a time (pool,
  // reader, queue, worker, pool). Each hand-over, by a Dispatch queue, a semaphore or a lock,
  // orders the accesses of the two owners.

  /// The number of readable zero bytes after the text: one load of the widest registers.
  package static let padding = 64

  /// The default size of the text, in bytes.
  ///
  /// For gzip data, 128 KiB to 1 MiB are equally fast. For zstd data, which leave workers less
  /// time, 512 KiB take 5 % longer than this.
  package static let defaultCapacity = 262_144

  /// The most bytes of text.
  package let capacity: Int

  /// Whether its first line is the first one of a text: of the list, or of a file in an archive if
  /// the reader keeps texts apart.
  package private(set) var beginsText = false
  /// Whether the text, or one of its first lines, began with a byte order mark: then so do the
  /// files that were joined to it.
  package var isMarked = false

  /// Whether the text is known to end with this chunk.
  private(set) var endsText = false

  /// The number of bytes of text; if it is not 0, the last byte is an LF.
  package private(set) var byteCount = 0

  // SAFETY: allocated in `init` with `capacity + padding` bytes, freed in `deinit`, and lent only
  // to closures, and to the reader while it owns the chunk. The bytes up to `byteCount + padding`
  // are always initialised (`init`, `seal`).
  private let storage: UnsafeMutableRawPointer

  /// Makes an empty chunk for at least 1 byte.
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
    // SAFETY: the span ends with the closure; the chunk outlives it.
    let text = unsafe UnsafeRawBufferPointer(start: storage, count: byteCount).bytes
    return try body(text)
  }

  /// Lends the text followed by the ``padding``, with the size of the text.
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

  /// The free space from an offset to the capacity, for the reader to write into.
  func space(from offset: Int) -> UnsafeMutableRawBufferPointer {
    precondition(offset >= 0 && offset <= capacity)
    // SAFETY: within the allocation, and valid while the reader owns the chunk.
    return unsafe UnsafeMutableRawBufferPointer(start: storage + offset, count: capacity - offset)
  }

  /// The end of the whole lines among the first `filled` bytes: after the last line feed, or 0.
  func endOfLines(_ filled: Int) -> Int {
    // SAFETY: the reader has written these bytes.
    unsafe space(from: 0).prefix(filled).lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
  }

  /// Removes the bytes from an offset up to the next line feed, and moves later bytes up.
  ///
  /// - Returns: The number of bytes left of `start..<filled`; nil if there is no line feed.
  func dropLine(from start: Int, _ filled: Int) -> Int? {
    // SAFETY: the reader has written these bytes. `memchr` finds its byte among them, so the bytes
    // after it are among them too; `memmove` permits overlap.
    precondition(start >= 0 && start <= filled && filled <= capacity)
    let text = unsafe storage + start
    guard let lineFeed = unsafe memchr(text, 0x0A, filled - start) else { return nil }
    let rest = unsafe storage + filled - (lineFeed + 1)
    unsafe memmove(text, lineFeed + 1, rest)
    return rest
  }

  /// Makes the first bytes of the buffer the text, and clears the padding after them.
  func seal(byteCount count: Int, beginsText: Bool, endsText: Bool = false) {
    precondition(count >= 0 && count <= capacity)
    byteCount = count
    self.beginsText = beginsText
    self.endsText = endsText
    // SAFETY: `count + padding` does not exceed the allocation.
    unsafe memset(storage + count, 0, Self.padding)
  }
}
