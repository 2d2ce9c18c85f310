package import Blocklists
package import Intake
package import Passwords
package import Tallies
package import Workers

/// An audit with everything opened, compiled and checked: all that is left is to run it.
///
///     let plan = AuditPlan(inputs: inputs, recipe: recipe, blocklists: lists, lanes: 2)
///     let summaries = plan.run { tally in findings.withLock { $0.absorb(tally) } }
package struct AuditPlan: Sendable {
  /// The lists, in order.
  package let inputs: [ListInput]
  /// How their lines hold passwords.
  package let layout: LayoutRequest
  /// What their passwords are judged by.
  package let criteria: Criteria
  /// How many work at once, the reader among them.
  package let workers: WorkerPool
  /// How the lists' bytes are read.
  package let reading: TextReading
  /// Ends the reading early when raised.
  package let stop: StopFlag
  /// How far the run has come.
  package let progress: AuditProgress
  /// Where examples are gathered, if they are asked for.
  package let examples: ExampleCollection?
  /// What entries are counted by shape in, empty; nil where they are not.
  package let shapes: ShapeCounts?
  /// A lane's tally is handed over early once it has more signatures, or shapes, than this.
  package let signatureLimit: Int
  /// What counts distinct passwords, where that is asked for; of the same recipe.
  package let grouping: Grouping?
  /// Takes the number of a list, from 0, when all its tallies have been absorbed, in the order of the
  /// lists; nil where nobody wants to tell lists apart, which would cost a pause after each.
  package var listEnded: (@Sendable (Int) -> Void)?

  /// What signatures are packed by.
  package var recipe: Recipe { criteria.recipe }

  /// Signatures that a lane keeps at most.
  ///
  /// Real lists have up to 16,000, so this never comes to bear on them; a hostile list could
  /// have as many as lines, and the table is held to 4 MB a lane.
  package static let signatureLimit = 65_536

  /// Puts an audit together.
  package init(
    inputs: [ListInput], recipe: Recipe, blocklists: BlocklistSet, strength: StrengthReading,
    lanes: Int, reading: TextReading = TextReading(), stop: StopFlag = StopFlag(),
    layout: LayoutRequest = .plain, marksUsers: Bool = false,
    examples: ExampleCollection? = nil, signatureLimit: Int = AuditPlan.signatureLimit,
    grouping: Grouping? = nil, shapes: ShapeCounts? = nil
  ) {
    precondition(grouping.map { $0.recipe == recipe } ?? true, "one recipe a run")
    self.inputs = inputs
    self.layout = layout
    criteria = Criteria(
      recipe: recipe, blocklists: blocklists, marksUsers: marksUsers, strength: strength)
    workers = WorkerPool(width: lanes)
    self.reading = reading
    self.stop = stop
    self.examples = examples
    self.signatureLimit = signatureLimit
    self.grouping = grouping
    self.shapes = shapes
    progress = AuditProgress(totalByteCount: ListInput.totalByteCount(of: inputs))
  }

  /// How many lists ``run(absorb:)`` reads at once, at most.
  package var readerCount: Int { listEnded == nil ? lists.mostReaders : 1 }

  /// Reads every list to its end, or to the fault or stop that ends it.
  ///
  /// The calling thread reads; it audits too whenever the other lanes are busy, so it never waits.
  /// Other lanes read other lists beside it where neither the lists nor ``listEnded`` want an order.
  /// Memory is (2 × lanes − 1) chunks and a tally a lane, and 0.6 MB a reader, whatever the lists'
  /// size, besides what grouping takes.
  ///
  /// - Parameter absorb: Takes tallies that add up to that of all lines; called by one lane at a
  ///   time, at least once.
  /// - Returns: A summary of each list, in order.
  package func run(absorb: @escaping @Sendable (Tally) -> Void) -> [ListSummary] {
    let start = ContinuousClock.now
    let crew = Crew(self, absorb: absorb)
    let summaries: () -> [ListSummary]
    if readerCount > 1 {
      let queue = ListQueue(inputs, mostReaders: readerCount)
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
    progress.end(crew.finish(), lanes: workers.width, of: start.duration(to: .now))
    return summaries()
  }

  /// Reads every list like ``run(absorb:)``, from a checkpoint on if the journey has one, and saves
  /// checkpoints.
  ///
  /// Whenever a position is saved, all tallies of the lines before it were absorbed, and none of a line
  /// behind. When ``stop`` is raised, a last one is saved; what was read after it is counted
  /// nevertheless.
  ///
  /// - Parameters:
  ///   - journey: Where the run begins, and what it says of its way.
  ///   - absorb: Takes tallies that add up to that of all lines behind the beginning; called by one lane
  ///     at a time.
  /// - Returns: A summary of each list, in order.
  package func run(
    _ journey: inout CheckpointJourney, absorb: @escaping @Sendable (Tally) -> Void
  ) -> [ListSummary] {
    precondition(grouping == nil && examples == nil, "these are in no checkpoint")
    let crew = Crew(self, absorb: absorb)
    let skimmer = Lane(self)
    let summaries = lists.read(into: crew.freeChunk()) { parcel in
      if stop.isRaised || journey.isDue {
        crew.settle()
        journey.save(isLast: stop.isRaised)
      }
      let isCounted = journey.isBeforeStart
      journey.pass(parcel.chunk)
      if journey.hasLostItsWay { stop.raise() }
      guard isCounted else { return crew.take(parcel) }
      skimmer.skim(parcel)
      return parcel.chunk
    }
    crew.finish()
    if stop.isRaised {
      journey.save(isLast: true)
    } else {
      journey.end()
    }
    return summaries()
  }

  private var lists: ListsToRead {
    ListsToRead(
      inputs: inputs, reading: reading, layout: layout, workers: workers, stop: stop,
      progress: progress)
  }
}
