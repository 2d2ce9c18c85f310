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
  /// The number of costs that the search reads at once.
  ///
  /// A loop of as many steps as the text has characters ends where the processor does not expect it.
  static let groupSize = 8

  /// By the place that divides the text, the least guesses of a match that begins the text and ends
  /// before the place, and, from index 64 on, of one that begins at the place and ends the text;
  /// infinite for none, and for the places behind the text that complete a group.
  let costs = Cells<Double>(count: 2 * longestText + groupSize, filledWith: .infinity)
  /// The cheapest match that covers the whole text; the first one in the reference's order.
  let whole = Variable(Match())
  /// Whether an unranked word was found, which may displace others in the reference's search.
  let haveUnranked = Variable(false)

  func deallocate() {
    costs.deallocate()
    whole.deallocate()
    haveUnranked.deallocate()
  }

  /// Removes the matches of the last text; the next one has this length.
  @inline(__always)
  func removeAll(count: Int) {
    whole.value = Match(guesses: .infinity)
    haveUnranked.value = false
    var first = 1
    repeat {
      // SAFETY: a text has at most 64 units, so the last group begins at 57.
      for place in first..<(first &+ Self.groupSize) {
        unsafe costs[unchecked: place] = .infinity
        unsafe costs[unchecked: Self.longestText &+ place] = .infinity
      }
      first &+= Self.groupSize
    } while first < count
  }

  /// Records a match if it touches an end of the text.
  @inline(__always)
  func add(_ match: Match, of text: Text) {
    let first = Int(match.first)
    let end = Int(match.last) + 1
    if first == 0 {
      if end == text.count {
        if match.guesses < whole.value.guesses { whole.value = match }
      } else {
        costs[end] = min(costs[end], match.guesses)
      }
    } else if end == text.count {
      let place = Self.longestText + first
      costs[place] = min(costs[place], match.guesses)
    }
    if match.guesses.isNaN { haveUnranked.value = true }
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
    var best = (guesses: powers.stretch[count], pattern: DecisivePattern.bruteForce)
    let whole = edges.whole.value
    if whole.guesses <= best.guesses { best = (whole.guesses, whole.decisivePattern) }
    best.guesses += 1
    let two = 2 * leastPair(count: count) + powers.growth[2]
    if two < best.guesses { best = (two, .mixed) }
    // Three matches cost at least 10 guesses each, and come in six orders.
    let three = powers.growth[3] + powers.factorial[3] * 1000
    return (best.guesses, best.pattern, best.guesses <= three && !edges.haveUnranked.value)
  }

  /// The least product of two matches or stretches that divide a text; infinite for one unit.
  ///
  /// Two stretches never cost less than one, so both may be counted separately.
  @inline(__always)
  private func leastPair(count: Int) -> Double {
    let costs = edges.costs
    let stretch = powers.stretch
    let stretchToEnd = powers.stretchToEnd
    let end = Edges.longestText &- count
    // SAFETY: a text has from 1 to 64 units, so the last group ends at 64, and the cells are 136, 513
    // and 80. Places behind the text have infinite costs.
    @inline(__always)
    func product(_ place: Int) -> Double {
      let head = unsafe min(costs[unchecked: place], stretch[unchecked: place])
      let tail = unsafe min(
        costs[unchecked: Edges.longestText &+ place], stretchToEnd[unchecked: end &+ place])
      return tail * head
    }
    // Two minima, so that one need not wait for the other.
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
