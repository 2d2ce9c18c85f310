// The reference's search for the cheapest sequence of matches that covers the password.
//
// A sequence of l matches costs l! · Π guesses + 10,000^(l − 1). The reference goes from left to
// right and keeps the cheapest sequence for each end and each l. It rejects a sequence that is
// longer than a cheaper one with the same end, although its smaller product might win later. So the
// result depends on the order of the attempts, which is reproduced here.

extension Engine {
  /// The guesses for the added matches, and the length of the cheapest sequence.
  ///
  /// Leaves out sequences of more than `limit` matches, which does not affect shorter ones. Since a
  /// sequence of `l` matches costs more than 10,000^(l − 1), the limit grows only while it can
  /// still win.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - known: The guesses of a known sequence; infinite if there is none.
  /// - Returns: The guesses and the length of the cheapest sequence.
  func search(
    _ text: Text, knowing known: Double = .infinity
  ) -> (guesses: Double, length: Int) {
    var limit = 2
    if known.isFinite {
      while limit < SearchRows.longestSequence, powers.growth[limit + 1] < known { limit += 1 }
    }
    while true {
      let most = min(limit, SearchRows.longestSequence)
      let best = search(text, limit: most)
      if most == SearchRows.longestSequence || powers.growth[most + 1] >= best.guesses {
        return best
      }
      limit *= 2
    }
  }

  private func search(_ text: Text, limit: Int) -> (guesses: Double, length: Int) {
    rows.extensibleCount.value = 0
    var top = 0
    for end in 0..<text.count {
      for length in 1...(limit + 1) {
        rows.guesses[length] = .infinity
        rows.least[length] = .infinity
      }
      top = 0
      var match = list.first(endingAt: end)
      while match >= 0 {
        let found = list.matches[Int(match)]
        if found.first == 0 {
          attempt(1, product: found.guesses, last: match, limit: limit, top: &top)
        } else {
          let row = Int(found.first) - 1
          for index in Int(rows.starts[row])..<Int(rows.starts[row + 1]) {
            let before = rows.sequences[index]
            guard before.length < limit else { break }
            attempt(
              Int(before.length) + 1, product: found.guesses * before.product, last: match,
              limit: limit, top: &top)
          }
        }
        match = found.next
      }
      attempt(1, product: powers.stretch[end + 1], last: -1, limit: limit, top: &top)
      for index in 0..<rows.extensibleCount.value {
        let before = rows.extensible[index]
        guard before.length < limit else { continue }
        let next = Int(before.next)
        attempt(
          Int(before.length) + 1, product: powers.stretch[end - next + 1] * before.product,
          last: -1 - before.next, limit: limit, top: &top)
      }
      closeRow(end, top: top)
    }
    var best = (guesses: Double.infinity, length: 0)
    for length in 1...max(top, 1) where rows.guesses[length] < best.guesses {
      best = (rows.guesses[length], length)
    }
    return best
  }

  /// Offers a sequence to the current row.
  @inline(__always)
  private func attempt(
    _ length: Int, product: Double, last: Int32, limit: Int, top: inout Int
  ) {
    let guesses = powers.factorial[length] * product + powers.growth[length]
    if rows.least[length] <= guesses { return }
    let wasLeast = rows.guesses[length] == rows.least[length]
    rows.guesses[length] = guesses
    rows.products[length] = product
    rows.lasts[length] = last
    if length > top { top = length }
    if guesses.isNaN {
      if wasLeast { forgetLeast(limit) }
      return
    }
    var longer = length
    while longer <= limit, rows.least[longer] > guesses {
      rows.least[longer] = guesses
      longer += 1
    }
  }

  /// Recomputes the least guesses after one of them was overwritten by NaN.
  private func forgetLeast(_ limit: Int) {
    var least = Double.infinity
    for length in 1...limit {
      least = rows.guesses[length] < least ? rows.guesses[length] : least
      rows.least[length] = least
    }
  }

  /// Stores the current row.
  private func closeRow(_ end: Int, top: Int) {
    var index = Int(rows.starts[end])
    for length in 1...max(top, 1) where rows.guesses[length] != .infinity {
      let last = rows.lasts[length]
      rows.sequences[index] = SearchRows.Candidate(
        product: rows.products[length], length: Int32(length), last: last)
      index += 1
      if last >= 0 {
        rows.extensible[rows.extensibleCount.value] = SearchRows.Extensible(
          product: rows.products[length], length: Int32(length), next: Int32(end + 1))
        rows.extensibleCount.value += 1
      }
    }
    rows.starts[end + 1] = Int32(index)
  }

  /// The matches of the resulting sequence, from left to right.
  ///
  /// Each is the index of a match, or (−1 − first unit) for a stretch without a pattern.
  func sequence(_ text: Text, length: Int) -> [(last: Int32, end: Int)] {
    var sequence: [(last: Int32, end: Int)] = []
    var end = text.count - 1
    for length in stride(from: length, to: 0, by: -1) {
      let row = Int(rows.starts[end])..<Int(rows.starts[end + 1])
      guard let index = row.first(where: { rows.sequences[$0].length == length }) else { break }
      let last = rows.sequences[index].last
      sequence.append((last, end))
      end = (last < 0 ? Int(-1 - last) : Int(list.matches[Int(last)].first)) - 1
    }
    return sequence.reversed()
  }
}
