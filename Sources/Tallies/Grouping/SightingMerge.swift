/// Runs in order of fingerprints, read side by side: gives each password once, with its sum.
///
/// A binary heap of the runs' next sightings; each run is read through a small window, so memory does
/// not depend on how much was written.
struct SightingMerge {
  /// Whether a sum was too large and is held at the largest number.
  private(set) var isClamped = false

  private let file: SpillFile
  private var sources: [Source]
  /// The windows of all sources, one behind the other.
  private var windows: [Sighting]
  /// Sources with sightings left, the one with the least fingerprint first.
  private var heap: [Int] = []

  /// One run, as far as it is not yet merged.
  private struct Source {
    /// What is in the window and not yet taken: indices into ``windows``.
    var next: Int
    var end: Int
    /// Where the window begins and how many it has room for.
    let window: Range<Int>
    /// What is left in the file.
    var offset: Int
    var left: Int
  }

  // A window as small as half a kilobyte still reads 16 sightings a call; 256 KiB are as good as any.
  private static let windowSize = 16...8192

  /// Opens runs of a file, with windows of so many bytes in all, if at all possible; smaller ones where
  /// memory is short.
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

  /// The next password with how often it was seen in all runs; nil at the end.
  mutating func next() throws(GroupingProblem) -> Sighting? {
    guard var sighting = try take() else { return nil }
    while let first = heap.first, windows[sources[first].next].isSamePassword(as: sighting) {
      guard let other = try take() else { break }
      if sighting.add(other.count) { isClamped = true }
    }
    return sighting
  }

  /// Takes the least of all next sightings.
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

  /// Fills a window anew.
  ///
  /// - Returns: Whether the run goes on.
  private mutating func refill(_ index: Int) throws(GroupingProblem) -> Bool {
    let window = sources[index].window
    let count = min(sources[index].left, window.count)
    if count == 0 { return false }
    let (file, offset) = (file, sources[index].offset)
    try unsafe windows.withUnsafeMutableBufferPointer { windows throws(GroupingProblem) in
      let part = window.lowerBound..<window.lowerBound + count
      // SAFETY: any bytes are a sighting, and these come from one.
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

  /// Moves an element of the heap up to its place.
  private mutating func rise(from start: Int) {
    var child = start
    while child > 0, precedes(heap[child], heap[(child - 1) / 2]) {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  /// Moves the first element of the heap down to its place.
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
