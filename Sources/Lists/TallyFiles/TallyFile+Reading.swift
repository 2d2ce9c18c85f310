@_spi(Internal) import Bytes
package import Diagnostics
@_spi(Internal) import Passwords
package import Tallies

extension TallyFile {
  /// Reads a recording from the bytes of a file of unknown origin.
  ///
  /// Verifies everything: the schema must follow from the schema, every table must equal the table
  /// that the recording would write, signatures must ascend and obey the schema, totals must add
  /// up, and the checksum must be correct.
  ///
  /// - Parameters:
  ///   - bytes: The contents of the file; copied.
  ///   - name: The file's name, for messages.
  /// - Returns: The recording that was written.
  /// - Throws: ``Problem``.
  /// - Complexity: O(bytes), also in memory.
  package static func recording(
    in bytes: Span<UInt8>, name: String
  ) throws(Problem) -> Recording {
    do throws(Problem) {
      guard isTally(bytes) else { throw .foreignTally }
      return try read(Database.reading(bytes), try layout(of: bytes))
    } catch {
      throw error.of(name)
    }
  }

  /// Reads a recording from a file of unknown origin, page by page: the file is never in memory as
  /// a whole.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - head: Its first bytes, ``headByteCount`` of them or all.
  ///   - byteCount: Its size.
  /// - Returns: The recording that was written.
  /// - Throws: ``Problem``.
  /// - Complexity: O(bytes) in time, O(rows) in memory.
  package static func recording(
    inFile path: String, head: Span<UInt8>, byteCount: Int
  ) throws(Problem) -> Recording {
    do throws(Problem) {
      guard isTally(head) else { throw .foreignTally }
      let layout = try layout(of: head)
      let pages = Int(head.raw.bigEndian(at: 28, as: UInt32.self))
      guard pages.multipliedReportingOverflow(by: FileSchema.pageSize) == (byteCount, false) else {
        throw .damagedTally("it has another size than it states")
      }
      return try read(Database.reading(path: path, byteCount: byteCount), layout)
    } catch {
      throw error.of(path)
    }
  }

  /// The number of bytes that identify a tally.
  package static let headByteCount = 100

  /// Whether the first bytes are those of a tally file of any version.
  package static func isTally(_ bytes: Span<UInt8>) -> Bool {
    let magic = Array("SQLite format 3\u{0}".utf8)
    guard bytes.count >= headByteCount else { return false }
    let id = Int64(bytes.raw.bigEndian(at: 68, as: UInt32.self))
    return magic.indices.allSatisfy { bytes[$0] == magic[$0] } && id == FileSchema.applicationID
  }

  /// Checks the version number before all else, since later versions may have another layout.
  ///
  /// - Returns: The layout of the version.
  private static func layout(
    of head: Span<UInt8>
  ) throws(Problem) -> FileSchema.Layout {
    let version = Int64(head.raw.bigEndian(at: 60, as: UInt32.self))
    if version < 1 { throw .foreignTally }
    guard let layout = FileSchema.Layout(rawValue: version) else {
      throw .newerTally(version: version)
    }
    return layout
  }

  private static func read(
    _ database: consuming Database, _ layout: FileSchema.Layout
  ) throws(Problem) -> Recording {
    let stated = try statedSchema(of: database)
    let tables = try smallTables(of: database, stated, emptyTables[layout] ?? [])
    let schema = try schema(in: tables["meta"])
    var (recording, checksum, hasGroups) = try Recording.read(tables, schema: schema)
    guard layout == recording.layout else {
      throw .invalidRow(table: "meta", row: 1, found: "another version than the layout's")
    }
    recording.spectrum = hasGroups ? Spectrum(schema: schema) : nil

    let expected = recording.tables(checksum: "")
    let hasShapes = recording.tally.shapes != nil
    try check(
      stated,
      FileSchema(
        expected, schema: schema, layout: layout, hasGroups: hasGroups, hasShapes: hasShapes))
    try check(tables, recording.tables(checksum: checksum))
    var hash = ContentHash()
    for table in expected { hash.add(table) }
    if let folding = recording.folding {
      try readRanges(of: database, folding, into: &recording.tally, &hash)
    } else {
      try readSignatures(of: database, into: &recording.tally, &hash)
    }
    if layout == .directory { try readStrata(of: database, into: &recording, &hash) }
    if hasGroups, let folding = recording.folding {
      recording.spectrum = try readLevels(of: database, recording, folding, &hash)
    } else if hasGroups {
      recording.spectrum = try readGroups(of: database, recording, &hash)
    }
    try readShapes(of: database, into: &recording.tally, &hash)
    if hash.text != checksum { throw .wrongChecksum }
    return recording
  }

  /// The contents of the file's schema: kind, name and statement, in order.
  private static func statedSchema(
    of database: borrowing Database
  ) throws(Problem) -> [(kind: String, name: String, sql: String)] {
    let rows = try database.prepare("SELECT type, name, sql FROM sqlite_schema")
    var entries: [(kind: String, name: String, sql: String)] = []
    while try rows.step() {
      guard case .text(let kind) = rows.cell(0), case .text(let name) = rows.cell(1),
        case .text(let sql) = rows.cell(2), entries.count < mostEntries
      else { throw .unlikeSchema("sqlite_schema") }
      entries.append((kind, name, sql))
    }
    return entries
  }

  /// A limit above the number of tables and views of any tally.
  private static let mostEntries = 32

  private static func check(
    _ stated: [(kind: String, name: String, sql: String)], _ fileSchema: FileSchema
  ) throws(Problem) {
    for (one, other) in zip(stated, fileSchema.entries) where one != other {
      throw .unlikeSchema(one.name)
    }
    if stated.count > fileSchema.entries.count {
      throw .unlikeSchema(stated[fileSchema.entries.count].name)
    }
    if stated.count < fileSchema.entries.count {
      throw .unlikeSchema(fileSchema.entries[stated.count].name)
    }
  }

  /// Reads the rows of the small tables that every tally has.
  private static func smallTables(
    of database: borrowing Database, _ stated: [(kind: String, name: String, sql: String)],
    _ known: [Table]
  ) throws(Problem) -> [String: Table] {
    var tables: [String: Table] = [:]
    for var table in known {
      // Checked first, since another table of that name could have any columns or be a view.
      guard stated.contains(where: { $0 == ("table", table.name, table.creation) }) else {
        throw .unlikeSchema(table.name)
      }
      let rows = try database.prepare(table.selection)
      while try rows.step() {
        var cells: [Cell] = []
        for column in 0..<Int32(table.columns.count) {
          guard let cell = rows.cell(column) else {
            throw .invalidRow(
              table: table.name, row: table.rows.count + 1,
              found: "neither text nor number in column \(column + 1)")
          }
          cells.append(cell)
        }
        table.rows.append(cells)
      }
      tables[table.name] = table
    }
    return tables
  }

  /// The small tables without rows; their statements never change.
  private static let emptyTables = Dictionary(
    uniqueKeysWithValues: FileSchema.Layout.allCases.map { ($0, emptyTables(of: $0)) })

  private static func emptyTables(of layout: FileSchema.Layout) -> [Table] {
    guard let schema = try? Schema(for: FactDemand()) else { return [] }
    var recording = Recording(tally: Tally(schema: schema))
    switch layout {
    case .exact: break
    case .folded: recording.folding = RecordedFolding(least: 1, workload: "")
    case .directory: recording.strata = [RecordedStratum(accounts: 0, tally: recording.tally)]
    }
    return recording.tables(checksum: "").map {
      var table = $0
      table.rows = []
      return table
    }
  }

  private static func schema(in meta: Table?) throws(Problem) -> Schema {
    let row = meta?.rows.first { $0[0] == .text("recipe") }
    guard case .text(let text)? = row?[1] else { throw .invalidSchema(.foreign) }
    do throws(SchemaTextError) { return try Schema(text: text) } catch {
      throw .invalidSchema(error)
    }
  }

  private static func check(
    _ tables: [String: Table], _ expected: [Table]
  ) throws(Problem) {
    for table in expected {
      let found = tables[table.name]?.rows ?? []
      if found == table.rows { continue }
      let row = zip(found, table.rows).enumerated().first { $1.0 != $1.1 }?.offset
      throw .invalidRow(
        table: table.name, row: (row ?? min(found.count, table.rows.count)) + 1,
        found: "something that the schema or another row denies")
    }
  }

  private static func readSignatures(
    of database: borrowing Database, into tally: inout Tally, _ hash: inout ContentHash
  ) throws(Problem) {
    let limits = SignatureLimits(tally.schema)
    let entries = tally.lines.entries
    let sum = try readCounts(
      of: database, FileSchema.signatures, atMost: entries, named: "entries", &hash
    ) { signature, count in
      if let found = limits.fault(in: signature) { return found }
      // Rows ascend, so no signature occurs twice.
      tally.append(signature, times: count)
      return nil
    }
    if sum != entries { throw .wrongTotal("entries") }
  }

  /// Reads the rows of a folded tally, which ascend, and the entries whose encoding is not told.
  private static func readRanges(
    of database: borrowing Database, _ folding: RecordedFolding, into tally: inout Tally,
    _ hash: inout ContentHash
  ) throws(Problem) {
    let ranges = SignatureRanges(tally.schema)
    let rows = try database.prepare(FileSchema.ranges.selection)
    let known = tally.lines.entries
    let isWhole = tally.hiddenLines.isDisjoint(with: LineCounts.encodings)
    var (row, sum, last) = (0, 0 as UInt64, SignatureRange?.none)
    var fewest = UInt64.max
    func fault(_ found: String) -> Problem {
      .invalidRow(table: FileSchema.ranges.name, row: row, found: found)
    }
    while try rows.step() {
      row += 1
      guard let low = rows.signature, let number = rows.integer(6),
        let high = rows.upperEnd(of: low)
      else { throw fault("no number") }
      guard number > 0 else { throw fault("\(number) entries") }
      let range = SignatureRange(low: low, high: high)
      if let last, last >= range { throw fault("out of order, or double") }
      if let found = ranges.fault(in: range) { throw fault(found) }
      let count = UInt64(number)
      sum &+= count
      // Both are below 2⁶³, so the sum has not wrapped around.
      guard sum <= (isWhole ? known : Recording.largestCount) else { throw .wrongTotal("entries") }
      tally.record(range, times: count)
      hash.add(range)
      hash.add(count)
      fewest = min(fewest, count)
      last = range
    }
    if row > 1, fewest < folding.least { throw .wrongTotal("entries of a row") }
    guard sum >= known, !isWhole || sum == known else { throw .wrongTotal("entries") }
    tally.add(hiddenEntries: sum - known)
  }

  /// Reads a table whose rows are three ascending words and the number of entries with these words.
  ///
  /// - Parameters:
  ///   - database: The file.
  ///   - table: The table.
  ///   - entries: The most entries of all rows together.
  ///   - total: The name of their sum in an error.
  ///   - hash: Receives the words and the number of each row.
  ///   - take: Receives the words and the number of a row; returns the description of a fault, or
  ///     nil.
  /// - Returns: The entries of all rows.
  /// - Throws: ``Problem`` if a row has a fault, or the rows have more entries.
  static func readCounts(
    of database: borrowing Database, _ table: Table, atMost entries: UInt64, named total: String,
    _ hash: inout ContentHash, _ take: (Signature, UInt64) -> String?
  ) throws(Problem) -> UInt64 {
    let rows = try database.prepare(table.selection)
    var (row, sum, last) = (0, 0 as UInt64, Signature())
    func fault(_ found: String) -> Problem {
      .invalidRow(table: table.name, row: row, found: found)
    }
    while try rows.step() {
      row += 1
      guard let words = rows.signature, let number = rows.integer(3) else {
        throw fault("no number")
      }
      guard number > 0 else { throw fault("\(number) entries") }
      guard row == 1 || last.words < words.words else { throw fault("out of order, or double") }
      let count = UInt64(number)
      if let found = take(words, count) { throw fault(found) }
      sum &+= count
      // Both are below 2⁶³, so the sum has not wrapped around.
      guard sum <= entries else { throw .wrongTotal(total) }
      hash.add(words, count)
      last = words
    }
    return sum
  }

  private static func readGroups(
    of database: borrowing Database, _ recording: Recording, _ hash: inout ContentHash
  ) throws(Problem) -> Spectrum {
    let limits = SignatureLimits(recording.schema)
    let rows = try database.prepare(FileSchema.groups.selection)
    var spectrum = Spectrum(schema: recording.schema)
    var (row, sum, distinct) = (0, 0 as UInt64, 0 as UInt64)
    var last = Spectrum.Group(signature: Signature(), occurrences: 0)
    func fault(_ found: String) -> Problem {
      .invalidRow(table: FileSchema.groups.name, row: row, found: found)
    }
    while try rows.step() {
      row += 1
      guard let signature = rows.signature, let occurrences = rows.integer(3),
        let passwords = rows.integer(4)
      else { throw fault("no number") }
      guard occurrences > 0, passwords > 0 else {
        throw fault("\(passwords) passwords of \(occurrences) occurrences")
      }
      let group = Spectrum.Group(signature: signature, occurrences: UInt64(occurrences))
      guard
        row == 1 || last.signature.words < signature.words
          || last.signature == signature && last.occurrences < group.occurrences
      else { throw fault("out of order, or double") }
      if let found = limits.fault(in: signature) { throw fault(found) }
      let (product, isTooMuch) = UInt64(passwords).multipliedReportingOverflow(
        by: group.occurrences)
      let (next, isOver) = sum.addingReportingOverflow(product)
      if isTooMuch || isOver || next > recording.entries, !recording.hasClampedOccurrences {
        throw .wrongTotal("occurrences of distinct passwords")
      }
      sum = next
      distinct &+= UInt64(passwords)
      // Both are below 2⁶³, so the sum has not wrapped around.
      guard distinct <= Recording.largestCount else { throw .wrongTotal("distinct passwords") }
      hash.add(signature)
      hash.add(group.occurrences)
      hash.add(UInt64(passwords))
      spectrum.record(signature, occurrences: group.occurrences, passwords: UInt64(passwords))
      last = group
    }
    if sum != recording.entries, !recording.hasClampedOccurrences {
      throw .wrongTotal("occurrences of distinct passwords")
    }
    return spectrum
  }

  /// Reads the signatures of the strata but the whole, which ascend in each.
  ///
  /// - Throws: ``Problem`` if a row is of no stratum, or has a fault, or if the rows
  ///   of a stratum do not add up to its entries.
  static func readStrata(
    of database: borrowing Database, into recording: inout Recording, _ hash: inout ContentHash
  ) throws(Problem) {
    let limits = SignatureLimits(recording.schema)
    let table = FileSchema.stratumSignatures
    let rows = try database.prepare(
      "SELECT w0, w1, w2, entries, stratum FROM \(table.name) ORDER BY rowid")
    var (row, last) = (0, (stratum: 0, words: Signature()))
    var left = recording.strata.map(\.tally.lines.entries)
    func fault(_ found: String) -> Problem {
      .invalidRow(table: table.name, row: row, found: found)
    }
    while try rows.step() {
      row += 1
      guard let signature = rows.signature, let count = rows.integer(3), count > 0,
        let stratum = rows.integer(4).flatMap({ Int(exactly: $0) })
      else { throw fault("no number") }
      guard stratum > 0, stratum < left.count else { throw fault("stratum \(stratum)") }
      guard
        last.stratum < stratum
          || last.stratum == stratum && last.words.words < signature.words
      else { throw fault("out of order, or double") }
      if let found = limits.fault(in: signature) { throw fault(found) }
      guard UInt64(count) <= left[stratum] else { throw .wrongTotal("entries of a stratum") }
      left[stratum] -= UInt64(count)
      recording.strata[stratum].tally.append(signature, times: UInt64(count))
      hash.add(signature, UInt64(count), ofStratum: stratum)
      last = (stratum, signature)
    }
    let entries = [recording.entries] + recording.strata.dropFirst().map(\.tally.lines.entries)
    let hasAccounts = zip(recording.strata, entries).allSatisfy { $0.accounts >= $1 }
    guard hasAccounts, left.allSatisfy({ $0 == 0 }) else {
      throw .wrongTotal("entries of a stratum")
    }
  }
}

extension Statement {
  /// The upper end in the next three columns, NULL where a word is that of the lower end; nil if
  /// they have other types, or state the same word.
  fileprivate func upperEnd(of low: Signature) -> Signature? {
    var words = [low.w0, low.w1, low.w2]
    for index in words.indices {
      switch cell(Int32(index) + 3) {
      case .null?: continue
      case .integer(let number)?:
        let word = UInt64(bitPattern: number)
        if word == words[index] { return nil }
        words[index] = word
      default: return nil
      }
    }
    return Signature(words[0], words[1], words[2])
  }

  /// The signature in the first three columns; nil if they have other types.
  @inline(__always)
  var signature: Signature? {
    guard let w0 = integer(0), let w1 = integer(1), let w2 = integer(2) else { return nil }
    return Signature(
      UInt64(bitPattern: w0), UInt64(bitPattern: w1), UInt64(bitPattern: w2))
  }
}
