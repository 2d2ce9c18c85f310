// The search for sequences of one or two matches, which decides five of six passwords.
//
// A sequence of three matches costs more than 10,000² guesses. A sequence of one or two consists of
// matches that begin or end the password. If it costs less, the matches in between are irrelevant,
// and so is their order in the reference: its cheapest sequence of two does not depend on longer
// sequences.

extension Engine {
  /// The guesses for a text of at most 64 units by one or two matches.
  ///
  /// - Parameters:
  ///   - text: The text; must not be shifted.
  ///   - repeats: Its repeats, if one touches an end.
  /// - Returns: The guesses, the decisive pattern, and whether longer sequences cannot cost less.
  func evaluateEdges(
    of text: Text, repeats: Range<Int>
  ) -> (guesses: Double, pattern: DecisivePattern, isFinal: Bool) {
    evaluateEdges(of: text, repeats: repeats, nil)
  }

  /// The same with words of the caller.
  @inline(never)
  func evaluateEdges(
    of text: Text, repeats: Range<Int>, knowing words: Range<Int>
  ) -> (guesses: Double, pattern: DecisivePattern, isFinal: Bool) {
    evaluateEdges(of: text, repeats: repeats, words)
  }

  @inline(__always)
  private func evaluateEdges(
    of text: Text, repeats: Range<Int>, _ words: Range<Int>?
  ) -> (guesses: Double, pattern: DecisivePattern, isFinal: Bool) {
    let count = text.count
    sink.value = .edges
    edges.removeAll(count: count)
    if text.facts.contains(.upper) { countCases(of: text) }
    addEdgeWords(in: text)
    addEdgeWalks(in: text)
    addRepeats(repeats, in: text)
    addEdgeSequences(in: text)
    if text.facts.contains(.digit) {
      addEdgeYears(in: text)
      addEdgeDates(in: text)
    }
    if let words { addRankedWords(words, in: text) }
    var best = (guesses: powers.stretch[count], pattern: DecisivePattern.bruteForce)
    let whole = edges.whole.value
    if whole.guesses <= best.guesses { best = (whole.guesses, whole.decisivePattern) }
    best.guesses += 1
    let two = 2 * leastPair(count: count) + powers.growth[2]
    if two < best.guesses { best = (two, .mixed) }
    // Each of three matches costs at least 10 guesses, and there are six orders.
    let three = powers.growth[3] + powers.factorial[3] * 1000
    return (best.guesses, best.pattern, best.guesses <= three && !edges.haveUnranked.value)
  }

  /// The least product of two matches or stretches that divide a text; infinite for one unit.
  ///
  /// Two stretches never cost less than one, so both can be counted separately.
  @inline(__always)
  private func leastPair(count: Int) -> Double {
    let costs = edges.costs
    let stretch = powers.stretch
    let stretchToEnd = powers.stretchToEnd
    let end = Edges.longestText &- count
    // SAFETY: a text has from 1 to 64 units, so the last group ends at 64, and there are 136, 513
    // and 80 cells. Places after the text have infinite costs.
    @inline(__always)
    func product(_ place: Int) -> Double {
      let head = unsafe min(costs[unchecked: place], stretch[unchecked: place])
      let tail = unsafe min(
        costs[unchecked: Edges.longestText &+ place], stretchToEnd[unchecked: end &+ place])
      return tail * head
    }
    // Two minima, so that neither waits for the other.
    var (even, odd) = (Double.infinity, Double.infinity)
    var first = 1
    repeat {
      for pair in 0..<(Edges.groupSize / 2) {
        odd = min(odd, product(first &+ 2 &* pair))
        even = min(even, product(first &+ 2 &* pair &+ 1))
      }
      first &+= Edges.groupSize
    } while first < count
    return min(odd, even)
  }
}
