@_spi(Internal) import Bytes
package import Diagnostics
@_spi(Internal) import Passwords
package import Tallies

/// Recordings as SQLite databases; see <doc:TallyFormat>.
package enum TallyFile {
  /// Converts a recording to the bytes of a file.
  ///
  /// Equal recordings give equal bytes with the same version of SQLite: rows are sorted, pages have
  /// a fixed size, and nothing is a timestamp.
  ///
  /// - Parameters:
  ///   - recording: The recording; its counts must be below 2⁶³.
  ///   - name: The file's name, for messages.
  /// - Returns: The bytes, some 35 for each signature.
  /// - Throws: ``Problem``.
  /// - Complexity: O(signatures × log signatures); memory for two copies of the file.
  package static func bytes(
    of recording: Recording, name: String = "tally"
  ) throws(Problem) -> [UInt8] {
    do throws(Problem) {
      try checkCounts(of: recording)
      return try write(recording)
    } catch {
      throw error.of(name)
    }
  }

  private static func checkCounts(of recording: Recording) throws(Problem) {
    let largest = Recording.largestCount
    let counts = recording.strata.flatMap { [$0.accounts, $0.joined] + $0.rows.map(\.count) }
    if counts.contains(where: { $0 > largest }) { throw .tooManyForTally("accounts") }
    for kind in LineCounts.kinds where recording.tally.lines[keyPath: kind.field] > largest {
      throw .tooManyForTally("lines (\(kind.name))")
    }
    if recording.hasTooManyLines { throw .tooManyForTally("lines") }
    if recording.entries > largest { throw .tooManyForTally("entries") }
    if recording.tally.hits.counts.contains(where: { $0 > largest }) {
      throw .tooManyForTally("hits")
    }
    for (group, passwords) in recording.spectrum?.passwords ?? [:]
    where group.occurrences > largest || passwords > largest {
      throw .tooManyForTally("occurrences of a password")
    }
  }

  private static func write(_ recording: Recording) throws(Problem) -> [UInt8] {
    let layout = recording.layout
    let isFolded = layout == .folded
    let signatures = isFolded ? [] : sortedSignatures(of: recording.tally)
    let ranges = isFolded ? sortedRanges(of: recording.tally) : []
    let strata = recording.strata.enumerated().flatMap { number, stratum in
      sortedSignatures(of: stratum.tally).map { (stratum: number, row: $0) }
    }
    let groups = isFolded ? nil : recording.spectrum.map(sortedGroups)
    let levels = isFolded ? recording.spectrum.map(sortedLevels) : nil
    let shapes = recording.tally.shapes.map(sortedShapes)
    var hash = ContentHash()
    for table in recording.tables(checksum: "") { hash.add(table) }
    for (signature, count) in signatures { hash.add(signature, count) }
    for (number, row) in strata { hash.add(row.signature, row.count, ofStratum: number) }
    for (range, count) in ranges {
      hash.add(range)
      hash.add(count)
    }
    for (group, passwords) in groups ?? [] {
      hash.add(group.signature)
      hash.add(group.occurrences)
      hash.add(passwords)
    }
    for (row, level) in levels ?? [] { hash.add(level, ofRow: row) }
    for (words, count) in shapes ?? [] { hash.add(words, count) }
    let tables = recording.tables(checksum: hash.text)
    let fileSchema = FileSchema(
      tables, schema: recording.schema, layout: layout, hasGroups: recording.spectrum != nil,
      hasShapes: shapes != nil)

    let database = try Database.empty()
    try database.run("PRAGMA page_size = \(FileSchema.pageSize)")
    try database.run("PRAGMA application_id = \(FileSchema.applicationID)")
    try database.run("PRAGMA user_version = \(layout.rawValue)")
    try database.run("BEGIN")
    for entry in fileSchema.entries { try database.run(entry.sql) }
    for table in tables {
      let insertion = try database.prepare(table.insertion())
      for row in table.rows { try insertion.add(row) }
    }
    try database.insert(rows: signatures.count, into: FileSchema.signatures) { row, numbers in
      numbers.append(signatures[row].signature, signatures[row].count)
    }
    try database.insert(rows: strata.count, into: FileSchema.stratumSignatures) { row, numbers in
      numbers.append(Int64(strata[row].stratum))
      numbers.append(strata[row].row.signature, strata[row].row.count)
    }
    if isFolded {
      let insertion = try database.prepare(FileSchema.ranges.insertion())
      for (range, count) in ranges { try insertion.add(range.cells + [.count(count)]) }
    }
    if let levels {
      let insertion = try database.prepare(FileSchema.levels.insertion())
      for (row, level) in levels { try insertion.add([.count(row)] + level.cells) }
    }
    if let groups {
      try database.insert(rows: groups.count, into: FileSchema.groups) { row, numbers in
        let (group, passwords) = groups[row]
        numbers.append(group.signature, group.occurrences)
        numbers.append(Int64(clamping: passwords))
      }
    }
    if let shapes {
      try database.insert(rows: shapes.count, into: FileSchema.shapes) { row, numbers in
        numbers.append(shapes[row].words, shapes[row].count)
      }
    }
    try database.run("COMMIT")
    return try database.serialized()
  }

  /// The signature of each row of the table `signatures`, without the facts about user names.
  ///
  /// Fingerprints refer to these rows.
  static func rows(of tally: Tally) -> [Signature] {
    sortedSignatures(of: tally).map { tally.schema.withoutRelations($0.signature) }
  }

  private static func sortedSignatures(
    of tally: Tally
  ) -> [(signature: Signature, count: UInt64)] {
    var rows: [(signature: Signature, count: UInt64)] = []
    rows.reserveCapacity(tally.signatureCount)
    tally.forEach { rows.append(($0, $1)) }
    rows.sort { $0.signature.words < $1.signature.words }
    return rows
  }

  private static func sortedRanges(
    of tally: Tally
  ) -> [(range: SignatureRange, count: UInt64)] {
    var rows: [(range: SignatureRange, count: UInt64)] = []
    rows.reserveCapacity(tally.signatureCount)
    tally.forEachRange { rows.append(($0, $1)) }
    rows.sort { $0.range < $1.range }
    return rows
  }

  /// The levels of each row, with the row's number in the file.
  private static func sortedLevels(
    of spectrum: Spectrum
  ) -> [(row: UInt64, level: OccurrenceLevel)] {
    spectrum.levels.sorted { $0.key < $1.key }.enumerated().flatMap { number, row in
      row.value.sorted { $0.fewest < $1.fewest }.map { (UInt64(number) + 1, $0) }
    }
  }

  private static func sortedGroups(
    of spectrum: Spectrum
  ) -> [(group: Spectrum.Group, passwords: UInt64)] {
    spectrum.passwords.map { (group: $0.key, passwords: $0.value) }
      .sorted {
        let (one, two) = ($0.group, $1.group)
        return one.signature == two.signature
          ? one.occurrences < two.occurrences : one.signature.words < two.signature.words
      }
  }

  /// The rows of the table of shapes, in order.
  static func sortedShapes(of shapes: ShapeCounts) -> [(words: Signature, count: UInt64)] {
    var rows: [(words: Signature, count: UInt64)] = []
    rows.reserveCapacity(shapes.count)
    shapes.forEach { rows.append(($0.words, $1)) }
    rows.sort { $0.words.words < $1.words.words }
    return rows
  }

  /// Reads the shapes; if there are more than the limit, the table has no rows.
  ///
  /// - Throws: ``Problem`` if a row is not a shape, or the shapes have more entries
  ///   than the tally.
  static func readShapes(
    of database: borrowing Database, into tally: inout Tally, _ hash: inout ContentHash
  ) throws(Problem) {
    guard var shapes = tally.shapes else { return }
    tally.shapes = nil
    _ = try readCounts(
      of: database, FileSchema.shapes, atMost: tally.lines.entries, named: "entries by shape", &hash
    ) { words, count in
      guard let shape = PackedShape(words: words) else { return "no shape" }
      if shapes.isOver || shapes.count >= ShapeCounts.limit { return "a shape too many" }
      shapes.record(shape, times: count)
      return nil
    }
    tally.shapes = shapes
  }

  /// Reads the distinct passwords of a folded tally: levels of each row, which ascend.
  ///
  /// - Throws: ``Problem`` if a level is of no row, overlaps another one, or is
  ///   smaller than the tally promises, or if the levels of a row do not add up to it.
  static func readLevels(
    of database: borrowing Database, _ recording: Recording, _ folding: RecordedFolding,
    _ hash: inout ContentHash
  ) throws(Problem) -> Spectrum {
    var ranges: [(range: SignatureRange, entries: UInt64)] = []
    recording.tally.forEachRange { ranges.append(($0, $1)) }
    ranges.sort { $0.range < $1.range }
    let rows = try database.prepare(FileSchema.levels.selection)
    var spectrum = Spectrum(schema: recording.schema)
    var (row, distinct) = (0, 0 as UInt64)
    // The levels of the last row, whose number begins at 1, and the sum of their entries.
    var (number, levels, entries) = (0, [OccurrenceLevel](), 0 as UInt64)
    func fault(_ found: String) -> Problem {
      .invalidRow(table: FileSchema.levels.name, row: row, found: found)
    }
    func finish() throws(Problem) {
      guard number > 0 else { return }
      // A level that is all of the file may be smaller.
      if levels.count > 1 || ranges.count > 1,
        levels.contains(where: { !$0.size.reaches(folding.leastSize) })
      {
        throw fault("a level of fewer entries or passwords before it")
      }
      guard entries == ranges[number - 1].entries else {
        throw .wrongTotal("occurrences of distinct passwords")
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
        throw .wrongTotal("occurrences of distinct passwords")
      }
      guard distinct <= Recording.largestCount else { throw .wrongTotal("distinct passwords") }
      hash.add(level, ofRow: UInt64(next))
    }
    try finish()
    guard number == ranges.count else { throw .wrongTotal("occurrences of distinct passwords") }
    return spectrum
  }
}

extension OccurrenceLevel {
  /// The least and the greatest number of occurrences, passwords and entries.
  fileprivate var cells: [Cell] {
    [.count(fewest), .count(greatest), .count(passwords), .count(entries)]
  }
}

extension SignatureRange {
  /// The words of the lower end, then those of the upper one, NULL where they are the same.
  fileprivate var cells: [Cell] {
    let words = [(low.w0, high.w0), (low.w1, high.w1), (low.w2, high.w2)]
    return words.map { .integer(Int64(bitPattern: $0.0)) }
      + words.map { $0 == $1 ? .null : .integer(Int64(bitPattern: $1)) }
  }
}

extension Signature {
  /// The words as a tuple, for comparisons.
  var words: (UInt64, UInt64, UInt64) { (w0, w1, w2) }
}

extension ContentHash {
  /// Adds the words of a signature.
  @inline(__always)
  mutating func add(_ signature: Signature) {
    add(signature.w0)
    add(signature.w1)
    add(signature.w2)
  }

  /// Adds a signature with its count.
  @inline(__always)
  mutating func add(_ signature: Signature, _ count: UInt64) {
    add(signature)
    add(count)
  }

  /// Adds the words of both ends of a range.
  mutating func add(_ range: SignatureRange) {
    add(range.low)
    add(range.high)
  }

  /// Adds a signature of a stratum.
  mutating func add(_ signature: Signature, _ count: UInt64, ofStratum number: Int) {
    add(UInt64(number))
    add(signature, count)
  }

  /// Adds a level of a row, whose number begins at 1.
  mutating func add(_ level: OccurrenceLevel, ofRow row: UInt64) {
    add(row)
    for number in [level.fewest, level.greatest, level.passwords, level.entries] { add(number) }
  }
}

extension Statement {
  /// Adds a row.
  fileprivate borrowing func add(_ row: [Cell]) throws(Problem) {
    for (place, cell) in row.enumerated() { try bind(cell, at: place) }
    try run()
  }

  /// The level in the columns after the row's number; nil if it is none.
  fileprivate var level: OccurrenceLevel? {
    let numbers = (1..<5).compactMap { integer($0).flatMap { UInt64(exactly: $0) } }
    guard numbers.count == 4 else { return nil }
    return OccurrenceLevel(
      fewest: numbers[0], greatest: numbers[1], passwords: numbers[2], entries: numbers[3])
  }
}

extension [Int64] {
  /// Appends the words of a signature and a count, which is below 2⁶³.
  @inline(__always)
  fileprivate mutating func append(_ signature: Signature, _ count: UInt64) {
    append(Int64(bitPattern: signature.w0))
    append(Int64(bitPattern: signature.w1))
    append(Int64(bitPattern: signature.w2))
    append(Int64(clamping: count))
  }
}

extension ShapeCounts {
  /// The value in `meta` for these counts.
  var metaText: String { isOver ? Self.overText : "yes" }

  /// The value in `meta` for too many shapes.
  static let overText = "too many"
}
