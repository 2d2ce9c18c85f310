import Diagnostics
@_spi(Internal) import Passwords
import Tallies
import TallyFiles
import TestSupport
import Testing

/// Tallies of a directory: their strata in files and in sums.
@Suite struct StratumTests {
  /// The recording of a directory, whose strata have labels of chance.
  private static func sample(seed: UInt64) throws -> Recording {
    var generator = SeededGenerator(seed: seed)
    var recording = try sampleRecording(seed: seed, passwords: 60, isDistinct: false)
    recording.tally.shapes = nil
    var whole = RecordedStratum(accounts: 9000, tally: Tally(schema: recording.schema))
    whole.counts = [("commonest", "1", 5), ("shared", "1", 7), ("dump_lines", "account", 9000)].map
    {
      RecordedStratum.Count($0, $1, $2 + seed)
    }
    if seed.isMultiple(of: 2) { whole.counts.append(RecordedStratum.Count("listed", "cracked", 3)) }
    recording.strata = [whole]
    for label in ["a", "b", "日"] where Bool.random(using: &generator) || label == "b" {
      let part = try sampleRecording(seed: seed + 100, passwords: 120, isDistinct: false).tally
      var stratum = RecordedStratum(accounts: 700, tally: part)
      stratum.tally.shapes = nil
      (stratum.option, stratum.label) = ("--by domain", "domain: \(label)")
      stratum.joined = label == "b" ? 2 : 0
      stratum.describesPersons = true
      stratum.counts = [RecordedStratum.Count("shared", "1", 600)]
      recording.strata.append(stratum)
    }
    // As merging sorts them: joined strata last.
    let empty = Recording(tally: Tally(schema: recording.schema))
    try recording.merge(empty)
    return recording
  }

  @Test(.firstFailureOnly, arguments: 1...6 as ClosedRange<UInt64>)
  func `strata read back from their file`(seed: UInt64) throws {
    let recording = try Self.sample(seed: seed)
    let bytes = try TallyFile.bytes(of: recording)
    // The version, which no older program reads.
    #expect(Array(bytes[60..<64]) == [0, 0, 0, 3])
    #expect(try read(bytes) == recording, "seed \(seed)")
    #expect(try TallyFile.bytes(of: try read(bytes)) == bytes)
  }

  @Test(arguments: [
    ("UPDATE stratum_signatures SET stratum = 0 WHERE rowid = 1", "row 1: stratum 0"),
    ("UPDATE stratum_signatures SET stratum = 99", "row 1: stratum 99"),
    ("UPDATE stratum_signatures SET entries = 0 WHERE rowid = 2", "row 2: no number"),
    ("UPDATE stratum_signatures SET w0 = w0 | (1 << 62) WHERE rowid = 1", "a bit that the schema"),
    (
      "INSERT INTO stratum_signatures SELECT * FROM stratum_signatures WHERE rowid = 1",
      "out of order, or double"
    ),
    ("DELETE FROM stratum_signatures WHERE rowid = 1", "entries of a stratum do not add up"),
    ("UPDATE strata SET accounts = 1 WHERE number = 1", "entries of a stratum do not add up"),
    ("UPDATE strata SET accounts = -1 WHERE number = 1", "table 'strata', row 2: a count of -1"),
    ("UPDATE strata SET \"by\" = ''", "row 2: a stratum out of order, or double"),
    ("UPDATE strata SET describes_persons = 2 WHERE number = 1", "table 'strata', row 2: number 2"),
    ("UPDATE account_counts SET stratum = 9", "table 'account_counts', row 1: number 9"),
    (
      "UPDATE account_counts SET bucket = 'x' WHERE metric = 'hits'", "no count of accounts"
    ),
    (
      "UPDATE account_counts SET count = 9223372036854775807 WHERE stratum = 0",
      "accounts do not add up"
    ),
    ("UPDATE account_counts SET count = 77 WHERE rowid = 1", "checksum"),
    ("PRAGMA user_version = 1", "do not agree on 'strata'"),
  ])
  func `files that strangers changed are refused`(sql: String, words: String) throws {
    let bytes = try altered(try TallyFile.bytes(of: try Self.sample(seed: 1)), by: sql)
    #expect(problem(bytes)?.message.contains(words) == true)
  }
}
