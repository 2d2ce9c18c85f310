/// All matches of a text, by last unit: the input of the reference's search.
struct MatchList {
  private let cells = Variable(Cells<Match>(count: 1024, filledWith: Match()))
  private let count = Variable(0)
  /// For each last unit, the first match; −1 if there is none.
  private let heads = Cells<Int32>(count: Text.longest, filledWith: -1)

  /// The matches, in no particular order; each holds the index of the next one with the same end.
  var matches: Cells<Match> { cells.value }

  func deallocate() {
    matches.deallocate()
    cells.deallocate()
    count.deallocate()
    heads.deallocate()
  }

  /// Removes all matches of a text of this length.
  func removeAll(endingBefore length: Int) {
    for end in 0..<length { heads[end] = -1 }
    count.value = 0
  }

  /// The first match with a last unit, by first unit and order; −1 if there is none.
  func first(endingAt last: Int) -> Int32 { heads[last] }

  /// Inserts a match into the list of its end: by first unit, then in the reference's order.
  ///
  /// Among matches of the same stretch, a later one with the same or higher cost can never win.
  func insert(_ new: Match) {
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
    let count = count.value
    if count == matches.count { grow() }
    var new = new
    new.next = at
    matches[count] = new
    if before < 0 { heads[end] = Int32(count) } else { matches[Int(before)].next = Int32(count) }
    self.count.value = count + 1
  }

  /// Doubles the memory.
  ///
  /// This is rare: no known list has such lines.
  private func grow() {
    let larger = Cells<Match>(count: 2 * matches.count, filledWith: Match())
    for index in 0..<count.value { larger[index] = matches[index] }
    matches.deallocate()
    cells.value = larger
  }
}

/// The cheapest pairs of matches at the beginning of a text.
struct Middles {
  /// For each last unit, the least product of a match that ends there and the part before it, which
  /// is one match or stretch; infinite if there is none.
  let products = Cells<Double>(count: Edges.longestText, filledWith: .infinity)
  /// For each length, the least guesses of a part that begins the text, and of a part that ends it.
  let heads = Cells<Double>(count: Edges.longestText, filledWith: .infinity)
  let tails = Cells<Double>(count: Edges.longestText, filledWith: .infinity)

  func deallocate() {
    products.deallocate()
    heads.deallocate()
    tails.deallocate()
  }
}

/// The destination of matches.
enum Sink {
  /// The matches at the ends of the text: ``Edges``.
  case edges
  /// The matches between the ends: ``Middles``.
  case middles
  /// The list of all matches: ``MatchList``.
  case list
}
