package import Passwords

/// What a rule asks of a password, in terms of facts.
///
/// Matching, lint, keyspaces and lists of shapes read conditions only, so a rule that is made of
/// these kinds needs no place in any of them. The facts that a condition reads are its demand.
package enum Condition: Hashable, Sendable {
  /// The number of a fact lies within bounds.
  case fact(Fact, ClosedRange<Int>)
  /// Every character is of this set.
  case only(CodePointSet)
  /// The number of characters of this set lies within bounds; at least 0.
  case count(of: CodePointSet, in: ClosedRange<Int>)
  /// Characters of at least this many of these disjoint sets occur.
  case kinds([CodePointSet], atLeast: Int)
  /// There is a character at an end, named by this fact, and it is of this set.
  case character(Fact, CodePointSet)
  /// The list does not refuse the password.
  case unlisted(ListReference)

  /// At least this number of a fact.
  package static func fact(_ fact: Fact, atLeast number: Int) -> Condition {
    .fact(fact, number...Int.max)
  }

  /// At most this number of a fact, and at least 0.
  package static func fact(_ fact: Fact, atMost number: Int) -> Condition {
    .fact(fact, 0...Swift.max(0, number))
  }

  /// At least this many characters of a set.
  package static func count(of set: CodePointSet, atLeast number: Int) -> Condition {
    .count(of: set, in: number...Int.max)
  }

  /// Whether the strings that it permits cannot be counted, since they follow no pattern that
  /// `Constraints` knows.
  package var isUncounted: Bool {
    switch self {
    case .unlisted: true
    case .fact(.length, _), .fact(.longestRun, _), .fact(.longestSequence, _),
      .fact(.uniqueCharacters, _):
      false
    case .fact(let fact, _): fact.row.stretches == nil
    case .only, .count, .kinds, .character: false
    }
  }

  /// Whether it asks for characters of some sets.
  package var asksForCharacters: Bool {
    switch self {
    case .kinds, .character: true
    case .count(of: _, let bounds): bounds.lowerBound > 0
    case .fact(_, let bounds): bounds.lowerBound > 0 && !isLength && !isUncounted
    case .only, .unlisted: false
    }
  }

  /// Whether it limits the length.
  package var isLength: Bool {
    if case .fact(.length, _) = self { true } else { false }
  }

  /// Adds the facts that it reads, but for the lists' bits.
  func add(to demand: inout FactDemand) {
    switch self {
    case .fact(let fact, let bounds): demand[fact] = max(demand[fact], Self.limit(of: bounds))
    case .only(let set): demand.classes.insert(set)
    case .count(of: .unicode, in: _), .unlisted: break
    case .count(of: let set, in: let bounds):
      // Whether there is a character needs no count.
      let limit = Self.limit(of: bounds)
      if limit == 1 { demand.classes.insert(set) }
      if limit > 1 { demand.counts[set] = max(demand.counts[set] ?? 0, limit) }
    case .kinds(let sets, atLeast: _): demand.classes.formUnion(sets)
    case .character(let fact, let set):
      demand.classes.insert(set)
      demand[fact] = 1
    }
  }

  /// A number that no fact of a profile reaches.
  static var beyondAll: Int { Schema.longestLine + 1 }

  /// The number up to which numbers must be told apart to know whether they lie within bounds.
  static func limit(of bounds: ClosedRange<Int>) -> Int {
    bounds.upperBound == .max
      ? min(bounds.lowerBound, beyondAll) : min(bounds.upperBound, beyondAll - 1) + 1
  }

  /// Whether every password that meets this condition also meets another one.
  ///
  /// `permitted` contains every character of such passwords. Returns false if this is not certain.
  package func implies(_ other: Condition, permitted: CodePointSet) -> Bool {
    switch (self, other) {
    case (.fact(let fact, let a), .fact(let other, let b)):
      if fact == other { return b.lowerBound <= a.lowerBound && a.upperBound <= b.upperBound }
      return other.row.ceilings.contains(fact) && b.lowerBound <= 0 && a.upperBound <= b.upperBound
        || fact.row.ceilings.contains(other) && b.upperBound == .max && b.lowerBound <= a.lowerBound
    case (.only(let a), .only(let b)): return a.isSubset(of: b)
    case (.count(of: let a, in: let m), .count(of: let b, in: let n)):
      return
        (n.lowerBound <= 0
        || m.lowerBound >= n.lowerBound && a.intersection(permitted).isSubset(of: b))
        && (n.upperBound == .max
          || m.upperBound <= n.upperBound && b.intersection(permitted).isSubset(of: a))
    case (.fact(.length, let m), .count(of: let set, in: let n)):
      return (n.lowerBound <= 0 || m.lowerBound >= n.lowerBound && permitted.isSubset(of: set))
        && m.upperBound <= n.upperBound
    case (.count(of: let set, in: let m), .fact):
      let most = permitted.isSubset(of: set) ? m.upperBound : .max
      return Condition.fact(.length, m.lowerBound...most).implies(other, permitted: permitted)
    case (.only(let a), .count(of: let b, in: let n)):
      return n.lowerBound <= 0 && a.intersection(b).isEmpty
    case (.count(of: let a, in: 0...0), .only(let b)):
      return CodePointSet.unicode.subtracting(a).isSubset(of: b)
    case (.kinds(_, atLeast: let m), .fact(let fact, let b)):
      return fact.row.countsSets && m >= b.lowerBound && b.upperBound == .max
    case (.kinds(let kindsA, atLeast: let a), .kinds(let kindsB, atLeast: let b)):
      return a >= b && kindsA == kindsB
    case (.unlisted(let a), .unlisted(let b)): return a.covers(b)
    case (.character(let end, let a), .character(let other, let b)):
      return end == other && a.intersection(permitted).isSubset(of: b)
        || permitted.isSubset(of: b)
    case (.character(_, let a), .count(of: let b, in: let n)):
      return n.lowerBound <= 1 && n.upperBound == .max
        && a.intersection(permitted).isSubset(of: b)
    case (.count(of: _, in: let m), .character(_, let b)):
      return m.lowerBound >= 1 && permitted.isSubset(of: b)
    case (.fact(.length, let a), .character(_, let b)):
      return a.lowerBound >= 1 && permitted.isSubset(of: b)
    case (.character, .fact(let fact, let b)):
      return fact.row.countsSets && b.lowerBound <= 1 && b.upperBound == .max
    default: return false
    }
  }
}

extension [Condition] {
  /// The characters that all of them permit.
  package var permitted: CodePointSet {
    reduce(.unicode) { permitted, condition in
      switch condition {
      case .only(let set): permitted.intersection(set)
      case .count(of: let set, in: 0...0): permitted.subtracting(set)
      default: permitted
      }
    }
  }

  /// The sets whose characters must occur, and how many characters of each.
  var counts: [(set: CodePointSet, minimum: Int)] {
    compactMap {
      switch $0 {
      case .count(of: let set, in: let bounds) where bounds.lowerBound > 0: (set, bounds.lowerBound)
      case .character(_, let set): (set, 1)
      default: nil
      }
    }
  }

  /// The sets of which only so many characters may occur, and how many.
  var limits: [(set: CodePointSet, maximum: Int)] {
    compactMap {
      guard case .count(of: let set, in: let bounds) = $0, bounds.upperBound < .max else {
        return nil
      }
      return (set, bounds.upperBound)
    }
  }

  /// The sets of kinds, and of how many of each a character must occur.
  var kinds: [(sets: [CodePointSet], minimum: Int)] {
    compactMap {
      if case .kinds(let sets, atLeast: let minimum) = $0 { (sets, minimum) } else { nil }
    }
  }

  /// The fewest characters that the bounds of facts take.
  var fewest: Int {
    reduce(0) { fewest, condition in
      guard case .fact(let fact, let bounds) = condition, fact.isAtMostLength else { return fewest }
      return Swift.max(fewest, bounds.lowerBound)
    }
  }

  /// The largest lower and the smallest upper bound of a fact.
  package func bounds(of fact: Fact) -> (lower: Int, upper: Int) {
    var (lower, upper) = (0, Int.max)
    for case .fact(fact, let bounds) in self {
      (lower, upper) = (Swift.max(lower, bounds.lowerBound), Swift.min(upper, bounds.upperBound))
    }
    return (lower, upper)
  }
}

extension Fact {
  /// Whether its number is at most the number of characters.
  var isAtMostLength: Bool { self == .length || row.ceilings.contains(.length) }
}

extension ListReference {
  /// Whether this list refuses every password that the other list refuses.
  fileprivate func covers(_ other: ListReference) -> Bool {
    switch (self, other) {
    case (.blocklist(let a, let wide), .blocklist(let b, let narrow)):
      a == b && wide.covers(narrow)
    default: self == other
    }
  }
}

extension ListComparison {
  /// Whether this list refuses every password that the other one refuses.
  ///
  /// Containing a value does not imply containing a value that is too short to be searched for.
  fileprivate func covers(_ other: Self) -> Bool {
    switch (self, other) {
    case (.exact, .exact), (.exact, .fold), (.exact, .leet), (.fold, .exact), (.fold, .fold),
      (.fold, .leet), (.leet, .exact), (.leet, .fold), (.leet, .leet):
      form.covers(other.form)
    case (.substring(_, atLeast: let a), .substring(_, atLeast: let b)):
      form.covers(other.form) && a <= b
    default: self == other
    }
  }
}

extension ListComparison.Form {
  fileprivate func covers(_ other: Self) -> Bool {
    switch (self, other) {
    case (.leet, _), (.fold, .fold), (.fold, .exact), (.exact, .exact): true
    default: false
    }
  }
}
