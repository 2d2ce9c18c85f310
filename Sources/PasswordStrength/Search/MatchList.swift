// Where the matches of a text are kept until the search.

extension Engine {
  /// Forgets all matches.
  mutating func removeMatches(endingBefore count: Int) {
    for end in 0..<count { heads[end] = -1 }
    matchCount = 0
  }

  /// Notes a match between two places; its guesses are raised to the least a part can cost.
  @inline(__always)
  mutating func add(
    _ first: Int, _ last: Int, of text: Text, guesses: Double, order: UInt32, detail: UInt32 = 0
  ) {
    insert(
      Match(
        guesses: atLeastMinimum(guesses, length: last - first + 1, of: text),
        first: UInt16(first - text.first), last: UInt16(last - text.first), order: order,
        detail: detail))
  }

  /// The least a match can cost: 1 as a whole password, 10 for one character, 50 for more.
  @inline(__always)
  func atLeastMinimum(_ guesses: Double, length: Int, of text: Text) -> Double {
    let least = length == text.count ? 1.0 : length == 1 ? 10 : 50
    // Written so that what is not a number stays.
    return guesses < least ? least : guesses
  }

  /// Puts a match into the list of its end: by first unit, then in the reference's order.
  ///
  /// Of matches of the same stretch, one that comes later and costs no less can never win.
  private mutating func insert(_ new: Match) {
    let end = Int(new.last)
    var before: Int32 = -1
    var at = heads[end]
    while at >= 0 {
      let match = matches[Int(at)]
      if match.first == new.first {
        if match.order > new.order { break }
        if match.guesses <= new.guesses { return }
      } else if match.first > new.first {
        break
      }
      before = at
      at = match.next
    }
    while at >= 0 {
      let match = matches[Int(at)]
      guard match.first == new.first, match.guesses >= new.guesses else { break }
      at = match.next
    }
    if matchCount == matches.count { growMatches() }
    var new = new
    new.next = at
    matches[matchCount] = new
    if before < 0 {
      heads[end] = Int32(matchCount)
    } else {
      matches[Int(before)].next = Int32(matchCount)
    }
    matchCount += 1
  }

  /// Makes room for twice as many; happens once or never, on lines no list is known to have.
  private mutating func growMatches() {
    let larger = Cells<Match>(count: 2 * matches.count, filledWith: Match())
    for index in 0..<matchCount { larger[index] = matches[index] }
    matches.deallocate()
    matches = larger
  }
}
