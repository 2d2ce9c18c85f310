import Passwords

/// Distinct passwords by signature and occurrences: what becomes a ``Spectrum``.
package struct GroupCounts: ~Copyable {
  /// Whether some occurrences were too many and are held at the largest number.
  package internal(set) var isClamped = false

  // A group is kept as if it were a password, its signature's number and its occurrences being the
  // fingerprint: a table of millions of additions that is a third of a dictionary's work.
  private var table: SightingTable

  // What shards leave is enough for real lists' groups many times over, even where threads that begin
  // to add up have taken most of it; every shard that is finished gives back its own.
  private static let reserve = SpareMemory.reserve / 16
  // From the spectrum to the end of a report, a group costs some 900 bytes where each is of one
  // password; measured as the least `ulimit -v` that suffices.
  private static let bytesPerGroup = 1024

  /// Counts nothing yet.
  ///
  /// - Parameter byteLimit: Memory at most, or one page if that is more; all that there is unless
  ///   somebody says less.
  /// - Throws: ``GroupingProblem/noMemory(byteCount:)``.
  package init(byteLimit: Int = .max) throws(GroupingProblem) {
    table = try SightingTable(prefixBits: 0, byteLimit: byteLimit, reserve: Self.reserve)
  }

  /// Counts one password.
  ///
  /// - Throws: ``GroupingProblem/noMemory(byteCount:)``; then it is not counted.
  @inline(__always)
  mutating func record(signature: UInt64, occurrences: UInt64) throws(GroupingProblem) {
    // For given occurrences a bijection of the number, so that the pair stands for the group; the
    // odd factors spread it over the table.
    let mixed = (signature &+ occurrences &* 0x9E37_79B9_7F4A_7C15) &* 0xC2B2_AE3D_27D4_EB4F
    let one = Sighting(high: mixed, low: occurrences, signature: signature, count: 1)
    let sightings = CollectionOfOne(one)
    while table.add(sightings.span) == 0 {
      if !table.grow() { throw .noMemory(byteCount: 2 * table.byteCount) }
    }
  }

  /// Adds everything to a spectrum, by the signatures that the numbers stand for.
  ///
  /// - Throws: ``GroupingProblem/noMemory(byteCount:)`` where there is too little for so many groups;
  ///   then nothing was added.
  package borrowing func add(
    to spectrum: inout Spectrum, signatures: borrowing SignatureNumbers
  ) throws(GroupingProblem) {
    let needed = table.count * Self.bytesPerGroup
    try SpareMemory.demand(needed)
    table.forEach {
      spectrum.record(signatures[$0.signature], occurrences: $0.low, passwords: $0.count)
    }
  }
}
