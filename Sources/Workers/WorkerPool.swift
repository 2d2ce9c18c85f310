package import Dispatch
import Synchronization

/// A bound on how many threads work at once: the caller's, and helpers of the pool.
///
/// All parts of a run share one pool, so that the bound holds for the run. Nothing waits for a helper
/// that has not begun: the thread that offers work does it itself if no helper has come.
///
///     let workers = WorkerPool(width: 2)
///     workers.perform(iterations: 4) { print($0) }  // 0, 1, 2, 3 in any order, two at once at most
package final class WorkerPool: Sendable {
  /// How many threads work at once, the caller's among them; at least 1.
  package let width: Int

  private let queue = DispatchQueue(label: "audit.workers", attributes: .concurrent)
  private let board = Locked(Board())

  private struct Board {
    /// Work that no helper has begun, the oldest first.
    var offers: [@Sendable () -> Void] = []
    /// Helpers at work.
    var helpers = 0
    /// Callers that wait, in whose places helpers may come.
    var waiting = 0
  }

  /// The caller's thread and no other.
  package static let alone = WorkerPool(width: 1)

  /// Makes a pool; helpers start when there is work.
  ///
  /// - Parameter width: How many threads work at once, the caller's among them; at least 1.
  package init(width: Int) {
    precondition(width >= 1, "somebody has to work")
    self.width = width
  }

  /// Has a helper do some work, in the order of the offers, as soon as one is free.
  ///
  /// Nothing happens in a pool of width 1: there the caller must do the work. In a wider one the
  /// work begins eventually, perhaps after the caller has done it, so it must see for itself
  /// whether there is anything left to do. It waits for no other work that has not begun.
  package func offer(_ work: @escaping @Sendable () -> Void) {
    if width == 1 { return }
    let isShortOfHelpers = board.withLock { board in
      board.offers.append(work)
      guard board.helpers < width - 1 + board.waiting else { return false }
      board.helpers += 1
      return true
    }
    if isShortOfHelpers { queue.async { self.help() } }
  }

  /// Waits for work that was offered to the pool, and lets a helper do some in the caller's place.
  ///
  /// - Parameter group: Is left when the work is done.
  package func wait(for group: DispatchGroup) {
    let isShortOfHelpers = board.withLock { board in
      board.waiting += 1
      guard !board.offers.isEmpty else { return false }
      board.helpers += 1
      return true
    }
    if isShortOfHelpers { queue.async { self.help() } }
    group.wait()
    board.withLock { $0.waiting -= 1 }
  }

  /// Does what is offered until nothing is.
  private func help() {
    while let work = nextOffer() { work() }
  }

  private func nextOffer() -> (@Sendable () -> Void)? {
    board.withLock { board in
      if board.offers.isEmpty {
        board.helpers -= 1
        return nil
      }
      return board.offers.removeFirst()
    }
  }

  /// Calls a function with every number below a count, on as many threads as are free.
  ///
  /// The caller works too, so that this may be called from within work of the same pool.
  ///
  /// - Parameters:
  ///   - iterations: How many calls; at least 0.
  ///   - body: Takes the number of the call. All calls have ended when this returns.
  package func perform(iterations: Int, _ body: @escaping @Sendable (Int) -> Void) {
    let loop = Loop(iterations, body)
    for _ in 1..<max(1, min(iterations, width)) { offer { loop.run() } }
    loop.run()
    loop.waitForHelpers()
  }

  /// Calls that are claimed one by one.
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

    /// Waits for those who claimed a call: they entered the group before the last one was claimed.
    func waitForHelpers() { group.wait() }
  }
}
