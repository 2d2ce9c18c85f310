package import Intake
package import Passwords
package import Tallies
import Workers

/// An audit with all files opened, compiled and checked, ready to run.
///
///     let plan = AuditPlan(ListsToRead(inputs, workers: 2), criteria)
///     let summaries = plan.run { tally in findings.withLock { $0.add(tally) } }
package struct AuditPlan: Sendable {
  /// The lists, with the settings for reading them.
  package let lists: ListsToRead
  /// The criteria that judge each password, with the schema of the recorded facts.
  package let criteria: Criteria
  /// An empty count of shapes; nil if shapes are not counted.
  package let shapes: ShapeCounts?
  /// A worker hands its tally over early once the tally has more signatures, or shapes, than this.
  package let signatureLimit: Int
  /// Counts distinct passwords, if requested; has the same schema.
  package let grouping: Grouping?
  /// Receives each list's number, from 0, in order, once the list's tallies are added.
  ///
  /// Nil avoids a pause after each list.
  package var listEnded: (@Sendable (Int) -> Void)?

  /// The schema of the signatures.
  package var schema: Schema { criteria.schema }

  /// The most signatures that a worker keeps.
  ///
  /// With lengths, classes, single specials and runs, real lists have up to 16,000 signatures. With
  /// all facts of a scan, the development list has 71,140, and 235,931 with strength; a scan sets
  /// its own limit. A hostile list can have one signature per line. A worker above the limit hands
  /// its tally over and starts another, so no count is lost. The limit keeps the table within 4 MB
  /// per worker.
  package static let signatureLimit = 65_536

  /// Makes a plan.
  package init(
    _ lists: ListsToRead, _ criteria: Criteria, signatureLimit: Int = AuditPlan.signatureLimit,
    grouping: Grouping? = nil, shapes: ShapeCounts? = nil
  ) {
    precondition(grouping.map { $0.schema == criteria.schema } ?? true, "one schema a run")
    self.lists = lists
    self.criteria = criteria
    self.signatureLimit = signatureLimit
    self.grouping = grouping
    self.shapes = shapes
  }

  /// The most lists that ``run(add:)`` reads at once.
  package var readerCount: Int { listEnded == nil ? lists.mostReaders : 1 }
}

extension AuditPlan {
  /// Reads every list until it ends, fails or is stopped.
  ///
  /// The calling thread reads; when the other workers are busy, it also audits, so it never waits.
  /// Other workers read other lists at the same time, unless the lists or ``listEnded`` require an
  /// order. Memory is (2 × workers − 1) chunks, one tally per worker and 0.6 MB per reader, for
  /// lists of any size, plus the memory of grouping.
  ///
  /// - Parameter add: Receives tallies that add up to the tally of all lines; called by one worker
  ///   at a time, at least once.
  /// - Returns: A summary of each list, in order.
  package func run(add: @escaping @Sendable (Tally) -> Void) -> [ListSummary] {
    let pool = AuditWorkers(self, add: add)
    let summaries: () -> [ListSummary]
    if readerCount > 1 {
      let queue = ListQueue(lists.inputs, mostReaders: readerCount)
      pool.read(lists, from: queue)
      summaries = { queue.finish() }
    } else {
      summaries = lists.read(into: pool.freeChunk(), { pool.take($0) }) { number in
        guard let listEnded else { return }
        pool.settle()
        listEnded(number)
      }
    }
    pool.settle()
    return summaries()
  }

  /// Reads every list like ``run(add:)``, starts at the writer's checkpoint if it has one, and
  /// saves checkpoints.
  ///
  /// When a position is saved, the tallies of all lines before it have been added, and none of
  /// the lines after it. When the stop flag is raised, a last position is saved; lines read after
  /// it are still counted.
  ///
  /// - Parameters:
  ///   - writer: Holds the start position and saves new positions.
  ///   - add: Receives tallies that add up to the tally of all lines after the start; called by
  ///     one worker at a time.
  /// - Returns: A summary of each list, in order.
  package func run(
    _ writer: inout CheckpointWriter, add: @escaping @Sendable (Tally) -> Void
  ) -> [ListSummary] {
    precondition(grouping == nil, "distinct passwords are in no checkpoint")
    let pool = AuditWorkers(self, add: add)
    let skimmer = LineBatches(criteria, countsEntries: true)
    let summaries = lists.read(into: pool.freeChunk()) { job in
      if lists.stop.isRaised || writer.isDue {
        pool.settle()
        writer.save(isLast: lists.stop.isRaised)
      }
      let isCounted = writer.isBeforeStart
      writer.pass(job.chunk)
      if writer.meetsOtherLists { lists.stop.raise() }
      guard isCounted else { return pool.take(job) }
      skimmer.skim(job)
      return job.chunk
    }
    pool.settle()
    if lists.stop.isRaised {
      writer.save(isLast: true)
    } else {
      writer.end()
    }
    return summaries()
  }
}
