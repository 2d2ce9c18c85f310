// Walks over neighbouring keys: qwerty, 7412369.

extension Engine {
  /// Adds every longest walk of three keys or more on each keyboard.
  mutating func addSpatialWalks(in text: Text) {
    guard hasSpatialWalk(text) else { return }
    for keyboard in Keyboard.allCases {
      var start = text.first
      while start < text.end - 1 {
        let walk = spatialWalk(on: keyboard, from: start, in: text)
        if walk.length > 2 {
          add(
            start, start + walk.length - 1, of: text, guesses: guesses(of: walk),
            order: Match.Kind.spatial.order(UInt32(keyboard.rawValue)))
        }
        start += walk.length
      }
    }
  }

  /// Whether two steps in a row can be made on one keyboard.
  private func hasSpatialWalk(_ text: Text) -> Bool {
    var before: UInt8 = 0
    var both: UInt8 = 0
    for place in text.first..<max(text.first, text.end - 1) {
      let steps = keyboards(withStepFrom: place)
      both |= steps & before
      before = steps
    }
    return both != 0
  }

  /// The keyboards where the characters at a place and the next are neighbours, one bit each.
  @inline(__always)
  func keyboards(withStepFrom place: Int) -> UInt8 {
    let from = Int(units[place])
    let to = Int(units[place + 1])
    return from | to < 128 ? graphs.steps[from << 7 | to] : 0
  }

  /// The longest walk from a place on.
  func spatialWalk(on keyboard: Keyboard, from start: Int, in text: Text) -> SpatialWalk {
    let bit: UInt8 = 1 << keyboard.rawValue
    let board = Int(keyboard.rawValue) << 14
    var walk = SpatialWalk(keyboard: keyboard)
    walk.length = 1
    if keyboard.isFull, graphs.isShifted(units[start]) { walk.shiftedCount = 1 }
    var last: UInt8 = .max
    while start + walk.length < text.end {
      let place = start + walk.length - 1
      guard keyboards(withStepFrom: place) & bit != 0 else { break }
      let move = graphs.moves[board | Int(units[place]) << 7 | Int(units[place + 1])]
      if move & KeyboardGraphs.shiftedBit != 0 { walk.shiftedCount += 1 }
      let direction = move & ~KeyboardGraphs.shiftedBit
      if direction != last { walk.turns += 1 }
      last = direction
      walk.length += 1
    }
    return walk
  }

  /// Guesses for a walk, with the choices of the shift key.
  func guesses(of walk: SpatialWalk) -> Double {
    let guesses = graphs.guesses(walk.keyboard, length: walk.length, turns: walk.turns)
    if walk.shiftedCount == 0 { return guesses }
    let plain = walk.length - walk.shiftedCount
    if plain == 0 { return guesses * 2 }
    return guesses * Binomials.sum(of: walk.length, upTo: min(walk.shiftedCount, plain))
  }
}

/// Neighbouring keys in a row.
struct SpatialWalk {
  var keyboard: Keyboard
  /// Characters.
  var length = 0
  /// Changes of direction; the first step is one.
  var turns = 0
  /// Characters typed with the shift key.
  var shiftedCount = 0
}
