import CXXHash

/// Sightings in memory, on one shelf for each value of some leading bits of their fingerprints; a
/// full shelf goes to the file.
///
/// Equal passwords always meet on the same shelf, so ``SightingSum`` can add up shelf after shelf in
/// a table that fits the cache. A table of all passwords would miss the cache at every sighting,
/// which took three times as long.
///
/// A full shelf goes to the file as it is, unless many of its sightings are equal: then these are
/// added up, and the shelf has room again. Adding up takes as long as it takes to write and read
/// twice as many sightings, so shelves are only tried from time to time.
package struct SightingShelves: ~Copyable, Sendable {
  /// The number of leading bits that all fingerprints share or that choose the shelf.
  let prefixBits: Int
  /// Whether a count was clamped to the largest number.
  var isClamped: Bool { table.isClamped }

  private var pages: SightingPages<PackedSighting>
  /// The table in which full shelves are added up.
  private var table: SightingTable
  private let shift: UInt64
  private let mask: Int
  /// Places of a shelf: a packed sighting takes one or two.
  private var depth: Int
  /// Places of a shelf after the first was full.
  private var fullDepth: Int
  /// Places taken on each shelf; not an array, which asks at every sighting whether it is shared.
  private let filled: SightingPages<Int>
  /// The sightings of each shelf in the file.
  private var runs: [[SpillFile.Run]]
  /// How many times each shelf goes to the file before it is tried.
  private var waits: [Int]
  /// Whether the last shelf that was tried got at least half empty.
  private var wasFruitful = true

  /// Of the full shelves of a list that repeats little, one in this many is tried.
  private static let patience = 16
  /// The least room of a shelf.
  private static let leastDepth = 4
  /// Room of a shelf at first, one page, so that a short list takes no large ones.
  private static let firstDepth = 4096 / PackedSighting.stride

  /// Makes empty shelves.
  ///
  /// - Parameters:
  ///   - sharedBits: The number of leading bits that all fingerprints share.
  ///   - bits: The number of bits behind them that choose the shelf; with the others below 64.
  ///   - byteLimit: The most memory, but at least four places a shelf. If the system refuses it,
  ///     shelves are smaller.
  /// - Throws: ``GroupingProblem/noMemory(byteCount:)`` if it refuses even that.
  init(sharedBits: Int, bits: Int, byteLimit: Int) throws(GroupingProblem) {
    precondition(bits >= 0 && sharedBits >= 0 && sharedBits + bits < 64)
    let count = 1 << bits
    fullDepth = max(byteLimit / PackedSighting.stride / count, Self.leastDepth)
    let pages = try Self.pages(count, depth: min(fullDepth, Self.firstDepth))
    let depth = pages.places / count
    let filled = try SightingPages<Int>(places: count, besides: SpareMemory.reserve)
    var table = try SightingTable(prefixBits: sharedBits + bits, byteLimit: 0)
    table.raiseCapacity(to: depth)
    self.pages = pages
    self.filled = filled
    self.table = table
    self.depth = depth
    prefixBits = sharedBits + bits
    // With no bits at all, the mask chooses the only shelf.
    shift = UInt64(min(64 - prefixBits, 63))
    mask = count - 1
    runs = Array(repeating: [], count: count)
    waits = (0..<count).map { $0 % Self.patience }
  }

  private static func pages(
    _ count: Int, depth: Int
  ) throws(GroupingProblem) -> SightingPages<PackedSighting> {
    do throws(GroupingProblem) {
      return try SightingPages(
        places: count * depth, besides: SpareMemory.reserve, isSparse: true)
    } catch {
      if depth == leastDepth { throw error }
      return try pages(count, depth: max(depth / 2, leastDepth))
    }
  }

  /// Lends the shelves, also where they are optional.
  package mutating func lend<Failure: Error>(
    to body: (inout SightingShelves) throws(Failure) -> Void
  ) throws(Failure) { try body(&self) }

  /// Puts a sighting on its shelf.
  ///
  /// - Throws: ``GroupingProblem/cannotWrite(directory:code:written:)``; then the sighting is lost.
  @inline(__always)
  mutating func add(_ sighting: Sighting, spillingTo file: SpillFile) throws(GroupingProblem) {
    let shelf = Int(truncatingIfNeeded: sighting.high &>> shift) & mask
    // SAFETY: there are `mask + 1` shelves, and as many numbers of places taken.
    let filled = unsafe filled.base + shelf
    // A full shelf has less than two places free.
    if unsafe filled.pointee >= depth &- 1 { try makeRoom(on: shelf, spillingTo: file) }
    // SAFETY: each shelf has `depth` places, of which two are free.
    let place = unsafe pages.base + (shelf &* depth &+ filled.pointee)
    // The next sighting on this shelf comes long after many others; by then the memory behind this
    // one must be in the cache, or the processor waits for every new line of it.
    // SAFETY: a prefetch has no effect but on the cache, even behind the end of the memory.
    unsafe prefetch(place + 4)
    unsafe filled.pointee &+= Self.put(sighting, at: place)
  }

  /// Writes a sighting to a place, or to two.
  ///
  /// - Returns: The number of places.
  @inline(__always)
  private static func put(
    _ sighting: Sighting, at place: UnsafeMutablePointer<PackedSighting>
  ) -> Int {
    // SAFETY: the caller has two places.
    if let packed = PackedSighting(sighting) {
      unsafe place.pointee = packed
      return 1
    }
    unsafe putPair(sighting, at: place)
    return 2
  }

  @inline(never)
  private static func putPair(_ sighting: Sighting, at place: UnsafeMutablePointer<PackedSighting>)
  {
    // SAFETY: the caller has two places.
    unsafe (place[0], place[1]) = PackedSighting.pair(sighting)
  }

  /// Makes all shelves as deep as they may be, when the first is full.
  ///
  /// - Returns: Whether they got deeper.
  private mutating func deepen() -> Bool {
    let wanted = fullDepth
    // If the system refuses, it is not asked again.
    fullDepth = depth
    guard wanted > depth, var old = try? Self.pages(mask + 1, depth: wanted) else { return false }
    let newDepth = old.places / (mask + 1)
    guard newDepth > depth else { return false }
    swap(&pages, &old)
    for shelf in 0...mask {
      // SAFETY: both have as many shelves, and each has room for the places taken.
      unsafe (pages.base + shelf * newDepth).update(
        from: old.base + shelf * depth, count: taken(on: shelf))
    }
    (depth, fullDepth) = (newDepth, newDepth)
    table.raiseCapacity(to: depth)
    return true
  }

  /// Adds up the sightings of a full shelf, or writes them to the file.
  @inline(never)
  private mutating func makeRoom(
    on shelf: Int, spillingTo file: SpillFile
  ) throws(GroupingProblem) {
    if depth < fullDepth, deepen() { return }
    if wasFruitful || waits[shelf] == 0 {
      addUp(shelf)
      wasFruitful = taken(on: shelf) <= depth / 2
      waits[shelf] = wasFruitful ? 0 : Self.patience - 1
      if wasFruitful { return }
    } else {
      waits[shelf] -= 1
    }
    runs[shelf].append(try unsafe file.write(packed(on: shelf)))
    take(0, on: shelf)
  }

  /// Adds up equal sightings of a shelf, if memory suffices.
  private mutating func addUp(_ shelf: Int) {
    if unsafe table.addAll(packed(on: shelf).span) {
      // SAFETY: the sums take no more places than the sightings. One takes two if its number or its
      // count is large: then it did before, or is a sum of several.
      let start = unsafe pages.base + shelf * depth
      var count = 0
      table.forEach { count += unsafe Self.put($0, at: start + count) }
      take(count, on: shelf)
    }
    table.removeAll()
  }

  /// Lends the sightings on a shelf; they stay valid until it changes.
  private func packed(on shelf: Int) -> UnsafeBufferPointer<PackedSighting> {
    // SAFETY: the taken places of the shelf have been written.
    unsafe UnsafeBufferPointer(start: pages.base + shelf * depth, count: taken(on: shelf))
  }

  /// The number of places taken on a shelf.
  private func taken(on shelf: Int) -> Int {
    precondition((0...mask).contains(shelf))
    return unsafe filled.base[shelf]
  }

  private func take(_ count: Int, on shelf: Int) {
    precondition((0...mask).contains(shelf) && count <= depth)
    unsafe filled.base[shelf] = count
  }

  /// Lends all sightings of a shelf in pieces, first those in the file.
  ///
  /// - Parameters:
  ///   - shelf: The shelf.
  ///   - file: The file.
  ///   - window: Memory for what is read.
  ///   - body: Receives each piece, and returns whether it needs more.
  /// - Returns: Whether all pieces were lent.
  /// - Throws: ``GroupingProblem/cannotRead(directory:code:)`` and the errors of `body`.
  func forEachPiece(
    of shelf: Int, from file: SpillFile, through window: inout SightingWindow,
    _ body: (Span<PackedSighting>) throws(GroupingProblem) -> Bool
  ) throws(GroupingProblem) -> Bool {
    for run in runs[shelf] {
      if try !window.read(run, from: file, body) { return false }
    }
    return try unsafe body(packed(on: shelf).span)
  }
}

/// The shelves that a lane has filled, to be read by all.
package final class FilledShelves: Sendable {
  let shelves: SightingShelves

  /// Takes shelves that nobody fills any more; nil if there are none.
  package init?(_ shelves: consuming SightingShelves?) {
    guard let shelves = consume shelves else { return nil }
    self.shelves = shelves
  }

  /// Takes shelves that nobody fills any more.
  init(of shelves: consuming SightingShelves) { self.shelves = shelves }
}

extension SightingShelves {
  /// Makes empty shelves for a lane.
  ///
  /// - Throws: ``GroupingProblem/noMemory(byteCount:)``.
  package init(_ limits: GroupingLimits) throws(GroupingProblem) {
    try self.init(sharedBits: 0, bits: limits.shardBits, byteLimit: limits.shelvesBytes)
  }
}
