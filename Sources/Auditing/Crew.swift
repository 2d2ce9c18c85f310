import Dispatch
import Intake
import Tallies
import Workers

/// The lanes at work: takes chunks from the reader and sees that each is audited once.
///
/// One lane is the reader's own. Of the others, each is idle or has one offer in the pool of workers,
/// which takes chunk after chunk until there is none; none ever waits for another.
/// The brake is the number of chunks: when all are in use, the reader audits its chunk itself.
final class Crew: Sendable {
  private let board: Locked<Board>
  private let own: Lane
  private let lanes: [Lane]
  private let workers: WorkerPool
  private let group = DispatchGroup()
  private let progress: AuditProgress
  private let signatureLimit: Int
  private let absorb: @Sendable (Tally) -> Void
  private let absorbing = Locked(())

  /// What is where.
  private struct Board {
    /// Filled chunks that nobody has taken yet, the oldest last.
    var pending: [Parcel] = []
    /// Chunks to be filled.
    var free: [Chunk]
    /// Lanes without work.
    var idle: [Lane]
  }

  init(_ plan: AuditPlan, absorb: @escaping @Sendable (Tally) -> Void) {
    let lanes = (1..<plan.workers.width).map { _ in Lane(plan) }
    // Two chunks a lane, one that it audits and one that waits, and one for the reader.
    let chunks = (0..<2 * lanes.count + 1).map { _ in Chunk() }
    self.lanes = lanes
    workers = plan.workers
    own = Lane(plan)
    board = Locked(Board(free: chunks, idle: lanes))
    progress = plan.progress
    signatureLimit = plan.signatureLimit
    self.absorb = absorb
  }

  /// A chunk to fill; the reader holds one at a time.
  func freeChunk() -> Chunk {
    board.withLock { $0.free.popLast() } ?? Chunk()
  }

  /// Takes a filled chunk, and gives one to fill: another, or the same once it is audited.
  func take(_ parcel: Parcel) -> Chunk {
    guard let next = board.withLock({ $0.free.popLast() }) else {
      audit(parcel, by: own)
      return parcel.chunk
    }
    let lane = board.withLock { board in
      board.pending.insert(parcel, at: 0)
      return board.idle.popLast()
    }
    if let lane {
      group.enter()
      workers.offer {
        self.work(lane)
        self.group.leave()
      }
    }
    return next
  }

  /// Helps until nothing is pending, waits for the others, and hands over what was counted.
  func settle() {
    while let parcel = board.withLock({ $0.pending.popLast() }) { audit(parcel, by: own) }
    group.wait()
    for lane in lanes { lane.handOver { own.add($0) } }
    own.handOver(to: absorb)
  }

  /// Settles everything, after the last chunk.
  func finish() {
    settle()
    for lane in lanes + [own] { lane.finish() }
  }

  /// Audits what is pending; then the lane is idle.
  private func work(_ lane: Lane) {
    while let parcel = nextParcel(orIdle: lane) {
      audit(parcel, by: lane)
      board.withLock { $0.free.append(parcel.chunk) }
    }
  }

  private func nextParcel(orIdle lane: Lane) -> Parcel? {
    board.withLock { board in
      let parcel = board.pending.popLast()
      if parcel == nil { board.idle.append(lane) }
      return parcel
    }
  }

  private func audit(_ parcel: Parcel, by lane: Lane) {
    progress.add(lane.audit(parcel))
    if lane.tally.signatureCount > signatureLimit {
      absorbing.withLock { _ in lane.handOver(to: absorb) }
    }
  }
}
