@_spi(Internal) import Bytes
import Diagnostics
@_spi(Internal) import Passwords
import Tallies

extension TallyFile {
  /// Reads the distinct passwords of a folded tally: levels of each row, which ascend.
  ///
  /// - Throws: ``TallyFileProblem/Kind`` if a level is of no row, overlaps another one, or is
  ///   smaller than the tally promises, or if the levels of a row do not add up to it.
  static func readLevels(
    of database: borrowing Database, _ recording: Recording, _ folding: RecordedFolding,
    _ hash: inout ContentHash
  ) throws(TallyFileProblem.Kind) -> Spectrum {
    var ranges: [(range: SignatureRange, entries: UInt64)] = []
    recording.tally.forEachRange { ranges.append(($0, $1)) }
    ranges.sort { $0.range < $1.range }
    let rows = try database.prepare(FileSchema.levels.selection)
    var spectrum = Spectrum(schema: recording.schema)
    var (row, distinct) = (0, 0 as UInt64)
    // The levels of the last row, whose number begins at 1, and the sum of their entries.
    var (number, levels, entries) = (0, [OccurrenceLevel](), 0 as UInt64)
    func fault(_ found: String) -> TallyFileProblem.Kind {
      .row(table: FileSchema.levels.name, row: row, found: found)
    }
    func finish() throws(TallyFileProblem.Kind) {
      guard number > 0 else { return }
      // A level that is all of the file may be smaller.
      if levels.count > 1 || ranges.count > 1,
        levels.contains(where: { !$0.size.reaches(folding.leastSize) })
      {
        throw fault("a level of fewer entries or passwords before it")
      }
      guard entries == ranges[number - 1].entries else {
        throw .total("occurrences of distinct passwords")
      }
      spectrum.record(ranges[number - 1].range, levels)
    }
    while try rows.step() {
      row += 1
      guard let next = rows.integer(0).flatMap({ Int(exactly: $0) }), let level = rows.level else {
        throw fault("no level of occurrences")
      }
      if next != number {
        try finish()
        // Each row has levels, so none is passed over.
        guard next == number + 1, next <= ranges.count else { throw fault("row \(next)") }
        (number, levels, entries) = (next, [], 0)
      }
      if let before = levels.last, before.greatest >= level.fewest {
        throw fault("out of order, or double")
      }
      levels.append(level)
      entries &+= level.entries
      distinct &+= level.passwords
      // All are below 2⁶³, so no sum has wrapped around.
      guard entries <= ranges[number - 1].entries else {
        throw .total("occurrences of distinct passwords")
      }
      guard distinct <= Recording.largestCount else { throw .total("distinct passwords") }
      hash.add(level, ofRow: UInt64(next))
    }
    try finish()
    guard number == ranges.count else { throw .total("occurrences of distinct passwords") }
    return spectrum
  }
}

extension Statement {
  /// The level in the columns after the row's number; nil if it is none.
  fileprivate var level: OccurrenceLevel? {
    let numbers = (1..<5).compactMap { integer($0).flatMap { UInt64(exactly: $0) } }
    guard numbers.count == 4 else { return nil }
    return OccurrenceLevel(
      fewest: numbers[0], greatest: numbers[1], passwords: numbers[2], entries: numbers[3])
  }
}
