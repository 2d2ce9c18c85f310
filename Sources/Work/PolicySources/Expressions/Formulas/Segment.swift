/// Some characters of a set in a row: `S{least,most}`.
struct Segment: Sendable {
  var set: PointSet
  var least: Int
  /// The most; nil means without limit.
  var most: Int?
  /// Where it stands in the expression; ends at 0 if it does not.
  var place: Range<Int>

  /// Whether it is exactly one character.
  var isOne: Bool { least == 1 && most == 1 }

  /// Whether it may be nothing and has no limit.
  var isOpen: Bool { least == 0 && most == nil }

  /// Whether it is any number of any characters.
  func isAnything(of universe: PointSet) -> Bool { isOpen && set == universe }

  /// The repetition of this segment; nil if its lengths are no range.
  func repeated(_ times: Int, _ limit: Int?, at place: Range<Int>) -> Segment? {
    let isRange =
      least <= 1 || times == limit || most == nil && times <= 1
      || times > 0
        && (most.map { most in
          [times, times.plus(1)].allSatisfy { $0.plus(1).times(least) <= $0.times(most).plus(1) }
        } ?? false)
    guard isRange, times > 0 || least <= 1 else { return nil }
    let isLimited = (limit != nil || most == 0) && (most != nil || limit == 0)
    return Segment(
      set: set, least: least.times(times),
      most: isLimited ? (most ?? 0).times(limit ?? 0) : nil, place: place)
  }
}

extension ExpressionConverter {
  /// The set of a part that is a single character; nil if it is more than that.
  mutating func set(of node: ExpressionNode) throws(Unsayable) -> PointSet? {
    try effort.spend(1)
    switch node {
    case .set(let set, _): return set
    case .group(let number, let inner, _):
      return references.contains(number) ? nil : try set(of: inner)
    case .choice(let branches, _):
      var sets: [PointSet] = []
      for branch in branches {
        guard let set = try set(of: branch) else { return nil }
        sets.append(set)
      }
      return .union(of: sets)
    case .sequence(let items, _):
      // (?!a). is everything but a.
      guard let last = items.last, var found = try set(of: last) else { return nil }
      for case .lookAhead(let isNegative, let inner, _) in items.dropLast().reversed() {
        guard let set = try set(of: inner) else { return nil }
        found = isNegative ? found.subtracting(set) : found.intersection(set)
      }
      return items.dropLast().allSatisfy(\.isLook) ? found : nil
    default: return nil
    }
  }

  /// The parts as segments; nil if they are more than that.
  mutating func segments(of nodes: [ExpressionNode]) throws(Unsayable) -> [Segment]? {
    var found: [Segment] = []
    for node in nodes {
      if let set = try set(of: node) {
        found.append(Segment(set: set, least: 1, most: 1, place: node.place))
        continue
      }
      switch node {
      case .repetition(let inner, let least, let most, let place):
        guard let parts = try segments(of: [inner]) else { return nil }
        if parts.count == 1, let part = parts.first {
          guard let repeated = part.repeated(least, most, at: place) else { return nil }
          found.append(repeated)
        } else {
          // (?:ab){3} is ababab.
          guard !parts.isEmpty, least == most, least.times(parts.count) <= Self.mostUnrolled else {
            return nil
          }
          for _ in 0..<least { found += parts }
        }
      case .sequence(let items, _), .group(_, .sequence(let items, _), _):
        if case .group(let number, _, _) = node, references.contains(number) { return nil }
        guard let inner = try segments(of: items) else { return nil }
        found += inner
      default: return nil
      }
    }
    try effort.spend(found.count)
    return found
  }

  /// The most segments that a repetition is written out as.
  private static let mostUnrolled = 64

  /// Joins neighbours of which one can give up characters to the other.
  ///
  /// In `S{m,n}T{a,}` with S within T, only the first m characters of S matter.
  mutating func joined(_ segments: [Segment], isClosed: Bool) throws(Unsayable) -> [Segment] {
    let open = Segment(set: universe, least: 0, most: nil, place: 0..<0)
    var done: [Segment] = []
    var ahead = Array((isClosed ? segments : segments + [open]).reversed())
    while let next = ahead.popLast() {
      try effort.spend(1)
      guard let last = done.last,
        let joined = joined(last, next, isLast: ahead.isEmpty && !isClosed)
      else {
        done.append(next)
        continue
      }
      done.removeLast()
      ahead += joined.reversed()
    }
    return done
  }

  /// What two neighbours become; nil if they stay.
  private mutating func joined(_ a: Segment, _ b: Segment, isLast: Bool) -> [Segment]? {
    if a.set == b.set {
      let start = a.place.upperBound > 0 ? a.place.lowerBound : b.place.lowerBound
      let end = b.place.upperBound > 0 ? b.place.upperBound : a.place.upperBound
      let place = ExpressionNode.span(start, end)
      if isLast, b.most == nil, let most = a.most, most != a.least, end > 0 {
        let text = "the upper limit \(most) has no effect, since no '$' follows"
        notes.append((place, text))
      }
      let most = a.most.flatMap { most in b.most.map { most.plus($0) } }
      return [Segment(set: a.set, least: a.least.plus(b.least), most: most, place: place)]
    }
    let isWithin = a.set.isSubset(of: b.set)
    if a.most == 0 || isWithin && b.most == nil && a.least == 0 { return [b] }
    let holds = b.set.isSubset(of: a.set)
    if b.most == 0 || holds && a.most == nil && b.least == 0 { return [a] }
    if isWithin, b.most == nil, a.most != a.least { return [a.atLeast, b] }
    if holds, a.most == nil, b.most != b.least { return [a, b.atLeast] }
    return nil
  }
}

extension Segment {
  /// The same with no more characters than it needs.
  fileprivate var atLeast: Segment { Segment(set: set, least: least, most: least, place: place) }
}
