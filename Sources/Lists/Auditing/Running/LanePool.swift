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
final class LanePool: Sendable {
  private let state: Locked<State>
  private let own: Lane
  private let lanes: [Lane]
  private let workers: WorkerPool
  private let group = DispatchGroup()
  private let progress: AuditProgress
  private let signatureLimit: Int
  private let absorb: @Sendable (Tally) -> Void
  private let absorbing = Locked(())

  /// The chunks and the lanes, by state.
  private struct State {
    /// Filled chunks that no lane has taken yet, the oldest first.
    var pending: ArraySlice<ChunkJob> = []
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
    state = Locked(State(free: chunks, idle: lanes, helping: lanes.count))
    progress = plan.lists.progress
    signatureLimit = plan.signatureLimit
    self.absorb = absorb
  }

  /// Returns a chunk to fill; each reader holds one at a time.
  func freeChunk() -> Chunk {
    state.withLock { $0.free.popLast() } ?? Chunk()
  }

  /// Takes a filled chunk and returns a chunk to fill: another one, or the same after its audit.
  ///
  /// - Parameters:
  ///   - job: The chunk.
  ///   - own: The lane of the calling reader; nil for the first reader.
  /// - Returns: The chunk to fill.
  func take(_ job: ChunkJob, by own: Lane? = nil) -> Chunk {
    let (next, lane) = state.withLock { state -> (Chunk?, Lane?) in
      guard state.helping > 0, let next = state.free.popLast() else { return (nil, nil) }
      state.pending.append(job)
      return (next, state.idle.popLast())
    }
    guard let next else {
      audit(job, by: own ?? self.own)
      return job.chunk
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
    state.withLock { $0.helping += 1 }
    work(own)
    workers.wait(for: group)
    state.withLock { state in
      state.helping -= 1
      state.idle.removeAll { $0 === own }
    }
  }

  /// Turns idle lanes into readers, as long as lists are left for them.
  private func beginReaders(of lists: ListsToRead, from queue: ListQueue) {
    while let lane = takeFromHelp() {
      guard queue.admitReader() else {
        state.withLock { $0.helping += 1 }
        return work(lane)
      }
      offer {
        self.read(lists, from: queue, by: lane)
        self.state.withLock { $0.helping += 1 }
        self.work(lane)
      }
    }
  }

  /// Takes an idle lane out of those that audit for the readers.
  private func takeFromHelp() -> Lane? {
    state.withLock { state in
      let lane = state.idle.popLast()
      if lane != nil { state.helping -= 1 }
      return lane
    }
  }

  private func read(_ lists: ListsToRead, from queue: ListQueue, by lane: Lane) {
    var chunk = freeChunk()
    lists.read(from: queue, into: &chunk, { take($0, by: lane) }) { _ in
      beginReaders(of: lists, from: queue)
    }
    state.withLock { $0.free.append(chunk) }
  }

  /// Audits the pending chunks, waits for the other lanes, and hands over the tallies.
  func settle() {
    while let job = state.withLock({ $0.pending.popFirst() }) { audit(job, by: own) }
    group.wait()
    for lane in lanes { lane.handOver { own.add($0) } }
    own.handOver(to: absorb)
  }

  /// Audits pending chunks until none is left, then marks the lane idle.
  private func work(_ lane: Lane) {
    while let job = nextJob(orIdle: lane) {
      audit(job, by: lane)
      state.withLock { $0.free.append(job.chunk) }
    }
  }

  private func nextJob(orIdle lane: Lane) -> ChunkJob? {
    state.withLock { state in
      let job = state.pending.popFirst()
      if job == nil { state.idle.append(lane) }
      return job
    }
  }

  private func audit(_ job: ChunkJob, by lane: Lane) {
    progress.add(lane.audit(job))
    if max(lane.tally.signatureCount, lane.tally.shapes?.count ?? 0) > signatureLimit {
      absorbing.withLock { _ in lane.handOver(to: absorb) }
    }
  }
}
