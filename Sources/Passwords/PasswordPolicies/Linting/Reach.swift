import Passwords

extension Policy {
  /// The least length that can comply by the text of the rules, in code points; no password shorter
  /// than that does.
  package var leastLength: Int {
    rulesOfAlternatives.map { $0.flatMap(\.conditions).shortest }.min() ?? 0
  }

  /// Whether a rule of it asks for a least score.
  package var hasScoreRule: Bool {
    rules.flatMap(\.conditions).contains { if case .fact(.score, _) = $0 { true } else { false } }
  }
}

extension [Condition] {
  /// A lower bound on the length of compliant passwords, in code points.
  ///
  /// For some policies, no compliant password is that short.
  var shortest: Int {
    let (permitted, counts) = (permitted, counts)
    return Swift.max(
      fewest, kinds.map { $0.minimum }.max() ?? 0,
      Self.fewestCharacters(counts.map { $0.set.intersection(permitted) }),
      Self.disjointSum(counts))
  }

  /// The fewest characters that include one of each set; a lower bound if there are many sets.
  private static func fewestCharacters(_ sets: [CodePointSet]) -> Int {
    let sets = [CodePointSet](Set(sets).filter { !$0.isEmpty }.sorted().prefix(12))
    guard sets.count > 1 else { return sets.count }
    let all = (1 << sets.count) - 1
    // A partition of all characters by the sets that contain them.
    var parts = [(characters: CodePointSet.unicode, hits: 0)]
    for (index, set) in sets.enumerated() {
      for (number, part) in parts.enumerated() {
        let inside = part.characters.intersection(set)
        if inside.isEmpty { continue }
        parts[number] = (inside, part.hits | 1 << index)
        let outside = part.characters.subtracting(set)
        if !outside.isEmpty { parts.append((outside, part.hits)) }
      }
    }
    let hits = Set(parts.map(\.hits))
    var (reached, count) = (Set([0]), 0)
    while !reached.contains(all) && count < sets.count {
      reached = Set(reached.flatMap { met in hits.map { met | $0 } })
      count += 1
    }
    return count
  }

  /// The number of characters that needs with disjoint sets require together.
  private static func disjointSum(_ needs: [(set: CodePointSet, minimum: Int)]) -> Int {
    var (taken, sum) = (CodePointSet(), 0)
    for need in needs.sorted(by: { $0.minimum > $1.minimum })
    where need.set.intersection(taken).isEmpty {
      taken = taken.union(need.set)
      let (more, overflow) = sum.addingReportingOverflow(need.minimum)
      sum = overflow ? .max : more
    }
    return sum
  }
}

/// The lengths and kinds of character that passwords need to comply with an alternative.
struct Reach {
  /// A lower bound on the length of compliant passwords, in code points.
  let shortest: Int
  /// Sets of ``kinds``, one bit each.
  ///
  /// For each set, a compliant password can have characters of exactly these kinds, if it is long
  /// enough.
  private let kindSets: [Int]

  /// A partition of all characters that is as fine as standards distinguish them.
  private static let kinds: [CodePointSet] =
    CharacterGroups.kinds + CodePointSet.Beyond.each.map { CodePointSet(beyond: $0) }

  /// The reach of passwords that meet all conditions.
  init(_ conditions: [Condition]) {
    let (permitted, shortest) = (conditions.permitted, conditions.shortest)
    self.shortest = shortest
    // Characters are available if one of the chosen kinds and the permitted characters overlap.
    let permittedKinds = Self.kinds(sharing: permitted)
    let needed = conditions.counts.map { Self.kinds(sharing: $0.set.intersection(permitted)) }
    let counted = conditions.kinds.map { sets, minimum in
      (sets.map { Self.kinds(sharing: $0.intersection(permitted)) }, minimum)
    }
    kindSets = (0..<1 << Self.kinds.count).filter { chosen in
      if chosen & permittedKinds == 0 { return chosen == 0 && shortest == 0 }
      return needed.allSatisfy { chosen & $0 != 0 }
        && counted.allSatisfy { sets, minimum in sets.count { chosen & $0 != 0 } >= minimum }
    }
  }

  /// The kinds that have members in a set, one bit each.
  private static func kinds(sharing set: CodePointSet) -> Int {
    kinds.indices.reduce(0) { kinds[$1].intersection(set).isEmpty ? $0 : $0 | 1 << $1 }
  }

  /// The fewest of these sets (unions of kinds) of which a compliant password has characters.
  func fewest(of sets: [CodePointSet]) -> Int {
    let sets = sets.map(Self.kinds(sharing:))
    return kindSets.map { chosen in sets.count { chosen & $0 != 0 } }.min() ?? sets.count
  }

  /// Whether every compliant password has a character of this set (a union of kinds).
  func demands(_ set: CodePointSet) -> Bool { fewest(of: [set]) == 1 }
}
