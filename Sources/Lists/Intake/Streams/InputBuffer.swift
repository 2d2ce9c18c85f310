import Dispatch
import Workers

/// A buffer for bytes of a file that the digest may still be reading.
///
/// It is filled only after hashing has finished; then both the reader and the digest read it.
@safe final class InputBuffer: @unchecked Sendable {
  let capacity: Int

  // SAFETY (`@unchecked Sendable`): only the reader writes it, and only after `waitUntilReturned`;
  // the digest's helper reads it between `enter` and `leave` of the group. Allocated in `init`,
  // freed in `deinit`: the closure of the digest's helper keeps it.
  private let storage: UnsafeMutableRawPointer
  private let hashing = DispatchGroup()

  init(capacity: Int) {
    self.capacity = capacity
    unsafe storage = .allocate(byteCount: capacity, alignment: 64)
  }

  deinit { unsafe storage.deallocate() }

  /// The free space from an offset on.
  func space(from offset: Int) -> UnsafeMutableRawBufferPointer {
    precondition(offset >= 0 && offset <= capacity)
    // SAFETY: within the allocation; only the reader calls this, after `waitUntilReturned`.
    return unsafe UnsafeMutableRawBufferPointer(
      start: storage + offset, count: capacity - offset)
  }

  /// Bytes that have been written.
  func bytes(in range: Range<Int>) -> UnsafeRawBufferPointer {
    precondition(range.lowerBound >= 0 && range.upperBound <= capacity)
    // SAFETY: within the allocation, and initialised by the reader.
    return unsafe UnsafeRawBufferPointer(start: storage + range.lowerBound, count: range.count)
  }

  /// Lends the buffer to a helper; the buffer must not be written meanwhile.
  func lend(to workers: WorkerPool, _ work: @escaping @Sendable () -> Void) {
    hashing.enter()
    workers.offer { [self] in
      work()
      hashing.leave()
    }
  }

  /// Waits until the buffer may be written again.
  func waitUntilReturned() { hashing.wait() }
}
