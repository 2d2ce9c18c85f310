import Dispatch

/// Turns blocks of input into blocks of output, on all lanes at once, and delivers them in order.
///
///     let lanes = OrderedLanes(
///       count: 2, make: { Scorer() }, deliver: { print($0) },
///       work: { scorer, block in scorer.score(block) })
///     while let block = next() { lanes.take(block) }
///     lanes.finish()
///
/// Blocks are delivered as soon as all before them are, so a program that writes a line and waits
/// for its answer gets it. At most two blocks a lane are on the way.
package final class OrderedLanes<Scratch: Sendable, Block: Sendable, Output: Sendable>: Sendable {
  private let work: @Sendable (Scratch, Block) -> Output
  private let deliver: @Sendable (Output) -> Void
  private let make: @Sendable () -> Scratch
  private let desk = Locked(Desk())
  private let slots = DispatchSemaphore(value: 0)
  private let queue = DispatchQueue(label: "audit.ordered", attributes: .concurrent)
  private let group = DispatchGroup()

  private struct Desk {
    var taken = 0
    var delivered = 0
    /// Finished out of turn, by number.
    var finished: [Int: Output] = [:]
    /// Scratch that nobody uses.
    var idle: [Scratch] = []
  }

  /// Starts with nothing on the way.
  ///
  /// - Parameters:
  ///   - count: Lanes; at least 1.
  ///   - make: Makes the scratch of a lane, which no other uses at the same time.
  ///   - deliver: Takes the output, block after block; called by one lane at a time.
  ///   - work: Turns one block into its output.
  package init(
    count: Int, make: @escaping @Sendable () -> Scratch,
    deliver: @escaping @Sendable (Output) -> Void,
    work: @escaping @Sendable (Scratch, Block) -> Output
  ) {
    precondition(count >= 1, "somebody has to work")
    self.make = make
    self.deliver = deliver
    self.work = work
    // Not `value: 2 * count`: a semaphore that goes away below its starting value traps.
    for _ in 0..<2 * count { slots.signal() }
  }

  /// Takes the next block; waits while too many are on the way.
  package func take(_ block: Block) {
    slots.wait()
    let number = desk.withLock { desk in
      desk.taken += 1
      return desk.taken - 1
    }
    queue.async(group: group) {
      let scratch = self.desk.withLock { $0.idle.popLast() } ?? self.make()
      let output = self.work(scratch, block)
      self.desk.withLock { desk in
        desk.idle.append(scratch)
        desk.finished[number] = output
        while let next = desk.finished.removeValue(forKey: desk.delivered) {
          self.deliver(next)
          desk.delivered += 1
          self.slots.signal()
        }
      }
    }
  }

  /// Waits until everything is delivered.
  package func finish() { group.wait() }
}
