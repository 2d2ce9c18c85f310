package import Diagnostics
package import GuessModels
package import Intake
@_spi(Internal) package import Passwords
import Workers

/// Counts the passwords of lists for a guess model, on all workers.
///
///     let training = ModelTraining(ListsToRead(inputs, workers: 2), criteria, settings, limits)
///     let trained = try training.run()
package struct ModelTraining: Sendable {
  /// The lists, with the settings for reading them.
  package let lists: ListsToRead
  private let criteria: Criteria
  private let settings: ModelSettings
  private let memory: Int
  private let directory: String

  /// What was counted.
  package struct Trained: Sendable {
    /// The counts of all lists.
    package let counts: TrainingCounts
    /// The lines of the lists by kind.
    package let lines: LineCounts
    /// A summary of each list, in order.
    package let summaries: [ListSummary]
  }

  /// Makes a training.
  ///
  /// - Parameters:
  ///   - lists: The lists, with the settings for reading them.
  ///   - criteria: Criteria that ask for no facts.
  ///   - settings: What the model will be made of.
  ///   - memory: The most memory for counts of all workers together, in bytes.
  ///   - directory: The directory of temporary files.
  package init(
    _ lists: ListsToRead, _ criteria: Criteria, _ settings: ModelSettings, memory: Int,
    directory: String
  ) {
    self.lists = lists
    self.criteria = criteria
    self.settings = settings
    self.memory = memory
    self.directory = directory
  }

  /// Reads every list until it ends, fails or is stopped.
  ///
  /// The counts do not depend on the number of workers or on the order of lists.
  package func run() throws(Problem) -> Trained {
    let made = Locked<[TrainingWorker]>([])
    let free = Locked<[Chunk]>([])
    let workers = OrderedWorkers(
      lists.workers,
      make: {
        let worker = TrainingWorker(
          criteria, settings, memory: memory / lists.workers.width, directory)
        made.withLock { $0.append(worker) }
        return worker
      },
      deliver: { [progress = lists.progress] in progress.add($0) },
      work: { (worker: TrainingWorker, job: ChunkJob) in
        let audited = worker.take(job)
        free.withLock { $0.append(job.chunk) }
        return audited
      })
    let summaries = lists.read(into: Chunk()) { job in
      workers.take(job)
      return free.withLock { $0.popLast() } ?? Chunk()
    }
    workers.finish()
    return try sum(of: made.withLock(\.self), summaries())
  }

  private func sum(
    of workers: [TrainingWorker], _ summaries: [ListSummary]
  ) throws(Problem) -> Trained {
    var counter = try PasswordCounter(
      order: settings.order, memory: memory / lists.workers.width, directory: directory)
    var lines = LineCounts()
    for worker in workers {
      if let fault = worker.fault { throw fault }
      lines.merge(worker.lines)
    }
    try DistinctPasswords.count(workers.compactMap(\.distinct), into: &counter)
    var counts = counter.finish()
    for worker in workers { if let other = worker.finish() { counts.merge(other) } }
    counts.leftOut(
      empty: lines.empty + workers.reduce(0) { $0 + $1.emptyCount },
      overLong: summaries.reduce(lines.overLong) { $0 &+ $1.overLongLines })
    return Trained(counts: counts, lines: lines, summaries: summaries)
  }
}

/// The counts of one worker.
private final class TrainingWorker: @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): only one worker at a time uses a worker.
  private let batches: LineBatches
  private var counter: PasswordCounter?
  /// The passwords, if each counts once.
  private(set) var distinct: DistinctPasswords?
  /// The lines of all chunks.
  private(set) var lines = LineCounts()
  /// The passwords without a character, which users have.
  private(set) var emptyCount: UInt64 = 0
  /// Why the worker stopped counting.
  private(set) var fault: Problem?

  init(_ criteria: Criteria, _ settings: ModelSettings, memory: Int, _ directory: String) {
    batches = LineBatches(criteria, countsEntries: true)
    if settings.isDistinct {
      distinct = DistinctPasswords(memory: memory / 2, directory: directory)
    } else {
      do throws(Problem) {
        counter = try PasswordCounter(
          order: settings.order, memory: memory, directory: directory)
      } catch { fault = error }
    }
  }

  /// Counts the passwords of a chunk; returns the number of its lines that hold one.
  func take(_ job: ChunkJob) -> UInt64 {
    if fault != nil { return 0 }
    batches.forEach(of: job) { batch, text, _ in
      do throws(Problem) {
        for index in 0..<batch.count {
          let range = batch.line(index).range
          let weight = batch.isWeighted ? batch[weight: index] : 1
          if range.isEmpty {
            emptyCount &+= weight
          } else if distinct != nil {
            try distinct?.add(Span<UInt8>(_bytes: text.extracting(range)))
          } else {
            try counter?.add(Span<UInt8>(_bytes: text.extracting(range)), weight)
          }
        }
      } catch { fault = error }
    }
    lines.merge(batches.lines)
    return batches.lines.audited
  }

  /// Ends the counting; nil if passwords count once.
  func finish() -> TrainingCounts? {
    guard let counter = counter.take() else { return nil }
    return counter.finish()
  }
}
