import PasswordPolicies
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
  private var machines: [Constraints: Result<Machine, KeyspaceProblem>] = [:]
  private var hopeless: [Constraints: Set<Int>] = [:]

  /// The longest passwords that are looked for.
  package static let longest = 8192
  /// The most places, which are states of all automata at a distance from the end, that are visited.
  fileprivate static let mostSteps = 1 << 16
  /// The most states of an automaton.
  fileprivate static let mostStates = 1 << 13
  /// The most different characters that constraints may ask for.
  private static let mostDistinct = 48

  package init() {}

  /// The shortest password of `kept` that none of `missed` permits; nil if there is none.
  ///
  /// Other passwords have other `variant`s, from 0.
  ///
  /// - Throws: ``KeyspaceProblem`` if that takes too many states.
  package mutating func shortest(
    in kept: Constraints, outside missed: [Constraints] = [], variant: Int = 0
  ) throws(KeyspaceProblem) -> String? {
    guard let kept = try simplified(kept) else { return nil }
    var misses: [Constraints] = []
    for missed in missed {
      // What no string meets is missed anyway.
      if let missed = try simplified(missed) { misses.append(missed) }
    }
    if misses.contains(where: kept.isSurelyWithin) { return nil }
    if kept.shortest > Self.longest {
      throw .lengthOutOfReach(kept.shortest, limit: Self.longest)
    }
    let all = [kept] + misses
    var machines: [Machine] = []
    var hopeless: [Set<Int>] = []
    for constraints in all {
      machines.append(try machine(constraints))
      // A character that is not permitted there is a way out.
      let isTrap = !machines.dropFirst().isEmpty && kept.alphabet.isSubset(of: constraints.alphabet)
      hopeless.append(isTrap ? traps(constraints, machines[machines.count - 1]) : [])
    }
    var walk = Walk(machines, hopeless)
    for length in Self.lengths(of: kept, misses) {
      let counts = all.map { $0.permits(length: length) }
      if zip(counts, hopeless).dropFirst().contains(where: { $0 && $1.contains(0) }) { continue }
      if let found = walk.password(of: length, counts, variant) { return found }
      guard walk.steps <= Self.mostSteps else {
        throw .tooManyStates(limit: Self.mostSteps, rules: kept.ruleNames)
      }
    }
    return nil
  }

  private func simplified(_ constraints: Constraints) throws(KeyspaceProblem) -> Constraints? {
    if constraints.distinct > Self.mostDistinct {
      throw .tooManyStates(limit: Self.mostSteps, rules: ["min-unique"])
    }
    return constraints.simplified(in: SearchCharacters.repertoire)
  }

  /// The states of an automaton from which it accepts whatever follows.
  private mutating func traps(_ constraints: Constraints, _ machine: Machine) -> Set<Int> {
    let free = constraints.withoutLengths
    if let known = hopeless[free] { return known }
    let traps = machine.automaton.acceptingWhateverFollows
    hopeless[free] = traps
    return traps
  }

  private mutating func machine(_ constraints: Constraints) throws(KeyspaceProblem) -> Machine {
    let free = constraints.withoutLengths
    if let known = machines[free] { return try known.get() }
    let made = Result { () throws(KeyspaceProblem) in try Machine(free) }
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

  /// Whether each string that it permits surely meets others, rule by rule; both are simplified.
  fileprivate func isSurelyWithin(_ other: Constraints) -> Bool {
    alphabet.isSubset(of: other.alphabet) && shortest >= other.shortest
      && (longest ?? .max) <= (other.longest ?? .max) && limits.areWithin(other.limits)
      && ends.first.isSubset(of: other.ends.first) && ends.last.isSubset(of: other.ends.last)
      && distinct >= other.distinct && other.needs.allSatisfy(surelyMeets)
      && other.kindNeeds.allSatisfy(surelyMeets)
  }

  private func surelyMeets(_ need: Need) -> Bool {
    let hasEnough =
      has(need.minimum, of: need.set) || alphabet.isSubset(of: need.set) && shortest >= need.minimum
    let counted = need.set.intersection(alphabet)
    return hasEnough
      && (need.maximum == .max
        || needs.contains { $0.maximum <= need.maximum && counted.isSubset(of: $0.set) })
  }

  private func surelyMeets(_ need: KindNeed) -> Bool {
    need.sets.count { has(1, of: $0) } >= need.minimum
      || kindNeeds.contains { own in
        // Each of its kinds is one of theirs, and no two are the same.
        let theirs = own.sets.map { set in need.sets.first { set.isSubset(of: $0) } }
        return own.minimum >= need.minimum && !theirs.contains(nil)
          && Set(theirs).count == own.sets.count
      }
  }

  /// Whether one of its own needs asks for as many characters of a set.
  private func has(_ minimum: Int, of set: CodePointSet) -> Bool {
    minimum <= 0
      || needs.contains { $0.minimum >= minimum && $0.set.intersection(alphabet).isSubset(of: set) }
  }
}

extension RunLimits {
  /// Whether each limit of others is one here, or a stricter one.
  fileprivate func areWithin(_ other: RunLimits) -> Bool {
    zip([run, sequence] + classRuns, [other.run, other.sequence] + other.classRuns).allSatisfy {
      own, other in other.map { (own ?? .max) <= $0 } ?? true
    }
  }
}

/// An automaton with the group of each character that is tried.
private struct Machine: Sendable {
  let automaton: Automaton
  /// The group of each of ``SearchCharacters/sets``; -1 for one that is not permitted.
  let groups: [Int]
  /// How many different characters it asks for.
  let distinct: Int
  /// Whether it matters that a character repeats or follows the one before it.
  let isLinked: Bool

  init(_ constraints: Constraints) throws(KeyspaceProblem) {
    automaton = try Automaton(
      constraints, in: SearchCharacters.repertoire, cuts: [],
      mostStates: PasswordSearch.mostStates)
    let sets = automaton.characterGroups.sets
    groups = SearchCharacters.sets.map { own in
      sets.firstIndex { own.isSubset(of: $0) } ?? -1
    }
    distinct = constraints.distinct
    isLinked = constraints.limits.run != nil || constraints.limits.sequence != nil
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
  /// What rules can tell apart: each character of ASCII, then the kinds beyond it.
  static let sets =
    (0..<128).map { CodePointSet(ascii: 1 << UInt128($0)) }
    + CodePointSet.Beyond.each.map { CodePointSet(beyond: $0) }
  /// For each character of each tier, its place in ``sets``.
  static let places = tiers.map { tier in
    tier.map { scalar in
      scalar.isASCII
        ? Int(scalar.value)
        : 128 + (CodePointSet.Beyond.each.firstIndex(of: CodePointSet.Beyond(of: scalar)) ?? 3)
    }
  }

  private static func scalars(_ values: ClosedRange<UInt32>) -> [Unicode.Scalar] {
    values.compactMap(Unicode.Scalar.init)
  }
}

/// A search through passwords of growing length, character by character.
private struct Walk {
  private let machines: [Machine]
  /// Of each but the first, the states from which nothing is missed any more.
  private let hopeless: [Set<Int>]
  /// The characters that are tried, tier by tier: of those that no automaton tells apart, a few.
  private var candidates: [Candidate] = []
  /// Where each tier ends among them.
  private var ends: [Int] = []
  /// For each kind of character, its group in each automaton.
  private let groups: [[Int]]
  private let countsNew: Bool
  private let isLinked: Bool
  private(set) var steps = 0
  private var dead: Set<Place> = []

  private struct Candidate {
    let scalar: Unicode.Scalar
    /// The same for all that no automaton tells apart.
    let kind: Int
  }

  /// The states, -1 where nothing is accepted whatever follows, and how many characters are to come.
  private struct Place: Hashable {
    var states: [Int]
    var left: Int
  }

  /// A place, and the number of the next character to try there.
  private struct Frame {
    let place: Place
    var next = 0
    /// The first kinds that were tried, by whether they were new.
    var tried: UInt128 = 0
    var triedNew: UInt128 = 0

    /// Whether a kind was not tried yet; of later ones than the first nobody knows.
    mutating func isFirst(_ kind: Int, isNew: Bool) -> Bool {
      let bit = kind < UInt128.bitWidth ? 1 << UInt128(kind) : 0 as UInt128
      defer { if isNew { triedNew |= bit } else { tried |= bit } }
      return (isNew ? triedNew : tried) & bit == 0
    }
  }

  init(_ machines: [Machine], _ hopeless: [Set<Int>]) {
    (self.machines, self.hopeless) = (machines, hopeless)
    countsNew = machines.contains { $0.distinct > 0 }
    isLinked = machines.contains(where: \.isLinked)
    // The kinds of what the first automaton permits; each further one may part them.
    var kinds = machines[0].groups
    for machine in machines.dropFirst() {
      var numbers: [Int: Int] = [:]
      for (place, kind) in kinds.enumerated() where kind >= 0 {
        let key = kind << 16 + machine.groups[place] + 1
        let number = numbers[key] ?? numbers.count
        numbers[key] = number
        kinds[place] = number
      }
    }
    let few = (machines.map(\.distinct).max() ?? 0) + 5
    var counts = [Int](repeating: 0, count: kinds.count)
    var groups = [[Int]](repeating: [], count: kinds.count)
    for (tier, places) in zip(SearchCharacters.tiers, SearchCharacters.places) {
      let count = candidates.count
      for (scalar, place) in zip(tier, places) where kinds[place] >= 0 {
        let kind = kinds[place]
        counts[kind] += 1
        if counts[kind] > few { continue }
        if groups[kind].isEmpty { groups[kind] = machines.map { $0.groups[place] } }
        candidates.append(Candidate(scalar: scalar, kind: kind))
      }
      if candidates.count > count { ends.append(candidates.count) }
    }
    self.groups = groups
  }

  /// A password of a length; nil if there is none.
  ///
  /// `counts` says which automata permit the length.
  mutating func password(of length: Int, _ counts: [Bool], _ variant: Int) -> String? {
    var text: [Unicode.Scalar] = []
    var frames = [Frame(place: Place(states: counts.map { $0 ? 0 : -1 }, left: length))]
    while let place = frames.last?.place {
      guard let (scalar, next) = advance(&frames[frames.count - 1], text, variant) else {
        dead.insert(place)
        frames.removeLast()
        _ = text.popLast()
        continue
      }
      if next.left == 0 {
        if isFound(next) {
          text.append(scalar)
          return text.reduce(into: "") { $0.unicodeScalars.append($1) }
        }
        continue
      }
      if dead.contains(next) { continue }
      steps += 1
      if steps > PasswordSearch.mostSteps { return nil }
      text.append(scalar)
      frames.append(Frame(place: next))
    }
    return nil
  }

  /// The next character at a place, and where it leads.
  private func advance(
    _ frame: inout Frame, _ text: [Unicode.Scalar], _ variant: Int
  ) -> (Unicode.Scalar, Place)? {
    while let candidate = candidate(frame.next, at: text.count + variant) {
      frame.next += 1
      let relation: Automaton.Relation =
        isLinked ? Automaton.Relation(of: candidate.scalar, after: text.last) : .other
      let isNew = countsNew && !text.contains(candidate.scalar)
      // Of characters that lead to one place, the first is enough.
      if relation == .other, !frame.isFirst(candidate.kind, isNew: isNew) { continue }
      if let next = place(after: candidate, at: frame.place, relation, isNew: isNew) {
        return (candidate.scalar, next)
      }
    }
    return nil
  }

  /// The character with a number at a place: those of each tier take turns.
  private func candidate(_ number: Int, at place: Int) -> Candidate? {
    var start = 0
    for end in ends {
      if number < end { return candidates[start + (number - start + place) % (end - start)] }
      start = end
    }
    return nil
  }

  private func place(
    after candidate: Candidate, at place: Place, _ relation: Automaton.Relation, isNew: Bool
  ) -> Place? {
    func target(_ number: Int, _ state: Int) -> Int? {
      let group = groups[candidate.kind][number]
      return group < 0
        ? nil
        : machines[number].automaton.next(
          state, characterGroup: group, relation, isNew: isNew)
    }
    // Most characters lead nowhere, for which no place is made.
    for (number, state) in place.states.enumerated() where state >= 0 {
      let target = target(number, state)
      if number == 0 ? target == nil : target.map(hopeless[number].contains) == true { return nil }
    }
    var next = place
    next.left -= 1
    for (number, state) in place.states.enumerated() where state >= 0 {
      next.states[number] = target(number, state) ?? -1
    }
    return next
  }

  /// Whether the first automaton accepts, and no other does.
  private func isFound(_ place: Place) -> Bool {
    place.states.enumerated().allSatisfy { number, state in
      (state >= 0 && machines[number].automaton.states[state].isAccepting) == (number == 0)
    }
  }
}
