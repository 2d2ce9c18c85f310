package import PasswordPolicies
import Passwords

/// Finds a shortest password that some constraints permit and that others do not, or knows that there
/// is none.
///
///     var search = PasswordSearch()
///     try search.shortest(in: permitted, outside: [demanded])  // 'kvazjkva', 8 characters without a digit
///
/// Passwords are read by the automaton of each of the constraints at once. A password is made of
/// `kvazj…` where that does, so that it looks like none that anybody has.
package struct PasswordSearch: Sendable {
  private var machines: [Constraints: Result<AutomataWalk.Machine, KeyspaceProblem>] = [:]

  /// The longest passwords that are looked for.
  package static let longest = 8192
  /// The most places, which are states of all automata at a distance from the end, that are visited.
  private static let mostSteps = 1 << 16
  /// The most states of an automaton.
  private static let mostStates = 1 << 13
  /// The most different characters that constraints may ask for.
  private static let mostDistinct = 48

  package init() {}

  /// The shortest password of `kept` that none of `missed` permits; nil if there is none.
  ///
  /// Other passwords have other `variant`s, from 0.
  ///
  /// - Throws: ``KeyspaceProblem`` if that takes too many states.
  package mutating func shortest(
    in conditions: [Condition], outside missed: [[Condition]] = [], variant: Int = 0
  ) throws(KeyspaceProblem) -> String? {
    guard let kept = try simplified(conditions) else { return nil }
    if missed.contains(where: conditions.imply) { return nil }
    // What no string meets is missed anyway.
    let misses = try missed.map { missed throws(KeyspaceProblem) in try simplified(missed) }
      .compactMap(\.self)
    if kept.shortest > Self.longest {
      throw .lengthOutOfReach(kept.shortest, limit: Self.longest)
    }
    let all = [kept] + misses
    let machines = try all.map { one throws(KeyspaceProblem) in try machine(one) }
    // A character that is not permitted there is a way out.
    let hopeless = zip(all, machines).map { constraints, machine in
      kept.alphabet.isSubset(of: constraints.alphabet) ? machine.hopeless : []
    }
    var walk = AutomataWalk(machines, hopeless, mostSteps: Self.mostSteps)
    let turns = Turns(kinds: walk.kinds, few: (machines.map(\.distinct).max() ?? 0) + 5)
    for length in Self.lengths(of: kept, misses) {
      let counts = all.map { $0.permits(length: length) }
      if zip(counts, hopeless).dropFirst().contains(where: { $0 && $1.contains(0) }) { continue }
      let found = walk.password(of: length, counts) { number, place in
        turns.candidate(number, at: place + variant)
      }
      if let found { return found }
      guard walk.steps <= Self.mostSteps else {
        throw .tooManyStates(limit: Self.mostSteps, rules: kept.ruleNames)
      }
    }
    return nil
  }

  private func simplified(_ conditions: [Condition]) throws(KeyspaceProblem) -> Constraints? {
    let constraints = Constraints(conditions)
    if constraints.distinct > Self.mostDistinct {
      throw .tooManyStates(limit: Self.mostSteps, rules: ["min-unique"])
    }
    return constraints.simplified(in: SearchCharacters.repertoire)
  }

  private mutating func machine(
    _ constraints: Constraints
  ) throws(KeyspaceProblem) -> AutomataWalk.Machine {
    let free = constraints.withoutLengths
    if let known = machines[free] { return try known.get() }
    let made = Result { () throws(KeyspaceProblem) in
      try AutomataWalk.Machine(
        free, of: SearchCharacters.sets, in: SearchCharacters.repertoire,
        mostStates: Self.mostStates)
    }
    machines[free] = made
    return try made.get()
  }

  /// The lengths at which a password may be the first: from each length at which a limit begins or
  /// ends, as many as all that is counted together.
  private static func lengths(of kept: Constraints, _ misses: [Constraints]) -> [Int] {
    let least = max(kept.shortest, 1)
    let most = min(kept.longest ?? .max, longest)
    let reach = misses.reduce(kept.reach + 3) { min($0 + $1.reach, longest) }
    var starts = misses.flatMap { [$0.shortest, min($0.longest ?? longest, longest) + 1] }.filter {
      $0 > least
    }
    starts.append(least)
    var lengths: [Int] = []
    for start in starts.sorted() {
      let first = max(start, (lengths.last ?? 0) + 1)
      let last = min(start + reach, most)
      if first <= last { lengths += first...last }
    }
    return lengths
  }
}

extension Constraints {
  fileprivate var withoutLengths: Constraints {
    var free = self
    free.liftLengths()
    return free
  }

  /// The number of characters within which all happens that it can tell apart.
  fileprivate var reach: Int {
    let limits = [limits.run, limits.sequence] + limits.classRuns
    return fewest
      + (needs.map(\.maximum).filter { $0 < .max } + limits.compactMap(\.self))
      .reduce(0) { $0 + min($1, PasswordSearch.longest) + 1 }
  }

  /// A length beyond which it can tell nothing new apart.
  package var horizon: Int { max(shortest, 1) + reach + 3 }
}

extension [Condition] {
  /// Whether each string that they permit surely meets others, one by one; kinds also by several of them.
  fileprivate func imply(_ others: [Condition]) -> Bool {
    let permitted = permitted
    func imply(_ other: Condition) -> Bool { contains { $0.implies(other, permitted: permitted) } }
    return others.allSatisfy { other in
      guard case .kinds(let sets, atLeast: let least) = other else { return imply(other) }
      return imply(other) || sets.count { imply(.count(of: $0, atLeast: 1)) } >= least
    }
  }
}

/// The characters that passwords are made of: printable ASCII, and of each kind beyond it enough that
/// many of them may have to differ.
private enum SearchCharacters {
  /// In the order in which they are tried; those of a tier take turns.
  static let tiers: [[Unicode.Scalar]] = [
    Array("kvazjqwxmtfrgbdnhcslepyoui".unicodeScalars),
    Array("KVAZJQWXMTFRGBDNHCSLEPYOUI".unicodeScalars), Array("4826093751".unicodeScalars),
    Array("-.+=#%!@_*?/:,~^&$()[]{}<>|;'\"`\\".unicodeScalars), [" "],
    scalars(0xE9...0xF6) + scalars(0x430...0x44F) + scalars(0xDF...0xE8),
    scalars(0xC9...0xD6) + scalars(0x410...0x42F) + scalars(0xC0...0xC8),
    scalars(0x5B57...0x5B57) + scalars(0x4E00...0x4E37),
    scalars(0x2603...0x2603)
      + scalars(0x2604...0x263F),
    scalars(0x00...0x1F) + ["\u{7F}"],
  ]
  static let repertoire = Repertoire(tiers.flatMap(\.self))
  /// What rules can tell apart of each: characters of ASCII, and kinds beyond it.
  static let sets = tiers.flatMap(\.self).map(CodePointSet.init(only:))

  private static func scalars(_ values: ClosedRange<UInt32>) -> [Unicode.Scalar] {
    values.compactMap(Unicode.Scalar.init)
  }
}

/// The characters that a walk tries: those of each tier take turns.
private struct Turns {
  /// Tier by tier: of characters that no automaton tells apart, a few.
  private var candidates: [AutomataWalk.Candidate] = []
  /// Where each tier ends among them.
  private var ends: [Int] = []

  init(kinds: [Int], few: Int) {
    var counts = [Int](repeating: 0, count: kinds.count)
    var left = kinds[...]
    for tier in SearchCharacters.tiers {
      let count = candidates.count
      for (scalar, kind) in zip(tier, left) where kind >= 0 {
        counts[kind] += 1
        if counts[kind] <= few { candidates.append(.init(scalar: scalar, kind: kind)) }
      }
      if candidates.count > count { ends.append(candidates.count) }
      left = left.dropFirst(tier.count)
    }
  }

  /// The character with a number at a place.
  func candidate(_ number: Int, at place: Int) -> AutomataWalk.Candidate? {
    var start = 0
    for end in ends {
      if number < end { return candidates[start + (number - start + place) % (end - start)] }
      start = end
    }
    return nil
  }
}
