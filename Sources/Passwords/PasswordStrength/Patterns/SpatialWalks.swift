// Walks over adjacent keys: qwerty, 7412369.

extension Engine {
  /// Adds every longest walk of three or more keys on each keyboard.
  func addSpatialWalks(in text: Text) {
    var before: UInt8 = 0
    var boards: UInt8 = 0
    for place in text.first..<max(text.first, text.end &- 1) {
      let steps = keyboards(withStepFrom: place)
      boards |= steps & before
      before = steps
    }
    boards &= distinctKeyboards(text)
    while boards != 0 {
      let board = boards.trailingZeroBitCount
      boards &= boards &- 1
      var start = text.first
      while start < text.end &- 1 { start = addSpatialWalk(on: board, from: start, in: text) }
    }
  }

  /// Adds the walks at the start and at the end of the text.
  func addEdgeWalks(in text: Text) {
    guard text.count > 2 else { return }
    let first = keyboards(withStepFrom: text.first) & keyboards(withStepFrom: text.first &+ 1)
    let last = keyboards(withStepFrom: text.end &- 2) & keyboards(withStepFrom: text.end &- 3)
    var boards = (first | last) & distinctKeyboards(text)
    while boards != 0 {
      let board = boards.trailingZeroBitCount
      let bit = boards & ~(boards &- 1)
      boards &= boards &- 1
      if first & bit != 0, addSpatialWalk(on: board, from: text.first, in: text) == text.end {
        continue
      }
      if last & bit != 0 {
        var start = text.end &- 3
        while start > text.first, keyboards(withStepFrom: start &- 1) & bit != 0 { start &-= 1 }
        _ = addSpatialWalk(on: board, from: start, in: text)
      }
    }
  }

  /// The keyboards whose walks may differ from the walks on earlier keyboards, one bit each.
  ///
  /// Both keypads have the same arrangement of digits, and both keyboards have digits in the same
  /// row. A walk that is found again can never win.
  @inline(__always)
  private func distinctKeyboards(_ text: Text) -> UInt8 {
    var boards: UInt8 = 0b1111
    if !text.facts.contains(.keypadOperator) { boards = 0b0111 }
    if text.sharedFacts.contains(.digit) { boards = 0b0101 }
    return boards
  }

  /// Adds the longest walk from a place on, if there is one, and returns the place after it.
  private func addSpatialWalk(on board: Int, from start: Int, in text: Text) -> Int {
    let walk = spatialWalk(on: board, from: start, in: text)
    if walk.length > 2 {
      add(
        start, start + walk.length - 1, of: text, guesses: guesses(of: walk),
        order: Match.Kind.spatial.order(UInt32(board)))
    }
    return start + walk.length
  }

  /// The keyboards on which a character and the next one are neighbours, one bit each.
  @inline(__always)
  private func keyboards(withStepFrom place: Int) -> UInt8 {
    // SAFETY: the caller knows that both places are in the text; the table is 128 × 128.
    let from = unsafe Int(characters[unchecked: place].unit)
    let to = unsafe Int(characters[unchecked: place &+ 1].unit)
    return unsafe from | to < 128 ? graphs.steps[unchecked: from &<< 7 | to] : 0
  }

  /// The longest walk from a place on.
  func spatialWalk(on board: Int, from start: Int, in text: Text) -> SpatialWalk {
    let characters = characters
    let moves = graphs.moves
    let end = text.end &- 1
    var place = start
    var turns = 0
    var shifted = 0
    var last: UInt8 = .max
    // SAFETY: places of the text; the table is 4 × 128 × 128.
    var from = unsafe Int(characters[unchecked: place].unit)
    if board <= Int(Keyboard.dvorak.rawValue), graphs.isShifted(UInt16(from)) { shifted = 1 }
    while place < end {
      let to = unsafe Int(characters[unchecked: place &+ 1].unit)
      guard from | to < 128 else { break }
      let move = unsafe moves[unchecked: board &<< 14 | from &<< 7 | to]
      guard move != KeyboardGraphs.noMove else { break }
      shifted &+= Int(move &>> 3)
      let direction = move & 7
      turns &+= direction == last ? 0 : 1
      last = direction
      from = to
      place &+= 1
    }
    return SpatialWalk(
      board: board, length: place &- start &+ 1, turns: turns, shiftedCount: shifted)
  }

  /// The guesses for a walk, including the use of the shift key.
  private func guesses(of walk: SpatialWalk) -> Double {
    let guesses = graphs.guesses(
      isFull: walk.isFull, length: walk.length, turns: walk.turns)
    if walk.shiftedCount == 0 { return guesses }
    let plain = walk.length - walk.shiftedCount
    if plain == 0 { return guesses * 2 }
    return guesses * Binomials.sum(of: walk.length, upTo: min(walk.shiftedCount, plain))
  }
}

/// A walk over adjacent keys.
struct SpatialWalk {
  /// The raw value of its ``Keyboard``.
  var board: Int
  /// The number of characters.
  var length = 1
  /// The number of changes of direction; the first step counts as one.
  var turns = 0
  /// The number of characters typed with the shift key.
  var shiftedCount = 0

  /// Whether the keyboard has letters.
  var isFull: Bool { board <= Int(Keyboard.dvorak.rawValue) }
}
