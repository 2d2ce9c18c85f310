package import Intake
package import Tallies
import Workers

extension AuditPlan {
  /// Reads every list until it ends, fails or is stopped.
  ///
  /// The calling thread reads; when the other lanes are busy, it also audits, so it never waits.
  /// Other lanes read other lists at the same time, unless the lists or ``listEnded`` require an
  /// order. Memory is (2 × lanes − 1) chunks, one tally per lane and 0.6 MB per reader, for lists
  /// of any size, plus the memory of grouping.
  ///
  /// - Parameter absorb: Receives tallies that add up to the tally of all lines; called by one lane
  ///   at a time, at least once.
  /// - Returns: A summary of each list, in order.
  package func run(absorb: @escaping @Sendable (Tally) -> Void) -> [ListSummary] {
    let pool = LanePool(self, absorb: absorb)
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

  /// Reads every list like ``run(absorb:)``, starts at the writer's checkpoint if it has one, and
  /// saves checkpoints.
  ///
  /// When a position is saved, the tallies of all lines before it have been absorbed, and none of
  /// the lines after it. When the stop flag is raised, a last position is saved; lines read after it are
  /// still counted.
  ///
  /// - Parameters:
  ///   - writer: Holds the start position and saves new positions.
  ///   - absorb: Receives tallies that add up to the tally of all lines after the start; called by
  ///     one lane at a time.
  /// - Returns: A summary of each list, in order.
  package func run(
    _ writer: inout CheckpointWriter, absorb: @escaping @Sendable (Tally) -> Void
  ) -> [ListSummary] {
    precondition(grouping == nil, "distinct passwords are in no checkpoint")
    let pool = LanePool(self, absorb: absorb)
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
