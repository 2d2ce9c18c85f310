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
package final class WorkerPool: Sendable {
  /// The number of threads that may work at once, including the caller's; at least 1.
  package let width: Int

  /// The helpers' threads; nil if the width is 1.
  private let threads: Threads?
  private let state = Locked(State())

  private struct State {
    /// Work that no helper has begun, in the order offered.
    var offers: [@Sendable () -> Void] = []
    /// The number of working helpers.
    var helpers = 0
    /// The number of waiting callers; for each, another helper may work.
    var waiting = 0
  }

  /// A pool with only the caller's thread.
  package static let alone = WorkerPool(width: 1)

  /// Makes a pool; helpers start when there is work.
  ///
  /// - Parameter width: The number of threads that may work at once, including the caller's; at
  ///   least 1. The pool's width is 1 if the system grants no thread. If it grants some of them,
  ///   those do all the work.
  package init(width: Int) {
    precondition(width >= 1, "a pool has at least one thread")
    threads = width == 1 ? nil : Threads(most: .max)
    self.width = threads == nil ? 1 : width
  }

  /// Offers work; a helper does it as soon as one is free, in the order offered.
  ///
  /// A pool of width 1 does nothing: the caller must do the work. In a wider pool, the work begins
  /// eventually, possibly after the caller has done it, so it must check whether anything is left
  /// to do. It must not wait for other work that has not begun.
  package func offer(_ work: @escaping @Sendable () -> Void) {
    if width == 1 { return }
    let isShortOfHelpers = state.withLock { state in
      state.offers.append(work)
      guard state.helpers < width - 1 + state.waiting else { return false }
      state.helpers += 1
      return true
    }
    if isShortOfHelpers { beginHelping() }
  }

  /// Waits for work offered to the pool, and lets a helper work in the caller's place.
  ///
  /// - Parameter group: A group that is left when the work is done.
  package func wait(for group: DispatchGroup) {
    let isShortOfHelpers = state.withLock { state in
      state.waiting += 1
      guard !state.offers.isEmpty else { return false }
      state.helpers += 1
      return true
    }
    // The caller's processor is about to be free.
    if isShortOfHelpers { threads?.run { self.help() } }
    group.wait()
    state.withLock { $0.waiting -= 1 }
  }

  /// Starts a helper, on another processor than the caller's.
  ///
  /// Linux wakes a thread on the processor of the thread that woke it, and often leaves both there
  /// for tens of milliseconds while another processor is idle.
  private func beginHelping() {
    let processor = current_processor()
    threads?.run {
      leave_processor(processor)
      self.help()
    }
  }

  /// Does offered work until none is left.
  private func help() {
    while let work = nextOffer() { work() }
  }

  /// The next work of a helper; nil if there is none, or if a caller in whose place the helper
  /// worked has returned.
  private func nextOffer() -> (@Sendable () -> Void)? {
    state.withLock { state in
      if state.offers.isEmpty || state.helpers > width - 1 + state.waiting {
        state.helpers -= 1
        return nil
      }
      return state.offers.removeFirst()
    }
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
