import Diagnostics
@_spi(Internal) import Passwords
import Tallies
import TallyFiles
import TestSupport
import Testing

/// A recording with rows in which passwords differ, each of at least 20 entries.
func foldedRecording(seed: UInt64, isDistinct: Bool = false) throws -> Recording {
  var recording = try sampleRecording(seed: seed, passwords: 80, isDistinct: false)
  let ranges = SignatureRanges(recording.schema)
  var rows: [(SignatureRange, UInt64)] = []
  recording.tally.forEach { signature, count in
    if let last = rows.last, last.1 < 20 {
      rows[rows.count - 1] = (ranges.union(last.0, SignatureRange(signature)), last.1 + count)
    } else {
      rows.append((SignatureRange(signature), count))
    }
  }
  if let last = rows.last, last.1 < 20 {
    rows.removeLast()
    let before = rows.removeLast()
    rows.append((ranges.union(before.0, last.0), before.1 + last.1))
  }
  var tally = Tally(schema: recording.schema)
  tally.lines = recording.tally.lines
  tally.lines.utf8 = 5
  tally.lines.ascii -= 5
  for (range, count) in rows { tally.record(range, times: count) }
  tally.hideLines(below: 20)
  recording.tally = tally
  if isDistinct {
    var spectrum = Spectrum(schema: recording.schema)
    for (range, count) in rows {
      // Passwords that occur once, twice, and all others together.
      let passwords: [UInt64: UInt64] = [1: 2, 2: 1, count - 4: 1]
      let least: UInt64 = count.isMultiple(of: 2) ? 4 : 20
      spectrum.record(
        range, OccurrenceLevel.levels(of: passwords, least: GroupSize(entries: least)))
    }
    recording.spectrum = spectrum
  }
  recording.folding = RecordedFolding(least: 20, workload: "sha256:ab")
  return recording
}

@Suite struct FoldedFileTests {
  private static let seed: UInt64 = 3

  @Test(.firstFailureOnly, arguments: [1, 3, 4] as [UInt64])
  func `a folded tally reads back as it was written`(seed: UInt64) throws {
    let recording = try foldedRecording(seed: seed)
    #expect(recording.tally.wide.count > 3 && recording.tally.hiddenLines.count > 2)
    let bytes = try TallyFile.bytes(of: recording)
    #expect(bytes[63] == 2)
    let again = try read(bytes)
    #expect(again.tally.wide == recording.tally.wide)
    #expect(again.tally.hiddenLines == recording.tally.hiddenLines)
    #expect(again.entries == recording.entries && again.folding == recording.folding)
    #expect(try TallyFile.bytes(of: again) == bytes)
  }

  @Test(arguments: [
    ("UPDATE signatures SET entries = entries + 1 WHERE rowid = 1", "do not have|checksum"),
    ("UPDATE signatures SET entries = 0 WHERE rowid = 1", "table 'signatures', row 1: 0 entries"),
    (
      "UPDATE signatures SET entries = 19 WHERE rowid = 1",
      "entries of a row do not add up"
    ),
    (
      "UPDATE signatures SET w1 = h1, h1 = w1 WHERE h1 IS NOT NULL",
      "a lower end above the upper one|out of order|no kind of character|unused|count"
    ),
    (
      "UPDATE signatures SET h0 = w0 WHERE rowid = 1", "table 'signatures', row 1: no number"
    ),
    ("UPDATE signatures SET h2 = 'x' WHERE rowid = 1", "table 'signatures', row 1: no number"),
    (
      "UPDATE meta SET value = '0' WHERE name = 'min-group'", "table 'meta', row 1: another version"
    ),
    ("UPDATE meta SET value = '2' WHERE name = 'folding'", "table 'meta', row 1: another version"),
    ("PRAGMA user_version = 1", "the tally and its schema do not agree on 'lines'"),
    ("UPDATE lines SET number = 7 WHERE what = 'utf8'", "do not have the checksum|add up"),
    ("DROP VIEW ranges", "the tally and its schema do not agree on 'ranges'"),
  ])
  func `a changed folded tally is refused`(sql: String, expected: String) throws {
    let bytes = try altered(try TallyFile.bytes(of: try foldedRecording(seed: Self.seed)), by: sql)
    let found = try #require(problem(bytes)).found
    let isExpected = expected.split(separator: "|").contains { found.contains($0) }
    #expect(isExpected || found.contains("checksum"), "\(found)")
  }

  @Test func `a file with rows of fewer entries than it promises is refused`() throws {
    var recording = try foldedRecording(seed: Self.seed)
    var fewest = UInt64.max
    recording.tally.forEachRange { fewest = min(fewest, $1) }
    recording.folding?.least = fewest
    #expect(problem(try TallyFile.bytes(of: recording)) == nil)
    recording.folding?.least = fewest + 1
    let bytes = try TallyFile.bytes(of: recording)
    #expect(problem(bytes)?.found.contains("entries of a row do not add up") == true)
  }

  @Test func `levels of fewer entries than promised are refused`() throws {
    var recording = try distinctRecording()
    recording.folding?.least = 5
    let bytes = try TallyFile.bytes(of: recording)
    #expect(problem(bytes)?.found.contains("a level of fewer entries") == true)
  }

  @Test func `rows of fewer distinct passwords than promised are refused`() throws {
    var recording = try foldedRecording(seed: Self.seed, isDistinct: true)
    var whole = Spectrum(schema: recording.schema)
    recording.tally.forEachRange { row, entries in
      // One level of four passwords.
      let level = OccurrenceLevel(
        fewest: 1, greatest: entries - 4, passwords: 4, entries: entries)
      whole.record(row, [level].compactMap(\.self))
    }
    recording.spectrum = whole
    for promised in [0, 3, 4, 5] as [UInt64] {
      recording.folding?.leastPasswords = promised
      let bytes = try TallyFile.bytes(of: recording)
      guard promised <= 4 else {
        let found = problem(bytes)?.found
        #expect(found?.contains("a level of fewer entries or passwords") == true)
        continue
      }
      let again = try read(bytes)
      #expect(again.folding == recording.folding)
    }
  }

  /// A folded recording with distinct passwords, in whose levels K is 4.
  private func distinctRecording() throws -> Recording {
    var recording = try foldedRecording(seed: Self.seed, isDistinct: true)
    recording.folding?.least = 4
    return recording
  }

  @Test func `levels of distinct passwords read back as they were written`() throws {
    let recording = try distinctRecording()
    let levels = try #require(recording.spectrum).levels
    #expect(levels.values.contains { $0.count == 2 } && levels.values.contains { $0.count == 1 })
    let bytes = try TallyFile.bytes(of: recording)
    let again = try read(bytes)
    #expect(again.spectrum == recording.spectrum)
    #expect(try TallyFile.bytes(of: again) == bytes)
  }

  @Test(arguments: [
    (
      "UPDATE groups SET entries = entries + 1, occurrences_most = occurrences_most + 1 "
        + "WHERE rowid = 1", "occurrences of distinct passwords do not add up|no level"
    ),
    ("UPDATE groups SET passwords = 0 WHERE rowid = 1", "row 1: no level of occurrences"),
    ("UPDATE groups SET occurrences = 'x' WHERE rowid = 1", "row 1: no level of occurrences"),
    ("UPDATE groups SET \"row\" = 2 WHERE rowid = 1", "table 'groups', row 1: row 2"),
    ("UPDATE groups SET \"row\" = \"row\" + 900 WHERE \"row\" > 3", "row 90"),
    ("DELETE FROM groups WHERE \"row\" = 2", "row 3"),
    (
      "DELETE FROM groups WHERE rowid = (SELECT min(rowid) FROM groups GROUP BY \"row\" "
        + "HAVING count(*) > 1 LIMIT 1)", "occurrences of distinct passwords do not add up"
    ),
    (
      "DELETE FROM groups WHERE \"row\" = (SELECT max(\"row\") FROM groups)",
      "occurrences of distinct passwords do not add up"
    ),
    ("DELETE FROM groups", "occurrences of distinct passwords do not add up"),
    (
      "UPDATE meta SET value = '20' WHERE name = 'min-group'",
      "a level of fewer entries|entries of a row|the schema or another row denies"
    ),
    ("UPDATE meta SET value = 'no' WHERE name = 'distinct'", "do not agree on 'groups'"),
    ("DROP VIEW distinct_ranges", "do not agree on 'distinct_ranges'"),
    (
      "UPDATE groups SET occurrences = 2, occurrences_most = 2, passwords = entries / 2",
      "no level|out of order|checksum"
    ),
  ])
  func `changed levels are refused`(sql: String, expected: String) throws {
    let bytes = try altered(try TallyFile.bytes(of: try distinctRecording()), by: sql)
    let found = try #require(problem(bytes)).found
    #expect(expected.split(separator: "|").contains { found.contains($0) }, "\(found)")
  }

  @Test func `folded tallies add up, in any order, and the smaller K stays`() throws {
    var parts = try [1, 3, 4].map { try foldedRecording(seed: $0) }
    parts[1].folding = RecordedFolding(least: 7, leastPasswords: 9, workload: "sha256:cd")
    for index in [0, 2] { parts[index].folding?.leastPasswords = 6 }
    for index in parts.indices {
      parts[index].readings = [:]
      parts[index].lists = parts[0].lists
    }
    var orders: [Recording] = []
    for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0]] {
      var sum = parts[order[0]]
      try sum.merge(parts[order[1]])
      try sum.merge(parts[order[2]])
      orders.append(sum)
    }
    var right = parts[1]
    try right.merge(parts[2])
    var nested = parts[0]
    try nested.merge(right)
    orders.append(nested)
    for sum in orders {
      #expect(
        sum.folding
          == RecordedFolding(least: 7, leastPasswords: 6, workload: "sha256:ab sha256:cd"))
      #expect(sum.entries == parts.reduce(0) { $0 + $1.entries })
      #expect(sum.tally.wide == orders[0].tally.wide)
      #expect(sum.tally.hiddenLines == orders[0].tally.hiddenLines)
      #expect(sum.tally.lines == orders[0].tally.lines)
      #expect(try TallyFile.bytes(of: sum) == (try TallyFile.bytes(of: orders[0])))
    }
    // Rows that both have add up, too.
    var twice = parts[0]
    try twice.merge(parts[0])
    #expect(twice.tally.wide == parts[0].tally.wide.mapValues { $0 * 2 })
    var zero = Recording(tally: Tally(schema: parts[0].schema))
    try zero.merge(parts[0])
    #expect(zero.tally.wide == parts[0].tally.wide && zero.folding == parts[0].folding)
  }

  @Test func `SQL on its views bounds a query`() throws {
    let recording = try foldedRecording(seed: Self.seed)
    let bytes = try TallyFile.bytes(of: recording)
    func number(_ sql: String) throws -> UInt64? { UInt64(try query(bytes, sql)[0][0]) }
    let field = recording.schema.lengthField
    for length in 1...12 {
      var (least, most): (UInt64, UInt64) = (0, 0)
      recording.tally.forEachRange { range, entries in
        if range.low[field] >= length { least += entries }
        if range.high[field] >= length { most += entries }
      }
      let sums = "SELECT ifnull(sum(entries), 0) FROM"
      #expect(try number("\(sums) ranges WHERE length_least >= \(length)") == least)
      #expect(try number("\(sums) ranges WHERE length_most >= \(length)") == most)
      let sure = try number("\(sums) passwords WHERE length >= \(length)")
      #expect(try #require(sure) <= least)
      let possible = try number("\(sums) passwords WHERE (length >= \(length)) IS NOT 0")
      #expect(try #require(possible) >= most)
    }
  }
}
