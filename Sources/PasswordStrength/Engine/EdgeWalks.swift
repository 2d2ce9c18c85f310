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
