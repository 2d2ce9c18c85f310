import Dispatch
import Intake
import Tallies
import Workers

/// The workers of a run.
///
/// Takes chunks from the readers and has each chunk audited once.
///
/// One worker belongs to the first reader. Each other worker is idle, reads lists, or works for the
/// pool of workers, where it takes chunk after chunk until none is left. No worker waits for
/// another. The number of chunks limits the readers: when all chunks are in use, a reader audits
/// its own.
final class AuditWorkers: Sendable {
  private let state: Locked<State>
  private let own: AuditWorker
  private let workers: [AuditWorker]
  private let pool: WorkerPool
  private let group = DispatchGroup()
  private let progress: AuditProgress
  private let signatureLimit: Int
  private let add: @Sendable (Tally) -> Void
  private let adding = Locked(())

  /// The chunks and the workers, by state.
  private struct State {
    /// Filled chunks that no worker has taken yet, the oldest first.
    var pending: ArraySlice<ChunkJob> = []
    /// Empty chunks.
    var free: [Chunk]
    /// Workers without work.
    var idle: [AuditWorker]
    /// Workers that read no lists, idle or working; without any, nothing is pending.
    var helping: Int
  }

  init(_ plan: AuditPlan, add: @escaping @Sendable (Tally) -> Void) {
    let workers = (1..<plan.lists.workers.width).map { _ in AuditWorker(plan) }
    // Two chunks per worker, one in work and one waiting, and one for the reader.
    let chunks = (0..<2 * workers.count + 1).map { _ in Chunk() }
    self.workers = workers
    pool = plan.lists.workers
    own = AuditWorker(plan)
    state = Locked(State(free: chunks, idle: workers, helping: workers.count))
    progress = plan.lists.progress
    signatureLimit = plan.signatureLimit
    self.add = add
  }

  /// Returns a chunk to fill; each reader holds one at a time.
  func freeChunk() -> Chunk {
    state.withLock { $0.free.popLast() } ?? Chunk()
  }

  /// Takes a filled chunk and returns a chunk to fill: another one, or the same after its audit.
  ///
  /// - Parameters:
  ///   - job: The chunk.
  ///   - own: The worker of the calling reader; nil for the first reader.
  /// - Returns: The chunk to fill.
  func take(_ job: ChunkJob, by own: AuditWorker? = nil) -> Chunk {
    let (next, worker) = state.withLock { state -> (Chunk?, AuditWorker?) in
      guard state.helping > 0, let next = state.free.popLast() else { return (nil, nil) }
      state.pending.append(job)
      return (next, state.idle.popLast())
    }
    guard let next else {
      audit(job, by: own ?? self.own)
      return job.chunk
    }
    if let worker { offer { self.work(worker) } }
    return next
  }

  /// Submits work to the pool; ``settle()`` waits for its end.
  private func offer(_ work: @escaping @Sendable () -> Void) {
    group.enter()
    pool.offer {
      work()
      self.group.leave()
    }
  }

  // MARK: Several readers

  /// Reads lists in parallel, in the calling thread and in idle workers.
  ///
  /// Returns once all lists are read and all chunks audited.
  func read(_ lists: ListsToRead, from queue: ListQueue) {
    beginReaders(of: lists, from: queue)
    read(lists, from: queue, by: own)
    // Other readers may still need this worker.
    state.withLock { $0.helping += 1 }
    work(own)
    pool.wait(for: group)
    state.withLock { state in
      state.helping -= 1
      state.idle.removeAll { $0 === own }
    }
  }

  /// Turns idle workers into readers, as long as lists are left for them.
  private func beginReaders(of lists: ListsToRead, from queue: ListQueue) {
    while let worker = takeFromHelp() {
      guard queue.admitReader() else {
        state.withLock { $0.helping += 1 }
        return work(worker)
      }
      offer {
        self.read(lists, from: queue, by: worker)
        self.state.withLock { $0.helping += 1 }
        self.work(worker)
      }
    }
  }

  /// Takes an idle worker out of those that audit for the readers.
  private func takeFromHelp() -> AuditWorker? {
    state.withLock { state in
      let worker = state.idle.popLast()
      if worker != nil { state.helping -= 1 }
      return worker
    }
  }

  private func read(_ lists: ListsToRead, from queue: ListQueue, by worker: AuditWorker) {
    var chunk = freeChunk()
    lists.read(from: queue, into: &chunk, { take($0, by: worker) }) { _ in
      beginReaders(of: lists, from: queue)
    }
    state.withLock { $0.free.append(chunk) }
  }

  /// Audits the pending chunks, waits for the other workers, and hands over the tallies.
  func settle() {
    while let job = state.withLock({ $0.pending.popFirst() }) { audit(job, by: own) }
    group.wait()
    for worker in workers { worker.handOver { own.add($0) } }
    own.handOver(to: add)
  }

  /// Audits pending chunks until none is left, then marks the worker idle.
  private func work(_ worker: AuditWorker) {
    while let job = nextJob(orIdle: worker) {
      audit(job, by: worker)
      state.withLock { $0.free.append(job.chunk) }
    }
  }

  private func nextJob(orIdle worker: AuditWorker) -> ChunkJob? {
    state.withLock { state in
      let job = state.pending.popFirst()
      if job == nil { state.idle.append(worker) }
      return job
    }
  }

  private func audit(_ job: ChunkJob, by worker: AuditWorker) {
    progress.add(worker.audit(job))
    if max(worker.tally.signatureCount, worker.tally.shapes?.count ?? 0) > signatureLimit {
      adding.withLock { _ in worker.handOver(to: add) }
    }
  }
}
