@_spi(House) import Passwords

/// Distinct passwords by signature and occurrences: what becomes a ``Spectrum``, part by part.
///
/// Holds ``tableBytes`` at most; where groups find no room, they are handed on and counting starts anew.
package struct GroupCounts: ~Copyable {
  /// Whether some occurrences were too many and are held at the largest number.
  package internal(set) var isClamped = false

  // A group is kept as if it were a password, its signature's number and its occurrences being the
  // fingerprint: a table of millions of additions that is a third of a dictionary's work.
  private var table: SightingTable
  private let handOn: (inout GroupCounts) throws(GroupingProblem) -> Void

  /// Memory of a table at most: 98,304 groups, twice as many as real lists have.
  private static let tableBytes = 1 << 22
  // What shards leave is enough for real lists' groups many times over, even where threads that begin
  // to add up have taken most of it; every shard that is finished gives back its own.
  private static let reserve = SpareMemory.reserve / 16
  // While a part is judged, a group costs some 900 bytes where each is of one password; measured as
  // the least `ulimit -v` that suffices.
  private static let bytesPerGroup = 1024

  /// Counts nothing yet.
  ///
  /// - Parameters:
  ///   - byteLimit: Memory at most, or one page if that is more.
  ///   - handOn: Is called when there is no more room, and must call ``drain(_:from:_:)``.
  /// - Throws: ``GroupingProblem/noMemory(byteCount:)``.
  package init(
    byteLimit: Int = .max,
    handOn: @escaping (inout GroupCounts) throws(GroupingProblem) -> Void
  ) throws(GroupingProblem) {
    table = try SightingTable(
      prefixBits: 0, byteLimit: min(byteLimit, Self.tableBytes), reserve: Self.reserve)
    self.handOn = handOn
  }

  /// Counts one password.
  ///
  /// - Throws: the error of `handOn`; the group is then not counted.
  @inline(__always)
  mutating func record(signature: UInt64, occurrences: UInt64) throws(GroupingProblem) {
    // For given occurrences a bijection of the number, so that the pair stands for the group; the
    // odd factors spread it over the table.
    let mixed = (signature &+ occurrences &* 0x9E37_79B9_7F4A_7C15) &* 0xC2B2_AE3D_27D4_EB4F
    let one = Sighting(high: mixed, low: occurrences, signature: signature, count: 1)
    let sightings = CollectionOfOne(one)
    while table.add(sightings.span) == 0 { if !table.grow() { try handOn(&self) } }
  }

  /// Gives every group away, with the signature that its number stands for, and is empty then.
  ///
  /// - Throws: ``GroupingProblem/noMemory(byteCount:)`` where there is too little to judge so many
  ///   groups; then none was given.
  package mutating func drain(
    _ signatures: borrowing SignatureNumbers, from file: SpillFile,
    _ body: (Spectrum.Group, _ passwords: UInt64) -> Void
  ) throws(GroupingProblem) {
    try SpareMemory.demand(table.count * Self.bytesPerGroup)
    // By number, which is the order in the file.
    var groups = unsafe table.drain { unsafe Array($0) }
    groups.sort { $0.signature < $1.signature }
    var window = SignatureNumbers.Window()
    for group in groups {
      let signature = try signatures.signature(group.signature, from: file, &window)
      body(Spectrum.Group(signature: signature, occurrences: group.low), group.count)
    }
  }
}
