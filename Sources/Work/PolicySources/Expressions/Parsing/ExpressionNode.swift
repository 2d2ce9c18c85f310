/// A part of a parsed expression.
indirect enum ExpressionNode: Sendable {
  /// One character of a set.
  case set(PointSet, Range<Int>)
  /// Parts in a row; with a place if they are a group `(?:…)`.
  case sequence([ExpressionNode], Range<Int>?)
  /// Branches between `|`, each a sequence; with a place if they are a group `(?:…)`.
  case choice([ExpressionNode], Range<Int>?)
  /// A part with a quantifier; no most means without limit.
  case repetition(ExpressionNode, least: Int, most: Int?, Range<Int>)
  /// A group with a number.
  case group(Int, ExpressionNode, Range<Int>)
  /// What follows must match, or must not.
  case lookAhead(isNegative: Bool, ExpressionNode, Range<Int>)
  /// What comes before must match, or must not.
  case lookBehind(isNegative: Bool, ExpressionNode, Range<Int>)
  /// `^`.
  case start(Range<Int>)
  /// `$`.
  case end(Range<Int>)
  /// The text of a group again.
  case reference(Int, Range<Int>)

  /// Any number of any characters of a set, which the expression does not write.
  static func anything(of universe: PointSet) -> ExpressionNode {
    .repetition(.set(universe, 0..<0), least: 0, most: nil, 0..<0)
  }

  /// Where it stands in the expression; 0..<0 if it does not.
  var place: Range<Int> {
    switch self {
    case .set(_, let place), .repetition(_, _, _, let place), .group(_, _, let place),
      .lookAhead(_, _, let place), .lookBehind(_, _, let place), .start(let place),
      .end(let place), .reference(_, let place):
      return place
    case .sequence(let parts, let place), .choice(let parts, let place):
      return place ?? Self.place(of: parts)
    }
  }

  /// From the start of the first part to the end of the last one.
  static func place(of parts: some BidirectionalCollection<ExpressionNode>) -> Range<Int> {
    guard let first = parts.first?.place, let last = parts.last?.place else { return 0..<0 }
    return span(first.lowerBound, last.upperBound)
  }

  /// The range between two places; empty if they are not in order.
  static func span(_ start: Int, _ end: Int) -> Range<Int> { start..<max(start, end) }

  /// Its parts if it is a sequence, else itself.
  var items: [ExpressionNode] {
    if case .sequence(let items, _) = self { items } else { [self] }
  }

  /// Whether it can consume characters.
  var isConsuming: Bool {
    switch self {
    case .set, .repetition, .group, .sequence, .choice: true
    case .lookAhead, .lookBehind, .start, .end, .reference: false
    }
  }

  /// Every character that it can consume.
  var consumed: PointSet {
    var sets: [PointSet] = []
    addConsumed(to: &sets)
    return PointSet.union(of: Set(sets))
  }

  private func addConsumed(to sets: inout [PointSet]) {
    switch self {
    case .set(let set, _): sets.append(set)
    case .sequence(let parts, _), .choice(let parts, _):
      for part in parts { part.addConsumed(to: &sets) }
    case .repetition(let part, _, _, _), .group(_, let part, _): part.addConsumed(to: &sets)
    case .reference: sets.append(.all)
    case .lookAhead, .lookBehind, .start, .end: break
    }
  }

  /// The same with every set cut down to the characters of a universe.
  func within(_ universe: PointSet) -> ExpressionNode {
    func cut(_ parts: [ExpressionNode]) -> [ExpressionNode] { parts.map { $0.within(universe) } }
    return switch self {
    case .set(let set, let place): .set(set.intersection(universe), place)
    case .sequence(let parts, let place): .sequence(cut(parts), place)
    case .choice(let parts, let place): .choice(cut(parts), place)
    case .repetition(let part, let least, let most, let place):
      .repetition(part.within(universe), least: least, most: most, place)
    case .group(let number, let part, let place): .group(number, part.within(universe), place)
    case .lookAhead(let isNegative, let part, let place):
      .lookAhead(isNegative: isNegative, part.within(universe), place)
    case .lookBehind(let isNegative, let part, let place):
      .lookBehind(isNegative: isNegative, part.within(universe), place)
    case .start, .end, .reference: self
    }
  }
}

/// How an engine reads an expression, as far as engines differ.
package enum ExpressionDialect: Hashable, Sendable {
  /// JavaScript's, with the flag `u`.
  case javaScript
  /// HTML's `pattern`: JavaScript's, with the flag `v`.
  case html
  /// Java's.
  case java
  /// .NET's, as far as ASCII goes.
  case dotNet
}

/// What an expression must match.
package enum ExpressionMode: Hashable, Sendable {
  /// Some part of the password.
  case search
  /// The whole password.
  case full
}
