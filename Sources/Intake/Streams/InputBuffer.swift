import Dispatch

/// A buffer for bytes of a file, which the digest may still be reading.
///
/// It is filled only after hashing has finished; then the reader and the digest both read it.
@safe final class InputBuffer: @unchecked Sendable {
  let capacity: Int

  // SAFETY (`@unchecked Sendable`): written by the reader alone, and only after
  // `waitUntilReturned`; read by the digest's queue between `enter` and `leave` of the group.
  // Allocated in `init`, freed in `deinit`, which the queue's closure holds off.
  private let storage: UnsafeMutableRawPointer
  private let hashing = DispatchGroup()

  init(capacity: Int) {
    self.capacity = capacity
    unsafe storage = .allocate(byteCount: capacity, alignment: 64)
  }

  deinit { unsafe storage.deallocate() }

  /// Free space from an offset on.
  func space(from offset: Int) -> UnsafeMutableRawBufferPointer {
    precondition(offset >= 0 && offset <= capacity)
    // SAFETY: within the allocation; only the reader asks, after `waitUntilReturned`.
    return unsafe UnsafeMutableRawBufferPointer(
      start: storage + offset, count: capacity - offset)
  }

  /// Bytes that have been written.
  func bytes(in range: Range<Int>) -> UnsafeRawBufferPointer {
    precondition(range.lowerBound >= 0 && range.upperBound <= capacity)
    // SAFETY: within the allocation, and initialised by the reader.
    return unsafe UnsafeRawBufferPointer(start: storage + range.lowerBound, count: range.count)
  }

  /// Lets a queue use the buffer, which must not be written meanwhile.
  func lend(to queue: DispatchQueue, _ work: @escaping @Sendable () -> Void) {
    queue.async(group: hashing, execute: work)
  }

  /// Waits until the buffer may be written again.
  func waitUntilReturned() { hashing.wait() }
}
