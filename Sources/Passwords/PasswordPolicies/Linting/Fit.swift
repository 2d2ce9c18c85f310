import Passwords

extension [Condition] {
  /// Whether numbers of characters exist that meet all conditions on numbers and kinds of characters.
  enum Fit: Hashable {
    /// The least length of such passwords.
    case shortest(Int)
    /// There are none.
    case none
    /// Nothing limits the number of a class, or the search would take too long.
    case unknown
  }

  /// The most steps of a search.
  private static var mostSteps: Int { 1 << 16 }

  /// The shortest password by the numbers of characters, where some have an upper limit.
  ///
  /// Tries all numbers at once: how many characters of each set there are, as far as that matters,
  /// after each number of characters. Runs and different characters are left out.
  var fit: Fit {
    let bounds = compactMap { condition -> (set: CodePointSet, bounds: ClosedRange<Int>)? in
      switch condition {
      case .count(of: let set, in: let bounds): (set, bounds)
      case .character(_, let set): (set, 1...Int.max)
      default: nil
      }
    }
    guard bounds.contains(where: { $0.bounds.upperBound < .max }) else { return .unknown }
    let kinds = kinds
    // What a character of each part of the alphabet counts for; parts that count alike are one.
    var parts = [permitted]
    for set in bounds.map(\.set) + kinds.flatMap(\.sets) {
      parts = parts.flatMap { [$0.intersection(set), $0.subtracting(set)].filter { !$0.isEmpty } }
    }
    let counted = Set(
      parts.map { part in
        bounds.map { part.isSubset(of: $0.set) ? 1 : 0 }
          + kinds.map { sets, _ in
            sets.firstIndex { part.isSubset(of: $0) }.map { 1 << $0 } ?? 0
          }
      })
    func isMet(_ state: [Int]) -> Bool {
      zip(state, bounds).allSatisfy { $0 >= $1.bounds.lowerBound }
        && zip(state.dropFirst(bounds.count), kinds).allSatisfy { $0.nonzeroBitCount >= $1.minimum }
    }
    func after(_ state: [Int], _ part: [Int]) -> [Int]? {
      var next = state
      for (index, limit) in bounds.enumerated() {
        next[index] += part[index]
        if next[index] > limit.bounds.upperBound { return nil }
        if limit.bounds.upperBound == .max {
          next[index] = Swift.min(next[index], limit.bounds.lowerBound)
        }
      }
      for index in bounds.count..<next.count { next[index] |= part[index] }
      return next
    }
    let most = self.bounds(of: .length).upper
    let start = [Int](repeating: 0, count: bounds.count + kinds.count)
    var (states, length, steps) = (Set([start]), 0, 0)
    while !states.isEmpty, length <= most {
      if length >= fewest, states.contains(where: isMet) { return .shortest(length) }
      steps += states.count * counted.count
      guard steps <= Self.mostSteps else { return .unknown }
      let next = Set(states.flatMap { state in counted.compactMap { after(state, $0) } })
      // From here on all lengths are alike.
      if next == states {
        return fewest <= most && states.contains(where: isMet)
          ? .shortest(Swift.max(length, fewest)) : .none
      }
      (states, length) = (next, length + 1)
    }
    return .none
  }
}
