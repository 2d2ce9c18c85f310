@_spi(House) import Bytes

/// Adds up the sightings of shelves, one shelf after another.
///
/// The table holds the passwords of one shelf. If a shelf does not fit the table, its sightings are
/// divided among shelves by further bits of their fingerprints, which are added up in order; so
/// memory does not depend on the length of the list.
package struct SightingSum: ~Copyable {
  private var table: SightingTable
  private let limits: GroupingLimits
  /// The file for the parts of a divided shelf.
  private let file: SpillFile
  /// Memory for sightings read from the file.
  private var window = SightingWindow()
  private var isClamped = false

  /// A shelf that does not fit the table is divided into 2⁶.
  private static let splitBits = 6
  /// If fingerprints share this many leading bits, they do not behave like hashes.
  private static let mostSharedBits = 56

  /// Makes an empty table.
  ///
  /// - Throws: ``GroupingProblem/noMemory(byteCount:)``.
  package init(_ limits: GroupingLimits, spillingTo file: SpillFile) throws(GroupingProblem) {
    table = try SightingTable(prefixBits: limits.shardBits, byteLimit: limits.tableBytes)
    self.limits = limits
    self.file = file
  }

  /// Counts every password of a shelf in its group.
  ///
  /// - Parameters:
  ///   - shelf: The shelf.
  ///   - lanes: The shelves of all lanes.
  ///   - counts: Receives the counts of the groups.
  ///   - passOn: Receives each password once, in ascending order of fingerprints; nil if not
  ///     needed.
  /// - Throws: ``GroupingProblem`` if the file cannot be written or read, or memory is short.
  package mutating func count(
    _ shelf: Int, of lanes: [FilledShelves], in counts: inout GroupCounts,
    passingOn passOn: ((Sighting) throws(GroupingProblem) -> Void)? = nil
  ) throws(GroupingProblem) {
    try forEachTable(on: shelf, of: lanes, sharing: limits.shardBits) {
      table throws(GroupingProblem) in
      guard let passOn else {
        try table.forEachPlace { sighting throws(GroupingProblem) in try counts.record(sighting) }
        return table.removeAll()
      }
      try unsafe table.drain { sightings throws(GroupingProblem) in
        for index in sightings.indices {
          let sighting = unsafe sightings[index]
          try passOn(sighting)
          try counts.record(sighting)
        }
      }
    }
    let wasClamped = isClamped || table.isClamped || lanes.contains { $0.shelves.isClamped }
    counts.isClamped = counts.isClamped || wasClamped
  }

  /// Calls `body` with tables, which it must empty.
  ///
  /// Together they hold each password of a shelf once; the fingerprints of each table are below
  /// those of the next.
  private mutating func forEachTable(
    on shelf: Int, of lanes: [FilledShelves], sharing bits: Int,
    _ body: (inout SightingTable) throws(GroupingProblem) -> Void
  ) throws(GroupingProblem) {
    table.share(prefixBits: bits)
    guard try fill(from: shelf, of: lanes) else {
      table.removeAll()
      let parts = try split(shelf, of: lanes, sharing: bits)
      for part in 0..<1 << Self.splitBits {
        try forEachTable(on: part, of: [parts], sharing: bits + Self.splitBits, body)
      }
      isClamped = isClamped || parts.shelves.isClamped
      return
    }
    try body(&table)
  }

  /// Adds all sightings of a shelf to the table.
  ///
  /// - Returns: Whether they fit.
  private mutating func fill(
    from shelf: Int, of lanes: [FilledShelves]
  ) throws(GroupingProblem) -> Bool {
    for lane in lanes {
      let isDone = try lane.shelves.forEachPiece(of: shelf, through: &window) {
        table.addAll($0)
      }
      if !isDone { return false }
    }
    return true
  }

  /// Divides the sightings of a shelf among further shelves.
  private mutating func split(
    _ shelf: Int, of lanes: [FilledShelves], sharing bits: Int
  ) throws(GroupingProblem) -> FilledShelves {
    if bits + Self.splitBits > Self.mostSharedBits {
      throw .noMemory(byteCount: 2 * table.byteCount)
    }
    var parts = try SightingShelves(
      sharedBits: bits, bits: Self.splitBits, byteLimit: limits.splitBytes, spillingTo: file)
    for lane in lanes {
      _ = try lane.shelves.forEachPiece(of: shelf, through: &window) {
        piece throws(GroupingProblem) in
        let units = piece.raw
        var place = 0
        while place < piece.count {
          try parts.add(PackedSighting.next(in: units, at: &place))
        }
        return true
      }
    }
    return FilledShelves(of: parts)
  }
}
