package import Metrics

extension Recommendation {
  /// Answers a table; `rows` are those of its lists that the counts were added up from, if they are known.
  package init(_ table: RecommendationTable, rows: [RuleRows] = []) {
    self = Question(table, rows).answer
  }

  /// Which policies of a table may be chosen, and which is.
  fileprivate struct Question {
    let table: RecommendationTable
    let rows: [RuleRows]
    let limit: Share?
    let cells: [[Cell?]]
    /// The policies that meet the standards, and of these the ones that accept what managers generate, if that
    /// is asked.
    let meeting, open: [Int]

    var lists: Range<Int> { table.lists.indices }
    func name(_ policy: Int) -> String { table.policies[policy].policy }
    func rules(_ policy: Int) -> String { table.policies[policy].rules }
    func length(_ policy: Int) -> Int { rules(policy).unicodeScalars.count }
    subscript(policy: Int, list: Int) -> Cell? { cells[policy][list] }
  }

  /// A policy that may be chosen.
  fileprivate struct Ranked {
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
  fileprivate struct Floor {
    var sure: Share?
    var rivals: [(least: Share, policy: Int)] = []
  }

  /// The limits that are always answered for, and the most names of policies that nothing tells apart.
  fileprivate static let usualLimits = [10, 30, 50, 80].map { Share($0 * 10_000) }
  fileprivate static let mostNames = 20

  /// What one list says of one policy.
  fileprivate struct Cell {
    let counts: AcceptedCounts
    let refused, sampling: Ends
    /// By what users choose whose password is refused: shares of the accepted, or else of all.
    let guessed: [Behaviour: Ends]

    var hasEnough: Bool { counts.accepted.lowerBound >= leastAccepted }
    var ends: Ends { guessed[.proportional] ?? .zero ... .one }
  }
}

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
  fileprivate static func of(_ part: ClosedRange<UInt64>, _ total: UInt64) -> Self {
    Bound(part.lowerBound, of: total)...Bound(part.upperBound, of: total)
  }

  /// From one end of several to another.
  fileprivate init(_ ends: [Self], from least: (Self, Self) -> Bool) {
    let low = ends.min(by: least)?.lowerBound ?? .zero
    self = low...Swift.max(low, ends.map(\.upperBound).max() ?? .zero)
  }

  /// From the greatest lower end of several, or the least.
  fileprivate static func worst(of ends: [Self]) -> Self {
    Self(ends) { $0.lowerBound > $1.lowerBound }
  }
  fileprivate static func span(of ends: [Self]) -> Self {
    Self(ends) { $0.lowerBound < $1.lowerBound }
  }
}

extension Recommendation.Question {
  typealias Share = Recommendation.Share
  typealias Ends = Recommendation.Ends

  init(_ table: RecommendationTable, _ rows: [RuleRows]) {
    (self.table, self.rows) = (table, rows)
    limit = table.limits.refuseAtMost.map {
      Share(Int((min(max($0, 0), 1) * 1e6).rounded(.toNearestOrEven)))
    }
    cells = table.policies.map { policy in
      zip(policy.cells, table.lists).map { counts, list in
        counts.map { Recommendation.Cell($0, of: list.passwords) }
      }
    }
    let asked = Set(table.limits.meets)
    meeting = table.policies.indices.filter { asked.isSubset(of: table.policies[$0].meets) }
    open = meeting.filter { table.policies[$0].managers == true || !table.limits.acceptsManagers }
  }

  var answer: Recommendation {
    let error = table.differenceError
    var answer = Recommendation(
      against: .init(
        name: table.against, guesses: Int(table.against.guesses),
        differenceError: error.map { [$0.plain, $0.scored] }),
      limits: .init(
        refuseAtMost: limit, meets: table.limits.meets,
        acceptsManagers: table.limits.acceptsManagers),
      lists: table.lists.map { list in
        .init(
          name: list.name, passwords: list.passwords,
          guessed: list.guessed.map { .of($0, list.passwords) }, about: list.about)
      }, grid: .init(policies: table.policies.count, withinWords: open.count))
    let limits = Recommendation.usualLimits + [limit].compactMap(\.self)
    answer.at = limits.sorted().uniqued().map(step)
    answer.own = table.policies.indices.filter { table.policies[$0].own == true }.map(own)
    guard let limit else {
      answer.none = .init(reason: .noLimit)
      return answer
    }
    let (ranked, floors) = ranking(Array(lists), limit)
    answer.grid.feasible = ranked.count
    guard let first = ranked.first else {
      answer.none = nothing
      return answer
    }
    let chosen = first.policy
    let details = lists.compactMap { detail(chosen, $0, floors[$0], limit) }
    let isNarrowed = details.contains { $0.regretByRows != nil }
    answer.choice = .init(
      policy: name(chosen), rules: rules(chosen), words: table.policies[chosen].words,
      worstRegret: first.worst,
      worstRegretByRows: isNarrowed
        ? .worst(of: details.map { $0.regretByRows ?? $0.regret }) : nil, lists: details)
    answer.runnersUp = runnersUp(first, Array(ranked.dropFirst()), floors)
    if error != nil {
      let alike = ranked.dropFirst().filter { !areApart(chosen, $0.policy) }
      answer.notToldApart = .init(
        policies: alike.count, of: ranked.count - 1,
        first: alike.prefix(Recommendation.mostNames).map { name($0.policy) })
    }
    if lists.count > 1 { answer.leaveOneOut = lists.map { leftOut($0, chosen, floors[$0], limit) } }
    answer.behaviours = Recommendation.Behaviour.allCases.compactMap { model in
      ranking(Array(lists), limit, model).ranked.first.map { best in
        .init(
          model: model, policy: name(best.policy), same: best.policy == chosen,
          guessed: lists.compactMap { self[chosen, $0]?.guessed[model] })
      }
    }
    return answer
  }

  // Who may be chosen, surely or possibly, where counts have two ends.

  private func isSurelyWithin(_ policy: Int, _ list: Int, _ limit: Share) -> Bool {
    self[policy, list].map { $0.hasEnough && $0.refused.upperBound <= limit } ?? false
  }

  private func isPossiblyWithin(_ policy: Int, _ list: Int, _ limit: Share) -> Bool {
    guard let cell = self[policy, list] else { return false }
    return cell.counts.accepted.upperBound >= Recommendation.leastAccepted
      && cell.refused.lowerBound <= limit
  }

  private func mostRefused(_ policy: Int, _ lists: some Sequence<Int>) -> Share {
    lists.compactMap { self[policy, $0]?.refused.upperBound }.max() ?? .zero
  }

  private func regret(
    _ policy: Int, _ list: Int, _ floor: Recommendation.Floor,
    _ model: Recommendation.Behaviour = .proportional
  ) -> Ends {
    guard let guessed = self[policy, list]?.guessed[model] else { return .zero ... .zero }
    let least = floor.sure.map { max(.zero, guessed.lowerBound - $0) } ?? .zero
    let rival = floor.rivals.first { $0.policy != policy }
    return least...max(least, rival.map { guessed.upperBound - $0.least } ?? .zero)
  }

  /// The policies that may be chosen, the best first, with the floor of each list.
  private func ranking(
    _ lists: [Int], _ limit: Share, _ model: Recommendation.Behaviour = .proportional
  ) -> (ranked: [Recommendation.Ranked], floors: [Recommendation.Floor]) {
    var floors = self.lists.map { _ in Recommendation.Floor() }
    for list in lists {
      for policy in open where isPossiblyWithin(policy, list, limit) {
        guard let guessed = self[policy, list]?.guessed[model] else { continue }
        floors[list].rivals.append((guessed.lowerBound, policy))
        if isSurelyWithin(policy, list, limit) {
          floors[list].sure = min(floors[list].sure ?? .one, guessed.upperBound)
        }
      }
      floors[list].rivals = Array(floors[list].rivals.sorted(by: <).prefix(2))
    }
    let feasible = open.filter { policy in lists.allSatisfy { isSurelyWithin(policy, $0, limit) } }
    let ranked = feasible.map { policy in
      let worst = Ends.worst(of: lists.map { regret(policy, $0, floors[$0], model) })
      let refused = mostRefused(policy, lists)
      return Recommendation.Ranked(
        policy: policy, worst: worst, refused: refused,
        key: (worst.upperBound.points, refused.points, length(policy), policy))
    }
    return (ranked.sorted { $0.key < $1.key }, floors)
  }

  private func detail(
    _ policy: Int, _ list: Int, _ floor: Recommendation.Floor, _ limit: Share
  ) -> Recommendation.Detail? {
    guard let cell = self[policy, list] else { return nil }
    let regret = regret(policy, list, floor)
    return .init(
      list: table.lists[list].name, refused: cell.refused, accepted: cell.counts.accepted,
      guessed: cell.ends, sampling: cell.sampling, regret: regret,
      regretByRows: regretByRows(policy, list, limit, within: regret))
  }

  /// A regret from the rows of a list, which decide two policies at once; nil if only counts are known, or
  /// these are exact.
  private func regretByRows(
    _ policy: Int, _ list: Int, _ limit: Share, within known: Ends
  ) -> Ends? {
    guard known.lowerBound < known.upperBound, rows.indices.contains(list),
      let own = self[policy, list]?.ends
    else { return nil }
    /// The most by which the share under `first` exceeds that under `second`, if it is above `least`.
    func most(_ first: (Int, Ends), over second: (Int, Ends), ifAbove least: Share) -> Share {
      let plain = first.1.upperBound - second.1.lowerBound
      if plain <= least { return plain }
      let most = rows[list].pair(first.0, second.0).mostDifference(
        plain.value, rival: second.1.lowerBound.value...second.1.upperBound.value,
        noLessThan: least.value)
      return Share(Int((most * 1e6).rounded(.up)))
    }
    let rivals = open.filter { $0 != policy && isPossiblyWithin($0, list, limit) }
      .compactMap { rival in self[rival, list].map { (rival, $0.ends) } }
    var (least, greatest) = (known.lowerBound, Share.zero)
    for rival in rivals.sorted(by: { $0.1.lowerBound < $1.1.lowerBound }) {
      greatest = max(greatest, most((policy, own), over: rival, ifAbove: greatest))
      // The lower end is seldom above that by counts, so it rises by whole points.
      let more = least - Share(-10_000)
      if isSurelyWithin(rival.0, list, limit), rival.1.upperBound - own.lowerBound > .zero - more,
        rows[list].pair(rival.0, policy).isAtMost(
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

  private func runnersUp(
    _ first: Recommendation.Ranked, _ others: [Recommendation.Ranked],
    _ floors: [Recommendation.Floor]
  ) -> [Recommendation.RunnerUp] {
    typealias RunnerUp = Recommendation.RunnerUp
    var (found, told): ([RunnerUp], Set<Int>) = ([], [first.policy])
    func add(
      _ kind: RunnerUp.Kind, _ row: Recommendation.Ranked?, as lost: RunnerUp.Lost? = nil
    ) {
      guard let row, told.insert(row.policy).inserted else { return }
      // The first place of the key in which it is behind.
      let reason =
        lost
        ?? (row.key.0 > first.key.0
          ? .regret
          : row.key.1 > first.key.1 ? .refuses : row.key.2 > first.key.2 ? .longer : .order)
      let regrets = lists.map { regret(row.policy, $0, floors[$0]).upperBound }
      let difference: Share =
        switch reason {
        case .regret: row.worst.upperBound - first.worst.upperBound
        case .refuses: row.refused - first.refused
        case .notToldApart: first.refused - row.refused
        case .longer, .order: .zero
        }
      found.append(
        RunnerUp(
          kind: kind, policy: name(row.policy), rules: rules(row.policy), reason: reason,
          difference: difference,
          list: reason == .regret
            ? regrets.max().flatMap(regrets.firstIndex).map { table.lists[$0].name } : nil))
    }
    let counts = table.policies[first.policy].cells
    add(.next, others.first { table.policies[$0.policy].cells != counts })
    let milder = others.filter { $0.key.1 < first.key.1 && !areApart(first.policy, $0.policy) }
    if table.differenceError != nil {
      add(
        .milder,
        milder.min { $0.refused == $1.refused ? $0.key < $1.key : $0.refused < $1.refused },
        as: .notToldApart)
    }
    if table.policies[first.policy].scored {
      add(.withoutScore, others.first { !table.policies[$0.policy].scored })
    }
    return found
  }

  private func leftOut(
    _ list: Int, _ chosen: Int, _ floor: Recommendation.Floor, _ limit: Share
  ) -> Recommendation.LeftOut {
    let best = ranking(lists.filter { $0 != list }, limit).ranked.first?.policy
    let cell = best.flatMap { self[$0, list] }
    let known = cell.flatMap { $0.hasEnough ? $0 : nil }
    return .init(
      list: table.lists[list].name, policy: best.map(name), same: best == chosen,
      refused: cell?.refused, over: cell.map { max(.zero, $0.refused.upperBound - limit) },
      guessed: known?.ends,
      regret: known.flatMap { _ in best.map { regret($0, list, floor) } })
  }

  private var nothing: Recommendation.Nothing {
    if open.isEmpty { return .init(reason: meeting.isEmpty ? .standard : .managers) }
    let enough = open.filter { policy in lists.allSatisfy { self[policy, $0]?.hasEnough == true } }
    let mildest = enough.map { (mostRefused($0, lists), length($0), $0) }.min(by: <)
    guard let (most, _, policy) = mildest,
      let list = lists.first(where: { self[policy, $0]?.refused.upperBound == most }),
      let refused = self[policy, list]?.refused
    else { return .init(reason: .few, largest: largest) }
    return .init(
      reason: .limit,
      nearest: .init(
        policy: name(policy), rules: rules(policy), list: table.lists[list].name, refused: refused))
  }

  /// Of the policies that keep to the words, the one that surely accepts most on its worst list.
  private var largest: Recommendation.Largest? {
    let worst = open.compactMap { policy in
      lists.compactMap { list in self[policy, list].map { (list, $0.counts.accepted) } }
        .min { $0.1.lowerBound < $1.1.lowerBound }.map {
          (policy: policy, list: $0.0, accepted: $0.1)
        }
    }
    return worst.max { $0.accepted.lowerBound < $1.accepted.lowerBound }.map {
      .init(
        policy: name($0.policy), rules: rules($0.policy), list: table.lists[$0.list].name,
        accepted: $0.accepted)
    }
  }

  private func step(at limit: Share) -> Recommendation.Step {
    guard let best = ranking(Array(lists), limit).ranked.first else {
      return .init(refuseAtMost: limit)
    }
    let cells = lists.compactMap { self[best.policy, $0] }
    return .init(
      refuseAtMost: limit, policy: name(best.policy), rules: rules(best.policy),
      refused: .span(of: cells.map(\.refused)), guessed: .span(of: cells.map(\.ends)),
      worstRegret: best.worst)
  }

  private func own(_ policy: Int) -> Recommendation.Own {
    let (cells, isMeeting) = (cells[policy], meeting.contains(policy))
    let reasons: [(Recommendation.Reason, Bool)] = [
      (.standard, !isMeeting), (.managers, isMeeting && !open.contains(policy)),
      (.few, cells.contains { $0?.hasEnough != true }),
      (.limit, cells.contains { $0?.refused.upperBound ?? .zero > limit ?? .one }),
    ]
    return .init(
      policy: name(policy), rules: rules(policy), barred: reasons.filter(\.1).map(\.0),
      refused: cells.map { $0?.refused },
      guessed: cells.map { $0.flatMap { $0.hasEnough ? $0.ends : nil } })
  }
}
