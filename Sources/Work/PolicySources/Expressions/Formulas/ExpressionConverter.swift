/// Turns a parsed expression into a formula, by recognising the forms that rules can say.
///
/// What is not recognised becomes a refusal of that part, at its place; nothing is approximated.
struct ExpressionConverter {
  /// The groups that a `\1` refers to.
  let references: Set<Int>
  /// Every character that the password can have.
  ///
  /// That is what the top level of the expression can consume, if it consumes all of the password.
  /// Within it, `\S` may be everything.
  private(set) var universe = PointSet.all
  /// Likely slips of the author.
  var notes: [ExpressionNote] = []
  /// The work that is left; see ``Effort``.
  var effort: Effort
  private var depth = 0

  /// The most forms within forms, which bounds the stack.
  private static let deepest = 150

  init(references: Set<Int>, effort: Effort) {
    self.references = references
    self.effort = effort
  }

  /// The formula of a whole expression.
  mutating func formula(
    of node: ExpressionNode, _ mode: ExpressionMode
  ) throws(Unsayable) -> Formula {
    switch node {
    case .choice(let branches, _):
      var formulas: [Formula] = []
      for branch in branches { formulas.append(try formula(of: branch, mode)) }
      return .any(of: formulas)
    default: break
    }
    var items = node.items
    if items.count == 1, let only = items.first, references.isEmpty {
      switch only {
      case .group(_, let inner, _): return try formula(of: inner, mode)
      case .sequence, .choice: return try formula(of: only, mode)
      default: break
      }
    }
    if mode == .full, items.last?.isEnd != true { items.append(.end(0..<0)) }
    guard mode == .full || Self.isAnchored(items) else {
      return try atStart([.anything(of: .all)] + items)
    }
    if items.last?.isEnd == true, universe == .all {
      let consumed = ExpressionNode.sequence(items, nil).consumed
      if consumed != .all {
        universe = consumed
        defer { universe = .all }
        return .all(of: [try atStart(items.map { $0.within(consumed) }), .only(consumed)])
      }
    }
    return try atStart(items)
  }

  private static func isAnchored(_ items: [ExpressionNode]) -> Bool {
    for item in items {
      switch item {
      case .start: return true
      case .lookAhead(isNegative: false, .sequence(let inner, _), _):
        if case .start? = inner.first { return true }
      case .lookAhead: break
      default: return false
      }
    }
    return false
  }

  /// What must hold for the text from here on to match the items, and then anything.
  mutating func atStart(_ start: [ExpressionNode]) throws(Unsayable) -> Formula {
    try enter()
    defer { depth -= 1 }
    var found: [Formula] = []
    var items = start[...]
    while let item = items.first {
      try effort.spend(1)
      let rest = items.dropFirst()
      switch item {
      case .start: items = rest
      case .lookAhead(let isNegative, let inner, let place):
        let formula = try branches(of: inner)
        found.append((isNegative ? formula.negated : formula).pinned(to: place))
        items = rest
      case .sequence(let inner, _):
        try effort.spend(items.count)
        items = (inner + rest)[...]
      case .group(let number, let inner, _) where !references.contains(number):
        try effort.spend(items.count)
        items = (inner.items + rest)[...]
      case .choice(let branches, _) where try set(of: item) == nil:
        var formulas: [Formula] = []
        for branch in branches {
          try effort.spend(items.count)
          formulas.append(try atStart(branch.items + rest))
        }
        return .all(of: found + [.any(of: formulas)])
      case .lookBehind(_, _, let place):
        let reason = "a look-behind at the beginning"
        return .all(of: found + [.cannot(Unsayable(.lookbehind, reason, place))])
      case .end where rest.contains(where: \.isConsuming): return .never
      default: return .all(of: found + [try consume(items)])
      }
    }
    return .all(of: found)
  }

  /// The formula of a look-ahead's content.
  private mutating func branches(of node: ExpressionNode) throws(Unsayable) -> Formula {
    guard case .choice(let branches, _) = node else { return try atStart(node.items) }
    var formulas: [Formula] = []
    for branch in branches { formulas.append(try atStart(branch.items)) }
    return .any(of: formulas)
  }

  /// What the items from here to the end, or to a look-ahead, say.
  private mutating func consume(_ items: ArraySlice<ExpressionNode>) throws(Unsayable) -> Formula {
    let taken = Array(items.prefix { $0.isTakeable && !holdsLooksOnly($0) })
    try effort.spend(taken.count)
    let rest = items.dropFirst(taken.count)
    guard let next = rest.first else { return try shape(taken, isClosed: false) }
    switch next {
    case .end where rest.allSatisfy(\.isEnd): return try shape(taken, isClosed: true)
    case .start:
      if taken.allSatisfy(\.isOptional) { return try atStart(Array(rest)) }
      return .cannot(Unsayable(.anchor, "'^' that is not at the beginning", next.place))
    case .lookBehind(let isNegative, let inner, let place)
    where rest.count == 2 && rest.last?.isEnd == true:
      guard let segments = try segments(of: [inner]), segments.count == 1,
        let only = segments.first, only.isOne
      else {
        let reason = "a look-behind of more than one character"
        return .cannot(Unsayable(.lookbehind, reason, place))
      }
      let set = isNegative ? universe.subtracting(only.set) : only.set
      return .all(of: [try shape(taken, isClosed: true), .last(set)])
    case _ where next.isLook || holdsLooksOnly(next): return try look(after: taken, rest)
    default: return .cannot(Unsayable(.shape, "a form that is not read", next.place))
    }
  }

  /// Look-aheads after something: after anything at all, they may begin anywhere.
  private mutating func look(
    after taken: [ExpressionNode], _ rest: ArraySlice<ExpressionNode>
  ) throws(Unsayable) -> Formula {
    let place = rest.first?.place ?? 0..<0
    guard let segments = try segments(of: taken), segments.count == 1,
      segments.first?.isAnything(of: universe) == true
    else {
      return .cannot(Unsayable(.place, "a look-ahead after the first characters", place))
    }
    let formula = try atStart(Array(rest))
    if formula.growsLeftwards { return formula }
    if let shown = formula.firstUnsayable { return .cannot(shown) }
    let isWritten = taken.first.map { $0.place.upperBound > 0 } ?? false
    return .cannot(
      Unsayable(
        .anchor,
        isWritten
          ? "a condition that may begin anywhere"
          : "no '^' before it, so that it may begin anywhere in the password",
        ExpressionNode.place(of: rest)))
  }

  /// Whether a group holds nothing but look-aheads.
  private func holdsLooksOnly(_ node: ExpressionNode) -> Bool {
    switch node {
    case .group(let number, let inner, _):
      !references.contains(number) && holdsLooksOnly(inner)
    case .sequence(let parts, _), .choice(let parts, _):
      !parts.isEmpty && parts.allSatisfy { $0.isLook || holdsLooksOnly($0) }
    default: false
    }
  }

  /// Goes one form deeper; `leave` must follow.
  mutating func enter() throws(Unsayable) {
    depth += 1
    if depth > Self.deepest {
      throw Unsayable(.many, "forms nested more than \(Self.deepest) deep")
    }
  }

  mutating func leave() { depth -= 1 }
}

extension ExpressionNode {
  /// Whether it is `$`.
  var isEnd: Bool { if case .end = self { true } else { false } }

  /// Whether it is a look-ahead.
  var isLook: Bool { if case .lookAhead = self { true } else { false } }

  /// Whether it may match nothing by its quantifier.
  var isOptional: Bool {
    if case .repetition(_, least: 0, _, _) = self { true } else { false }
  }

  /// Whether it consumes characters, or repeats a group's.
  var isTakeable: Bool { if case .reference = self { true } else { isConsuming } }
}
