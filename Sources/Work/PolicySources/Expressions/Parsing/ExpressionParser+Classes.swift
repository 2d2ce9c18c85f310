extension ExpressionParser {
  /// Reads a class after its `[` at `start`.
  mutating func bracket(_ start: Int) throws(Unsayable) -> PointSet {
    let isNegated = next == "^"
    if isNegated { position += 1 }
    if next == "]" {
      throw refusal(
        .dialect,
        "']' as the first of a class is a member in some engines and its end in JavaScript; "
          + "write '\\]'", from: start, to: position + 1)
    }
    if dialect == .html { return try unionOfHTML(start, isNegated: isNegated) }
    var members: [PointSet] = []
    while next != "]" {
      guard next != nil else { throw unclosed(start) }
      let first = position
      let low = try member(of: start)
      guard next == "-", position + 1 < text.count, text[position + 1] != "]" else {
        members.append(folded(low))
        continue
      }
      position += 1
      let high = try member(of: start)
      if let low = low.single, let high = high.single {
        members.append(folded(try range(low, high, from: first)))
      } else {
        members += [folded(low), PointSet("-"), folded(high)]
      }
    }
    position += 1
    let set = PointSet.union(of: members)
    return isNegated ? set.complement : set
  }

  func unclosed(_ start: Int) -> Unsayable {
    refusal(.syntax, "a '[' that is never closed", from: start, to: start + 1)
  }

  /// The characters of a range that began at `first`, with a remark on a likely slip.
  mutating func range(
    _ low: UInt32, _ high: UInt32, from first: Int
  ) throws(Unsayable) -> PointSet {
    guard low <= high else {
      throw refusal(.syntax, "a range whose end comes before its start", from: first)
    }
    if let note = note(on: low...high, from: first) { notes.append(note) }
    return PointSet(low...high)
  }

  /// Reads one member of the class that began at `start`.
  private mutating func member(of start: Int) throws(Unsayable) -> PointSet {
    let place = position
    guard let first = next else { throw unclosed(start) }
    position += 1
    if first == "\\" {
      switch try escape(place, inClass: true) {
      case .set(let set): return set
      case .group: return PointSet()
      }
    }
    if first == "[", dialect != .javaScript || next == ":" || next == "." || next == "=" {
      throw refusal(
        .dialect, "'[' inside a class, which engines read differently; write '\\['", from: place)
    }
    if first == "&", next == "&", dialect != .javaScript {
      throw refusal(.dialect, "'&&' inside a class", from: place, to: place + 2)
    }
    return PointSet(first)
  }

  /// A remark on a range such as `A-z` that ends in another kind of character than it began with.
  private func note(on range: ClosedRange<UInt32>, from start: Int) -> ExpressionNote? {
    let (low, high) = (range.lowerBound, range.upperBound)
    let isWhole = high == 0x7E && (low == 0x20 || low == 0x21)
    // Only where both ends are written as they are.
    guard high < 0x80, !isWhole, position - start == 3 else { return nil }
    let kinds: [(name: String, set: PointSet)] = [
      ("upper-case letters", .upper), ("lower-case letters", .lower), ("digits", .digit),
    ]
    func kind(_ end: UInt32) -> Int? {
      kinds.firstIndex { $0.set.ranges.contains { $0 ~= end } }
    }
    let ends = [kind(low), kind(high)]
    guard ends[0] != ends[1] || ends[0] == nil else { return nil }
    let written = Array(text[start..<position])
    let note = { (what: String) in
      ExpressionNote(part: start..<self.position, text: "the range \(written[...].text) \(what)")
    }
    if low == high { return note("is one character") }
    let set = PointSet(range)
    var extra: [String] = []
    for (index, kind) in kinds.enumerated()
    where !ends.contains(index) && !set.intersection(kind.set).isEmpty {
      extra.append(kind.name)
    }
    let symbols =
      set.intersection(.special).count - ends.count(where: { $0 == nil })
    if symbols > 0 { extra.append("\(symbols) other symbol\(symbols == 1 ? "" : "s")") }
    guard !extra.isEmpty else { return nil }
    return note("includes \(extra.joined(separator: " and "))")
  }
}
