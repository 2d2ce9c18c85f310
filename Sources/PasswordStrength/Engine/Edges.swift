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
