package import Metrics

/// Which policy of a table may be chosen, and which is chosen.
///
/// Shares are whole millionths. Policies are ranked in whole percentage points, since the estimate knows no
/// decimals.
struct PolicyQuestion {
  private let table: RecommendationTable
  private let limit: Int?
  private let cells: [[CellShares?]]
  private let lengths: [Int]
  /// The policies that meet the standards.
  private let meeting: [Int]
  /// Those that also accept what password managers generate, if that is asked.
  private let open: [Int]
  private let lists: [Int]
  private let rows: [RuleRows]

  private typealias Ends = ClosedRange<Int>
  private typealias Behaviour = Recommendation.Behaviour

  /// The limits that are always answered for.
  private static let usualLimits = [100_000, 300_000, 500_000, 800_000]
  /// The most names of policies that nothing tells apart.
  private static let mostNames = 20

  /// A policy that may be chosen.
  private struct Ranked {
    let policy: Int
    /// Its regret on its worst list.
    let worst: Ends
    /// The most that it refuses of any list.
    let refused: Int
    let length: Int

    /// The least is the best: guaranteed regret, refusals, length of the rules, place in the grid.
    var key: (Int, Int, Int, Int) {
      func points(_ share: Int) -> Int { Recommendation.Share(share).points }
      return (points(worst.upperBound), points(refused), length, policy)
    }
  }

  /// Of one list, the most guessed under the best policy that surely keeps to a limit, and the two that may
  /// be guessed least among those that possibly keep to it.
  private struct Floor {
    var sure: Int?
    var rivals: [(least: Int, policy: Int)] = []
  }

  init(_ table: RecommendationTable, _ rows: [RuleRows]) {
    self.table = table
    self.rows = rows
    limit = table.limits.refuseAtMost.map {
      Int((min(max($0, 0), 1) * Double(one)).rounded(.toNearestOrEven))
    }
    cells = table.policies.map { policy in
      zip(policy.cells, table.lists).map { counts, list in
        counts.map { CellShares($0, of: list.passwords) }
      }
    }
    lengths = table.policies.map(\.rules.unicodeScalars.count)
    let asked = Set(table.limits.meets)
    meeting = table.policies.indices.filter { asked.isSubset(of: table.policies[$0].meets) }
    open = meeting.filter { table.policies[$0].managers == true || !table.limits.acceptsManagers }
    lists = Array(table.lists.indices)
  }

  var answer: Recommendation {
    var answer = Recommendation(
      against: Recommendation.Against(
        name: table.against, guesses: Int(table.against.guesses),
        differenceError: table.differenceError.map { [.init($0.plain), .init($0.scored)] }),
      limits: Recommendation.Limits(
        refuseAtMost: limit.map(Recommendation.Share.init), meets: table.limits.meets,
        acceptsManagers: table.limits.acceptsManagers),
      lists: table.lists.map { list in
        Recommendation.List(
          name: list.name, passwords: list.passwords,
          guessed: list.guessed.map {
            shares(
              share($0.lowerBound, of: list.passwords)...share($0.upperBound, of: list.passwords))
          }, about: list.about)
      },
      grid: Recommendation.Grid(policies: table.policies.count, withinWords: open.count))
    answer.at = Set(Self.usualLimits + (limit.map { [$0] } ?? [])).sorted().map(step)
    answer.own = table.policies.indices.filter { table.policies[$0].own == true }.map(own)
    guard let limit else {
      answer.none = Recommendation.Nothing(reason: .noLimit)
      return answer
    }
    let (rows, floors) = ranking(lists, limit, .proportional)
    answer.grid.feasible = rows.count
    guard let first = rows.first else {
      answer.none = nothing
      return answer
    }
    let policy = table.policies[first.policy]
    answer.choice = Recommendation.Choice(
      policy: policy.policy, rules: policy.rules, words: policy.words,
      worstRegret: shares(first.worst),
      lists: lists.compactMap { detail(first.policy, $0, floors[$0], limit) })
    answer.runnersUp = runnersUp(rows, floors)
    if table.differenceError != nil {
      let alike = rows.dropFirst().filter { !areApart(first.policy, $0.policy) }
      answer.notToldApart = Recommendation.Alike(
        policies: alike.count, of: rows.count - 1,
        first: alike.prefix(Self.mostNames).map { table.policies[$0.policy].policy })
    }
    if lists.count > 1 {
      answer.leaveOneOut = lists.map { leftOut($0, first.policy, floors[$0], limit) }
    }
    answer.behaviours = Behaviour.allCases.compactMap { behaviour in
      ranking(lists, limit, behaviour).rows.first.map { best in
        Recommendation.Anew(
          model: behaviour, policy: table.policies[best.policy].policy,
          same: best.policy == first.policy,
          guessed: lists.compactMap { self[first.policy, $0].map { shares($0.guessed(behaviour)) } }
        )
      }
    }
    return answer
  }

  private subscript(policy: Int, list: Int) -> CellShares? { cells[policy][list] }

  // Who may be chosen, surely or possibly, where counts have two ends.

  private func isSurelyWithin(_ policy: Int, _ list: Int, _ limit: Int) -> Bool {
    self[policy, list].map { $0.hasEnough && $0.refused.upperBound <= limit } ?? false
  }

  private func isPossiblyWithin(_ policy: Int, _ list: Int, _ limit: Int) -> Bool {
    self[policy, list].map {
      $0.counts.accepted.upperBound >= Recommendation.leastAccepted
        && $0.refused.lowerBound <= limit
    } ?? false
  }

  private func mostRefused(_ policy: Int, _ lists: [Int]) -> Int {
    lists.compactMap { self[policy, $0]?.refused.upperBound }.max() ?? 0
  }

  private func floor(_ list: Int, _ limit: Int, _ behaviour: Behaviour) -> Floor {
    var floor = Floor()
    for policy in open where isPossiblyWithin(policy, list, limit) {
      guard let guessed = self[policy, list]?.guessed(behaviour) else { continue }
      floor.rivals.append((guessed.lowerBound, policy))
      if isSurelyWithin(policy, list, limit) {
        floor.sure = min(floor.sure ?? .max, guessed.upperBound)
      }
    }
    floor.rivals = Array(floor.rivals.sorted(by: <).prefix(2))
    return floor
  }

  private func regret(
    _ policy: Int, _ list: Int, _ floor: Floor, _ behaviour: Behaviour = .proportional
  ) -> Ends {
    guard let guessed = self[policy, list]?.guessed(behaviour) else { return 0...0 }
    let least = floor.sure.map { max(0, guessed.lowerBound - $0) } ?? 0
    let rival = floor.rivals.first { $0.policy != policy }
    return least...max(least, rival.map { guessed.upperBound - $0.least } ?? 0)
  }

  /// The policies that may be chosen, the best first, with the floor of each list.
  private func ranking(
    _ lists: [Int], _ limit: Int, _ behaviour: Behaviour
  ) -> (rows: [Ranked], floors: [Floor]) {
    let floors = self.lists.map { lists.contains($0) ? floor($0, limit, behaviour) : Floor() }
    let rows = open.filter { policy in
      lists.allSatisfy { isSurelyWithin(policy, $0, limit) }
    }.map { policy in
      let regrets = lists.map { regret(policy, $0, floors[$0], behaviour) }
      return Ranked(
        policy: policy, worst: greatest(regrets), refused: mostRefused(policy, lists),
        length: lengths[policy])
    }
    return (rows.sorted { $0.key < $1.key }, floors)
  }

  private func detail(
    _ policy: Int, _ list: Int, _ floor: Floor, _ limit: Int
  ) -> Recommendation.Detail? {
    self[policy, list].map { cell in
      let regret = regret(policy, list, floor)
      return Recommendation.Detail(
        list: table.lists[list].name, refused: shares(cell.refused), accepted: cell.counts.accepted,
        guessed: shares(cell.guessed), sampling: shares(cell.sampling), regret: shares(regret),
        regretByRows: regretByRows(policy, list, limit, within: regret).map(shares))
    }
  }

  /// A regret from the rows of a list, which decide two policies at once; nil if only counts are known, or
  /// these are exact.
  private func regretByRows(_ policy: Int, _ list: Int, _ limit: Int, within known: Ends) -> Ends? {
    guard known.lowerBound < known.upperBound, rows.indices.contains(list),
      let own = self[policy, list]?.guessed
    else { return nil }
    func part(_ share: Int) -> Double { Double(share) / Double(one) }
    func ends(_ shares: Ends) -> ClosedRange<Double> {
      part(shares.lowerBound)...part(shares.upperBound)
    }
    /// The most by which the share under `first` exceeds that under `second`, if it is above `least`.
    func most(_ first: Int, _ second: Int, _ plain: Int, _ rival: Ends, _ least: Int) -> Int {
      let most = rows[list].pair(first, second).mostDifference(
        part(plain), rival: ends(rival), noLessThan: part(least))
      return Int((most * Double(one)).rounded(.up))
    }
    let rivals = open.filter { $0 != policy && isPossiblyWithin($0, list, limit) }
      .compactMap { rival in self[rival, list].map { (rival, $0.guessed) } }
    var (least, greatest) = (known.lowerBound, 0)
    for (rival, guessed) in rivals.sorted(by: { $0.1.lowerBound < $1.1.lowerBound }) {
      let plain = own.upperBound - guessed.lowerBound
      if plain > greatest {
        greatest = max(greatest, most(policy, rival, plain, guessed, greatest))
      }
      if isSurelyWithin(rival, list, limit) {
        let plain = guessed.upperBound - own.lowerBound
        least = max(least, -most(rival, policy, plain, own, -known.upperBound))
      }
    }
    return least...max(least, min(greatest, known.upperBound))
  }

  private func areApart(_ policy: Int, _ other: Int) -> Bool {
    let isScored = table.policies[policy].scored || table.policies[other].scored
    let margin = table.differenceError.map { isScored ? $0.scored : $0.plain } ?? 0
    return lists.contains { list in
      guard let a = self[policy, list]?.sampling, let b = self[other, list]?.sampling else {
        return false
      }
      return a.upperBound + margin < b.lowerBound || b.upperBound + margin < a.lowerBound
    }
  }

  private func runnersUp(_ rows: [Ranked], _ floors: [Floor]) -> [Recommendation.RunnerUp] {
    guard let first = rows.first else { return [] }
    let others = rows.dropFirst()
    var told: Set = [first.policy]
    var found: [Recommendation.RunnerUp] = []
    func add(
      _ kind: Recommendation.RunnerUp.Kind, _ row: Ranked?, _ lost: Recommendation.RunnerUp.Lost,
      by difference: Int, list: Int? = nil
    ) {
      guard let row, told.insert(row.policy).inserted else { return }
      found.append(
        Recommendation.RunnerUp(
          kind: kind, policy: table.policies[row.policy].policy,
          rules: table.policies[row.policy].rules, reason: lost, difference: .init(difference),
          list: list.map { table.lists[$0].name }))
    }
    /// Says the first place of the key in which a policy is behind.
    func addWorse(_ kind: Recommendation.RunnerUp.Kind, _ row: Ranked?) {
      guard let row else { return }
      if row.key.0 > first.key.0 {
        let regrets = lists.map { regret(row.policy, $0, floors[$0]).upperBound }
        add(
          kind, row, .regret, by: row.worst.upperBound - first.worst.upperBound,
          list: regrets.max().flatMap(regrets.firstIndex))
      } else if row.key.1 > first.key.1 {
        add(kind, row, .refuses, by: row.refused - first.refused)
      } else {
        add(kind, row, row.length > first.length ? .longer : .order, by: 0)
      }
    }
    let counts = table.policies[first.policy].cells
    addWorse(.next, others.first { table.policies[$0.policy].cells != counts })
    if table.differenceError != nil {
      let mild = others.filter { $0.key.1 < first.key.1 && !areApart(first.policy, $0.policy) }
        .min { $0.refused == $1.refused ? $0.key < $1.key : $0.refused < $1.refused }
      add(.milder, mild, .notToldApart, by: first.refused - (mild?.refused ?? 0))
    }
    if table.policies[first.policy].scored {
      addWorse(.withoutScore, others.first { !table.policies[$0.policy].scored })
    }
    return found
  }

  private func leftOut(
    _ list: Int, _ chosen: Int, _ floor: Floor, _ limit: Int
  ) -> Recommendation.LeftOut {
    let rows = ranking(lists.filter { $0 != list }, limit, .proportional).rows
    guard let policy = rows.first?.policy else {
      return Recommendation.LeftOut(list: table.lists[list].name, same: false)
    }
    let cell = self[policy, list]
    let known = cell.flatMap { $0.hasEnough ? $0 : nil }
    return Recommendation.LeftOut(
      list: table.lists[list].name, policy: table.policies[policy].policy, same: policy == chosen,
      refused: cell.map { shares($0.refused) },
      over: cell.map { .init(max(0, $0.refused.upperBound - limit)) },
      guessed: known.map { shares($0.guessed) },
      regret: known.map { _ in shares(regret(policy, list, floor)) })
  }

  private var nothing: Recommendation.Nothing {
    if meeting.isEmpty { return Recommendation.Nothing(reason: .standard) }
    if open.isEmpty { return Recommendation.Nothing(reason: .managers) }
    let enough = open.filter { policy in lists.allSatisfy { self[policy, $0]?.hasEnough == true } }
    let mildest = enough.map { (mostRefused($0, lists), lengths[$0], $0) }.min(by: <)
    guard let (most, _, policy) = mildest,
      let list = lists.first(where: { self[policy, $0]?.refused.upperBound == most }),
      let cell = self[policy, list]
    else { return Recommendation.Nothing(reason: .few) }
    return Recommendation.Nothing(
      reason: .limit,
      nearest: Recommendation.Nearest(
        policy: table.policies[policy].policy, rules: table.policies[policy].rules,
        list: table.lists[list].name, refused: shares(cell.refused)))
  }

  private func step(at limit: Int) -> Recommendation.Step {
    guard let best = ranking(lists, limit, .proportional).rows.first else {
      return Recommendation.Step(refuseAtMost: .init(limit))
    }
    let cells = lists.compactMap { self[best.policy, $0] }
    return Recommendation.Step(
      refuseAtMost: .init(limit), policy: table.policies[best.policy].policy,
      rules: table.policies[best.policy].rules, refused: shares(span(cells.map(\.refused))),
      guessed: shares(span(cells.map(\.guessed))), worstRegret: shares(best.worst))
  }

  private func own(_ policy: Int) -> Recommendation.Own {
    let isMeeting = meeting.contains(policy)
    let isOver = cells[policy].contains { $0?.refused.upperBound ?? 0 > limit ?? one }
    let reasons: [(Recommendation.Reason, Bool)] = [
      (.standard, !isMeeting), (.managers, isMeeting && !open.contains(policy)),
      (.few, cells[policy].contains { $0?.hasEnough != true }), (.limit, isOver),
    ]
    return Recommendation.Own(
      policy: table.policies[policy].policy, rules: table.policies[policy].rules,
      barred: reasons.filter(\.1).map(\.0),
      refused: cells[policy].map { $0.map { shares($0.refused) } },
      guessed: cells[policy].map { $0.flatMap { $0.hasEnough ? shares($0.guessed) : nil } })
  }
}

extension Recommendation {
  /// Answers a table; `rows` are those of its lists that the counts were added up from, if they are known.
  package init(_ table: RecommendationTable, rows: [RuleRows] = []) {
    self = PolicyQuestion(table, rows).answer
  }
}

/// What one list says of one policy, in millionths.
private struct CellShares: Sendable {
  let counts: AcceptedCounts
  let refused: ClosedRange<Int>
  /// Of the accepted.
  let guessed: ClosedRange<Int>
  let sampling: ClosedRange<Int>
  private let total: UInt64
  private let unguessed: ClosedRange<UInt64>

  init(_ counts: AcceptedCounts, of total: UInt64) {
    self.counts = counts
    self.total = total
    let (accepted, found) = (counts.accepted, counts.guessed)
    let least = accepted.lowerBound - min(accepted.lowerBound, found.upperBound)
    unguessed = counts.unguessed ?? least...max(least, accepted.upperBound - found.lowerBound)
    refused = leaving(accepted, of: total)
    func guessed(_ part: UInt64, beside other: UInt64, empty: Int) -> Int {
      part + other == 0 ? empty : share(part, of: part + other)
    }
    let low = guessed(found.lowerBound, beside: unguessed.upperBound, empty: 0)
    self.guessed =
      low...max(low, guessed(found.upperBound, beside: unguessed.lowerBound, empty: one))
    let size = accepted.lowerBound
    sampling =
      size == 0
      ? 0...one
      : wilson(low, of: size, -1.96)...wilson(self.guessed.upperBound, of: size, 1.96)
  }

  var hasEnough: Bool { counts.accepted.lowerBound >= Recommendation.leastAccepted }

  /// What is guessed if users whose password is refused choose so: of the accepted, or else of all.
  func guessed(_ behaviour: Recommendation.Behaviour) -> ClosedRange<Int> {
    switch behaviour {
    case .proportional: guessed
    case .convergent: leaving(unguessed, of: total)
    case .extraneous:
      share(counts.guessed.lowerBound, of: total)...share(counts.guessed.upperBound, of: total)
    }
  }
}

private let one = 1_000_000

/// A share in millionths, halves up; the whole is at least 1.
private func share(_ part: UInt64, of whole: UInt64) -> Int {
  let (part, whole) = (UInt128(part), UInt128(whole))
  return Int((2 * UInt128(one) * part + whole) / (2 * whole))
}

/// What is left beside a part.
private func leaving(_ part: ClosedRange<UInt64>, of total: UInt64) -> ClosedRange<Int> {
  share(total - part.upperBound, of: total)...share(total - part.lowerBound, of: total)
}

/// An end of Wilson's interval of a share that so many passwords show; `z` is negative for the lower one.
private func wilson(_ share: Int, of size: UInt64, _ z: Double) -> Int {
  let (p, n, whole) = (Double(share) / Double(one), Double(size), Double(one))
  let spread = z * (p * (1 - p) / n + z * z / (4 * n * n)).squareRoot()
  let end = whole * (p + z * z / (2 * n) + spread) / (1 + z * z / n) + 0.5
  return Int(min(max(end.rounded(.down), 0), whole))
}

private func shares(_ ends: ClosedRange<Int>) -> Recommendation.Ends {
  .init(ends.lowerBound) ... .init(ends.upperBound)
}

/// The greatest lower and upper end.
private func greatest(_ ends: [ClosedRange<Int>]) -> ClosedRange<Int> {
  let least = ends.map(\.lowerBound).max() ?? 0
  return least...max(least, ends.map(\.upperBound).max() ?? 0)
}

/// From the least lower end to the greatest upper one.
private func span(_ ends: [ClosedRange<Int>]) -> ClosedRange<Int> {
  let least = ends.map(\.lowerBound).min() ?? 0
  return least...max(least, ends.map(\.upperBound).max() ?? 0)
}
