import CInstructions

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

  /// Where full shelves go.
  private let file: SpillFile
  private var pages: SightingPages<PackedSighting.Unit>
  /// The table in which full shelves are added up.
  private var table: SightingTable
  private let shift: UInt64
  private let mask: Int
  /// Units that a shelf has room for; see ``PackedSighting``.
  private var depth: Int
  /// The most that it may get.
  private var fullDepth: Int
  /// Units taken on each shelf; not an array, which asks at every sighting whether it is shared.
  private let filled: SightingPages<Int>
  /// The sightings of each shelf in the file.
  private var runs: [[SpillFile.Run]]
  /// How many times each shelf goes to the file before it is tried.
  private var waits: [Int]
  /// Whether the last shelf that was tried got at least half empty.
  private var wasFruitful = true

  /// Of the full shelves of a list that repeats little, one in this many is tried.
  private static let patience = 16
  /// How much deeper shelves get at once.
  ///
  /// With the default memory, one step leads to the limit.
  private static let growth = 32
  /// The least room of a shelf.
  private static let leastDepth = 4 * PackedSighting.mostUnits
  /// Units in a page of memory or of the file.
  ///
  /// A shelf has that many at first, so that a short list takes no large ones, and later a multiple:
  /// the system takes longer to write a part of a page.
  private static let pageUnits = 4096 / SightingPages<PackedSighting.Unit>.stride

  /// Makes empty shelves.
  ///
  /// - Parameters:
  ///   - sharedBits: The number of leading bits that all fingerprints share.
  ///   - bits: The number of bits behind them that choose the shelf; with the others below 64.
  ///   - byteLimit: The most memory, but at least four sightings a shelf. If the system refuses it,
  ///     shelves are smaller.
  ///   - file: Where full shelves go; best to one that no other thread writes to, since the system
  ///     lets one at a time write to a file.
  /// - Throws: ``GroupingProblem/noMemory(byteCount:)`` if it refuses even that.
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
  /// - Throws: ``GroupingProblem/cannotWrite(directory:code:written:)``; then the sighting is lost.
  @inline(__always)
  mutating func add(_ sighting: Sighting) throws(GroupingProblem) {
    let shelf = Int(truncatingIfNeeded: sighting.high &>> shift) & mask
    // SAFETY: there are `mask + 1` shelves, and as many numbers of units taken.
    let filled = unsafe filled.base + shelf
    if unsafe filled.pointee > depth &- PackedSighting.mostUnits {
      try makeRoom(on: shelf)
    }
    // SAFETY: each shelf has `depth` units, of which enough for any form are free.
    let place = unsafe pages.base + (shelf &* depth &+ filled.pointee)
    // The next sighting on this shelf comes long after many others; by then the memory behind this
    // one must be in the cache, or the processor waits for every new line of it.
    // SAFETY: a prefetch has no effect but on the cache, even behind the end of the memory.
    unsafe prefetch_line(place + 16)
    unsafe filled.pointee &+= PackedSighting.put(sighting, at: place)
  }

  /// Makes all shelves deeper when the first is full: by a factor, so that a list which fills little
  /// of much memory takes little, since the system gives memory in large pages.
  ///
  /// - Returns: Whether they got deeper.
  private mutating func deepen() -> Bool {
    let (wanted, most) = (min(fullDepth, depth * Self.growth), fullDepth)
    // If the system refuses, it is not asked again.
    fullDepth = depth
    guard wanted > depth, var old = try? Self.pages(mask + 1, depth: wanted) else { return false }
    let newDepth = old.places / (mask + 1)
    guard newDepth > depth else { return false }
    swap(&pages, &old)
    for shelf in 0...mask {
      // SAFETY: both have as many shelves, and each has room for the units taken.
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
      // Large counts take more units; a sum of few sightings can take more than they did.
      if units <= taken(on: shelf) {
        // SAFETY: the sums take no more units than the sightings, and there is room for any form
        // behind these.
        let start = unsafe pages.base + shelf * depth
        var count = 0
        table.forEach { count += unsafe PackedSighting.put($0, at: start + count) }
        take(count, on: shelf)
      }
    }
    table.removeAll()
  }

  /// Lends the sightings on a shelf; they stay valid until it changes.
  private func packed(on shelf: Int) -> UnsafeBufferPointer<PackedSighting.Unit> {
    // SAFETY: the taken units of the shelf have been written.
    unsafe UnsafeBufferPointer(start: pages.base + shelf * depth, count: taken(on: shelf))
  }

  /// The number of units taken on a shelf.
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
  ///   - window: Memory for what is read.
  ///   - body: Receives each piece, and returns whether it needs more.
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
  /// Makes empty shelves for a lane, which go to its file when they are full.
  ///
  /// - Throws: ``GroupingProblem/noMemory(byteCount:)``.
  package init(_ limits: GroupingLimits, spillingTo file: SpillFile) throws(GroupingProblem) {
    try self.init(
      sharedBits: 0, bits: limits.shardBits, byteLimit: limits.shelvesBytes, spillingTo: file)
  }
}
