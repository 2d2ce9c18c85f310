import CInstructions

/// Sightings in memory, on one shelf for each value of some leading bits of their fingerprints.
///
/// Full shelves are written to the file.
///
/// Equal passwords always share a shelf, so ``SightingSum`` can add up shelf after shelf in a table
/// that fits the cache. A table of all passwords would miss the cache at every sighting, which took
/// three times as long.
///
/// A full shelf is written as it is, unless many of its sightings are equal: then they are added
/// up, and the shelf has room again. Adding up takes as long as writing and reading twice as many
/// sightings, so it is tried only from time to time.
package struct SightingShelves: ~Copyable, Sendable {
  /// The number of leading bits that all fingerprints share or that choose the shelf.
  let prefixBits: Int
  /// Whether a count was clamped to the largest number.
  var isClamped: Bool { table.isClamped }

  /// The file that takes full shelves.
  private let file: SpillFile
  private var pages: SightingPages<PackedSighting.Unit>
  /// The table that adds up full shelves.
  private var table: SightingTable
  private let shift: UInt64
  private let mask: Int
  /// The room of a shelf in units; see ``PackedSighting``.
  private var depth: Int
  /// The most room of a shelf, in units.
  private var fullDepth: Int
  /// The units used on each shelf.
  ///
  /// Not an array, which would check at every sighting whether it is shared.
  private let filled: SightingPages<Int>
  /// The sightings of each shelf that are in the file.
  private var runs: [[SpillFile.Run]]
  /// How often each shelf is written before adding up is tried again.
  private var waits: [Int]
  /// Whether the last attempt at adding up freed at least half a shelf.
  private var wasFruitful = true

  /// In a list with few repetitions, one in this many full shelves is tried.
  private static let patience = 16
  /// How much deeper shelves get at once.
  ///
  /// With the default memory, one step leads to the limit.
  private static let growth = 32
  /// The least room of a shelf, in units.
  private static let leastDepth = 4 * PackedSighting.mostUnits
  /// The units in a page of memory or of the file.
  ///
  /// A shelf starts with one page, so that a short list takes little memory, and later has several
  /// whole pages: the system is slower at writing parts of a page.
  private static let pageUnits = 4096 / SightingPages<PackedSighting.Unit>.stride

  /// Makes empty shelves.
  ///
  /// - Parameters:
  ///   - sharedBits: The number of leading bits that all fingerprints share.
  ///   - bits: The number of bits after them that choose the shelf; together below 64.
  ///   - byteLimit: The most memory, but at least four sightings per shelf. If the system refuses
  ///     it, the shelves are smaller.
  ///   - file: The file for full shelves. Best used by one thread only, since the system serialises
  ///     writes to a file.
  /// - Throws: ``GroupingProblem/noMemory(byteCount:)`` if the system refuses even the least.
  init(
    sharedBits: Int, bits: Int, byteLimit: Int, spillingTo file: SpillFile
  ) throws(GroupingProblem) {
    precondition(bits >= 0 && sharedBits >= 0 && sharedBits + bits < 64)
    let count = 1 << bits
    let units = byteLimit / SightingPages<PackedSighting.Unit>.stride / count
    fullDepth =
      units < Self.pageUnits
      ? max(units, Self.leastDepth) : units / Self.pageUnits * Self.pageUnits
    let pages = try Self.pages(count, depth: min(fullDepth, Self.pageUnits))
    let depth = pages.places / count
    let filled = try SightingPages<Int>(places: count, besides: SpareMemory.reserve)
    var table = try SightingTable(prefixBits: sharedBits + bits, byteLimit: 0)
    table.raiseCapacity(to: depth / PackedSighting.leastUnits + 1)
    self.file = file
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
  ) throws(GroupingProblem) -> SightingPages<PackedSighting.Unit> {
    do throws(GroupingProblem) {
      return try SightingPages(
        places: count * depth, besides: SpareMemory.reserve, isSparse: true)
    } catch {
      if depth == leastDepth { throw error }
      return try pages(count, depth: max(depth / 2, leastDepth))
    }
  }

  /// Bytes of the shelves' memory.
  package var byteCount: Int { pages.places * SightingPages<PackedSighting.Unit>.stride }

  /// Lends the shelves, also where they are optional.
  package mutating func lend<Failure: Error>(
    to body: (inout SightingShelves) throws(Failure) -> Void
  ) throws(Failure) { try body(&self) }

  /// Puts a sighting on its shelf.
  ///
  /// - Throws: ``GroupingProblem/cannotWrite(directory:code:written:)``; the sighting is then lost.
  @inline(__always)
  package mutating func add(_ sighting: Sighting) throws(GroupingProblem) {
    let shelf = Int(truncatingIfNeeded: sighting.high &>> shift) & mask
    // SAFETY: there are `mask + 1` shelves, and as many numbers of used units.
    let filled = unsafe filled.base + shelf
    if unsafe filled.pointee > depth &- PackedSighting.mostUnits {
      try makeRoom(on: shelf)
    }
    // SAFETY: each shelf has `depth` units, with room for any form left.
    let place = unsafe pages.base + (shelf &* depth &+ filled.pointee)
    // Many other sightings come before the next one on this shelf. Its memory must be in the cache
    // by then, or the processor waits for every new cache line. Half a line ahead is early enough;
    // with a whole line, the current and the next lines of all shelves would fill the first-level
    // cache.
    // SAFETY: a prefetch affects only the cache, even beyond the end of the memory.
    unsafe prefetch_line(place + 8)
    unsafe filled.pointee &+= PackedSighting.put(sighting, at: place)
  }

  /// Makes all shelves deeper when the first is full: by a factor, so that a list which fills little
  /// of much memory takes little, since the system gives memory in large pages.
  ///
  /// - Returns: Whether they were enlarged.
  private mutating func deepen() -> Bool {
    let (wanted, most) = (min(fullDepth, depth * Self.growth), fullDepth)
    // If the system refuses, it is not asked again.
    fullDepth = depth
    guard wanted > depth, var old = try? Self.pages(mask + 1, depth: wanted) else { return false }
    let newDepth = old.places / (mask + 1)
    guard newDepth > depth else { return false }
    swap(&pages, &old)
    for shelf in 0...mask {
      // SAFETY: both have the same number of shelves, and each has room for the used units.
      unsafe (pages.base + shelf * newDepth).update(
        from: old.base + shelf * depth, count: taken(on: shelf))
    }
    (depth, fullDepth) = (newDepth, newDepth < wanted ? newDepth : most)
    table.raiseCapacity(to: depth / PackedSighting.leastUnits + 1)
    return true
  }

  /// Adds up the sightings of a full shelf, or writes them to the file.
  @inline(never)
  private mutating func makeRoom(on shelf: Int) throws(GroupingProblem) {
    if depth < fullDepth, deepen() { return }
    if wasFruitful || waits[shelf] == 0 {
      addUp(shelf)
      wasFruitful = taken(on: shelf) <= depth / 2
      waits[shelf] = wasFruitful ? 0 : Self.patience - 1
      if wasFruitful { return }
    } else {
      waits[shelf] -= 1
    }
    let packed = unsafe packed(on: shelf)
    // SAFETY: a shelf has `depth` units, all of them zero at first.
    let pages = unsafe UnsafeBufferPointer(
      start: packed.baseAddress,
      count: min(depth, (packed.count + Self.pageUnits - 1) / Self.pageUnits * Self.pageUnits))
    let offset = try unsafe file.write(pages).offset
    runs[shelf].append(SpillFile.Run(offset: offset, count: packed.count))
    take(0, on: shelf)
  }

  /// Adds up equal sightings of a shelf, if memory suffices.
  private mutating func addUp(_ shelf: Int) {
    if unsafe table.addAll(packed(on: shelf).span) {
      var units = 0
      table.forEach { units += PackedSighting.units(of: $0) }
      // Large counts take more units, so a sum of few sightings can take more than they did.
      if units <= taken(on: shelf) {
        // SAFETY: the sums take no more units than the sightings, and there is room for any form
        // after these.
        let start = unsafe pages.base + shelf * depth
        var count = 0
        table.forEach { count += unsafe PackedSighting.put($0, at: start + count) }
        take(count, on: shelf)
      }
    }
    table.removeAll()
  }

  /// Lends the sightings on a shelf; valid until the shelf changes.
  private func packed(on shelf: Int) -> UnsafeBufferPointer<PackedSighting.Unit> {
    // SAFETY: the used units of the shelf have been written.
    unsafe UnsafeBufferPointer(start: pages.base + shelf * depth, count: taken(on: shelf))
  }

  /// The number of units used on a shelf.
  private func taken(on shelf: Int) -> Int {
    precondition((0...mask).contains(shelf))
    return unsafe filled.base[shelf]
  }

  private func take(_ count: Int, on shelf: Int) {
    precondition((0...mask).contains(shelf) && count <= depth)
    unsafe filled.base[shelf] = count
  }

  /// Lends all sightings of a shelf in pieces, the pieces in the file first.
  ///
  /// - Parameters:
  ///   - shelf: The shelf.
  ///   - window: Memory for pieces read from the file.
  ///   - body: Receives each piece; returns whether it needs more.
  /// - Returns: Whether all pieces were lent.
  /// - Throws: ``GroupingProblem/cannotRead(directory:code:)`` and the errors of `body`.
  func forEachPiece(
    of shelf: Int, through window: inout SightingWindow,
    _ body: (Span<PackedSighting.Unit>) throws(GroupingProblem) -> Bool
  ) throws(GroupingProblem) -> Bool {
    for run in runs[shelf] {
      if try !window.read(run, from: file, body) { return false }
    }
    return try unsafe body(packed(on: shelf).span)
  }
}

/// The filled shelves of a lane, which all lanes may read.
package final class FilledShelves: Sendable {
  let shelves: SightingShelves

  /// Takes shelves to which nothing more is added; nil if there are none.
  package init?(_ shelves: consuming SightingShelves?) {
    guard let shelves = consume shelves else { return nil }
    self.shelves = shelves
  }

  /// Takes shelves to which nothing more is added.
  init(of shelves: consuming SightingShelves) { self.shelves = shelves }
}

extension SightingShelves {
  /// Makes empty shelves for a lane; full ones are written to its file.
  ///
  /// - Throws: ``GroupingProblem/noMemory(byteCount:)``.
  package init(_ limits: GroupingLimits, spillingTo file: SpillFile) throws(GroupingProblem) {
    try self.init(
      sharedBits: 0, bits: limits.shardBits, byteLimit: limits.shelvesBytes, spillingTo: file)
  }
}
