// From formulas to alternatives.
extension Formula {
  /// The most conjunctions of a disjunctive normal form.
  private static let mostConjunctions = 4096

  /// The alternatives of a password that meets the formula; none if there is no such password.
  ///
  /// What no rule says is in their `cannot`.
  func alternatives(_ effort: inout Effort) throws(Unsayable) -> [Alternative] {
    var found: [Alternative] = []
    for conditions in try normal(&effort) {
      var one = Alternative()
      for condition in conditions { one.add(condition) }
      try effort.spend(one.has.count.times(one.has.count))
      if one.settle() { found.append(one) }
    }
    return try Alternative.simplified(found, &effort)
  }

  /// The disjunctive normal form: conjunctions of character groups.
  private func normal(_ effort: inout Effort) throws(Unsayable) -> [[Formula]] {
    switch self {
    case .always: return [[]]
    case .never: return []
    case .any(let parts):
      var found: [[Formula]] = []
      for part in parts { found += try part.normal(&effort) }
      return try Self.limited(found)
    case .all(let parts):
      var product: [[Formula]] = [[]]
      for part in parts {
        let choices = try part.normal(&effort)
        var next: [[Formula]] = []
        for one in product {
          for choice in choices {
            try effort.spend(1 + one.count / 64)
            next.append(one + choice)
          }
          _ = try Self.limited(next)
        }
        product = next
      }
      return product
    default: return [[self]]
    }
  }

  private static func limited(_ found: [[Formula]]) throws(Unsayable) -> [[Formula]] {
    if found.count > mostConjunctions { throw Unsayable(.many, "more than 4,096 combinations") }
    return found
  }
}

extension Alternative {
  /// Adds one character group of a conjunction: the table of conditions and rules.
  fileprivate mutating func add(_ condition: Formula) {
    switch condition {
    case .length(let fewest, let limit):
      least = max(least, fewest)
      if let limit { most = most.map { min($0, limit) } ?? limit }
    case .only(let set): allowed = allowed.intersection(set)
    case .has(let count, let set): has.append(Need(count: count, set: set))
    case .first(let set): (first, least) = (first.intersection(set), max(least, 1))
    case .last(let set): (last, least) = (last.intersection(set), max(least, 1))
    case .unique(let count): unique = max(unique, count)
    case .not(.has(let count, let set)): most(count - 1, of: set)
    case .not(.run(let count, let set)): runs.append(Need(count: count, set: set))
    case .not(.word(let word)): words.append(word)
    case .cannot(let part): cannot.append(part)
    case .always, .never, .all, .any, .not, .run, .word:
      if let part = condition.unsayable(at: 0..<0) { cannot.append(part) }
    }
  }

  /// The same alternatives without what no rule says, simplified; so they may accept more.
  static func sayable(
    of found: [Alternative], _ effort: inout Effort
  ) throws(Unsayable) -> [Alternative] {
    try simplified(
      found.map { one in
        var one = one
        one.cannot = []
        return one
      }, &effort)
  }

  /// The same alternatives, without those that another one includes, and with those united that
  /// differ in one required class.
  static func simplified(
    _ found: [Alternative], _ effort: inout Effort
  ) throws(Unsayable) -> [Alternative] {
    var kept: [Alternative] = []
    for one in found {
      // Each comparison takes some microseconds.
      try effort.spend((1 + kept.count).times(4))
      if kept.contains(where: { one.implies($0) }) { continue }
      kept.removeAll { $0.implies(one) }
      kept.append(one)
    }
    return try united(kept, &effort)
  }

  /// X and S, or X and T, is X and (S or T).
  private static func united(
    _ found: [Alternative], _ effort: inout Effort
  ) throws(Unsayable) -> [Alternative] {
    var kept = found
    var first = 0
    search: while first < kept.count {
      for second in kept.indices.dropFirst(first + 1) {
        try effort.spend(1)
        if let union = kept[first].united(with: kept[second]) {
          kept[first] = union
          kept.remove(at: second)
          first = 0
          continue search
        }
      }
      first += 1
    }
    return kept
  }

  private func united(with other: Alternative) -> Alternative? {
    guard cannot.isEmpty, other.cannot.isEmpty, has.count == other.has.count, least == other.least,
      most == other.most
    else { return nil }
    let mine = has.filter { !other.has.contains($0) }
    let its = other.has.filter { !has.contains($0) }
    guard mine.count == 1, its.count == 1, let a = mine.first, let b = its.first,
      a.count == 1, b.count == 1, let place = has.firstIndex(of: a)
    else { return nil }
    var same = other
    same.has = has
    guard same == self else { return nil }
    var union = self
    union.has[place] = Need(count: 1, set: a.set.union(b.set))
    _ = union.settle()
    return union
  }
}
