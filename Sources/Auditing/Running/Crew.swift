import Dispatch
import Intake
import Tallies
import Workers

/// The lanes of a run.
///
/// Takes chunks from the readers and has each chunk audited once.
///
/// One lane belongs to the first reader. Each other lane is idle, reads lists, or works for the
/// pool of workers, where it takes chunk after chunk until none is left. No lane waits for another.
/// The number of chunks limits the readers: when all chunks are in use, a reader audits its own.
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

  /// The chunks and the lanes, by state.
  private struct Board {
    /// Filled chunks that no lane has taken yet, the oldest first.
    var pending: ArraySlice<Parcel> = []
    /// Empty chunks.
    var free: [Chunk]
    /// Lanes without work.
    var idle: [Lane]
    /// Lanes that read no lists, idle or working; without any, nothing is pending.
    var helping: Int
  }

  init(_ plan: AuditPlan, absorb: @escaping @Sendable (Tally) -> Void) {
    let lanes = (1..<plan.lists.workers.width).map { _ in Lane(plan) }
    // Two chunks per lane, one in work and one waiting, and one for the reader.
    let chunks = (0..<2 * lanes.count + 1).map { _ in Chunk() }
    self.lanes = lanes
    workers = plan.lists.workers
    own = Lane(plan)
    board = Locked(Board(free: chunks, idle: lanes, helping: lanes.count))
    progress = plan.lists.progress
    signatureLimit = plan.signatureLimit
    self.absorb = absorb
  }

  /// Returns a chunk to fill; each reader holds one at a time.
  func freeChunk() -> Chunk {
    board.withLock { $0.free.popLast() } ?? Chunk()
  }

  /// Takes a filled chunk and returns a chunk to fill: another one, or the same after its audit.
  ///
  /// - Parameters:
  ///   - parcel: The chunk.
  ///   - own: The lane of the calling reader; nil for the first reader.
  /// - Returns: The chunk to fill.
  func take(_ parcel: Parcel, by own: Lane? = nil) -> Chunk {
    let (next, lane) = board.withLock { board -> (Chunk?, Lane?) in
      guard board.helping > 0, let next = board.free.popLast() else { return (nil, nil) }
      board.pending.append(parcel)
      return (next, board.idle.popLast())
    }
    guard let next else {
      audit(parcel, by: own ?? self.own)
      return parcel.chunk
    }
    if let lane { offer { self.work(lane) } }
    return next
  }

  /// Submits work to the pool; ``settle()`` waits for its end.
  private func offer(_ work: @escaping @Sendable () -> Void) {
    group.enter()
    workers.offer {
      work()
      self.group.leave()
    }
  }

  // MARK: Several readers

  /// Reads lists in parallel, in the calling thread and in idle lanes.
  ///
  /// Returns once all lists are read and all chunks audited.
  func read(_ lists: ListsToRead, from queue: ListQueue) {
    beginReaders(of: lists, from: queue)
    read(lists, from: queue, by: own)
    // Other readers may still need this lane.
    board.withLock { $0.helping += 1 }
    work(own)
    workers.wait(for: group)
    board.withLock { board in
      board.helping -= 1
      board.idle.removeAll { $0 === own }
    }
  }

  /// Turns idle lanes into readers, as long as lists are left for them.
  private func beginReaders(of lists: ListsToRead, from queue: ListQueue) {
    while let lane = takeFromHelp() {
      guard queue.admitReader() else {
        board.withLock { $0.helping += 1 }
        return work(lane)
      }
      offer {
        self.read(lists, from: queue, by: lane)
        self.board.withLock { $0.helping += 1 }
        self.work(lane)
      }
    }
  }

  /// Takes an idle lane out of those that audit for the readers.
  private func takeFromHelp() -> Lane? {
    board.withLock { board in
      let lane = board.idle.popLast()
      if lane != nil { board.helping -= 1 }
      return lane
    }
  }

  private func read(_ lists: ListsToRead, from queue: ListQueue, by lane: Lane) {
    var chunk = freeChunk()
    lists.read(from: queue, into: &chunk, { take($0, by: lane) }) { _ in
      beginReaders(of: lists, from: queue)
    }
    board.withLock { $0.free.append(chunk) }
  }

  /// Audits the pending chunks, waits for the other lanes, and hands over the tallies.
  func settle() {
    while let parcel = board.withLock({ $0.pending.popFirst() }) { audit(parcel, by: own) }
    group.wait()
    for lane in lanes { lane.handOver { own.add($0) } }
    own.handOver(to: absorb)
  }

  /// Audits pending chunks until none is left, then marks the lane idle.
  private func work(_ lane: Lane) {
    while let parcel = nextParcel(orIdle: lane) {
      audit(parcel, by: lane)
      board.withLock { $0.free.append(parcel.chunk) }
    }
  }

  private func nextParcel(orIdle lane: Lane) -> Parcel? {
    board.withLock { board in
      let parcel = board.pending.popFirst()
      if parcel == nil { board.idle.append(lane) }
      return parcel
    }
  }

  private func audit(_ parcel: Parcel, by lane: Lane) {
    progress.add(lane.audit(parcel))
    if max(lane.tally.signatureCount, lane.tally.shapes?.count ?? 0) > signatureLimit {
      absorbing.withLock { _ in lane.handOver(to: absorb) }
    }
  }
}
