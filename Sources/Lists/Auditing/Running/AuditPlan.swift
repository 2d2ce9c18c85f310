package import Intake
package import Passwords
package import Tallies
import Workers

/// An audit with all files opened, compiled and checked, ready to run.
///
///     let plan = AuditPlan(ListsToRead(inputs, lanes: 2), criteria)
///     let summaries = plan.run { tally in findings.withLock { $0.absorb(tally) } }
package struct AuditPlan: Sendable {
  /// The lists, with the settings for reading them.
  package let lists: ListsToRead
  /// The criteria that judge each password, with the recipe of the recorded facts.
  package let criteria: Criteria
  /// An empty count of shapes; nil if shapes are not counted.
  package let shapes: ShapeCounts?
  /// A lane hands its tally over early once the tally has more signatures, or shapes, than this.
  package let signatureLimit: Int
  /// Counts distinct passwords, if requested; has the same recipe.
  package let grouping: Grouping?
  /// Receives each list's number, from 0, in order, once the list's tallies are absorbed.
  ///
  /// Nil avoids a pause after each list.
  package var listEnded: (@Sendable (Int) -> Void)?

  /// The recipe of the signatures.
  package var recipe: Recipe { criteria.recipe }

  /// The most signatures that a lane keeps.
  ///
  /// With lengths, classes, single specials and runs, real lists have up to 16,000 signatures. With
  /// all facts of a scan, the development list has 71,140, and 235,931 with strength; a scan sets
  /// its own limit. A hostile list can have one signature per line. A lane above the limit hands
  /// its tally over and starts another, so no count is lost. The limit keeps the table within 4 MB
  /// per lane.
  package static let signatureLimit = 65_536

  /// Makes a plan.
  package init(
    _ lists: ListsToRead, _ criteria: Criteria, signatureLimit: Int = AuditPlan.signatureLimit,
    grouping: Grouping? = nil, shapes: ShapeCounts? = nil
  ) {
    precondition(grouping.map { $0.recipe == criteria.recipe } ?? true, "one recipe a run")
    self.lists = lists
    self.criteria = criteria
    self.signatureLimit = signatureLimit
    self.grouping = grouping
    self.shapes = shapes
  }

  /// The most lists that ``run(absorb:)`` reads at once.
  package var readerCount: Int { listEnded == nil ? lists.mostReaders : 1 }
}

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
