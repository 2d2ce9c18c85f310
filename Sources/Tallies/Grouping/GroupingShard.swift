/// The passwords whose fingerprints share their first bits: in memory as far as it suffices,
/// otherwise in runs of a file.
///
/// Equal passwords always meet in the same shard, so their counts are complete here.
package struct GroupingShard: ~Copyable {
  private var table: SightingTable
  private var runs: [SpillFile.Run] = []

  /// Makes an empty shard; see ``SightingTable`` for the numbers.
  ///
  /// - Throws: ``GroupingProblem/noMemory(byteCount:)``.
  package init(prefixBits: Int, byteLimit: Int) throws(GroupingProblem) {
    table = try SightingTable(
      prefixBits: prefixBits, byteLimit: byteLimit, reserve: SpareMemory.reserve)
  }

  /// Adds sightings; if the table is full, its content is first written to the file.
  ///
  /// - Throws: ``GroupingProblem/cannotWrite(directory:code:written:)``.
  package mutating func add(
    _ sightings: Span<Sighting>, spillingTo file: SpillFile
  ) throws(GroupingProblem) {
    var rest = sightings
    while true {
      let added = table.add(rest)
      if added == rest.count { return }
      rest = rest.extracting(droppingFirst: added)
      if !table.grow() { try spill(to: file) }
    }
  }

  private mutating func spill(to file: SpillFile) throws(GroupingProblem) {
    let run = try unsafe table.drain { sightings throws(GroupingProblem) in
      try unsafe file.write(sightings)
    }
    runs.append(run)
  }

  /// Counts every password in its group, and ends the shard.
  ///
  /// - Parameters:
  ///   - counts: Where they are counted.
  ///   - file: The file with the runs.
  ///   - byteLimit: Memory for reading runs, roughly.
  ///   - passOn: Receives each password once, in ascending order of fingerprints; nil if not
  ///     needed.
  /// - Throws: ``GroupingProblem`` if the file cannot be written or read, or memory is short.
  package consuming func finish(
    into counts: inout GroupCounts, from file: SpillFile, byteLimit: Int,
    passingOn passOn: ((Sighting) throws(GroupingProblem) -> Void)? = nil
  ) throws(GroupingProblem) {
    counts.isClamped = counts.isClamped || table.isClamped
    if runs.isEmpty, let passOn {
      try unsafe table.drain { sightings throws(GroupingProblem) in
        for index in sightings.indices {
          let sighting = unsafe sightings[index]
          try passOn(sighting)
          try counts.record(signature: sighting.signature, occurrences: sighting.count)
        }
      }
    } else if runs.isEmpty {
      try table.forEach { sighting throws(GroupingProblem) in
        try counts.record(signature: sighting.signature, occurrences: sighting.count)
      }
    } else {
      if table.count > 0 { try spill(to: file) }
      var merge = try SightingMerge(runs, of: file, byteLimit: byteLimit)
      while let sighting = try merge.next() {
        try passOn?(sighting)
        try counts.record(signature: sighting.signature, occurrences: sighting.count)
      }
      counts.isClamped = counts.isClamped || merge.isClamped
    }
  }
}
