import Dispatch
import Glibc

/// Threads of one owner, for work that is begun in the order given.
///
/// The system may refuse a thread (`ulimit -u`, a container's limit of processes). Dispatch then
/// tries again for ever, in the thread that asked. These threads ask once: the owner learns at the
/// start whether it has one, and can do the work itself.
///
///     let threads = Threads(most: 1)  // nil if the system grants no thread
///     threads?.run { … }
package final class Threads: Sendable {
  private let queue: Queue

  /// Makes the first thread; nil if the system grants none.
  ///
  /// - Parameter most: The most threads; others than the first are made when there is work for
  ///   them. Work for which the system refuses a thread is done by those that exist.
  package init?(most: Int) {
    queue = Queue(most: most)
    guard queue.makeThread() else { return nil }
  }

  deinit { queue.end() }

  /// Does work on a thread, after all work that was given earlier has begun.
  package func run(_ work: @escaping @Sendable () -> Void) { queue.add(work) }

  /// Whether the system grants this many threads at once.
  package static func areGranted(_ count: Int) -> Bool {
    let queue = Queue(most: count)
    defer { queue.end() }
    return (0..<count).allSatisfy { _ in queue.makeThread() }
  }

  /// The address space of a thread's stack: 8 MiB, as usual, even if the main thread has less.
  package static let stackByteCount = 8 << 20
}

/// Work, and the threads that do it, which keep it alive until they have ended.
private final class Queue: Sendable {
  private let state: Locked<State>
  /// Signalled once for each idle thread that has something to do, or has to end.
  private let wake = DispatchSemaphore(value: 0)

  private struct State {
    var most: Int
    var work: [@Sendable () -> Void] = []
    /// The number of threads.
    var threads = 0
    /// The number of threads that wait and were not woken.
    var idle = 0
    var hasEnded = false
  }

  init(most: Int) { state = Locked(State(most: most)) }

  func add(_ work: @escaping @Sendable () -> Void) {
    let (hasIdle, hasRoom) = state.withLock { state in
      state.work.append(work)
      let hasIdle = state.idle > 0
      if hasIdle { state.idle -= 1 }
      return (hasIdle, state.threads < state.most)
    }
    if hasIdle {
      wake.signal()
    } else if hasRoom, !makeThread() {
      // There is one thread at least, and it will come to this work.
      state.withLock { $0.most = $0.threads }
    }
  }

  func end() {
    let idle = state.withLock { state in
      state.hasEnded = true
      defer { state.idle = 0 }
      return state.idle
    }
    for _ in 0..<idle { wake.signal() }
  }

  /// Makes a thread; false if the system refuses.
  func makeThread() -> Bool {
    var attributes = pthread_attr_t()
    var thread = pthread_t()
    state.withLock { $0.threads += 1 }
    // SAFETY: the pointers live for the calls. The thread takes over the reference that it gets; if
    // there is no thread, it is released here.
    let queue = unsafe Unmanaged.passRetained(self)
    unsafe pthread_attr_init(&attributes)
    unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    unsafe pthread_attr_setstacksize(&attributes, Threads.stackByteCount)
    let code = unsafe pthread_create(
      &thread, &attributes,
      { queue in
        guard let queue = unsafe queue else { return nil }
        unsafe Unmanaged<Queue>.fromOpaque(queue).takeRetainedValue().work()
        return nil
      }, queue.toOpaque())
    unsafe pthread_attr_destroy(&attributes)
    if code != 0 {
      unsafe queue.release()
      state.withLock { $0.threads -= 1 }
    }
    return code == 0
  }

  /// Does work until the owner has gone and none is left.
  private func work() {
    blockSignals()
    while true {
      let (work, hasEnded) = state.withLock { state -> ((@Sendable () -> Void)?, Bool) in
        if !state.work.isEmpty { return (state.work.removeFirst(), false) }
        if !state.hasEnded { state.idle += 1 }
        return (nil, state.hasEnded)
      }
      if let work { work() } else if hasEnded { return } else { wake.wait() }
    }
  }

  /// Leaves Ctrl-C and other signals from outside to the main thread, as Dispatch's threads do.
  private func blockSignals() {
    var all = sigset_t()
    // SAFETY: the pointers are valid during the calls.
    unsafe sigfillset(&all)
    for number in [SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP, SIGSYS, SIGPROF] {
      unsafe sigdelset(&all, number)
    }
    unsafe pthread_sigmask(SIG_SETMASK, &all, nil)
  }
}
