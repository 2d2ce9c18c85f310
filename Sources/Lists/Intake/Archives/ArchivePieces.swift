/// The bytes of an archive in order, with the option to peek at the next bytes.
final class ArchivePieces: PieceSource {
  private let source: any PieceSource
  /// Bytes that ``peek(_:)`` took from the source and that have not been read yet.
  private var buffer = InputBuffer(capacity: 1024)
  private var peeked = 0..<0

  init(_ source: any PieceSource) { self.source = source }

  var offset: UInt64 { source.offset - UInt64(peeked.count) }

  // SAFETY: like the source's; only `peek` writes to the buffer.
  var unread: UnsafeRawBufferPointer {
    peeked.isEmpty ? unsafe source.unread : unsafe buffer.bytes(in: peeked)
  }

  var isEmpty: Bool { peeked.isEmpty && source.isEmpty }

  var fault: Ending? { source.fault }

  func advance(by count: Int) {
    if peeked.isEmpty { return source.advance(by: count) }
    precondition(count >= 0 && count <= peeked.count)
    peeked = peeked.lowerBound + count..<peeked.upperBound
  }

  func refill() -> Portion { source.refill() }

  var isRereadable: Bool { source.isRereadable }

  func reread(from offset: UInt64) {
    peeked = 0..<0
    source.reread(from: offset)
  }

  /// Copies the next bytes without consuming them; fewer than requested at the end of the source.
  func peek(_ count: Int) -> [UInt8] {
    if peeked.isEmpty, source.isEmpty { _ = source.refill() }
    // SAFETY: the bytes are copied before anything else happens to the source.
    if unsafe unread.count >= count { return unsafe Array(unread.prefix(count)) }
    gather(count)
    return unsafe Array(buffer.bytes(in: peeked).prefix(count))
  }

  /// Moves bytes from the source to the buffer until it holds `count` bytes or the source ends.
  private func gather(_ count: Int) {
    if peeked.isEmpty { peeked = 0..<0 }
    if peeked.lowerBound + count > buffer.capacity {
      let larger = InputBuffer(capacity: max(count, buffer.capacity))
      // SAFETY: the new buffer has room for `count` bytes, and fewer are peeked.
      unsafe larger.space(from: 0).copyMemory(from: buffer.bytes(in: peeked))
      (buffer, peeked) = (larger, 0..<peeked.count)
    }
    while peeked.count < count && source.hasMore {
      let piece = unsafe source.unread.prefix(count - peeked.count)
      // SAFETY: the buffer has room for `count` bytes from the first peeked one on.
      unsafe buffer.space(from: peeked.upperBound).copyBytes(from: piece)
      peeked = unsafe peeked.lowerBound..<peeked.upperBound + piece.count
      source.advance(by: unsafe piece.count)
    }
  }

  /// Skips bytes.
  ///
  /// - Returns: The number of bytes missing because the source ended.
  func skip(_ count: UInt64) -> UInt64 {
    var rest = count
    while rest > 0 && hasMore {
      let step = unsafe Int(clamping: min(rest, UInt64(unread.count)))
      advance(by: step)
      rest -= UInt64(step)
    }
    return rest
  }

  /// Reads all requested bytes, or none.
  ///
  /// - Returns: Nil if the source ends too early.
  func take(_ count: Int) -> [UInt8]? {
    let bytes = peek(count)
    guard bytes.count == count, skip(UInt64(count)) == 0 else { return nil }
    return bytes
  }

  /// Reads at most `count` bytes of the current piece into a space.
  ///
  /// - Returns: The number of bytes read; 0 at the source's end, or if none were requested.
  func read(_ count: UInt64, into space: UnsafeMutableRawBufferPointer) -> Int {
    guard count > 0, hasMore else { return 0 }
    let step = unsafe Int(clamping: min(count, UInt64(min(unread.count, space.count))))
    // SAFETY: both sides have room for that many bytes.
    unsafe space.copyMemory(from: UnsafeRawBufferPointer(rebasing: unread[..<step]))
    advance(by: step)
    return step
  }
}
