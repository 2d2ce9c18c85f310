extension Engine {
  /// Adds a match between two places; raises its guesses to the least cost of a part.
  ///
  /// Not inlined: with a copy in each pattern, the code for a password did not fit in the
  /// instruction cache, and twice as many cache lines were loaded again.
  @inline(never)
  func add(
    _ first: Int, _ last: Int, of text: Text, guesses: Double, order: UInt32, detail: UInt32 = 0
  ) {
    let match = Match(
      guesses: atLeastMinimum(guesses, length: last - first + 1, of: text),
      first: UInt16(truncatingIfNeeded: first - text.first),
      last: UInt16(truncatingIfNeeded: last - text.first), order: order, detail: detail)
    switch sink.value {
    case .edges: edges.add(match, of: text)
    case .middles: addMiddle(match, of: text)
    case .list: list.insert(match)
    }
  }

  /// Records a match that does not touch an end.
  @inline(__always)
  private func addMiddle(_ match: Match, of text: Text) {
    guard match.first > 0, Int(match.last) < text.count - 1 else { return }
    if match.guesses.isNaN { edges.haveUnranked.value = true }
    let last = Int(match.last)
    // SAFETY: a text has at most 64 units, the number of heads and products.
    let product = unsafe match.guesses * middles.heads[unchecked: Int(match.first)]
    unsafe middles.products[unchecked: last] = min(middles.products[unchecked: last], product)
  }

  /// The least cost of a match: 1 for a whole password, 10 for one character, 50 for more.
  @inline(__always)
  private func atLeastMinimum(_ guesses: Double, length: Int, of text: Text) -> Double {
    let least = length == text.count ? 1.0 : length == 1 ? 10 : 50
    // Written so that NaN stays NaN.
    return guesses < least ? least : guesses
  }
}
