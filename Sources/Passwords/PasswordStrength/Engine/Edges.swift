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

/// The states of the walks of some texts: words and reversed words, from both ends.
struct EdgeWalks {
  /// The number of texts whose walks run at the same time.
  static let groupSize = 16
  /// The slot of a single text.
  static let single = groupSize

  // Each slot has four walks: words at the beginning and at the end, reversed words at the
  // beginning and at the end. Odd-numbered walks go backwards.

  /// The records of the walks, 32 numbers each: the ends of words, with bit `level + 6` for a word
  /// of `level + 1` characters; the level reached, which is the number of steps after the first
  /// character; then the cell of each level from 1 on.
  let records = Cells<UInt32>(count: 4 * 32 * (groupSize + 1), filledWith: 0)

  /// The unfinished walks forwards, then those backwards, each in one number: from bit 32 on the
  /// index of its next cell, from bit 16 on the place of its next character, then the start of its
  /// record.
  let live = Cells<UInt64>(count: 4 * (groupSize + 1), filledWith: 0)
  /// The first walk backwards.
  static let firstBackwards = 2 * (groupSize + 1)

  /// Packs a walk's state into one number.
  @inline(__always)
  static func state(record: Int, place: Int, cell: Int) -> UInt64 {
    UInt64(truncatingIfNeeded: cell &<< 32 | place &<< 16 | record)
  }

  /// Masks, indexed by the difference between a cell's code and the wanted code: all bits set for
  /// no difference, otherwise none.
  ///
  /// A table, because the compiler turns every formula that it understands into a branch. If such a
  /// branch is mispredicted while it waits for memory, it stops all walks: 130 ns a password.
  let masks = Cells<UInt32>(count: 64, filledWith: 0)

  init() { masks[0] = .max }

  func deallocate() {
    masks.deallocate()
    records.deallocate()
    live.deallocate()
  }

  /// The words that end on the first walk (bit `level`) and on the second (bit `32 + level`).
  @inline(__always)
  func ends(_ slot: Int, ofReversed isReversed: Bool) -> UInt64 {
    let record = (slot &<< 2 | (isReversed ? 2 : 0)) &<< 5
    // SAFETY: every slot has four walks.
    let first = unsafe records[unchecked: record]
    let second = unsafe records[unchecked: record &+ 32]
    return UInt64(first &>> 6) | UInt64(second &>> 6) &<< 32
  }

  /// The base of the node after two or more steps; 0 if the walk ended before.
  @inline(__always)
  func base(afterSteps steps: Int, of walk: Int) -> Int {
    let record = walk &<< 5
    // SAFETY: every walk has 32 numbers; the levels that it reaches are below 25.
    guard steps <= Int(unsafe records[unchecked: record | 1]) &+ 1 else { return 0 }
    return cell(atLevel: steps &- 1, of: walk).base
  }

  /// The cell at a level, from 1 on, that a walk has reached.
  @inline(__always)
  func cell(atLevel level: Int, of walk: Int) -> WordTrie.Cell {
    // SAFETY: as above.
    unsafe WordTrie.Cell(rawValue: records[unchecked: walk &<< 5 &+ level &+ 1])
  }
}
