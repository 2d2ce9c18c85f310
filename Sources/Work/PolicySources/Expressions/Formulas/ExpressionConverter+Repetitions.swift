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

  /// `(?:P*S){k,}` in its forms, with P everything, or everything but S.
  mutating func counted(
    _ nodes: [ExpressionNode], isClosed: Bool
  ) throws(Unsayable) -> Formula? {
    guard case .repetition(let part, let least, let most, _)? = nodes.first,
      let parts = try segments(of: [part]), parts.count >= 2
    else { return nil }
    let inner = try absorbed(parts, isClosed: true)
    guard let tail = try segments(of: Array(nodes.dropFirst())), least > 0,
      2...3 ~= inner.count, let before = inner.first, before.isOpen, inner[1].isOne
    else { return nil }
    let (others, set) = (before.set, inner[1].set)
    let after = inner.count == 3 ? inner[2] : nil
    let allButSet = universe.subtracting(set)
    // P* S P*: what follows may be swallowed.
    if let after, !after.isOpen || after.set != universe && after.set != others { return nil }
    guard allButSet.isSubset(of: others) else { return nil }
    func isAnything(_ segment: Segment) -> Bool { segment.isAnything(of: universe) }
    let isOpen = !isClosed || tail.contains(where: isAnything)
    if !isClosed && tail.isEmpty
      || isOpen && tail.allSatisfy({ $0.set == universe && $0.least == 0 })
    {
      return .has(least, set)
    }
    guard isClosed else { return nil }
    if most == nil, others == universe, tail.isEmpty, let after, after.set == universe {
      return .has(least, set)
    }
    if most == least, others == allButSet, !tail.isEmpty || after != nil,
      tail.allSatisfy({ $0.isOpen && $0.set == allButSet })
    {
      return .all(of: [.has(least, set), .not(.has(least.plus(1), set))])
    }
    if most == nil, !tail.isEmpty,
      tail.allSatisfy({ $0.isOpen && ($0.set == allButSet || $0.set == universe) })
    {
      return .has(least, set)
    }
    return nil
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

extension ExpressionNode {
  /// Whether it is the text of a group again.
  fileprivate var isReference: Bool { if case .reference = self { true } else { false } }

  /// The only part of a sequence; nil if it is none or has several.
  fileprivate var onlyItem: ExpressionNode? {
    if case .sequence(let items, _) = self, items.count == 1 { items.first } else { nil }
  }
}
