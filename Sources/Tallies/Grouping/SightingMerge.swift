/// Merges sorted runs of sightings: returns each password once, with its sum.
///
/// Each run is read through a small window. The sightings that all windows have up to the same
/// fingerprint are added up in a table that fits the cache, then the windows move on; so memory does
/// not depend on the size of the file.
struct SightingMerge: ~Copyable {
  private let file: SpillFile
  /// The last run, which is in memory.
  private let log: SightingLog
  private var sources: [Source]
  /// The windows of all sources, one after another.
  private var windows: [Sighting]

  /// The rest of a run.
  private struct Source {
    /// The unread part of the window, as indices into ``windows``.
    var next: Int
    var end: Int
    /// The place of the window in ``windows``.
    let window: Range<Int>
    /// The rest behind the window: its offset in bytes, in the file or in the log, and its count.
    var offset: Int
    var left: Int
    let isLogged: Bool
  }

  // Windows of half a kilobyte still read 16 sightings a call.
  private static let windowSize = 16...8192

  /// Opens runs of a file, and one in memory.
  ///
  /// - Parameters:
  ///   - runs: The runs in the file.
  ///   - file: The file.
  ///   - log: The run in memory; may be empty.
  ///   - table: The table for ``forEach(through:isOrdered:_:)``.
  ///   - byteLimit: The most memory for windows, roughly; less is taken if memory is short.
  init(
    _ runs: [SpillFile.Run], of file: SpillFile, _ log: consuming SightingLog,
    through table: inout SightingTable, byteLimit: Int
  ) {
    let runCount = runs.count + (log.count > 0 ? 1 : 0)
    let one = SightingPages.stride * runCount
    // All windows together fit the table.
    let fair = min(byteLimit / one, table.capacity / runCount)
    var size = min(max(fair, Self.windowSize.lowerBound), Self.windowSize.upperBound)
    while size > Self.windowSize.lowerBound,
      !SpareMemory.has(size * one, besides: SpareMemory.reserve / 4 * 3)
    { size /= 2 }
    table.raiseCapacity(to: size * runCount)
    windows = Array(repeating: .none, count: size * runCount)
    sources = (0..<runCount).map { [size] index in
      let window = index * size..<(index + 1) * size
      let run = index < runs.count ? runs[index] : SpillFile.Run(offset: 0, count: log.count)
      return Source(
        next: window.lowerBound, end: window.lowerBound, window: window, offset: run.offset,
        left: run.count, isLogged: index == runs.count)
    }
    self.file = file
    self.log = log
  }

  /// Calls `body` with each password once, with its sum over all runs.
  ///
  /// - Parameters:
  ///   - table: An empty table, which is empty again afterwards unless an error is thrown.
  ///   - isOrdered: Whether in ascending order of fingerprints.
  ///   - body: Receives each.
  /// - Throws: ``GroupingProblem`` if the file cannot be read or memory is short, and the errors of
  ///   `body`.
  mutating func forEach(
    through table: inout SightingTable, isOrdered: Bool,
    _ body: (Sighting) throws(GroupingProblem) -> Void
  ) throws(GroupingProblem) {
    while true {
      for index in sources.indices { try refill(index) }
      guard let (first, last, isEnd) = bounds else { return }
      table.spread(from: first.high, to: last.high)
      try move(upTo: isEnd ? nil : last, to: &table)
      if isOrdered {
        try unsafe table.drain { sightings throws(GroupingProblem) in
          for index in sightings.indices { try unsafe body(sightings[index]) }
        }
      } else {
        try table.forEach(body)
        table.removeAll()
      }
    }
  }

  /// Adds the sightings in all windows to the table, up to one; nil for all.
  private mutating func move(
    upTo last: Sighting?, to table: inout SightingTable
  ) throws(GroupingProblem) {
    let windows = windows
    for index in sources.indices {
      let start = sources[index].next
      let end = last.map { self.end(of: sources[index], upTo: $0) } ?? sources[index].end
      if table.addAll(windows.span.extracting(start..<end)) < end - start {
        throw .noMemory(byteCount: 2 * table.byteCount)
      }
      sources[index].next = end
    }
  }

  /// The smallest unread sighting, and the last one up to which the windows have all sightings of
  /// every run; nil at the end of all runs.
  private var bounds: (first: Sighting, last: Sighting, isEnd: Bool)? {
    var (first, last, greatest): (Sighting?, Sighting?, Sighting?)
    for source in sources where source.next < source.end {
      let (next, end) = (windows[source.next], windows[source.end - 1])
      if first.map(next.precedes) ?? true { first = next }
      if source.left > 0, last.map(end.precedes) ?? true { last = end }
      if greatest?.precedes(end) ?? true { greatest = end }
    }
    guard let first, let greatest else { return nil }
    return (first, last ?? greatest, last == nil)
  }

  /// Moves the unread part of a window to its beginning, and reads on behind it.
  private mutating func refill(_ index: Int) throws(GroupingProblem) {
    let source = sources[index]
    let unread = source.end - source.next
    let count = min(source.left, source.window.count - unread)
    if count == 0 { return }
    let (file, offset) = (file, source.offset)
    let start = source.window.lowerBound
    let logged = unsafe log.sightings
    try unsafe windows.withUnsafeMutableBufferPointer { windows throws(GroupingProblem) in
      guard let base = unsafe windows.baseAddress.map({ unsafe $0 + start }) else { return }
      // SAFETY: all within the window; `update` may move within it.
      unsafe base.update(from: base + (source.next - start), count: unread)
      let room = unsafe UnsafeMutableBufferPointer(start: base + unread, count: count)
      if source.isLogged {
        let first = offset / SightingPages.stride
        // SAFETY: the log has `left` sightings from the offset on.
        _ = unsafe room.update(fromContentsOf: logged[first..<first + count])
      } else {
        // SAFETY: any bytes are a valid sighting, and these were written from one.
        try unsafe file.read(into: room, at: offset)
      }
    }
    sources[index].next = start
    sources[index].end = start + unread + count
    sources[index].offset += count * SightingPages.stride
    sources[index].left -= count
  }

  /// The end of a window's sightings up to one, found by halving.
  private func end(of source: Source, upTo last: Sighting) -> Int {
    var (low, high) = (source.next, source.end)
    while low < high {
      let middle = low + (high - low) / 2
      if last.precedes(windows[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
