import Dispatch
package import Workers

/// Turns blocks of input into blocks of output on all workers, and delivers the output in order.
///
///     let workers = OrderedLanes(
///       workers, make: { Scorer() }, deliver: { print($0) },
///       work: { scorer, block in scorer.score(block) })
///     while let block = next() { workers.take(block) }
///     workers.finish()
///
/// A block is delivered as soon as all earlier ones are, so a program can write a line and wait for
/// its answer. At most two blocks per worker are in progress; a caller with another block works on
/// the oldest one first.
package final class OrderedWorkers<Scratch: Sendable, Block: Sendable, Output: Sendable>: Sendable {
  private let workers: WorkerPool
  private let work: @Sendable (Scratch, Block) -> Output
  private let deliver: @Sendable (Output) -> Void
  private let make: @Sendable () -> Scratch
  private let blocks = Locked(Blocks())
  private let slots = DispatchSemaphore(value: 0)
  private let group = DispatchGroup()

  private struct Blocks {
    var taken = 0
    var delivered = 0
    /// Blocks that no worker has taken, by number, the oldest first.
    var pending: [(number: Int, block: Block)] = []
    /// Outputs that were finished before their turn, by number.
    var finished: [Int: Output] = [:]
    /// Scratch memory not in use.
    var idle: [Scratch] = []
  }

  /// Makes workers without blocks.
  ///
  /// - Parameters:
  ///   - workers: The workers, including the caller of ``take(_:)``.
  ///   - make: Makes the scratch memory of a worker; only one worker at a time uses it.
  ///   - deliver: Receives the outputs in order; called by one worker at a time.
  ///   - work: Turns one block into its output.
  package init(
    _ workers: WorkerPool, make: @escaping @Sendable () -> Scratch,
    deliver: @escaping @Sendable (Output) -> Void,
    work: @escaping @Sendable (Scratch, Block) -> Output
  ) {
    self.workers = workers
    self.make = make
    self.deliver = deliver
    self.work = work
    // Not `value: 2 * width`: a semaphore that is destroyed below its starting value traps.
    for _ in 0..<2 * workers.width { slots.signal() }
  }

  /// Takes the next block.
  ///
  /// While too many are in progress, the caller works too.
  package func take(_ block: Block) {
    while slots.wait(timeout: .now()) == .timedOut {
      if workOnOldest() { continue }
      // Workers have taken all blocks; the first delivery makes room.
      slots.wait()
      break
    }
    group.enter()
    blocks.withLock { blocks in
      blocks.pending.append((blocks.taken, block))
      blocks.taken += 1
    }
    if workers.width == 1 {
      workOnOldest()
    } else {
      workers.offer { self.workOnOldest() }
    }
  }

  /// Works on the oldest block that no worker has taken; false if there is none.
  @discardableResult private func workOnOldest() -> Bool {
    let next = blocks.withLock { blocks in
      blocks.pending.isEmpty ? nil : (blocks.pending.removeFirst(), blocks.idle.popLast())
    }
    guard let ((number, block), idle) = next else { return false }
    let scratch = idle ?? make()
    let output = work(scratch, block)
    blocks.withLock { blocks in
      blocks.idle.append(scratch)
      blocks.finished[number] = output
      while let next = blocks.finished.removeValue(forKey: blocks.delivered) {
        deliver(next)
        blocks.delivered += 1
        slots.signal()
      }
    }
    group.leave()
    return true
  }

  /// Works, or waits for others, until everything is delivered.
  package func finish() {
    while workOnOldest() {}
    group.wait()
  }
}
