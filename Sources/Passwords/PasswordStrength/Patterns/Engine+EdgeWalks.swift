// Walks that find words at the ends of passwords, for many passwords at once.

extension Engine {
  /// Walks from both ends of the texts in the first slots.
  func walkEdges(ofGroup count: Int) {
    var live = LiveWalks()
    for slot in 0..<count where texts[slot].count > 0 {
      live = startWalks(in: texts[slot], behind: live)
    }
    goOn(live)
    for slot in 0..<count where texts[slot].symbolPlaces != 0 {
      texts[slot].leetEnds = leetEnds(of: texts[slot])
    }
  }

  /// Walks from both ends of a single text.
  func walkEdges(of text: Text) { goOn(startWalks(in: text, behind: LiveWalks())) }

  /// Reads the first two characters of a text's four walks at once.
  @inline(__always)
  private func startWalks(in text: Text, behind live: LiveWalks) -> LiveWalks {
    let characters = characters
    let pairs = trie.pairs
    let records = walks.records
    let states = walks.live
    let first = text.first
    let last = text.end &- 1
    let number = text.slot &<< 7
    var live = live

    @inline(__always)
    func start(_ record: Int, _ place: Int, _ pair: Int, _ live: Int) -> Int {
      // SAFETY: the pairs are 2 × 4096; every slot has four walks with 32 numbers each.
      let cell = unsafe WordTrie.Cell(rawValue: pairs[unchecked: pair])
      let next = unsafe cell.childBase &+ characters[unchecked: place].code
      trie.cells.prefetch(next)
      unsafe records[unchecked: record] = (cell.rawValue & WordTrie.Cell.endBit) &<< 1
      unsafe records[unchecked: record | 1] = 1
      unsafe records[unchecked: record | 2] = cell.rawValue
      unsafe states[unchecked: live] = EdgeWalks.state(record: record, place: place, cell: next)
      return live &+ Int(cell.rawValue &>> 31)
    }

    // SAFETY: a text has at least one character, and places without facts around it.
    let head =
      unsafe characters[unchecked: first].code &<< 6
      | characters[unchecked: first &+ 1].code
    let tail =
      unsafe characters[unchecked: last].code &<< 6
      | characters[unchecked: last &- 1].code
    live.forwards = start(number, first &+ 2, head, live.forwards)
    live.forwards = start(number | 64, first &+ 2, 4096 | head, live.forwards)
    live.backwards = start(number | 32, last &- 2, 4096 | tail, live.backwards)
    live.backwards = start(number | 96, last &- 2, tail, live.backwards)
    return live
  }

  /// Runs all walks to their ends, level by level.
  ///
  /// The tries are twice as large as a core's second-level cache, so most steps wait for memory.
  /// Steps of different walks are independent and contain no branch, so the processor waits for
  /// many of them at once.
  @inline(__always)
  private func goOn(_ started: LiveWalks) {
    var live = started
    var level: UInt32 = 1
    while live.forwards > 0 || live.backwards > EdgeWalks.firstBackwards {
      level &+= 1
      live.forwards = goOn(0..<live.forwards, step: 1, level)
      live.backwards = goOn(EdgeWalks.firstBackwards..<live.backwards, step: -1, level)
    }
  }

  /// Takes one more step in some walks of one direction; returns the end of the unfinished ones.
  @inline(__always)
  private func goOn(_ live: Range<Int>, step: Int, _ level: UInt32) -> Int {
    let characters = characters
    let cells = trie.cells
    let records = walks.records
    let states = walks.live
    let masks = walks.masks
    var left = live.lowerBound
    for index in live {
      // SAFETY: as above; words have at most 23 characters, so no walk has more than 24 levels. A
      // walk ends at the places without facts around its text, and a node's base leaves room for
      // any code.
      let state = unsafe states[unchecked: index]
      let record = Int(truncatingIfNeeded: state & 0xFFFF)
      let place = Int(truncatingIfNeeded: UInt32(truncatingIfNeeded: state) &>> 16)
      var value = unsafe cells[unchecked: Int(truncatingIfNeeded: state &>> 32)]
      let character = unsafe UInt32(truncatingIfNeeded: characters[unchecked: place].rawValue)
      value &= unsafe masks[unchecked: Int((value ^ character) & WordTrie.Cell.codeMask)]
      let cell = WordTrie.Cell(rawValue: value)
      let next = unsafe cell.childBase &+ characters[unchecked: place &+ step].code
      cells.prefetch(next)
      cells.prefetch(cell.childBase &+ WordTrie.Cell.entryCode)
      unsafe records[unchecked: record] |= (value & WordTrie.Cell.endBit) &<< level
      unsafe records[unchecked: record &+ 1] = level
      unsafe records[unchecked: record &+ 1 &+ Int(level)] = value
      let rest = UInt32(truncatingIfNeeded: state) &+ UInt32(truncatingIfNeeded: step &<< 16)
      unsafe states[unchecked: left] = UInt64(truncatingIfNeeded: next) &<< 32 | UInt64(rest)
      left &+= Int(value &>> 31)
    }
    return left
  }
}

/// The ends of the walks forwards and of the walks backwards in ``EdgeWalks/live``.
private struct LiveWalks {
  var forwards = 0
  var backwards = EdgeWalks.firstBackwards
}
