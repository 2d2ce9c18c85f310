/// All matches of a text, by last unit: the input of the reference's search.
struct MatchList {
  private(set) var matches = Cells<Match>(count: 1024, filledWith: Match())
  private var count = 0
  /// By last unit, the first match; −1 for none.
  private let heads = Cells<Int32>(count: Engine.longestText, filledWith: -1)

  func deallocate() {
    matches.deallocate()
    heads.deallocate()
  }

  /// Removes all matches of a text of this length.
  mutating func removeAll(endingBefore length: Int) {
    for end in 0..<length { heads[end] = -1 }
    count = 0
  }

  /// The first match with a last unit, by first unit and order; −1 for none.
  func first(endingAt last: Int) -> Int32 { heads[last] }

  /// Inserts a match into the list of its end: by first unit, then in the reference's order.
  ///
  /// Of matches of the same stretch, a later one that costs no less can never win.
  mutating func insert(_ new: Match) {
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
    if count == matches.count { grow() }
    var new = new
    new.next = at
    matches[count] = new
    if before < 0 { heads[end] = Int32(count) } else { matches[Int(before)].next = Int32(count) }
    count += 1
  }

  /// Doubles the memory, which is rarely needed: no known list has such lines.
  private mutating func grow() {
    let larger = Cells<Match>(count: 2 * matches.count, filledWith: Match())
    for index in 0..<count { larger[index] = matches[index] }
    matches.deallocate()
    matches = larger
  }
}
