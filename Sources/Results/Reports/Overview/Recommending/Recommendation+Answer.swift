import Metrics

extension Recommendation.Cell {
  init(_ counts: AcceptedCounts, of total: UInt64) {
    self.counts = counts
    let (accepted, found) = (counts.accepted, counts.guessed)
    let least = accepted.lowerBound - min(accepted.lowerBound, found.upperBound)
    let unguessed = counts.unguessed ?? least...max(least, accepted.upperBound - found.lowerBound)
    func rest(of part: ClosedRange<UInt64>) -> Recommendation.Ends {
      .of(total - part.upperBound...total - part.lowerBound, total)
    }
    func share(_ part: UInt64, _ other: UInt64, none: Recommendation.Share) -> Recommendation.Share
    {
      part + other == 0 ? none : Recommendation.Share(part, of: part + other)
    }
    let low = share(found.lowerBound, unguessed.upperBound, none: .zero)
    let high = max(low, share(found.upperBound, unguessed.lowerBound, none: .one))
    refused = rest(of: accepted)
    guessed = [
      .proportional: low...high, .convergent: rest(of: unguessed), .extraneous: .of(found, total),
    ]
    let size = accepted.lowerBound
    sampling =
      size == 0 ? .zero ... .one : low.wilson(of: size, -1.96)...high.wilson(of: size, 1.96)
  }
}

extension Recommendation.Share {
  static let (zero, one) = (Self(0), Self(1_000_000))

  /// A part of a whole that is at least 1, halves up.
  fileprivate init(_ part: UInt64, of whole: UInt64) {
    let (part, whole) = (UInt128(part), UInt128(whole))
    self.init(Int((2_000_000 * part + whole) / (2 * whole)))
  }

  fileprivate static func - (a: Self, b: Self) -> Self { Self(a.millionths - b.millionths) }

  /// As a number from 0 to 1.
  fileprivate var value: Double { Double(millionths) / 1e6 }

  /// An end of Wilson's interval of a share that so many passwords show; `z` is negative for the lower one.
  fileprivate func wilson(of size: UInt64, _ z: Double) -> Self {
    let (p, n) = (value, Double(size))
    let spread = z * (p * (1 - p) / n + z * z / (4 * n * n)).squareRoot()
    let end = 1e6 * (p + z * z / (2 * n) + spread) / (1 + z * z / n) + 0.5
    return Self(Int(min(max(end.rounded(.down), 0), 1e6)))
  }
}

extension Recommendation.Ends {
  static func of(_ part: ClosedRange<UInt64>, _ total: UInt64) -> Self {
    Bound(part.lowerBound, of: total)...Bound(part.upperBound, of: total)
  }

  /// From one end of several to another.
  private init(_ ends: [Self], from least: (Self, Self) -> Bool) {
    let low = ends.min(by: least)?.lowerBound ?? .zero
    self = low...Swift.max(low, ends.map(\.upperBound).max() ?? .zero)
  }

  /// From the greatest lower end of several, or the least.
  static func worst(of ends: [Self]) -> Self { Self(ends) { $0.lowerBound > $1.lowerBound } }
  fileprivate static func span(of ends: [Self]) -> Self {
    Self(ends) { $0.lowerBound < $1.lowerBound }
  }
}

// Who may be chosen, surely or possibly, where counts have two ends.
extension Recommendation {
  private func isSurelyWithin(_ policy: Int, _ list: Int, _ limit: Share) -> Bool {
    self[policy, list].map { $0.hasEnough && $0.refused.upperBound <= limit } ?? false
  }

  private func isPossiblyWithin(_ policy: Int, _ list: Int, _ limit: Share) -> Bool {
    guard let cell = self[policy, list] else { return false }
    return cell.counts.accepted.upperBound >= Self.leastAccepted
      && cell.refused.lowerBound <= limit
  }

  private func length(_ policy: Int) -> Int { table.policies[policy].rules.unicodeScalars.count }

  private func mostRefused(_ policy: Int, _ lists: [Int]) -> Share {
    lists.compactMap { self[policy, $0]?.refused.upperBound }.max() ?? .zero
  }

  /// The policies that may be chosen, the best first, with the floor of each list.
  func ranking(
    _ lists: [Int], _ limit: Share, _ model: Behaviour = .proportional
  ) -> (ranked: [Ranked], floors: [Floor]) {
    let floors = lists.map { floor($0, limit, model) }
    let feasible = open.filter { policy in lists.allSatisfy { isSurelyWithin(policy, $0, limit) } }
    let ranked = feasible.map { policy in
      let worst = Ends.worst(of: zip(lists, floors).map { regret(policy, $0, above: $1, model) })
      let refused = mostRefused(policy, lists)
      return Ranked(
        policy: policy, worst: worst, refused: refused,
        key: (worst.upperBound.points, refused.points, length(policy), policy))
    }
    return (ranked.sorted { $0.key < $1.key }, floors)
  }

  private func floor(_ list: Int, _ limit: Share, _ model: Behaviour) -> Floor {
    let rivals = open.filter { isPossiblyWithin($0, list, limit) }.compactMap { policy in
      self[policy, list]?.guessed[model].map { (policy: policy, guessed: $0) }
    }
    return Floor(
      sure: rivals.filter { isSurelyWithin($0.policy, list, limit) }.map(\.guessed.upperBound)
        .min(),
      rivals: Array(rivals.map { ($0.guessed.lowerBound, $0.policy) }.sorted(by: <).prefix(2)))
  }

  private func regret(
    _ policy: Int, _ list: Int, above floor: Floor, _ model: Behaviour = .proportional
  ) -> Ends {
    guard let guessed = self[policy, list]?.guessed[model] else { return .zero ... .zero }
    let least = floor.sure.map { max(.zero, guessed.lowerBound - $0) } ?? .zero
    let rival = floor.rivals.first { $0.policy != policy }
    return least...max(least, rival.map { guessed.upperBound - $0.least } ?? .zero)
  }

  func regret(_ policy: Int, _ list: Int, _ limit: Share) -> Regret {
    let known = regret(policy, list, above: floors[list])
    return Regret(byCounts: known, byRows: regretByRows(policy, list, limit, within: known))
  }

  /// A regret from the rows of a list, which decide two policies at once; nil if only counts are known, or
  /// these are exact.
  private func regretByRows(
    _ policy: Int, _ list: Int, _ limit: Share, within known: Ends
  ) -> Ends? {
    guard known.lowerBound < known.upperBound, rows.indices.contains(list),
      let own = self[policy, list]?.ends
    else { return nil }
    /// The most by which the share exceeds that under a rival, if it is above `least`.
    func most(over rival: Int, _ ends: Ends, ifAbove least: Share) -> Share {
      let plain = own.upperBound - ends.lowerBound
      if plain <= least { return plain }
      let most = rows[list].pair(policy, rival).mostDifference(
        plain.value, rival: ends.lowerBound.value...ends.upperBound.value, noLessThan: least.value)
      return Share(Int((most * 1e6).rounded(.up)))
    }
    let rivals = open.filter { $0 != policy && isPossiblyWithin($0, list, limit) }
      .compactMap { rival in self[rival, list].map { (rival, $0.ends) } }
    var (least, greatest) = (known.lowerBound, Share.zero)
    for (rival, ends) in rivals.sorted(by: { $0.1.lowerBound < $1.1.lowerBound }) {
      greatest = max(greatest, most(over: rival, ends, ifAbove: greatest))
      // The lower end is seldom above that by counts, so it rises by whole points.
      let more = least - Share(-10_000)
      if isSurelyWithin(rival, list, limit), ends.upperBound - own.lowerBound > .zero - more,
        rows[list].pair(rival, policy).isAtMost(
          (.zero - more).value, own.lowerBound.value...own.upperBound.value)
      {
        least = more
      }
    }
    return least...max(least, min(greatest, known.upperBound))
  }

  private func areApart(_ policy: Int, _ other: Int) -> Bool {
    let isScored = table.policies[policy].scored || table.policies[other].scored
    let margin = table.differenceError.map { isScored ? $0.scored : $0.plain } ?? .zero
    return lists.contains { list in
      guard let a = self[policy, list]?.sampling, let b = self[other, list]?.sampling else {
        return false
      }
      return b.lowerBound - a.upperBound > margin || a.lowerBound - b.upperBound > margin
    }
  }
}

// The answers.
extension Recommendation {
  /// The choice; nil if there is none.
  package var choice: Choice? { ranked.first.map { table.policies[$0.policy] } }

  /// The number of policies that may be chosen; nil without a limit.
  package var feasible: Int? { limit.map { _ in ranked.count } }

  /// What each list says of the choice.
  var details: [(list: RecommendationTable.List, cell: Cell, regret: Regret)] {
    guard let chosen = ranked.first?.policy else { return [] }
    return lists.compactMap { list in
      self[chosen, list].map { (table.lists[list], $0, regrets[list]) }
    }
  }

  /// Why there is no choice; nil if there is.
  package var none: Nothing? {
    guard limit != nil else { return Nothing(reason: .noLimit) }
    if !ranked.isEmpty { return nil }
    if open.isEmpty { return Nothing(reason: meeting.isEmpty ? .standard : .managers) }
    let enough = open.filter { policy in lists.allSatisfy { self[policy, $0]?.hasEnough == true } }
    let mildest = enough.map { (mostRefused($0, lists), length($0), $0) }.min(by: <)
    guard let (most, _, policy) = mildest,
      let list = lists.first(where: { self[policy, $0]?.refused.upperBound == most })
    else { return Nothing(reason: .few, nearest: largest) }
    return Nothing(reason: .limit, nearest: nearest(policy, list))
  }

  /// Of the policies that keep to the words, the one that surely accepts most on its worst list.
  private var largest: (policy: Choice, list: String, cell: Cell)? {
    let worst = open.compactMap { policy in
      lists.compactMap { nearest(policy, $0) }.min {
        $0.cell.counts.accepted.lowerBound < $1.cell.counts.accepted.lowerBound
      }
    }
    return worst.max { $0.cell.counts.accepted.lowerBound < $1.cell.counts.accepted.lowerBound }
  }

  private func nearest(
    _ policy: Int, _ list: Int
  ) -> (policy: Choice, list: String, cell: Cell)? {
    self[policy, list].map { (table.policies[policy], table.lists[list].name, $0) }
  }

  /// What came next, and why it lost.
  var runnersUp: [RunnerUp] {
    guard let first = ranked.first else { return [] }
    let (others, chosen) = (ranked.dropFirst(), table.policies[first.policy])
    var (found, told): ([RunnerUp], Set<Int>) = ([], [first.policy])
    func add(_ kind: RunnerUp.Kind, _ row: Ranked?, as lost: RunnerUp.Lost? = nil) {
      guard let row, told.insert(row.policy).inserted else { return }
      // The first place of the key in which it is behind.
      let reason =
        lost
        ?? (row.key.0 > first.key.0
          ? .regret
          : row.key.1 > first.key.1 ? .refuses : row.key.2 > first.key.2 ? .longer : .order)
      let regrets = lists.map { regret(row.policy, $0, above: floors[$0]).upperBound }
      let difference: Share =
        switch reason {
        case .regret: row.worst.upperBound - first.worst.upperBound
        case .refuses: row.refused - first.refused
        case .notToldApart: first.refused - row.refused
        case .longer, .order: .zero
        }
      found.append(
        RunnerUp(
          kind: kind, policy: table.policies[row.policy], reason: reason, difference: difference,
          list: reason == .regret
            ? regrets.max().flatMap(regrets.firstIndex).map { table.lists[$0].name } : nil))
    }
    add(.next, others.first { table.policies[$0.policy].cells != chosen.cells })
    if table.differenceError != nil {
      let milder = others.filter { $0.key.1 < first.key.1 && !areApart(first.policy, $0.policy) }
      add(.milder, milder.min { $0.refused < $1.refused }, as: .notToldApart)
    }
    if chosen.scored { add(.withoutScore, others.first { !table.policies[$0.policy].scored }) }
    return found
  }

  /// Those that may be chosen and that nothing tells apart from the choice, by rank; nil if nothing can be said.
  var alike: [Choice]? {
    guard let chosen = ranked.first?.policy, table.differenceError != nil else { return nil }
    return ranked.dropFirst().filter { !areApart(chosen, $0.policy) }
      .map { table.policies[$0.policy] }
  }

  /// The choices at the limits that are always answered for, and at the one that was asked for.
  package var steps: [Step] {
    ([10, 30, 50, 80].map { Share($0 * 10_000) } + [limit].compactMap(\.self)).sorted().uniqued()
      .map { limit in
        let best = ranking(lists, limit).ranked.first
        let cells = best.map { best in lists.compactMap { self[best.policy, $0] } }
        return Step(
          limit: limit, policy: best.map { table.policies[$0.policy] },
          refused: cells.map { .span(of: $0.map(\.refused)) },
          guessed: cells.map { .span(of: $0.map(\.ends)) }, worst: best?.worst)
      }
  }

  /// The choices without each list.
  package var leftOut: [LeftOut] {
    guard let limit, let chosen = ranked.first?.policy, lists.count > 1 else { return [] }
    return lists.map { list in
      let best = ranking(lists.filter { $0 != list }, limit).ranked.first?.policy
      let cell = best.flatMap { self[$0, list] }
      return LeftOut(
        list: table.lists[list].name, policy: best.map { table.policies[$0] },
        isSame: best == chosen, cell: cell,
        over: cell.map { max(.zero, $0.refused.upperBound - limit) },
        regret: cell?.known.flatMap { _ in best.map { regret($0, list, above: floors[list]) } })
    }
  }

  /// The choices if users whose password is refused choose otherwise.
  var behaviours: [(model: Behaviour, policy: Choice, isSame: Bool)] {
    guard let limit, let chosen = ranked.first?.policy else { return [] }
    return Behaviour.allCases.compactMap { model in
      ranking(lists, limit, model).ranked.first.map {
        (model, table.policies[$0.policy], $0.policy == chosen)
      }
    }
  }

  /// The user's own policies, with what bars them.
  var own: [(policy: Choice, barred: [Reason], cells: [Cell?])] {
    table.policies.indices.filter { table.policies[$0].own == true }.map { policy in
      let (cells, isMeeting) = (cells[policy], meeting.contains(policy))
      let reasons: [(Reason, Bool)] = [
        (.standard, !isMeeting), (.managers, isMeeting && !open.contains(policy)),
        (.few, cells.contains { $0?.hasEnough != true }),
        (.limit, cells.contains { $0?.refused.upperBound ?? .zero > limit ?? .one }),
      ]
      return (table.policies[policy], reasons.filter(\.1).map(\.0), cells)
    }
  }
}
