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

  @Test(.firstFailureOnly, arguments: 1...4 as ClosedRange<UInt64>)
  func `strata of equal labels add up, in any grouping`(seed: UInt64) throws {
    let parts = try (0..<3).map { try Self.sample(seed: seed * 10 + $0) }
    func merged(_ parts: [Recording]) throws -> Recording {
      var whole = Recording(tally: Tally(schema: try fullSchema()))
      for part in parts { try whole.merge(part) }
      return whole
    }
    let sum = try merged(parts)
    #expect(sum.strata[0].isWhole && sum.strata[0].accounts == 27_000)
    #expect(sum.strata[0].counts.map(\.metric) == ["shared", "dump_lines"])
    #expect(sum.strata[0].counts.map(\.count) == [21, 27_000].map { $0 + seed * 30 + 3 })
    for stratum in sum.strata.dropFirst() {
      let own = parts.compactMap { $0.strata.first { $0.label == stratum.label } }
      #expect(stratum.tally.lines.entries == own.reduce(0) { $0 + $1.tally.lines.entries })
      #expect(
        stratum.tally.hits.counts
          == own.dropFirst().reduce(own[0].tally.hits.counts) {
            zip($0, $1.tally.hits.counts).map(+)
          })
      #expect(stratum.accounts == UInt64(own.count) * 700)
      #expect(stratum.joined == (stratum.label == "domain: b" ? UInt64(own.count) * 2 : 0))
    }
    let other = try merged([parts[2], try merged([parts[1], parts[0]])])
    #expect(other == sum)
    #expect(try read(try TallyFile.bytes(of: sum)) == sum)
  }

  @Test func `a directory and lists do not add up, nor do too many accounts`() throws {
    let (one, list) = (try Self.sample(seed: 1), try sampleRecording(seed: 2, isDistinct: false))
    var plain = list
    plain.tally.shapes = nil
    func fault(_ one: Recording, _ other: Recording) -> MergeFault? {
      var sum = one
      do { try sum.merge(other) } catch {
        #expect(sum == one)
        return error
      }
      return nil
    }
    #expect(fault(one, plain) == .unlike("it holds no accounts of a directory"))
    #expect(fault(plain, one) == .unlike("it holds accounts of a directory"))
    var many = one
    many.strata[0].accounts = UInt64(Int64.max)
    #expect(fault(one, many) == .overflow("accounts"))
    many.strata[0].accounts += 1
    #expect(thrownCode { _ = try TallyFile.bytes(of: many) } == "many-for-tally")
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
