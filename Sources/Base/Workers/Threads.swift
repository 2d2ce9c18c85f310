import Dispatch
import Glibc

/// The threads that Dispatch gives to this process's workers.
///
/// The system may refuse a thread (`ulimit -u`, a container's limit of processes). Dispatch then
/// asks again for ever, in the thread that gave it the work. So these threads are asked for here
/// first, one at a time, and each is kept as long as there may be work for it.
package enum Threads {
  /// The most blocks that run at once.
  ///
  /// Dispatch has 255 threads for all serial queues together; a block beyond them would wait for
  /// another one's end.
  private static let most = 240

  private static let running = Locked(0)

  /// Runs a block on a thread of its own, on which it has begun when this returns.
  ///
  /// The block has a serial queue. Of blocks on a concurrent queue, Dispatch runs as many at once as
  /// there are processors, and starts one more in a second; it watches those from another thread,
  /// which ends the process when there is no descriptor for it.
  ///
  /// - Returns: Whether there is a thread; if not, nothing is run.
  static func start(_ block: @escaping @Sendable () -> Void) -> Bool {
    running.withLock { running in
      guard running < most, areGranted(1) else { return false }
      running += 1
      let begun = DispatchSemaphore(value: 0)
      DispatchQueue(label: "worker").async {
        begun.signal()
        block()
        Self.running.withLock { $0 -= 1 }
      }
      begun.wait()
      return true
    }
  }

  /// Whether the system grants this many threads at once: makes them, and waits for their end.
  package static func areGranted(_ count: Int) -> Bool {
    let end = DispatchSemaphore(value: 0)
    var threads: [pthread_t] = []
    defer {
      for _ in threads { end.signal() }
      for thread in threads { pthread_join(thread, nil) }
    }
    while threads.count < count {
      var thread = pthread_t()
      // SAFETY: the semaphore outlives the threads, which are joined. Without attributes they are
      // as large as those of Dispatch.
      let code = unsafe pthread_create(
        &thread, nil,
        { end in
          if let end = unsafe end {
            unsafe Unmanaged<DispatchSemaphore>.fromOpaque(end)._withUnsafeGuaranteedRef {
              $0.wait()
            }
          }
          return nil
        }, Unmanaged.passUnretained(end).toOpaque())
      guard code == 0 else { return false }
      threads.append(thread)
    }
    return true
  }

  /// The address space of a thread's stack: what the main thread may have, usually 8 MiB.
  package static let stackByteCount = {
    var attributes = pthread_attr_t()
    var count = 0
    // SAFETY: the pointers are valid during the calls.
    unsafe pthread_attr_init(&attributes)
    unsafe pthread_attr_getstacksize(&attributes, &count)
    unsafe pthread_attr_destroy(&attributes)
    return count
  }()
}
