// The search for sequences of one or two matches, which decides five passwords of six.
//
// A sequence of three matches costs more than 10,000² guesses. A sequence of one or two consists of
// matches that begin or end the password. While these cost less, the matches between are
// irrelevant, and so is their order in the reference: its cheapest sequence of two does not depend
// on longer ones.

/// The cheapest matches at the ends of a text.
struct Edges {
  /// The longest text for this search, in units; one line in 100,000 is longer.
  static let longestText = 64

  /// By length, the least guesses of a match that begins the text, and, from index 64 on, of one
  /// that ends it; infinite for none.
  let costs = Cells<Double>(count: 2 * longestText, filledWith: .infinity)
  /// The cheapest match that covers the whole text; the first one in the reference's order.
  var whole = Match()
  /// Whether an unranked word was found, which may displace others in the reference's search.
  var haveUnranked = false

  func deallocate() { costs.deallocate() }

  /// Resets the costs for a text of this length.
  func removeCosts(count: Int) {
    // SAFETY: a text has at most 64 units.
    for length in 1..<max(count, 1) {
      unsafe costs[unchecked: length] = .infinity
      unsafe costs[unchecked: Self.longestText &+ length] = .infinity
    }
  }

  /// Records a match if it touches an end of the text.
  @inline(__always)
  mutating func add(_ match: Match, of text: Text) {
    let length = Int(match.last) - Int(match.first) + 1
    if length == text.count {
      if match.guesses < whole.guesses { whole = match }
    } else if match.first == 0 {
      costs[length] = min(costs[length], match.guesses)
    } else if Int(match.last) == text.count - 1 {
      let side = Self.longestText + length
      costs[side] = min(costs[side], match.guesses)
    }
    if match.guesses.isNaN { haveUnranked = true }
  }
}

extension Engine {
  /// The guesses for a text of at most 64 units by one or two matches.
  ///
  /// - Parameters:
  ///   - text: The text; not a shifted one.
  ///   - repeats: Its repeats, if any touches an end.
  /// - Returns: The guesses, the decisive pattern, and whether longer sequences cannot cost less.
  func evaluateEdges(
    of text: Text, repeats: Range<Int>
  ) -> (guesses: Double, pattern: DecisivePattern, isFinal: Bool) {
    let count = text.count
    sink = .edges
    edges.removeCosts(count: count)
    // Field by field, since a mutating call is checked for overlapping accesses at run time.
    edges.whole = Match(guesses: .infinity)
    edges.haveUnranked = false
    if text.facts.contains(.upper) { countCases(of: text) }
    addEdgeWords(in: text)
    addEdgeWalks(in: text)
    addRepeats(repeats, in: text)
    addEdgeSequences(in: text)
    if text.facts.contains(.digit) {
      addEdgeYears(in: text)
      addEdgeDates(in: text)
    }
    var best = (guesses: powers.stretch[count], pattern: DecisivePattern.bruteForce)
    if edges.whole.guesses <= best.guesses {
      best = (edges.whole.guesses, edges.whole.decisivePattern)
    }
    best.guesses += 1
    // Two stretches without a pattern never cost less than one, so both may be counted separately.
    let costs = edges.costs
    let stretch = powers.stretch
    var least = Double.infinity
    for length in 1..<max(count, 1) {
      // SAFETY: both lengths are from 1 to 63, and the cells are 128 and 513.
      let head = unsafe min(costs[unchecked: length], stretch[unchecked: length])
      let rest = count - length
      let tail = unsafe min(
        costs[unchecked: Edges.longestText + rest], stretch[unchecked: rest])
      least = min(least, tail * head)
    }
    let two = 2 * least + powers.growth[2]
    if two < best.guesses { best = (two, .mixed) }
    // Three matches cost at least 10 guesses each, and come in six orders.
    let three = powers.growth[3] + powers.factorial[3] * 1000
    return (best.guesses, best.pattern, best.guesses <= three && !edges.haveUnranked)
  }
}
