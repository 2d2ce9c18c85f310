/// The ranked words found in texts: a stack, of the enclosing texts first, then of the current block.
struct FoundWords {
  private let cells = Variable(Cells<FoundWord>(count: 64, filledWith: FoundWord()))
  private let top = Variable(0)

  func deallocate() {
    cells.value.deallocate()
    cells.deallocate()
    top.deallocate()
  }

  /// The number of words; a smaller number removes the last ones.
  var count: Int {
    get { top.value }
    nonmutating set { top.value = min(newValue, top.value) }
  }

  subscript(index: Int) -> FoundWord { cells.value[index] }

  func append(_ word: FoundWord) {
    let count = top.value
    if count == cells.value.count { grow() }
    cells.value[count] = word
    top.value = count + 1
  }

  /// Doubles the memory.
  private func grow() {
    let old = cells.value
    let larger = Cells<FoundWord>(count: 2 * old.count, filledWith: FoundWord())
    for index in 0..<old.count { larger[index] = old[index] }
    old.deallocate()
    cells.value = larger
  }
}

/// A ranked word in a text.
struct FoundWord: BitwiseCopyable {
  /// The readings of its symbols that agree with it; 0 for a word without replaced letters.
  var readings: UInt64 = 0
  var entry = WordEntry(rawValue: 0)
  /// The first and last unit, counted from the first unit of the text.
  var first: UInt16 = 0
  var last: UInt16 = 0
  /// How it is written.
  var kind = Match.Kind.word
}
