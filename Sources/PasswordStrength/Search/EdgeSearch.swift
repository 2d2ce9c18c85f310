// The search for sequences of one or two matches, which decides five of six passwords.
//
// A sequence of three matches costs more than 10,000² guesses. A sequence of one or two consists of
// matches that begin or end the password. If it costs less, the matches in between are irrelevant,
// and so is their order in the reference: its cheapest sequence of two does not depend on longer
// sequences.

/// The cheapest matches at the ends of a text.
struct Edges {
  /// The longest text for this search, in units; one line in 100,000 is longer.
  static let longestText = 64
  /// The number of costs that the search reads at once.
  ///
  /// The end of a loop with as many steps as the text has characters would be unpredictable.
  static let groupSize = 8

  /// For each place that divides the text, the least guesses of a match that begins the text and
  /// ends before the place, and, from index 64 on, of a match that begins at the place and ends the
  /// text.
  ///
  /// Infinite if there is none, and for places after the text that fill up a group.
  let costs = Cells<Double>(count: 2 * longestText + groupSize, filledWith: .infinity)
  /// The cheapest match that covers the whole text; among equals, the first in the reference's
  /// order.
  let whole = Variable(Match())
  /// Whether an unranked word was found, which may displace others in the reference's search.
  let haveUnranked = Variable(false)

  func deallocate() {
    costs.deallocate()
    whole.deallocate()
    haveUnranked.deallocate()
  }

  /// Removes the matches of the last text; the next text has this length.
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
  ///   - text: The text; must not be shifted.
  ///   - repeats: Its repeats, if one touches an end.
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
