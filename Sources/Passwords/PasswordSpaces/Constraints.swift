package import PasswordPolicies
package import Passwords

/// The countable demands of rules that must all hold.
///
/// Leaves out lists and scores, since the strings that they refuse follow no pattern. The
/// intersection of two constraints is again a constraint, which makes alternatives countable.
package struct Constraints: Hashable, Sendable {
  /// The characters permitted.
  package private(set) var alphabet: CodePointSet
  /// The bounds of numbers of characters; sorted, each set once.
  package private(set) var needs: [Need] = []
  /// The numbers of kinds that must occur; sorted.
  package private(set) var kindNeeds: [KindNeed] = []
  /// The fewest different characters.
  package private(set) var distinct = 0
  /// The characters permitted first and last; the empty string has neither, and does not comply if
  /// one is limited.
  package private(set) var ends = Ends()
  /// The longest permitted runs.
  package private(set) var limits = RunLimits()
  /// The fewest code points.
  package private(set) var shortest = 0
  /// The most code points; nil for no limit.
  package private(set) var longest: Int?

  /// The characters permitted at both ends.
  package struct Ends: Hashable, Sendable {
    /// Those that a string may begin with.
    package var first = CodePointSet.unicode
    /// Those that it may end with.
    package var last = CodePointSet.unicode

    /// Whether a string may begin and end with everything.
    package var isFree: Bool { self == Ends() }
    /// The limited ends.
    var limited: [CodePointSet] { [first, last].filter { $0 != .unicode } }
  }

  /// From ``minimum`` to ``maximum`` characters of ``set``; no string meets the policy if they are crossed.
  package struct Need: Hashable, Sendable, Comparable {
    /// The least number.
    package var minimum = 0
    /// The most; `Int.max` if there is no limit.
    package var maximum = Int.max
    /// The characters that count.
    package var set: CodePointSet

    /// An arbitrary fixed order, so that equal constraints have equal values.
    package static func < (a: Need, b: Need) -> Bool {
      (a.set, a.minimum, a.maximum) < (b.set, b.minimum, b.maximum)
    }

    /// Whether it limits nothing.
    fileprivate var isIdle: Bool { minimum <= 0 && maximum == .max }

    /// The need that also meets another need of the same set.
    fileprivate func joined(with other: Need) -> Need {
      Need(
        minimum: max(minimum, other.minimum), maximum: min(maximum, other.maximum), set: set)
    }
  }

  /// Characters of at least ``minimum`` of ``sets``; the sets are disjoint and sorted.
  package struct KindNeed: Hashable, Sendable, Comparable {
    /// The least number; at least 1.
    package var minimum: Int
    /// The kinds.
    package var sets: [CodePointSet]

    /// An arbitrary fixed order, so that equal constraints have equal values.
    package static func < (a: KindNeed, b: KindNeed) -> Bool {
      a.minimum != b.minimum ? a.minimum < b.minimum : a.sets.lexicographicallyPrecedes(b.sets)
    }
  }

  /// Permits every string over an alphabet.
  package init(alphabet: CodePointSet) { self.alphabet = alphabet }

  /// Permits the strings that meet all these conditions; a given alphabet overrides theirs.
  package init(_ conditions: some Sequence<Condition>, alphabet: CodePointSet? = nil) {
    self.init(alphabet: .unicode)
    for condition in conditions { add(condition) }
    if let alphabet { self.alphabet = alphabet }
    normalise()
  }

  private mutating func add(_ condition: Condition) {
    switch condition {
    case .fact(.length, let bounds):
      shortest = max(shortest, bounds.lowerBound)
      if bounds.upperBound < .max { longest = min(longest ?? .max, bounds.upperBound) }
    case .fact(.longestRun, let bounds):
      limits.formIntersection(RunLimits(run: bounds.upperBound))
    case .fact(.longestSequence, let bounds):
      limits.formIntersection(RunLimits(sequence: bounds.upperBound))
    case .fact(let fact, let bounds) where fact.row.stretches != nil:
      limits.limitStretches(of: fact.row.stretches ?? CodePointSet(), to: bounds.upperBound)
    case .fact(.uniqueCharacters, let bounds): distinct = max(distinct, bounds.lowerBound)
    case .only(let set): alphabet = alphabet.intersection(set)
    case .count(of: let set, in: let bounds):
      needs.append(Need(minimum: bounds.lowerBound, maximum: bounds.upperBound, set: set))
    case .kinds(let sets, atLeast: let minimum):
      kindNeeds.append(KindNeed(minimum: minimum, sets: sets.sorted()))
    case .character(.firstCharacter, let set):
      shortest = max(shortest, 1)
      ends.first = ends.first.intersection(set)
    case .character(_, let set):
      shortest = max(shortest, 1)
      ends.last = ends.last.intersection(set)
    // Those that are uncounted; see `Condition.isUncounted`.
    case .fact, .unlisted: break
    }
  }

  /// Adds the demands of other constraints.
  package mutating func formIntersection(_ other: Constraints) {
    alphabet = alphabet.intersection(other.alphabet)
    needs += other.needs
    kindNeeds += other.kindNeeds
    ends.first = ends.first.intersection(other.ends.first)
    ends.last = ends.last.intersection(other.ends.last)
    limits.formIntersection(other.limits)
    distinct = max(distinct, other.distinct)
    shortest = max(shortest, other.shortest)
    longest = other.longest.map { min($0, longest ?? $0) } ?? longest
    normalise()
  }

  /// Gives equal demands the same form, as far as this is possible without the alphabet.
  private mutating func normalise() {
    needs = Dictionary(needs.map { ($0.set, $0) }) { $0.joined(with: $1) }.values
      .filter { !$0.isIdle }.sorted()
    kindNeeds = Set(kindNeeds).filter { $0.minimum > 0 }.sorted()
  }
}

extension Constraints {
  /// The simplest equivalent constraints for strings of a repertoire; nil if no string can comply.
  ///
  /// A need of a subset makes a need of the whole set automatic; a need of the whole alphabet
  /// becomes a length, and a set of which there may be none leaves the alphabet; limits that no
  /// string can break are dropped.
  package func simplified(in repertoire: Repertoire) -> Constraints? {
    var simple = self
    simple.alphabet = permitted.intersection(repertoire.support)
    guard simple.simplifyEnds() else { return nil }
    repeat {
      for index in simple.needs.indices {
        simple.needs[index].set = simple.needs[index].set.intersection(simple.alphabet)
      }
      if simple.needs.contains(where: { $0.minimum > ($0.set.isEmpty ? 0 : $0.maximum) }) {
        return nil
      }
      simple.normalise()
      if simple.needs.contains(where: { $0.minimum > $0.maximum }) { return nil }
      simple.dropImpliedNeeds()
    } while !simple.kindNeeds.isEmpty && simple.turnsKindsIntoNeeds()
    if simple.kindNeeds.contains(where: { $0.minimum > $0.sets.count }) { return nil }
    if simple.distinct > repertoire.count(of: simple.alphabet) { return nil }
    simple.shortest = max(simple.shortest, simple.distinct)
    if simple.distinct <= 1 { simple.distinct = 0 }
    if let longest = simple.longest {
      if simple.shortest > longest { return nil }
      simple.dropIdleLimits(upTo: longest)
    }
    simple.limits.dropIdle(in: simple.alphabet, longest: simple.longest)
    return simple
  }

  /// Restricts the ends to the alphabet; whether any character is left for them.
  private mutating func simplifyEnds() -> Bool {
    for end in [\Ends.first, \Ends.last] {
      let set = ends[keyPath: end].intersection(alphabet)
      if ends[keyPath: end] == .unicode { continue }
      if set.isEmpty { return false }
      shortest = max(shortest, 1)
      ends[keyPath: end] = set == alphabet ? .unicode : set
    }
    return true
  }

  private mutating func dropImpliedNeeds() {
    for need in needs where need.set == alphabet {
      shortest = max(shortest, need.minimum)
      if need.maximum < .max { longest = min(longest ?? .max, need.maximum) }
    }
    let all = needs
    needs = all.compactMap { need in
      if need.set == alphabet || need.set.isEmpty { return nil }
      var left = need
      if need.minimum == 1 && ends.limited.contains(where: { $0.isSubset(of: need.set) })
        || all.contains(where: {
          $0.set != need.set && $0.minimum >= need.minimum && $0.set.isSubset(of: need.set)
        })
      {
        left.minimum = 0
      }
      if all.contains(where: {
        $0.set != need.set && $0.maximum <= need.maximum && need.set.isSubset(of: $0.set)
      }) {
        left.maximum = .max
      }
      return left.isIdle ? nil : left
    }
  }

  /// Drops limits on the number of characters that no string up to a length breaks.
  mutating func dropIdleLimits(upTo length: Int) {
    for index in needs.indices where needs[index].maximum >= length { needs[index].maximum = .max }
    needs.removeAll(where: \.isIdle)
  }

  /// The characters that may occur.
  var permitted: CodePointSet {
    needs.reduce(alphabet) { $1.maximum == 0 ? $0.subtracting($1.set) : $0 }
  }

  /// Removes from each kind need the kinds that other needs guarantee; returns whether this made a
  /// new need.
  private mutating func turnsKindsIntoNeeds() -> Bool {
    let known = needs.filter { $0.minimum > 0 }.map(\.set) + ends.limited
    var (left, changed) = ([KindNeed](), false)
    for kindNeed in kindNeeds {
      let sets = kindNeed.sets.map { $0.intersection(alphabet) }.filter { !$0.isEmpty }
      var rest = KindNeed(
        minimum: kindNeed.minimum,
        sets: sets.filter { set in !known.contains { $0.isSubset(of: set) } })
      rest.minimum -= sets.count - rest.sets.count
      if rest.minimum == rest.sets.count {
        needs += rest.sets.map { Need(minimum: 1, set: $0) }
        changed = changed || !rest.sets.isEmpty
      } else if rest.minimum > 0 {
        left.append(rest)
      }
    }
    kindNeeds = Set(left).sorted()
    return changed
  }
}

extension Constraints {
  /// The number of characters that the needs take if none serves two; at most the longest length
  /// counted.
  var fewest: Int {
    let counts =
      needs.map(\.minimum) + kindNeeds.map(\.minimum) + [distinct, ends.limited.count]
    return counts.reduce(0) { min(KeyspaceCounter.longest, $0 + min($1, KeyspaceCounter.longest)) }
  }

  /// Whether only an automaton can count the strings.
  var needsAutomaton: Bool {
    distinct > 0 || needs.contains { $0.minimum > 1 || $0.maximum < .max }
      || !ends.isFree && limits != RunLimits()
  }

  /// Drops the limits on length.
  mutating func liftLengths() { (shortest, longest) = (0, nil) }

  /// Whether strings of a length can comply with the limits on length.
  package func permits(length: Int) -> Bool {
    shortest <= length && length <= longest ?? .max
  }
}

extension Constraints {
  /// The names of the rules that an automaton must track.
  var ruleNames: [String] {
    var names: [String] = []
    if needs.contains(where: { $0.minimum == 1 }) { names.append("required") }
    if needs.contains(where: { $0.minimum > 1 }) { names.append("at-least") }
    if needs.contains(where: { $0.maximum < .max }) { names.append("at-most") }
    if !kindNeeds.isEmpty { names.append("min-classes") }
    if distinct > 0 { names.append("min-unique") }
    if ends.first != .unicode { names.append("first") }
    if ends.last != .unicode { names.append("last") }
    if limits.run != nil { names.append("max-repeating") }
    if limits.sequence != nil { names.append("max-sequential") }
    if limits.limitsKinds {
      names.append(limits.classRuns.contains(nil) ? "max-run-of" : "max-class-run")
    }
    return names
  }
}
