// Scores passwords in groups: while one waits for memory, the processor works on the others.

extension Scorer {
  /// Scores many passwords, in the order given; faster than one by one.
  ///
  ///     scorer.score([0..<8, 9..<15].span, of: text.span) { index, strength in … }
  ///
  /// - Parameters:
  ///   - passwords: The range of each password's bytes in the text.
  ///   - text: The text: UTF-8, as for ``score(_:)``.
  ///   - body: Receives the password's number, from 0 on, and the result, which is the same as that
  ///     of ``score(_:)``.
  public mutating func score(
    _ passwords: Span<Range<Int>>, of text: Span<UInt8>,
    _ body: (_ index: Int, _ strength: Strength) -> Void
  ) {
    var first = 0
    while first < passwords.count {
      let count = min(Self.groupSize, passwords.count - first)
      memo.begin(count)
      if memo.isAwake {
        for slot in 0..<count { memo.note(text.extracting(passwords[first + slot]), at: slot) }
      }
      for slot in 0..<count { enter(passwords[first + slot], of: text, at: slot) }
      walk(count)
      for slot in 0..<count {
        body(first + slot, strength(of: text.extracting(passwords[first + slot]), at: slot))
      }
      first += count
    }
  }

  /// The number of passwords in a group.
  static var groupSize: Int { EdgeWalks.groupSize }

  /// Adds a password to the group, unless its result is already known.
  @inline(__always)
  mutating func enter(_ password: Range<Int>, of text: Span<UInt8>, at slot: Int) {
    if memo.isAwake, memo.lookUp(slot) {
      engine.clear(slot)
    } else {
      engine.prepare(password, of: text, forSlot: slot)
    }
  }

  /// Walks from the ends of the group's passwords, all at once.
  @inline(__always)
  func walk(_ count: Int) {
    engine.outline(group: count)
    engine.walkEdges(ofGroup: count)
  }

  /// Scores a password of the group.
  @inline(__always)
  mutating func strength(of utf8: Span<UInt8>, at slot: Int) -> Strength {
    let known = memo[slot]
    if known.guesses > 0 {
      return Strength(
        guesses: known.guesses, score: cuts.score(of: known.guesses),
        decisivePattern: DecisivePattern(rawValue: known.pattern) ?? .bruteForce, isTruncated: false
      )
    }
    let text = engine.texts[slot]
    guard text.count > 0 else { return score(utf8) }
    let (guesses, pattern) = engine.evaluate(text)
    memo.keep(guesses, pattern, at: slot)
    return Strength(
      guesses: guesses, score: cuts.score(of: guesses), decisivePattern: pattern,
      isTruncated: false)
  }
}
