package import Passwords

/// The shapes of passwords that policies leave open.
///
/// A shape decides lengths, runs of one kind, and which kinds of character stand how often. It does
/// not decide which characters of a kind these are, nor lists and scores: rules about these refuse
/// no shape. So every password of a shape that is left out breaks every policy, while of one that is
/// contained some may comply.
///
///     PermittedShapes([policy]).contains(shape)
package struct PermittedShapes: Sendable {
  /// What each alternative of each policy asks of a shape, each once.
  private let alternatives: Set<Demands>

  /// The shapes that at least one of the policies leaves open.
  package init(_ policies: some Sequence<Policy>) {
    alternatives = Set(
      policies.lazy.flatMap(\.rulesOfAlternatives).map { rules in
        var demands = Demands()
        for condition in rules.flatMap(\.conditions) { demands.add(condition) }
        return demands
      })
  }

  /// Whether a password of this shape may comply.
  ///
  /// - Complexity: O(characters + alternatives × rules).
  package func contains(_ shape: PackedShape) -> Bool {
    let kinds = shape.kindCounts
    return alternatives.contains { $0.areMet(by: kinds) }
  }

  /// The demands of one alternative; a set of kinds is a bit for each kind of ``PackedShape/Kind``.
  private struct Demands: Hashable, Sendable {
    private var shortest = 0
    private var longest = Int.max
    private var longestRun = Int.max
    private var allowed = Demands.kinds(meeting: .unicode)
    /// At least so many characters of these kinds.
    private var least: [Count] = []
    /// At most so many characters of these kinds.
    private var most: [Count] = []
    /// At least so many of these sets of kinds occur.
    private var several: [Several] = []

    private struct Count: Hashable {
      let number: Int
      let kinds: UInt8
    }

    private struct Several: Hashable {
      let minimum: Int
      let sets: [UInt8]
    }

    /// Adds what a condition asks.
    mutating func add(_ condition: Condition) {
      switch condition {
      case .fact(let fact, let bounds):
        if fact.isAtMostLength { shortest = max(shortest, bounds.lowerBound) }
        if fact == .length { longest = min(longest, bounds.upperBound) }
        if fact == .longestClassRun { longestRun = min(longestRun, bounds.upperBound) }
      case .only(let set): allowed &= Self.kinds(meeting: set)
      case .count(of: let set, in: let bounds):
        if bounds.lowerBound > 0 {
          least.append(Count(number: bounds.lowerBound, kinds: Self.kinds(meeting: set)))
        }
        if bounds.upperBound < .max {
          // Characters of the other kinds need not be of the set.
          let others = Self.kinds(meeting: CodePointSet.unicode.subtracting(set))
          most.append(Count(number: bounds.upperBound, kinds: ~others))
        }
      case .kinds(let sets, atLeast: let n):
        several.append(Several(minimum: n, sets: sets.map(Self.kinds)))
      case .character(_, let set):
        least.append(Count(number: 1, kinds: Self.kinds(meeting: set)))
      case .unlisted: break
      }
    }

    /// Whether a password with so many characters of each kind may meet all demands.
    func areMet(by shape: PackedShape.KindCounts) -> Bool {
      func count(_ kinds: UInt8) -> Int {
        shape.counts.indices.reduce(0) { kinds >> UInt8($1) & 1 == 0 ? $0 : $0 + shape.counts[$1] }
      }
      return shortest <= shape.characters && shape.characters <= longest
        && shape.longestRun <= longestRun
        && count(~allowed) == 0 && least.allSatisfy { count($0.kinds) >= $0.number }
        && most.allSatisfy { count($0.kinds) <= $0.number }
        && several.allSatisfy { several in
          let met = several.sets.count { count($0) > 0 }
          return min(met, shape.characters) >= several.minimum
        }
    }

    /// The kinds of which a member is in the set.
    private static func kinds(meeting set: CodePointSet) -> UInt8 {
      PackedShape.Kind.allCases.reduce(0) { bits, kind in
        kind.members.intersection(set).isEmpty ? bits : bits | 1 << UInt8(kind.rawValue)
      }
    }
  }
}
