/// Merges sorted runs of sightings: returns each password once, with its sum.
///
/// It keeps the runs' next sightings in a binary heap; each run is read through a small window, so
/// memory does not depend on the size of the file.
struct SightingMerge {
  /// Whether a sum was clamped to the largest number.
  private(set) var isClamped = false

  private let file: SpillFile
  private var sources: [Source]
  /// The windows of all sources, one after another.
  private var windows: [Sighting]
  /// The sources that are not exhausted, the one with the smallest fingerprint first.
  private var heap: [Int] = []

  /// The rest of a run.
  private struct Source {
    /// The unread part of the window, as indices into ``windows``.
    var next: Int
    var end: Int
    /// The place of the window in ``windows``.
    let window: Range<Int>
    /// The rest in the file.
    var offset: Int
    var left: Int
  }

  // A window of half a kilobyte still reads 16 sightings a call; beyond 256 KiB there is no gain.
  private static let windowSize = 16...8192

  /// Opens runs of a file, with windows of so many bytes in total; smaller ones if memory is short.
  init(_ runs: [SpillFile.Run], of file: SpillFile, byteLimit: Int) throws(GroupingProblem) {
    self.file = file
    let fair = byteLimit / max(runs.count, 1) / SightingPages.stride
    var size = min(max(fair, Self.windowSize.lowerBound), Self.windowSize.upperBound)
    let one = runs.count * SightingPages.stride
    while size > Self.windowSize.lowerBound,
      !SpareMemory.has(size * one, besides: SpareMemory.reserve / 4 * 3)
    { size /= 2 }
    windows = Array(repeating: .none, count: size * runs.count)
    sources = runs.enumerated().map { [size] index, run in
      let window = index * size..<(index + 1) * size
      return Source(
        next: window.lowerBound, end: window.lowerBound, window: window, offset: run.offset,
        left: run.count)
    }
    for index in sources.indices where try refill(index) {
      heap.append(index)
      rise(from: heap.count - 1)
    }
  }

  /// The next password with its sum over all runs; nil at the end.
  mutating func next() throws(GroupingProblem) -> Sighting? {
    guard var sighting = try take() else { return nil }
    while let first = heap.first, windows[sources[first].next].isSamePassword(as: sighting) {
      guard let other = try take() else { break }
      if sighting.add(other.count) { isClamped = true }
    }
    return sighting
  }

  /// Takes the sighting with the smallest fingerprint.
  private mutating func take() throws(GroupingProblem) -> Sighting? {
    guard let index = heap.first else { return nil }
    let sighting = windows[sources[index].next]
    sources[index].next += 1
    if sources[index].next == sources[index].end, try !refill(index) {
      let last = heap.removeLast()
      if heap.isEmpty { return sighting }
      heap[0] = last
    }
    sink()
    return sighting
  }

  /// Refills a window.
  ///
  /// - Returns: Whether the run continues.
  private mutating func refill(_ index: Int) throws(GroupingProblem) -> Bool {
    let window = sources[index].window
    let count = min(sources[index].left, window.count)
    if count == 0 { return false }
    let (file, offset) = (file, sources[index].offset)
    try unsafe windows.withUnsafeMutableBufferPointer { windows throws(GroupingProblem) in
      let part = window.lowerBound..<window.lowerBound + count
      // SAFETY: any bytes are a valid sighting, and these were written from one.
      try unsafe file.read(into: .init(rebasing: windows[part]), at: offset)
    }
    sources[index].next = window.lowerBound
    sources[index].end = window.lowerBound + count
    sources[index].offset += count * SightingPages.stride
    sources[index].left -= count
    return true
  }

  private func precedes(_ a: Int, _ b: Int) -> Bool {
    windows[sources[a].next].precedes(windows[sources[b].next])
  }

  /// Restores the heap upwards from an element.
  private mutating func rise(from start: Int) {
    var child = start
    while child > 0, precedes(heap[child], heap[(child - 1) / 2]) {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  /// Restores the heap downwards from the first element.
  private mutating func sink() {
    var parent = 0
    while true {
      var child = 2 * parent + 1
      if child >= heap.count { return }
      if child + 1 < heap.count, precedes(heap[child + 1], heap[child]) { child += 1 }
      if !precedes(heap[child], heap[parent]) { return }
      heap.swapAt(child, parent)
      parent = child
    }
  }
}
