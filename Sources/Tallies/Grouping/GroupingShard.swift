/// The passwords whose fingerprints share their first bits: in memory as far as it suffices,
/// otherwise in runs of a file.
///
/// Sightings are logged as they come. When the log is full, equal ones are added up in a table that
/// fits the cache; a table that held all of them would miss the cache at every sighting, which took
/// three times as long. Equal passwords always meet in the same shard, so their counts are complete
/// here.
package struct GroupingShard: ~Copyable {
  private var log: SightingLog
  private var runs: [SpillFile.Run] = []
  /// Whether a count was clamped to the largest number.
  private var isClamped = false

  /// Makes an empty shard; see ``SightingLog`` for the number.
  ///
  /// - Throws: ``GroupingProblem/noMemory(byteCount:)``.
  package init(byteLimit: Int) throws(GroupingProblem) {
    log = try SightingLog(byteLimit: byteLimit, reserve: SpareMemory.reserve)
  }

  /// Logs sightings, as far as there is room.
  ///
  /// - Returns: The number logged. If not all were, the shard must ``makeRoom(through:spillingTo:)``.
  package mutating func add(_ sightings: Span<Sighting>) -> Int { log.append(sightings) }

  /// Makes room for at least one sighting: gets memory, adds equal sightings up, or writes all to
  /// the file.
  ///
  /// - Parameters:
  ///   - table: An empty table, which is empty again afterwards.
  ///   - file: The file for what memory has no room for.
  /// - Throws: ``GroupingProblem/cannotWrite(directory:code:written:)``.
  package mutating func makeRoom(
    through table: inout SightingTable, spillingTo file: SpillFile
  ) throws(GroupingProblem) {
    if log.isSmall, log.grow() { return }
    try addUp(through: &table, spillingTo: file)
    // With fewer than half of its places free, a log would be added up too often.
    if log.count > log.places / 2, !log.grow() {
      runs.append(try unsafe file.write(log.sightings))
      log.removeAll()
    }
  }

  /// Adds up equal sightings, and sorts the rest by fingerprints.
  ///
  /// If the table has no room for all of them, a part goes to the file. The other parameters and
  /// errors are those of ``makeRoom(through:spillingTo:)``.
  private mutating func addUp(
    through table: inout SightingTable, spillingTo file: SpillFile
  ) throws(GroupingProblem) {
    var start = 0
    while start < log.count {
      // SAFETY: the log does not change before the loop ends.
      let rest = unsafe log.sightings.span.extracting(start..<log.count)
      start += table.addAll(rest)
      if start < log.count {
        let run = try unsafe table.drain { sightings throws(GroupingProblem) in
          try unsafe file.write(sightings)
        }
        runs.append(run)
      }
    }
    log.removeAll()
    unsafe table.drain { sightings in _ = unsafe log.append(sightings.span) }
    isClamped = isClamped || table.isClamped
  }

  /// Counts every password in its group, and ends the shard.
  ///
  /// - Parameters:
  ///   - counts: Where they are counted.
  ///   - table: An empty table, which is empty again afterwards unless an error is thrown.
  ///   - file: The file with the runs.
  ///   - byteLimit: Memory for merging runs, roughly.
  ///   - passOn: Receives each password once, in ascending order of fingerprints; nil if not
  ///     needed.
  /// - Throws: ``GroupingProblem`` if the file cannot be written or read, or memory is short.
  package consuming func finish(
    into counts: inout GroupCounts, through table: inout SightingTable, from file: SpillFile,
    byteLimit: Int, passingOn passOn: ((Sighting) throws(GroupingProblem) -> Void)? = nil
  ) throws(GroupingProblem) {
    try addUp(through: &table, spillingTo: file)
    counts.isClamped = counts.isClamped || isClamped
    if runs.isEmpty {
      let sightings = unsafe log.sightings
      for index in sightings.indices {
        let sighting = unsafe sightings[index]
        try passOn?(sighting)
        try counts.record(signature: sighting.signature, occurrences: sighting.count)
      }
      return
    }
    var merge = SightingMerge(runs, of: file, log, through: &table, byteLimit: byteLimit)
    try merge.forEach(through: &table, isOrdered: passOn != nil) {
      sighting throws(GroupingProblem) in
      try passOn?(sighting)
      try counts.record(signature: sighting.signature, occurrences: sighting.count)
    }
    counts.isClamped = counts.isClamped || table.isClamped
  }
}
