import Diagnostics

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
    if case .choice(let branches, _) = node {
      return .any(
        of: try branches.map { branch throws(Unsayable) in try formula(of: branch, mode) })
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
        let formulas = try branches.map { branch throws(Unsayable) in
          try effort.spend(items.count)
          return try atStart(branch.items + rest)
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
    return .any(of: try branches.map { branch throws(Unsayable) in try atStart(branch.items) })
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

  /// What parts that consume characters say of the password from its start: of all of it if they
  /// are closed by `$`, else with anything after them.
  mutating func shape(
    _ parts: [ExpressionNode], isClosed: Bool
  ) throws(Unsayable) -> Formula {
    try enter()
    defer { leave() }
    var nodes = parts
    search: while true {
      try effort.spend(1 + nodes.count)
      if let found = try repeated(nodes, isClosed: isClosed) { return found }
      if let found = try counted(nodes, isClosed: isClosed) { return found }
      if let found = try tempered(nodes, isClosed: isClosed) { return found }
      for (index, node) in nodes.enumerated() {
        func with(_ inner: [ExpressionNode]) -> [ExpressionNode] {
          nodes[..<index] + inner + nodes[(index + 1)...]
        }
        switch node {
        case .choice(let branches, _):
          // (?:a|b) in the middle: each branch on its own.
          if try set(of: node) != nil { continue }
          return .any(
            of: try branches.map { branch throws(Unsayable) in
              try shape(with(branch.items), isClosed: isClosed)
            })
        case .group(let number, let inner, _) where !references.contains(number):
          if try segments(of: [node]) != nil { continue }
          nodes = with(inner.items)
          continue search
        case .repetition(let inner, least: 0, most: 1, _):
          if try segments(of: [node]) != nil { continue }
          let without = try shape(with([]), isClosed: isClosed)
          return .any(of: [without, try shape(with([inner]), isClosed: isClosed)])
        default: continue
        }
      }
      break
    }
    guard let segments = try segments(of: nodes) else {
      let reason = "a repeated group or another form that is not read"
      return .cannot(Unsayable(.shape, reason, ExpressionNode.place(of: nodes)))
    }
    return simple(try joined(segments, isClosed: isClosed), isClosed: isClosed)
  }

  /// What a row of segments says; the table of forms.
  private func simple(_ segments: [Segment], isClosed: Bool) -> Formula {
    guard let head = segments.first, let tail = segments.last else { return .length(0, 0) }
    if segments.count == 1 {
      return .all(of: [
        head.isOpen ? .always : .length(head.least, head.most),
        head.set == universe ? .always : .only(head.set),
      ])
    }
    // P* S .*, where P has everything but S: the first S is found after some of P.
    if segments.count == 3, segments[2].isAnything(of: universe), segments[1].isOne, head.isOpen,
      universe.subtracting(segments[1].set).isSubset(of: head.set)
    {
      return .has(1, segments[1].set)
    }
    if head.isAnything(of: universe), tail.isAnything(of: universe) {
      return inside(segments[1..<max(1, segments.count - 1)], place: Self.place(of: segments))
    }
    if isClosed, let found = optional(segments) { return found }
    if let found = ends(segments, isClosed: isClosed) { return found }
    // .+ before one character of a class
    if segments.count == 2, isClosed, head.set == universe, head.most == nil, tail.least == 1 {
      return .all(of: [.length(head.least.plus(1), nil), .last(tail.set)])
    }
    return .cannot(
      Unsayable(.place, "characters at certain places", Self.place(of: segments)))
  }

  /// From the first to the last segment that the expression writes.
  private static func place(of segments: [Segment]) -> Range<Int> {
    let written = segments.filter { $0.place.upperBound > 0 }
    let spans = written.isEmpty ? segments : written
    guard let first = spans.first, let last = spans.last else { return 0..<0 }
    return ExpressionNode.span(first.place.lowerBound, last.place.upperBound)
  }

  /// What segments with anything before and after them say.
  private func inside(_ middle: ArraySlice<Segment>, place: Range<Int>) -> Formula {
    func cannot(_ code: Unsayable.Code, _ reason: String) -> Formula {
      .cannot(Unsayable(code, reason, place))
    }
    let wanted = middle.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
    let between = middle.enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
    if middle.count % 2 == 1, wanted.allSatisfy(\.isOne),
      between.allSatisfy({ $0.isAnything(of: universe) }), let first = wanted.first
    {
      return wanted.allSatisfy { $0.set == first.set }
        ? .has(wanted.count, first.set) : cannot(.order, "characters in a certain order")
    }
    guard middle.allSatisfy({ $0.least == $0.most }) else {
      return cannot(.row, "several characters in a row")
    }
    let length = middle.reduce(0) { $0.plus($1.least) }
    let areEqual = middle.allSatisfy { $0.set == middle.first?.set }
    if let word = word(of: middle, length: length) {
      // A policy's texts are printable.
      if !isPrintableASCII(word) { return cannot(.word, "a text with a control character") }
      if word.unicodeScalars.count >= 3 { return .word(word) }
      if !areEqual { return cannot(.word, "a text of fewer than 3 characters") }
    }
    if areEqual { return cannot(.row, "\(length) characters of a class in a row") }
    if middle.allSatisfy({ $0.set.single != nil }) {
      return cannot(.word, "a text in which case matters")
    }
    return cannot(.row, "several characters in a row")
  }

  /// The text that the segments spell, ignoring case; nil if they spell none.
  private func word(of segments: ArraySlice<Segment>, length: Int) -> String? {
    guard length <= ExpressionParser.longest else { return nil }
    var text = ""
    for segment in segments {
      guard segment.set.count <= 2 else { return nil }
      let letters = segment.set.members.compactMap { Unicode.Scalar($0) }.filter(\.isASCII)
      guard letters.count == segment.set.count, let lower = letters.last else { return nil }
      let isCaseless = letters.count == 1 && !lower.properties.isAlphabetic
      let isInBothCases =
        letters.count == 2 && "a"..."z" ~= lower && letters[0].value == lower.value - 32
      guard isCaseless || isInBothCases else { return nil }
      for _ in 0..<segment.least { text.unicodeScalars.append(lower) }
    }
    return text
  }

  /// The first character, the last one, and what is between them: `F S{m,n} L$`.
  private func ends(_ segments: [Segment], isClosed: Bool) -> Formula? {
    var body = segments[...]
    let first = body.first?.isOne == true ? body.popFirst() : nil
    let last = isClosed && body.count > 1 && body.last?.isOne == true ? body.popLast() : nil
    let ends = [first, last].compactMap(\.self)
    guard body.count == 1, let middle = body.first, !ends.isEmpty,
      ends.count < 2 || middle.most != 0, ends.allSatisfy({ $0.set.isSubset(of: middle.set) })
    else { return nil }
    return .all(of: [
      .length(middle.least.plus(ends.count), middle.most.map { $0.plus(ends.count) }),
      middle.set == universe ? .always : .only(middle.set),
      first.map { $0.set == middle.set ? .always : .first($0.set) } ?? .always,
      last.map { $0.set == middle.set ? .always : .last($0.set) } ?? .always,
    ])
  }
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

  /// Whether it repeats a part other than a single character.
  fileprivate var isRepetition: Bool {
    if case .repetition(let inner, _, _, _) = self {
      inner.items.count > 1 || inner.isGroup
    } else {
      false
    }
  }

  private var isGroup: Bool {
    switch self {
    case .group, .choice, .sequence: true
    default: false
    }
  }

  /// Whether it consumes characters, or repeats a group's.
  var isTakeable: Bool { if case .reference = self { true } else { isConsuming } }

  /// Whether it is the text of a group again.
  fileprivate var isReference: Bool { if case .reference = self { true } else { false } }

  /// The only part of a sequence; nil if it is none or has several.
  fileprivate var onlyItem: ExpressionNode? {
    if case .sequence(let items, _) = self, items.count == 1 { items.first } else { nil }
  }
}

// Forms in which a group is repeated.
extension ExpressionConverter {
  /// `(?:(?!X).){m,n}` up to the end: the length, and X nowhere.
  mutating func tempered(
    _ nodes: [ExpressionNode], isClosed: Bool
  ) throws(Unsayable) -> Formula? {
    guard isClosed, nodes.count == 1,
      case .repetition(var inner, let least, let most, _)? = nodes.first
    else { return nil }
    while case .group(let number, let node, _) = inner, !references.contains(number) {
      inner = node
    }
    guard case .sequence(let items, _) = inner, items.count == 2,
      case .lookAhead(isNegative: true, let refused, let place)? = items.first,
      let last = items.last, let one = try set(of: last),
      case .sequence(let unwanted, _) = refused
    else { return nil }
    let nowhere = try atStart([.anything(of: universe)] + unwanted).negated
    return .all(of: [
      .length(least, most), one == universe ? .always : .only(one), nowhere.pinned(to: place),
    ])
  }

  /// `P*(?:P*SP*){m,n}P*` in its forms, with each P everything, or everything but S, and some left out.
  mutating func counted(
    _ nodes: [ExpressionNode], isClosed: Bool
  ) throws(Unsayable) -> Formula? {
    guard let place = nodes.firstIndex(where: \.isRepetition),
      case .repetition(let part, let least, let most, _) = nodes[place],
      let parts = try segments(of: [part]), parts.count >= 2
    else { return nil }
    let inner = try joined(parts, isClosed: true)
    guard let one = inner.firstIndex(where: \.isOne), inner.count <= 3, inner.count > 1,
      let lead = try segments(of: Array(nodes[..<place])),
      let tail = try segments(of: Array(nodes[(place + 1)...]))
    else { return nil }
    let (before, after, set) = (inner[..<one], inner[(one + 1)...], inner[one].set)
    guard before.count <= 1, after.count <= 1 else { return nil }
    let allButSet = universe.subtracting(set)
    // What may follow, and need not: nothing is demanded of it, and it takes all that is left.
    let isOpen =
      (!isClosed || tail.contains { $0.isAnything(of: universe) })
      && tail.allSatisfy { $0.least == 0 }
    let outside = lead + (isOpen ? [] : tail)
    let fillers = outside + before + after
    guard isOpen || isClosed, fillers.allSatisfy({ $0.isOpen && allButSet.isSubset(of: $0.set) })
    else { return nil }
    let isExact = !isOpen && fillers.allSatisfy { $0.set == allButSet }
    let takesAll = isOpen || fillers.contains { $0.set == universe }
    // A group without an upper limit that ends the password is left to the author: `(P*SP*){3,}$`.
    guard most != nil && isExact || takesAll || most == nil && !tail.isEmpty else { return nil }
    func some(_ fewest: Int) -> Formula {
      .all(of: [
        .has(fewest, set), isExact ? most.map { .not(.has($0.plus(1), set)) } ?? .always : .always,
        lead.isEmpty && before.isEmpty ? .first(set) : .always,
        !isOpen && tail.isEmpty && after.isEmpty ? .last(set) : .always,
      ])
    }
    if least > 0 { return some(least) }
    if isOpen || outside.contains(where: { $0.set == universe }) { return .always }
    let none = outside.isEmpty ? Formula.length(0, 0) : .only(allButSet)
    if most == 0 { return none }
    let isFree = !outside.isEmpty && lead.count + before.count > 0 && tail.count + after.count > 0
    if isFree, let most, isExact { return .not(.has(most.plus(1), set)) }
    return isFree ? .always : .any(of: [none, some(1)])
  }

  /// `P*S?P*S?P*`, with P everything but S: how many characters of S there are.
  private func optional(_ segments: [Segment]) -> Formula? {
    let (others, ones) = (
      segments.enumerated().filter { $0.offset % 2 == 0 }.map(\.element),
      segments.enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
    )
    guard segments.count % 2 == 1, let first = ones.first,
      ones.allSatisfy({ $0.set == first.set && $0.most == 1 }),
      others.allSatisfy({ $0.isOpen && $0.set == universe.subtracting(first.set) })
    else { return nil }
    let least = ones.count { $0.least == 1 }
    return .all(of: [
      least == 0 ? .always : .has(least, first.set), .not(.has(ones.count + 1, first.set)),
    ])
  }

  /// `.*(S)\1{n}`: a character n + 1 times in a row.
  mutating func repeated(
    _ nodes: [ExpressionNode], isClosed: Bool
  ) throws(Unsayable) -> Formula? {
    if references.isEmpty { return nil }
    let flat = flattened(nodes)
    guard let index = flat.firstIndex(where: isReferredTo),
      case .group(_, let group, let place) = flat[index]
    else {
      guard flat.contains(where: \.isReference) else { return nil }
      let reason = "a reference to a group that is elsewhere"
      return .cannot(Unsayable(.back, reason, ExpressionNode.place(of: flat)))
    }
    let whole = ExpressionNode.span(
      place.lowerBound, flat.last?.place.upperBound ?? place.upperBound)
    func cannot(_ code: Unsayable.Code, _ reason: String) -> Formula {
      .cannot(Unsayable(code, reason, whole))
    }
    let before = Array(flat[..<index])
    let leads = try segments(of: before)
    let startsAnywhere = leads?.count == 1 && leads?.first?.isAnything(of: universe) == true
    var (after, times, isOpen) = (flat[(index + 1)...], 0, false)
    while let (least, most) = after.first.flatMap(Self.timesOfReference) {
      times = times.plus(least)
      isOpen = isOpen || most != least
      after.removeFirst()
    }
    guard let one = try set(of: group) else {
      return cannot(.repeat, "a repeated text of several characters")
    }
    guard let tail = try segments(of: Array(after)),
      tail.allSatisfy({ $0.isAnything(of: universe) })
    else { return cannot(.occurrences, "a character that occurs again elsewhere") }
    if startsAnywhere, !isClosed || !tail.isEmpty, times > 0 { return .run(times.plus(1), one) }
    if before.isEmpty, isClosed, tail.isEmpty, one == universe, isOpen, times <= 1 {
      return .all(of: [.length(times + 1, nil), .not(.unique(2))])
    }
    return cannot(.repeat, "a repeated character at a certain place")
  }

  /// The parts, with groups that hold references or repetitions written out.
  private func flattened(_ nodes: [ExpressionNode]) -> [ExpressionNode] {
    var flat: [ExpressionNode] = []
    for var node in nodes {
      while let only = node.onlyItem { node = only }
      var inner: [ExpressionNode] = []
      switch node {
      case .sequence(let items, _): inner = items
      case .group(let number, .sequence(let items, _), _) where !references.contains(number):
        inner = items
      default: break
      }
      let isWrittenOut = inner.contains {
        switch $0 {
        case .reference, .group, .repetition: true
        default: false
        }
      }
      if isWrittenOut { flat += inner } else { flat.append(node) }
    }
    return flat
  }

  private func isReferredTo(_ node: ExpressionNode) -> Bool {
    if case .group(let number, _, _) = node { references.contains(number) } else { false }
  }

  /// How often a group's text must come again, of `\1` or a repetition of it.
  private static func timesOfReference(_ node: ExpressionNode) -> (least: Int, most: Int?)? {
    switch node.onlyItem ?? node {
    case .reference: return (1, 1)
    case .repetition(let inner, let least, let most, _):
      return (inner.onlyItem ?? inner).isReference ? (least, most) : nil
    default: return nil
    }
  }
}
