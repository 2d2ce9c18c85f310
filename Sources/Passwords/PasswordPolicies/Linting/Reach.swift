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
    let permitted = permitted
    let needed = Self.fewest(
      of: counts.map { (set: $0.set.intersection(permitted), minimum: $0.minimum) })
    let fitting = if case .shortest(let length) = fit { length } else { 0 }
    return Swift.max(fewest, kinds.map { $0.minimum }.max() ?? 0, needed, fitting)
  }

  /// The fewest characters that meet some needs; a lower bound.
  static func fewest(of needs: [(set: CodePointSet, minimum: Int)]) -> Int {
    Swift.max(fewestCharacters(needs.map(\.set)), disjointSum(needs))
  }

  /// The most characters that a password of some permitted characters has by the limits on their
  /// number; `Int.max` if there is no limit.
  func longestWithinLimits(_ permitted: CodePointSet) -> Int {
    // The first few are enough for any policy that people write.
    let limits = limits.sorted { ($0.maximum, $0.set) < ($1.maximum, $1.set) }.prefix(8)
    var longest = bounds(of: .length).upper
    for chosen in 1..<Swift.max(1, 1 << limits.count) {
      let some = limits.enumerated().filter { chosen >> $0.offset & 1 != 0 }.map(\.element)
      let covered = some.reduce(CodePointSet()) { $0.union($1.set) }
      guard permitted.isSubset(of: covered) else { continue }
      longest = Swift.min(longest, some.reduce(0) { $0.addingSaturating($1.maximum) })
    }
    return longest
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
      sum = sum.addingSaturating(need.minimum)
    }
    return sum
  }
}

extension Int {
  fileprivate func addingSaturating(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}
