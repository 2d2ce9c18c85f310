package import Metrics

/// One policy of many, with what lets a reader doubt it.
///
/// It is the one whose worst regret over the lists is least, within limits.
package struct Recommendation: Sendable {
  package typealias Choice = RecommendationTable.Choice

  let table: RecommendationTable
  /// The rows of the lists that the counts were added up from, if they are known.
  let rows: [RuleRows]
  /// The greatest share of each list that may be refused; nil for no limit, and no choice.
  let limit: Share?
  /// What each list says of each policy; nil where it does not tell.
  let cells: [[Cell?]]
  /// The policies that meet the standards, and of these the ones that accept what managers generate, if that
  /// is asked.
  let meeting, open: [Int]
  /// The policies that may be chosen, the best first.
  private(set) var ranked: [Ranked] = []
  /// What each list leaves at best.
  private(set) var floors: [Floor] = []
  /// The regret of the choice on each list.
  private(set) var regrets: [Regret] = []

  /// The fewest accepted passwords of a policy that is recommended or compared with.
  static let leastAccepted: UInt64 = 1000

  /// Answers a table; `rows` are those of its lists that the counts were added up from, if they are known.
  package init(_ table: RecommendationTable, rows: [RuleRows] = []) {
    (self.table, self.rows) = (table, rows)
    limit = table.limits.refuseAtMost.map {
      Share(Int((min(max($0, 0), 1) * 1e6).rounded(.toNearestOrEven)))
    }
    cells = table.policies.map { policy in
      zip(policy.cells, table.lists).map { counts, list in
        counts.map { Cell($0, of: list.passwords) }
      }
    }
    let asked = Set(table.limits.meets)
    meeting = table.policies.indices.filter { asked.isSubset(of: table.policies[$0].meets) }
    open = meeting.filter { table.policies[$0].managers == true || !table.limits.acceptsManagers }
    guard let limit else { return }
    (ranked, floors) = ranking(lists, limit)
    regrets = ranked.first.map { first in lists.map { regret(first.policy, $0, limit) } } ?? []
  }

  var lists: [Int] { Array(table.lists.indices) }

  subscript(policy: Int, list: Int) -> Cell? { cells[policy][list] }

  /// A share in millionths; six decimals in JSON.
  package struct Share: Encodable, Comparable, Hashable, Sendable {
    package let millionths: Int

    init(_ millionths: Int) { self.millionths = millionths }

    /// Whole percentage points, halves up.
    var points: Int { (millionths + 5000) / 10_000 }

    package static func < (a: Share, b: Share) -> Bool { a.millionths < b.millionths }

    package func encode(to encoder: any Encoder) throws {
      var value = encoder.singleValueContainer()
      try value.encode(Double(millionths) / 1e6)
    }
  }

  /// The ends between which a share lies; the same if it is exact.
  typealias Ends = ClosedRange<Share>

  /// What one list says of one policy.
  struct Cell {
    let counts: AcceptedCounts
    let refused: Ends
    /// The 95 % interval of the share guessed, by the number of passwords.
    let sampling: Ends
    /// By what users choose whose password is refused: shares of the accepted, or else of all.
    let guessed: [Behaviour: Ends]

    var hasEnough: Bool { counts.accepted.lowerBound >= leastAccepted }
    var ends: Ends { guessed[.proportional] ?? .zero ... .one }
    /// The share guessed; nil where too few are accepted.
    var known: Ends? { hasEnough ? ends : nil }
  }

  /// What users choose whose password was refused.
  enum Behaviour: String, Encodable, CaseIterable {
    /// What the others have.
    case proportional
    /// What is guessed.
    case convergent
    /// What is never guessed.
    case extraneous
  }

  /// A policy that may be chosen.
  struct Ranked {
    let policy: Int
    /// Its regret on its worst list.
    let worst: Ends
    /// The most that it refuses of any list.
    let refused: Share
    /// The least is the best: guaranteed regret and refusals, in points since the estimate knows no decimals,
    /// then the length of the rules, and the place in the grid.
    let key: (Int, Int, Int, Int)
  }

  /// Of one list: the most guessed under the best policy that surely keeps to a limit, and the two that may be
  /// guessed least of those that possibly keep to it.
  struct Floor {
    let sure: Share?
    let rivals: [(least: Share, policy: Int)]
  }

  /// What is guessed above the best for a list.
  struct Regret {
    /// From the counts of each policy alone.
    let byCounts: Ends
    /// From the rows of a folded tally, which hold for both policies at once; nil where only counts are known,
    /// or these are exact.
    let byRows: Ends?

    var ends: Ends { byRows ?? byCounts }
  }

  /// Why there is no choice, or a policy may not be chosen.
  package enum Reason: String, Encodable, Sendable {
    case noLimit = "no limit"
    /// A standard is not met.
    case standard
    /// What password managers generate is not accepted, or nobody knows.
    case managers
    /// Too few passwords of a list are accepted.
    case few
    case limit
  }

  /// Why there is no choice, and the policy that comes nearest, with its worst list: the one that refuses least
  /// or, if all accept too few, accepts most.
  package struct Nothing {
    package let reason: Reason
    var nearest: (policy: Choice, list: String, cell: Cell)?
  }

  struct RunnerUp {
    let kind: Kind
    let policy: Choice
    let reason: Lost
    let difference: Share
    /// The list of its worst regret, if that is why.
    let list: String?

    enum Kind: String, Encodable {
      case next
      case milder
      case withoutScore = "no score"
    }

    /// The first respect in which it is behind.
    enum Lost: String, Encodable {
      case regret
      case refuses
      case longer
      case order
      case notToldApart = "not told apart"
    }
  }

  /// The choice at a limit; shares go from the least to the most over lists.
  package struct Step {
    package let limit: Share
    package let policy: Choice?
    let refused, guessed, worst: Ends?
  }

  /// The choice without a list, and what it is on that list.
  package struct LeftOut {
    package let list: String
    package let policy: Choice?
    let isSame: Bool
    let cell: Cell?
    /// What it refuses above the limit.
    let over: Share?
    let regret: Ends?
  }
}
