import CInstructions

/// Records in memory, in one partition for each value of some leading bits of their fingerprints.
///
/// Full partitions are written to the file.
///
/// Equal passwords always share a partition, so ``RecordSum`` can add up partition after partition
/// in a table that fits the cache. A table of all passwords would miss the cache at every record,
/// which took three times as long.
///
/// A full partition is written as it is, unless many of its records are equal: then they are added
/// up, and the partition has room again. Adding up takes as long as writing and reading twice as
/// many records, so it is tried only from time to time.
package struct RecordPartitions: ~Copyable, Sendable {
  /// The number of leading bits that all fingerprints share or that choose the partition.
  let prefixBits: Int
  /// Whether a count was clamped to the largest number.
  var isClamped: Bool { table.isClamped }

  /// The file that takes full partitions.
  private let file: SpillFile
  private var pages: MappedMemory<PackedRecord.Unit>
  /// The table that adds up full partitions.
  private var table: RecordTable
  private let shift: UInt64
  private let mask: Int
  /// The room of a partition in units; see ``PackedRecord``.
  private var depth: Int
  /// The most room of a partition, in units.
  private var fullDepth: Int
  /// The units used in each partition.
  ///
  /// Not an array, which would check at every record whether it is shared.
  private let filled: MappedMemory<Int>
  /// The records of each partition that are in the file.
  private var runs: [[SpillFile.Run]]
  /// How often each partition is written before adding up is tried again.
  private var waits: [Int]
  /// Whether the last attempt at adding up freed at least half a partition.
  private var wasFruitful = true

  /// In a list with few repetitions, one in this many full partitions is tried.
  private static let patience = 16
  /// How much deeper partitions get at once.
  ///
  /// With the default memory, one step leads to the limit.
  private static let growth = 32
  /// The least room of a partition, in units.
  private static let leastDepth = 4 * PackedRecord.mostUnits
  /// The units in a page of memory or of the file.
  ///
  /// A partition starts with one page, so that a short list takes little memory, and later has
  /// several whole pages: the system is slower at writing parts of a page.
  private static let pageUnits = 4096 / MappedMemory<PackedRecord.Unit>.stride

  /// Makes empty partitions.
  ///
  /// - Parameters:
  ///   - sharedBits: The number of leading bits that all fingerprints share.
  ///   - bits: The number of bits after them that choose the partition; together below 64.
  ///   - byteLimit: The most memory, but at least four records per partition. If the system refuses
  ///     it, the partitions are smaller.
  ///   - file: The file for full partitions. Best used by one thread only, since the system
  ///     serialises
  ///     writes to a file.
  /// - Throws: ``GroupingProblem/noMemory(byteCount:)`` if the system refuses even the least.
  init(
    sharedBits: Int, bits: Int, byteLimit: Int, spillingTo file: SpillFile
  ) throws(GroupingProblem) {
    precondition(bits >= 0 && sharedBits >= 0 && sharedBits + bits < 64)
    let count = 1 << bits
    let units = byteLimit / MappedMemory<PackedRecord.Unit>.stride / count
    fullDepth =
      units < Self.pageUnits
      ? max(units, Self.leastDepth) : units / Self.pageUnits * Self.pageUnits
    let pages = try Self.pages(count, depth: min(fullDepth, Self.pageUnits))
    let depth = pages.places / count
    let filled = try MappedMemory<Int>(places: count, besides: SpareMemory.reserve)
    var table = try RecordTable(prefixBits: sharedBits + bits, byteLimit: 0)
    table.raiseCapacity(to: depth / PackedRecord.leastUnits + 1)
    self.file = file
    self.pages = pages
    self.filled = filled
    self.table = table
    self.depth = depth
    prefixBits = sharedBits + bits
    // With no bits at all, the mask chooses the only partition.
    shift = UInt64(min(64 - prefixBits, 63))
    mask = count - 1
    runs = Array(repeating: [], count: count)
    waits = (0..<count).map { $0 % Self.patience }
  }

  private static func pages(
    _ count: Int, depth: Int
  ) throws(GroupingProblem) -> MappedMemory<PackedRecord.Unit> {
    do throws(GroupingProblem) {
      return try MappedMemory(
        places: count * depth, besides: SpareMemory.reserve, isSparse: true)
    } catch {
      if depth == leastDepth { throw error }
      return try pages(count, depth: max(depth / 2, leastDepth))
    }
  }

  /// Bytes of the partitions' memory.
  package var byteCount: Int { pages.places * MappedMemory<PackedRecord.Unit>.stride }

  /// Lends the partitions, also where they are optional.
  package mutating func lend<Failure: Error>(
    to body: (inout RecordPartitions) throws(Failure) -> Void
  ) throws(Failure) { try body(&self) }

  /// Puts a record in its partition.
  ///
  /// - Throws: ``GroupingProblem/cannotWrite(directory:code:written:)``; the record is then lost.
  @inline(__always)
  package mutating func add(_ record: PasswordRecord) throws(GroupingProblem) {
    let partition = Int(truncatingIfNeeded: record.high &>> shift) & mask
    // SAFETY: there are `mask + 1` partitions, and as many numbers of used units.
    let filled = unsafe filled.base + partition
    if unsafe filled.pointee > depth &- PackedRecord.mostUnits {
      try makeRoom(on: partition)
    }
    // SAFETY: each partition has `depth` units, with room for any form left.
    let place = unsafe pages.base + (partition &* depth &+ filled.pointee)
    // Many other records come before the next one in this partition. Its memory must be in the
    // cache by then, or the processor waits for every new cache line. Half a line ahead is early
    // enough; with a whole line, the current and the next lines of all partitions would fill the
    // first-level cache. SAFETY: a prefetch affects only the cache, even beyond the end of the
    // memory.
    unsafe prefetch_line(place + 8)
    unsafe filled.pointee &+= PackedRecord.put(record, at: place)
  }

  /// Makes all partitions deeper when the first is full: by a factor, so that a list which fills
  /// little of much memory takes little, since the system gives memory in large pages.
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
    for partition in 0...mask {
      // SAFETY: both have the same number of partitions, and each has room for the used units.
      unsafe (pages.base + partition * newDepth).update(
        from: old.base + partition * depth, count: taken(on: partition))
    }
    (depth, fullDepth) = (newDepth, newDepth < wanted ? newDepth : most)
    table.raiseCapacity(to: depth / PackedRecord.leastUnits + 1)
    return true
  }

  /// Adds up the records of a full partition, or writes them to the file.
  @inline(never)
  private mutating func makeRoom(on partition: Int) throws(GroupingProblem) {
    if depth < fullDepth, deepen() { return }
    if wasFruitful || waits[partition] == 0 {
      addUp(partition)
      wasFruitful = taken(on: partition) <= depth / 2
      waits[partition] = wasFruitful ? 0 : Self.patience - 1
      if wasFruitful { return }
    } else {
      waits[partition] -= 1
    }
    let packed = unsafe packed(on: partition)
    // SAFETY: a partition has `depth` units, all of them zero at first.
    let pages = unsafe UnsafeBufferPointer(
      start: packed.baseAddress,
      count: min(depth, (packed.count + Self.pageUnits - 1) / Self.pageUnits * Self.pageUnits))
    let offset = try unsafe file.write(pages).offset
    runs[partition].append(SpillFile.Run(offset: offset, count: packed.count))
    take(0, on: partition)
  }

  /// Adds up equal records of a partition, if memory suffices.
  private mutating func addUp(_ partition: Int) {
    if unsafe table.addAll(packed(on: partition).span) {
      var units = 0
      table.forEach { units += PackedRecord.units(of: $0) }
      // Large counts take more units, so a sum of few records can take more than they did.
      if units <= taken(on: partition) {
        // SAFETY: the sums take no more units than the records, and there is room for any form
        // after these.
        let start = unsafe pages.base + partition * depth
        var count = 0
        table.forEach { count += unsafe PackedRecord.put($0, at: start + count) }
        take(count, on: partition)
      }
    }
    table.removeAll()
  }

  /// Lends the records in a partition; valid until the partition changes.
  private func packed(on partition: Int) -> UnsafeBufferPointer<PackedRecord.Unit> {
    // SAFETY: the used units of the partition have been written.
    unsafe UnsafeBufferPointer(start: pages.base + partition * depth, count: taken(on: partition))
  }

  /// The number of units used in a partition.
  private func taken(on partition: Int) -> Int {
    precondition((0...mask).contains(partition))
    return unsafe filled.base[partition]
  }

  private func take(_ count: Int, on partition: Int) {
    precondition((0...mask).contains(partition) && count <= depth)
    unsafe filled.base[partition] = count
  }

  /// Lends all records of a partition in pieces, the pieces in the file first.
  ///
  /// - Parameters:
  ///   - partition: The partition.
  ///   - buffer: Memory for pieces read from the file.
  ///   - body: Receives each piece; returns whether it needs more.
  /// - Returns: Whether all pieces were lent.
  /// - Throws: ``GroupingProblem/cannotRead(directory:code:)`` and the errors of `body`.
  func forEachPiece(
    of partition: Int, through buffer: inout RecordBuffer,
    _ body: (Span<PackedRecord.Unit>) throws(GroupingProblem) -> Bool
  ) throws(GroupingProblem) -> Bool {
    for run in runs[partition] {
      if try !buffer.read(run, from: file, body) { return false }
    }
    return try unsafe body(packed(on: partition).span)
  }
}

/// The filled partitions of a worker, which all workers may read.
package final class FullPartitions: Sendable {
  let partitions: RecordPartitions

  /// Takes partitions to which nothing more is added; nil if there are none.
  package init?(_ partitions: consuming RecordPartitions?) {
    guard let partitions = consume partitions else { return nil }
    self.partitions = partitions
  }

  /// Takes partitions to which nothing more is added.
  init(of partitions: consuming RecordPartitions) { self.partitions = partitions }
}

extension RecordPartitions {
  /// Makes empty partitions for a worker; full ones are written to its file.
  ///
  /// - Throws: ``GroupingProblem/noMemory(byteCount:)``.
  package init(_ limits: GroupingLimits, spillingTo file: SpillFile) throws(GroupingProblem) {
    try self.init(
      sharedBits: 0, bits: limits.partitionBits, byteLimit: limits.partitionBytes, spillingTo: file)
  }
}

/// Memory for records of a partition that are read from the file.
struct RecordBuffer: ~Copyable {
  private var packed: [PackedRecord.Unit] = []

  /// Reads a run of the file, and lends it.
  ///
  /// - Throws: ``GroupingProblem/cannotRead(directory:code:)``.
  mutating func read(
    _ run: SpillFile.Run, from file: SpillFile,
    _ body: (Span<PackedRecord.Unit>) throws(GroupingProblem) -> Bool
  ) throws(GroupingProblem) -> Bool {
    if packed.count < run.count { packed = Array(repeating: 0, count: run.count) }
    try unsafe packed.withUnsafeMutableBufferPointer { packed throws(GroupingProblem) in
      // SAFETY: all bytes are valid records, and these were written as records.
      try unsafe file.read(
        into: UnsafeMutableBufferPointer(rebasing: packed[..<run.count]), at: run.offset)
    }
    return try body(packed.span.extracting(..<run.count))
  }
}
