// The walks that find words at the ends of passwords, for many passwords at once.

/// The states of the walks of some texts: words and reversed words, from both ends.
struct EdgeWalks {
  /// The number of texts whose walks run at once.
  static let groupSize = 16
  /// The slot of a single text.
  static let single = groupSize

  // Four walks for each slot: words at the beginning and at the end, reversed words at the beginning
  // and at the end.

  /// For each walk, the ends of words: bit `level` for a word of `level + 1` characters.
  let ends = Cells<UInt32>(count: 4 * (groupSize + 1), filledWith: 0)
  /// For each walk, the number of steps after the first character.
  let levels = Cells<UInt8>(count: 4 * (groupSize + 1), filledWith: 0)
  /// For each walk, the cell of each of its levels.
  let paths = Cells<UInt32>(count: 4 * 32 * (groupSize + 1), filledWith: 0)
  /// The walks that have not ended, each in one number: from bit 32 on the base of its trie node,
  /// from bit 16 on the place of its next character, then its own number.
  ///
  /// Walks with odd numbers go backwards.
  let live = Cells<UInt64>(count: 4 * (groupSize + 1), filledWith: 0)

  /// Puts a walk's state into one number.
  @inline(__always)
  static func state(_ walk: Int, place: Int, base: Int) -> UInt64 {
    UInt64(truncatingIfNeeded: base &<< 32 | place &<< 16 | walk)
  }

  /// Masks, indexed by the difference between a cell's code and the code wanted: all bits for no
  /// difference, none otherwise.
  ///
  /// A table because the compiler turns every formula that it understands into a branch;
  /// mispredicted while it waits for memory, such a branch stops all walks: 130 ns a password.
  let masks = Cells<UInt32>(count: 64, filledWith: 0)

  init() { masks[0] = .max }

  func deallocate() {
    masks.deallocate()
    ends.deallocate()
    levels.deallocate()
    paths.deallocate()
    live.deallocate()
  }

  /// The words that end on the first walk (bit `level`) and on the second (bit `32 + level`).
  @inline(__always)
  func ends(_ slot: Int, ofReversed isReversed: Bool) -> UInt64 {
    let walk = slot &<< 2 | (isReversed ? 2 : 0)
    // SAFETY: every slot has four walks.
    return unsafe UInt64(ends[unchecked: walk]) | UInt64(ends[unchecked: walk | 1]) &<< 32
  }

  /// The base of the node after two steps or more; 0 if the walk ended before.
  @inline(__always)
  func base(afterSteps steps: Int, of walk: Int) -> Int {
    guard steps <= Int(levels[walk]) + 1 else { return 0 }
    return WordTrie.Cell(rawValue: paths[walk << 5 + steps - 1]).base
  }
}

extension Engine {
  /// Walks from both ends of the texts in the first slots.
  func walkEdges(ofGroup count: Int) {
    var live = 0
    for slot in 0..<count where texts[slot].count > 0 {
      live = startWalks(in: texts[slot], behind: live)
    }
    goOn(live)
    for slot in 0..<count where texts[slot].symbolPlaces != 0 {
      prefetchLeetWords(in: texts[slot])
    }
  }

  /// Walks from both ends of a single text.
  func walkEdges(of text: Text) { goOn(startWalks(in: text, behind: 0)) }

  /// Reads the first two characters of a text's four walks at once.
  @inline(__always)
  private func startWalks(in text: Text, behind live: Int) -> Int {
    let characters = characters
    let pairs = trie.pairs
    let first = text.first
    let last = text.end &- 1
    let number = text.slot &<< 2
    var live = live

    @inline(__always)
    func start(_ walk: Int, _ place: Int, _ pair: Int) {
      // SAFETY: the pairs are 2 × 4096; every slot has four walks with 32 levels each.
      let cell = unsafe WordTrie.Cell(rawValue: pairs[unchecked: pair])
      unsafe walks.paths[unchecked: walk &<< 5 | 1] = cell.rawValue
      unsafe trie.cells.prefetch(cell.base &+ characters[unchecked: place].code)
      unsafe walks.ends[unchecked: walk] = (cell.rawValue &>> 6 & 1) &<< 1
      unsafe walks.levels[unchecked: walk] = 1
      unsafe walks.live[unchecked: live] = EdgeWalks.state(walk, place: place, base: cell.base)
      live &+= Int(cell.rawValue &>> 31)
    }

    // SAFETY: a text has at least one character, and places without facts around it.
    let head =
      unsafe characters[unchecked: first].code &<< 6
      | characters[unchecked: first &+ 1].code
    let tail =
      unsafe characters[unchecked: last].code &<< 6
      | characters[unchecked: last &- 1].code
    start(number, first &+ 2, head)
    start(number | 1, last &- 2, 4096 | tail)
    start(number | 2, first &+ 2, 4096 | head)
    start(number | 3, last &- 2, tail)
    return live
  }

  /// Runs all walks to their ends, level by level.
  ///
  /// The tries are twice as large as a core's second-level cache, so most steps wait for memory.
  /// Steps of different walks are independent, and none of them is a branch, so the processor waits
  /// for many of them at once.
  @inline(__always)
  private func goOn(_ started: Int) {
    let characters = characters
    let cells = trie.cells
    let walks = walks
    let masks = walks.masks
    var live = started
    var level: UInt32 = 1
    while live > 0 {
      level &+= 1
      var left = 0
      for index in 0..<live {
        // SAFETY: as above; words have at most 23 characters, so no walk has more than 24 levels.
        // A walk ends at the places without facts around its text, and a node's base leaves room
        // for any code.
        let walk = unsafe walks.live[unchecked: index]
        let number = Int(truncatingIfNeeded: walk & 0xFF)
        let place = Int(truncatingIfNeeded: walk &>> 16 & 0xFFFF)
        let code = unsafe characters[unchecked: place].code
        let value = unsafe cells[unchecked: Int(truncatingIfNeeded: walk &>> 32) &+ code]
        let difference = (value ^ UInt32(truncatingIfNeeded: code)) & WordTrie.Cell.codeMask
        let cell = unsafe WordTrie.Cell(
          rawValue: value & masks[unchecked: Int(difference)])
        let next = place &+ 1 &- (number & 1) &* 2
        unsafe cells.prefetch(cell.base &+ characters[unchecked: next].code)
        cells.prefetch(cell.base &+ WordTrie.Cell.entryCode)
        unsafe walks.ends[unchecked: number] |= (cell.rawValue &>> 6 & 1) &<< level
        unsafe walks.levels[unchecked: number] = UInt8(truncatingIfNeeded: level)
        unsafe walks.paths[unchecked: number &<< 5 | Int(level)] = cell.rawValue
        unsafe walks.live[unchecked: left] = EdgeWalks.state(number, place: next, base: cell.base)
        left &+= Int(cell.rawValue &>> 31)
      }
      live = left
    }
  }
}
