import Diagnostics

/// Merges several runs into one, in which equal windows are added up.
struct CountMerge {
  private var cursors: [CountCursor]
  /// The present windows of the cursors that have one, as a heap: the least is first.
  private var heap: [(window: UInt64, cursor: Int)] = []
  /// The part of a window that counts.
  private let mask: UInt64

  /// Begins to merge.
  ///
  /// - Parameters:
  ///   - cursors: Each in ascending order of the last symbols of its windows.
  ///   - symbols: How many of the last symbols count; the others are dropped.
  init(_ cursors: [CountCursor], ofLast symbols: Int) {
    self.cursors = cursors
    mask = WindowCount.mask(ofLast: symbols)
    for (index, cursor) in cursors.enumerated() {
      if let current = cursor.current { heap.append((current.window & mask, index)) }
    }
    for place in stride(from: heap.count / 2 - 1, through: 0, by: -1) { sink(place) }
  }

  /// The next window with the sum of its counts; nil after the last one.
  mutating func next() throws(Problem) -> WindowCount? {
    guard let first = heap.first else { return nil }
    var sum = WindowCount(window: first.window, count: 0)
    while let least = heap.first, least.window == sum.window {
      sum.count.addClamping(cursors[least.cursor].current?.count ?? 0)
      try cursors[least.cursor].advance()
      if let current = cursors[least.cursor].current {
        heap[0].window = current.window & mask
      } else {
        heap[0] = heap[heap.count - 1]
        heap.removeLast()
      }
      sink(0)
    }
    return sum
  }

  /// Puts the entry of a place where it belongs, if those below are a heap.
  private mutating func sink(_ start: Int) {
    guard start < heap.count else { return }
    let sinking = heap[start]
    var place = start
    while 2 * place + 1 < heap.count {
      var child = 2 * place + 1
      if child + 1 < heap.count, heap[child + 1].window < heap[child].window { child += 1 }
      if heap[child].window >= sinking.window { break }
      heap[place] = heap[child]
      place = child
    }
    heap[place] = sinking
  }
}
