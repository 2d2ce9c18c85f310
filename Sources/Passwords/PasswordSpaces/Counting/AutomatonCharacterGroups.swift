import Passwords

/// The characters of an alphabet in groups that no rule of the constraints distinguishes.
struct AutomatonCharacterGroups {
  /// The groups; disjoint, not empty.
  let sets: [CodePointSet]
  /// The number of characters in each group.
  let sizes: [Int]
  /// The kind of each group, as in ``RunLimits/kinds``; 0 if kinds do not matter.
  let kinds: [Int]
  /// For a group of one character with a neighbour: the character groups of the next and the
  /// previous character.
  let steps: [Steps?]

  struct Steps {
    var up: Int?
    var down: Int?
  }

  init(
    _ constraints: Constraints, in repertoire: Repertoire, cuts further: [CodePointSet] = []
  ) {
    let limits = constraints.limits
    let chains = limits.sequence == nil ? [] : RunLimits.chains(of: constraints.alphabet)
    var cuts = constraints.needs.map(\.set) + constraints.kindNeeds.flatMap(\.sets)
    cuts += constraints.ends.limited + further
    if limits.limitsKinds { cuts += RunLimits.kinds }
    cuts += chains.joined().map { CodePointSet(ascii: 1 << UInt128($0)) }
    let sets = constraints.alphabet.parts(cutBy: cuts).filter { repertoire.count(of: $0) > 0 }
    self.sets = sets
    sizes = sets.map { repertoire.count(of: $0) }
    kinds = sets.map { set in
      !limits.limitsKinds ? 0 : RunLimits.kinds.firstIndex { set.isSubset(of: $0) } ?? 0
    }
    func characterGroup(of value: UInt32) -> Int? {
      sets.firstIndex { $0.ascii & (1 << UInt128(value)) != 0 }
    }
    var steps = [Steps?](repeating: nil, count: sets.count)
    for chain in chains {
      for value in chain {
        guard let index = characterGroup(of: value) else { continue }
        steps[index] = Steps(
          up: value < chain.upperBound ? characterGroup(of: value + 1) : nil,
          down: value > chain.lowerBound ? characterGroup(of: value - 1) : nil)
      }
    }
    self.steps = steps
  }
}

extension CodePointSet {
  /// The coarsest partition in which each of these sets is a union of parts.
  func parts(cutBy cuts: [CodePointSet]) -> [CodePointSet] {
    var parts = [self]
    for cut in cuts {
      parts = parts.flatMap { part in
        [part.intersection(cut), part.subtracting(cut)].filter { !$0.isEmpty }
      }
    }
    return parts.filter { !$0.isEmpty }
  }
}
