import CProcessors
package import Dispatch
import Synchronization

/// Limits the number of threads that work at once: the caller's thread and the pool's helpers.
///
/// All parts of a run share one pool, so the limit holds for the whole run. No thread waits for a
/// helper that has not begun: the thread that offers work does it itself if no helper comes. If the
/// system grants no thread at all, the pool's width is 1.
///
///     let workers = WorkerPool(width: 2)
///     workers.perform(iterations: 4) { print($0) }  // 0, 1, 2, 3 in any order, two at once at most
///
/// A helper is one block on a queue of Dispatch, from the first work that finds no idle helper to
/// the end of the pool.
package final class WorkerPool: Sendable {
  /// The number of threads that may work at once, including the caller's; at least 1.
  package let width: Int

  private let helpers: Helpers

  /// A pool with only the caller's thread.
  package static let alone = WorkerPool(width: 1)

  /// Makes a pool with one helper; others start when there is work for them.
  ///
  /// - Parameter width: The number of threads that may work at once, including the caller's; at
  ///   least 1. The pool's width is 1 if the system grants no thread. If it grants some of them,
  ///   those do all the work.
  package init(width: Int) {
    precondition(width >= 1, "a pool has at least one thread")
    helpers = Helpers(most: width - 1)
    self.width = width > 1 && helpers.startOne() ? width : 1
  }

  deinit { helpers.end() }

  /// Offers work; a helper does it as soon as one is free, in the order offered.
  ///
  /// A pool of width 1 does nothing: the caller must do the work. In a wider pool, the work begins
  /// eventually, possibly after the caller has done it, so it must check whether anything is left
  /// to do. It must not wait for other work that has not begun.
  package func offer(_ work: @escaping @Sendable () -> Void) {
    if width == 1 { return }
    let processor = current_processor()
    helpers.call { state in
      state.offers.append(work)
      state.processor = processor
    }
  }

  /// Waits for work offered to the pool, and lets a helper work in the caller's place.
  ///
  /// - Parameter group: A group that is left when the work is done.
  package func wait(for group: DispatchGroup) {
    helpers.call { state in
      state.most += 1
      // The caller's processor is about to be free.
      state.processor = -1
    }
    group.wait()
    helpers.call { $0.most -= 1 }
  }

  /// Calls a function with each number below a count, on as many threads as are free.
  ///
  /// The caller works too, so work of the same pool may call this.
  ///
  /// - Parameters:
  ///   - iterations: The number of calls; at least 0.
  ///   - body: Receives the number of the call. All calls have ended when this method returns.
  package func perform(iterations: Int, _ body: @escaping @Sendable (Int) -> Void) {
    let loop = Loop(iterations, body)
    for _ in 1..<max(1, min(iterations, width)) { offer { loop.run() } }
    loop.run()
    loop.waitForHelpers()
  }

  /// Calls a function with each element and its number, which may change the element, on as many threads as are
  /// free.
  package func changeEach<Element: Sendable>(
    of elements: inout [Element], _ change: @escaping @Sendable (Int, inout Element) -> Void
  ) {
    unsafe elements.withUnsafeMutableBufferPointer { buffer in
      // SAFETY: each call touches the one element of its number, and all end before the closure that lends the
      // buffer does.
      nonisolated(unsafe) let elements = unsafe buffer
      unsafe perform(iterations: elements.count) { unsafe change($0, &elements[$0]) }
    }
  }

  /// The results of a function for each element, in order, computed on as many threads as are free.
  package func map<Element: Sendable, Result: Sendable>(
    _ elements: [Element], _ make: @escaping @Sendable (Element) -> Result
  ) -> [Result] {
    let made = Locked([Result?](repeating: nil, count: elements.count))
    perform(iterations: elements.count) { number in
      let result = make(elements[number])
      made.withLock { $0[number] = result }
    }
    return made.withLock(\.self).compactMap(\.self)
  }

  /// A set of calls that threads claim one by one.
  private final class Loop: Sendable {
    private let count: Int
    private let body: @Sendable (Int) -> Void
    private let claimed = Atomic<Int>(0)
    private let group = DispatchGroup()

    init(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
      self.count = count
      self.body = body
    }

    /// Makes calls until all are claimed; a helper that comes too late finds none.
    func run() {
      group.enter()
      defer { group.leave() }
      while true {
        let number = claimed.wrappingAdd(1, ordering: .relaxed).oldValue
        guard number < count else { return }
        body(number)
      }
    }

    /// Waits for threads that claimed a call: they entered the group before the last call was
    /// claimed.
    func waitForHelpers() { group.wait() }
  }
}

/// The offered work of a pool, and the helpers that do it, which keep it alive until they have ended.
private final class Helpers: Sendable {
  private let state: Locked<State>
  /// Signalled once for each idle helper that has something to do, or has to end.
  private let wake = DispatchSemaphore(value: 0)

  struct State {
    /// The most helpers that may work at once.
    var most: Int
    /// Work that no helper has begun, in the order offered.
    var offers: [@Sendable () -> Void] = []
    /// The processor on which the last work was offered; -1 if helpers may work there.
    var processor: Int32 = -1
    /// The number of helpers; a pool begins with one.
    var count = 1
    /// The number of helpers that wait and were not woken.
    var idle = 0
    var isRefused = false
    var hasEnded = false
  }

  init(most: Int) { state = Locked(State(most: most)) }

  /// Starts a helper that has been counted; false if the system grants no thread.
  func startOne() -> Bool { Threads.start { self.work() } }

  /// Changes the state, then wakes or starts a helper if there is work for one more.
  func call(after change: (inout State) -> Void) {
    let isIdle = state.withLock { state -> Bool? in
      change(&state)
      guard !state.offers.isEmpty, state.count - state.idle < state.most else { return nil }
      let isIdle = state.idle > 0
      if isIdle { state.idle -= 1 } else if state.isRefused { return nil } else { state.count += 1 }
      return isIdle
    }
    if isIdle == true { wake.signal() }
    guard isIdle == false, !startOne() else { return }
    // A helper may have become idle meanwhile.
    call { state in
      state.count -= 1
      state.isRefused = true
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

  /// Does offered work until the owner has gone and none is left.
  ///
  /// Waits if there is none, or if a caller in whose place this helper worked has returned.
  private func work() {
    leaveProcessor()
    while true {
      let (work, hasEnded) = state.withLock { state -> ((@Sendable () -> Void)?, Bool) in
        if !state.offers.isEmpty && state.count - state.idle <= state.most {
          return (state.offers.removeFirst(), false)
        }
        if state.hasEnded { state.count -= 1 } else { state.idle += 1 }
        return (nil, state.hasEnded)
      }
      if let work {
        work()
      } else if hasEnded {
        return
      } else {
        wake.wait()
        leaveProcessor()
      }
    }
  }

  /// Goes to another processor than the one on which the work was offered.
  ///
  /// Linux wakes a thread on the processor of the thread that woke it, and often leaves both there
  /// for tens of milliseconds while another processor is idle.
  private func leaveProcessor() { leave_processor(state.withLock(\.processor)) }
}
