import Diagnostics

extension ExpressionConverter {
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
          var formulas: [Formula] = []
          for branch in branches {
            formulas.append(try shape(with(branch.items), isClosed: isClosed))
          }
          return .any(of: formulas)
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
    return simple(try absorbed(segments, isClosed: isClosed), isClosed: isClosed)
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
