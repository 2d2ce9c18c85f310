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
    let crew = Crew(self, absorb: absorb)
    let summaries: () -> [ListSummary]
    if readerCount > 1 {
      let queue = ListQueue(lists.inputs, mostReaders: readerCount)
      crew.read(lists, from: queue)
      summaries = { queue.finish() }
    } else {
      summaries = lists.read(into: crew.freeChunk(), { crew.take($0) }) { number in
        guard let listEnded else { return }
        crew.settle()
        listEnded(number)
      }
    }
    crew.settle()
    return summaries()
  }

  /// Reads every list like ``run(absorb:)``, starts at the journey's checkpoint if it has one, and
  /// saves checkpoints.
  ///
  /// When a position is saved, the tallies of all lines before it have been absorbed, and none of
  /// the lines after it. When the stop flag is raised, a last position is saved; lines read after it are
  /// still counted.
  ///
  /// - Parameters:
  ///   - journey: Holds the start position and saves new positions.
  ///   - absorb: Receives tallies that add up to the tally of all lines after the start; called by
  ///     one lane at a time.
  /// - Returns: A summary of each list, in order.
  package func run(
    _ journey: inout CheckpointJourney, absorb: @escaping @Sendable (Tally) -> Void
  ) -> [ListSummary] {
    precondition(grouping == nil, "distinct passwords are in no checkpoint")
    let crew = Crew(self, absorb: absorb)
    let skimmer = LineBatches(criteria, countsEntries: true)
    let summaries = lists.read(into: crew.freeChunk()) { parcel in
      if lists.stop.isRaised || journey.isDue {
        crew.settle()
        journey.save(isLast: lists.stop.isRaised)
      }
      let isCounted = journey.isBeforeStart
      journey.pass(parcel.chunk)
      if journey.hasLostItsWay { lists.stop.raise() }
      guard isCounted else { return crew.take(parcel) }
      skimmer.skim(parcel)
      return parcel.chunk
    }
    crew.settle()
    if lists.stop.isRaised {
      journey.save(isLast: true)
    } else {
      journey.end()
    }
    return summaries()
  }
}
