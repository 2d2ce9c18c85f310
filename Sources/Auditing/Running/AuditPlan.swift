package import Blocklists
package import Intake
package import Passwords
package import Tallies

/// An audit with all files opened, compiled and checked, ready to run.
///
///     let plan = AuditPlan(inputs: inputs, recipe: recipe, blocklists: lists, lanes: 2)
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
    inputs: [ListInput], recipe: Recipe, blocklists: BlocklistSet, strength: StrengthSettings,
    lanes: Int, reading: TextReading = TextReading(), stop: StopFlag = StopFlag(),
    layout: LayoutRequest = .plain, signatureLimit: Int = AuditPlan.signatureLimit,
    grouping: Grouping? = nil, shapes: ShapeCounts? = nil
  ) {
    precondition(grouping.map { $0.recipe == recipe } ?? true, "one recipe a run")
    lists = ListsToRead(
      inputs: inputs, reading: reading, layout: layout, lanes: lanes, stop: stop)
    criteria = Criteria(recipe: recipe, blocklists: blocklists, strength: strength)
    self.signatureLimit = signatureLimit
    self.grouping = grouping
    self.shapes = shapes
  }

  /// The most lists that ``run(absorb:)`` reads at once.
  package var readerCount: Int { listEnded == nil ? lists.mostReaders : 1 }
}
