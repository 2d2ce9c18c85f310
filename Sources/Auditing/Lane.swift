import Blocklists
import Intake
import PasswordStrength
import Passwords
import Tallies

/// One worker's bench: the tables it shares, the scratch and the tally that are its own.
final class Lane: @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): a lane is either idle, in the crew's custody, or in the hands of
  // the one closure that took it from there; the crew's lock orders the two.
  private let profiler: Profiler
  private let blocklists: BlocklistSet
  private let scorer: ScorerBench?
  private let grouping: GroupingLane?
  private var batch = LineBatch()
  private(set) var tally: Tally
  private var examples: ExampleLane?

  init(_ plan: AuditPlan) {
    profiler = plan.profiler
    blocklists = plan.blocklists
    scorer = plan.recipe.demand.score ? ScorerBench(plan.strength) : nil
    grouping = plan.grouping.map(GroupingLane.init)
    tally = Tally(recipe: plan.recipe)
    examples = plan.examples.map { ExampleLane($0, plan.recipe) }
  }

  /// Audits every line of a chunk.
  ///
  /// - Returns: Passwords audited.
  func audit(_ chunk: Chunk) -> UInt64 {
    let before = tally.lines.audited
    chunk.withPaddedText { text, end in
      var cursor = 0
      while cursor < end {
        batch.removeAll()
        profiler.fill(&batch, from: text, end: end, at: &cursor, counting: &tally.lines)
        blocklists.mark(&batch, in: text, recipe: tally.recipe)
        if let scorer {
          let inPart = scorer.scorer.score(&batch, in: text, recipe: tally.recipe)
          tally.lines.scoredInPart &+= UInt64(inPart)
        }
        examples?.draw(from: batch, in: text)
        grouping?.record(batch, in: text)
        tally.record(batch)
      }
    }
    return tally.lines.audited &- before
  }

  /// Gives the examples away.
  func handOverExamples() { examples?.handOver() }

  /// Hands in what it collected of distinct passwords, after its last chunk.
  func finishGrouping() { grouping?.flush() }

  /// Gives the tally away and starts a new one.
  func handOver(to absorb: (Tally) -> Void) {
    absorb(tally)
    tally.removeAll()
  }
}
