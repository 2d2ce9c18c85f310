package import Blocklists
package import Intake
package import Passwords
package import Tallies
import Workers

/// An audit with all files opened, compiled and checked, ready to run.
///
///     let plan = AuditPlan(inputs: inputs, recipe: recipe, blocklists: lists, lanes: 2)
///     let summaries = plan.run { tally in findings.withLock { $0.absorb(tally) } }
package struct AuditPlan: Sendable {
  /// The lists, with the settings for reading them.
  package let lists: ListsToRead
  /// The criteria that judge each password, with the recipe of the recorded facts.
  package let criteria: Criteria
  /// The collection of examples, if requested.
  package let examples: ExampleCollection?
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
    inputs: [ListInput], recipe: Recipe, blocklists: BlocklistSet, strength: StrengthReading,
    lanes: Int, reading: TextReading = TextReading(), stop: StopFlag = StopFlag(),
    layout: LayoutRequest = .plain, examples: ExampleCollection? = nil,
    signatureLimit: Int = AuditPlan.signatureLimit, grouping: Grouping? = nil,
    shapes: ShapeCounts? = nil
  ) {
    precondition(grouping.map { $0.recipe == recipe } ?? true, "one recipe a run")
    lists = ListsToRead(
      inputs: inputs, reading: reading, layout: layout, lanes: lanes, stop: stop)
    criteria = Criteria(recipe: recipe, blocklists: blocklists, strength: strength)
    self.examples = examples
    self.signatureLimit = signatureLimit
    self.grouping = grouping
    self.shapes = shapes
  }

  /// The most lists that ``run(absorb:)`` reads at once.
  package var readerCount: Int { listEnded == nil ? lists.mostReaders : 1 }

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
    let start = ContinuousClock.now
    let crew = Crew(self, absorb: absorb)
    let summaries: () -> [ListSummary]
    if readerCount > 1 {
      let queue = ListQueue(lists.inputs, mostReaders: readerCount)
      crew.read(lists, from: queue)
      summaries = { queue.finish() }
    } else {
      summaries = crew.measured {
        lists.read(into: crew.freeChunk(), { crew.take($0) }) { number in
          guard let listEnded else { return }
          crew.settle()
          listEnded(number)
        }
      }
    }
    lists.progress.end(crew.finish(), lanes: lists.workers.width, of: start.duration(to: .now))
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
    precondition(grouping == nil && examples == nil, "these are in no checkpoint")
    let crew = Crew(self, absorb: absorb)
    let skimmer = Lane(self)
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
    crew.finish()
    if lists.stop.isRaised {
      journey.save(isLast: true)
    } else {
      journey.end()
    }
    return summaries()
  }
}
