import PasswordPolicies

/// Ways of joining alternatives.
extension Alternative {
  /// The most alternatives that readers join; a policy prints far fewer.
  static let mostJoined = 1024

  /// The alternatives that say: one of each list; without those that another one includes.
  ///
  /// - Throws: ``Refusal`` if there are too many, or two that count kinds of character differently.
  static func conjunction(_ lists: [[Alternative]]) throws(Refusal) -> [Alternative] {
    var product = [Alternative()]
    for list in lists {
      guard product.count * list.count <= mostJoined else {
        throw Refusal("many", "more than \(mostJoined) combinations of alternatives")
      }
      var next: [Alternative] = []
      for one in product {
        for part in list { next.append(try one.joined(with: part)) }
      }
      product = next
    }
    var possible: [Alternative] = []
    for var one in product where one.settle() { possible.append(one) }
    return withoutNeedless(possible)
  }

  /// The alternatives without those that another one includes.
  static func withoutNeedless(_ found: [Alternative]) -> [Alternative] {
    var kept: [Alternative] = []
    for one in found where !kept.contains(where: { one.implies($0) }) {
      kept.removeAll { $0.implies(one) }
      kept.append(one)
    }
    return kept
  }

  /// At least so many of these classes, within a base: one alternative for each choice, unless they
  /// are the four kinds that a rule counts.
  static func atLeast(
    _ count: Int, of sets: [PointSet], _ base: Alternative
  ) throws(Refusal) -> [Alternative] {
    if count <= 0 { return [base] }
    if Set(sets) == [.lower, .upper, .digit, .special], sets.count == 4, count < 4 {
      return try conjunction([[base], [Alternative(minClasses: Kinds(count: count))]])
    }
    return try conjunction([
      [base],
      sets[...].choices(of: count).map { Alternative(has: $0.map { Need(count: 1, set: $0) }) },
    ])
  }

  private func joined(with part: Alternative) throws(Refusal) -> Alternative {
    var one = self
    one.least = max(least, part.least)
    one.most = Self.stricter(most, part.most)
    one.allowed = allowed.intersection(part.allowed)
    one.has += part.has.filter { !has.contains($0) }
    for limit in part.atMost { one.most(limit.count, of: limit.set) }
    one.runs += part.runs
    one.unique = max(unique, part.unique)
    one.first = first.intersection(part.first)
    one.last = last.intersection(part.last)
    if !part.words.isEmpty {
      let known = Set(words)
      one.words += part.words.filter { !known.contains($0) }
    }
    one.maxSequential = Self.stricter(maxSequential, part.maxSequential)
    one.maxClassRun = Self.stricter(maxClassRun, part.maxClassRun)
    one.cannot += part.cannot
    guard let kinds = part.minClasses else { return one }
    if let mine = minClasses, mine.isUnicode != kinds.isUnicode {
      throw Refusal("kinds", "two rules on the number of classes that count them differently")
    }
    one.minClasses = Kinds(
      count: max(minClasses?.count ?? 0, kinds.count), isUnicode: kinds.isUnicode)
    return one
  }

  private static func stricter(_ a: Int?, _ b: Int?) -> Int? {
    a.map { a in b.map { min(a, $0) } ?? a } ?? b
  }
}
