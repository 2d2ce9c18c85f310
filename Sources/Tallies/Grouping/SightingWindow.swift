/// Memory in which the sightings of a shelf are read and unpacked, piece by piece.
struct SightingWindow: ~Copyable {
  private var packed: [PackedSighting] = []
  // A piece stays in a first-level cache.
  private var piece = [Sighting](repeating: .none, count: 64)

  /// Reads a run of the file; it stays until the next one.
  ///
  /// - Throws: ``GroupingProblem/cannotRead(directory:code:)``.
  mutating func read(
    _ run: SpillFile.Run, from file: SpillFile
  ) throws(GroupingProblem) {
    if packed.count < run.count { packed = Array(repeating: .none, count: run.count) }
    try unsafe packed.withUnsafeMutableBufferPointer { packed throws(GroupingProblem) in
      // SAFETY: any bytes are a valid sighting, and these were written from some.
      try unsafe file.read(
        into: UnsafeMutableBufferPointer(rebasing: packed[..<run.count]), at: run.offset)
    }
  }

  /// Unpacks the run that was read last; see ``unpack(_:_:)``.
  mutating func unpackRun(
    of count: Int, _ body: (Span<Sighting>) throws(GroupingProblem) -> Bool
  ) throws(GroupingProblem) -> Bool {
    let packed = packed
    return try unpack(packed.span.extracting(..<count), body)
  }

  /// Lends sightings, some at a time, until `body` returns false.
  ///
  /// - Returns: Whether all were lent.
  mutating func unpack(
    _ packed: Span<PackedSighting>, _ body: (Span<Sighting>) throws(GroupingProblem) -> Bool
  ) throws(GroupingProblem) -> Bool {
    var next = 0
    while next < packed.count {
      let count = fill(from: packed, &next)
      if try !body(piece.span.extracting(..<count)) { return false }
    }
    return true
  }

  /// Unpacks sightings into the piece.
  ///
  /// - Returns: Their number.
  private mutating func fill(from packed: Span<PackedSighting>, _ next: inout Int) -> Int {
    var piece = piece.mutableSpan
    var count = 0
    while count < piece.count, next < packed.count {
      let first = packed[next]
      if first.isFirstOfTwo {
        piece[count] = first.sighting(with: packed[next &+ 1])
        next &+= 2
      } else {
        piece[count] = first.sighting
        next &+= 1
      }
      count &+= 1
    }
    return count
  }
}
