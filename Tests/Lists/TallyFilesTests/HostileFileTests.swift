import Diagnostics
import Foundation
@_spi(Internal) import Passwords
import Tallies
import TallyFiles
import TestSupport
import Testing

private func sample() throws -> [UInt8] {
  try TallyFile.bytes(of: try sampleRecording(seed: 7))
}

/// A tally of one password: few bytes, of which nearly all mean something.
private func small() throws -> (recording: Recording, bytes: [UInt8]) {
  var recording = Recording(tally: Tally(schema: try Schema(for: FactDemand())))
  let profile = Profiler(recording.schema).profile(of: Array("word".utf8).span)
  recording.tally.record(recording.schema.signature(of: profile), times: 3)
  recording.tally.lines.ascii = 3
  recording.inputs = [RecordedInput(name: "list", container: "plain", bytes: 27, sha256: "00ff")]
  recording.versions = ["0.3.0"]
  return (recording, try TallyFile.bytes(of: recording))
}

@Suite struct HostileFileTests {
  @Test(arguments: [
    ("UPDATE signatures SET entries = -1 WHERE rowid = 1", "table 'signatures', row 1: -1 entries"),
    ("UPDATE signatures SET entries = 0 WHERE rowid = 2", "table 'signatures', row 2: 0 entries"),
    ("UPDATE signatures SET entries = entries + 1 WHERE rowid = 1", "entries do not add up"),
    (
      "UPDATE signatures SET entries = 9223372036854775807", "entries do not add up"
    ),
    ("DELETE FROM signatures WHERE rowid = 3", "entries do not add up"),
    ("DELETE FROM signatures", "entries do not add up"),
    (
      "UPDATE signatures SET w1 = (w1 & ~131071) | 131071 WHERE rowid = 1",
      "table 'signatures', row 1: length 131071"
    ),
    (
      "UPDATE signatures SET w0 = w0 | (1 << 62) WHERE rowid = 4",
      "table 'signatures', row 4: a bit that the schema leaves unused"
    ),
    (
      "INSERT INTO signatures SELECT * FROM signatures WHERE rowid = 1",
      "table 'signatures', row 201: out of order, or double"
    ),
    ("UPDATE signatures SET w0 = 'x' WHERE rowid = 5", "table 'signatures', row 5: no number"),
    ("UPDATE signatures SET w2 = 1.5 WHERE rowid = 5", "table 'signatures', row 5: no number"),
    (
      "UPDATE groups SET passwords = 9223372036854775807 WHERE rowid = 1",
      "occurrences of distinct passwords do not add up"
    ),
    (
      "UPDATE groups SET occurrences = 0 WHERE rowid = 1",
      "table 'groups', row 1: 1 passwords of 0 occurrences"
    ),
    (
      "CREATE TRIGGER evil AFTER INSERT ON signatures BEGIN SELECT 1; END",
      "the tally and its schema do not agree on 'evil'"
    ),
    ("CREATE TABLE evil(x)", "the tally and its schema do not agree on 'evil'"),
    ("CREATE INDEX evil ON signatures(w0)", "the tally and its schema do not agree on 'evil'"),
    (
      "DROP VIEW passwords; CREATE VIEW passwords AS SELECT load_extension('x')",
      "the tally and its schema do not agree on 'groups'"
    ),
    (
      "ALTER TABLE signatures RENAME TO s; CREATE VIEW signatures AS SELECT * FROM s",
      "the tally and its schema do not agree on 's'"
    ),
    (
      "DROP TABLE meta; CREATE VIEW meta AS SELECT 'recipe' AS name, 'x' AS value",
      "the tally and its schema do not agree on 'meta'"
    ),
    ("DROP TABLE atoms", "the tally and its schema do not agree on 'atoms'"),
    ("PRAGMA user_version = 2", "the tally and its schema do not agree on 'lines'"),
    ("PRAGMA user_version = 3", "the tally and its schema do not agree on 'strata'"),
    ("PRAGMA user_version = 4", "the tally has version 4"),
    ("PRAGMA application_id = 7", "the file is no tally"),
    (
      "UPDATE meta SET value = 'no' WHERE name = 'distinct'",
      "the tally and its schema do not agree on 'groups'"
    ),
    ("UPDATE meta SET value = 'x' WHERE name = 'recipe'", "the schema is none"),
    (
      "UPDATE meta SET value = replace(value, '-recipe 1', '-recipe 9') WHERE name = 'recipe'",
      "the schema has version '9'"
    ),
    (
      "UPDATE meta SET value = replace(value, 'run 16', 'run 0') WHERE name = 'recipe'",
      "the schema has an unknown statement in line 44"
    ),
    ("DELETE FROM meta WHERE name = 'recipe'", "the schema is none"),
    (
      "UPDATE meta SET value = 'yes' WHERE name = 'complete'",
      "the tally does not have the checksum that it states"
    ),
    (
      "UPDATE meta SET value = 'maybe' WHERE name = 'complete'",
      "table 'meta', row 5: something that the schema or another row denies"
    ),
    (
      "UPDATE packed_shapes SET entries = 0 WHERE rowid = 2",
      "table 'packed_shapes', row 2: 0 entries"
    ),
    (
      "UPDATE packed_shapes SET w0 = 2 WHERE rowid = 1", "table 'packed_shapes', row 1: no shape"
    ),
    (
      "UPDATE packed_shapes SET w1 = 'x' WHERE rowid = 1",
      "table 'packed_shapes', row 1: no number"
    ),
    (
      "INSERT INTO packed_shapes SELECT * FROM packed_shapes WHERE rowid = 1",
      "table 'packed_shapes', row 178: out of order, or double"
    ),
    (
      "UPDATE packed_shapes SET entries = 9223372036854775807",
      "entries by shape do not add up"
    ),
    (
      "UPDATE packed_shapes SET entries = entries - 1 WHERE entries > 1",
      "the tally does not have the checksum that it states"
    ),
    (
      "UPDATE meta SET value = 'too many' WHERE name = 'shapes'",
      "table 'packed_shapes', row 1: a shape too many"
    ),
    (
      "UPDATE meta SET value = 'perhaps' WHERE name = 'shapes'",
      "table 'meta', row 10: something that the schema or another row denies"
    ),
    (
      "DROP VIEW shapes; CREATE VIEW shapes AS SELECT 1",
      "the tally and its schema do not agree on 'shapes'"
    ),
    (
      "INSERT INTO meta VALUES('more', 'x')",
      "table 'meta', row 14: something that the schema or another row denies"
    ),
    (
      "UPDATE atoms SET label = 'x' WHERE number = 1",
      "table 'atoms', row 2: something that the schema or another row denies"
    ),
    (
      "UPDATE facts SET shift = 3 WHERE name = 'length'",
      "table 'facts', row 1: something that the schema or another row denies"
    ),
    (
      "UPDATE blocklists SET digest = 'sha256:11' WHERE number = 1",
      "table 'blocklists', row 2: something that the schema or another row denies"
    ),
    (
      "UPDATE lines SET number = -1 WHERE what = 'empty'",
      "table 'lines', row 6: a count of -1"
    ),
    (
      "UPDATE lines SET number = 9223372036854775807", "entries of each encoding do not add up"
    ),
    ("UPDATE lines SET number = number + 1 WHERE what = 'utf8'", "entries do not add up"),
    (
      "UPDATE lines SET number = 1000000 WHERE what = 'repeats'", "entries and lines do not add up"
    ),
    (
      "UPDATE inputs SET name = 'other' WHERE number = 0",
      "the tally does not have the checksum that it states"
    ),
    (
      "UPDATE inputs SET name = x'00' WHERE number = 0",
      "table 'inputs', row 1: neither text nor number in column 2"
    ),
    (
      "UPDATE inputs SET name = CAST(x'FF' AS TEXT) WHERE number = 0",
      "table 'inputs', row 1: neither text nor number in column 2"
    ),
    ("UPDATE inputs SET bytes = 'x'", "table 'inputs', row 1: no number in column 4"),
    ("UPDATE files SET input = 9", "table 'files', row 1: number 9"),
    ("UPDATE files SET input = -1", "table 'files', row 1: a count of -1"),
    (
      "UPDATE inputs SET name = printf('%.*c', 5000000, 'x') WHERE number = 0",
      "the tally is damaged: string or blob too big"
    ),
    (
      "UPDATE inputs SET name = printf('%.*c', 65537, 'x') WHERE number = 0",
      "table 'inputs', row 1: a text of 65537 bytes in column 2"
    ),
    (
      "UPDATE inputs SET bytes = 9223372036854775807", "numbers of the lists do not add up"
    ),
    (
      "UPDATE blocklist_lengths SET \"values\" = 4611686018427387904",
      "values of a list by length do not add up"
    ),
    ("DELETE FROM groups", "occurrences of distinct passwords do not add up"),
    (
      "DELETE FROM groups WHERE rowid = 1", "occurrences of distinct passwords do not add up"
    ),
    (
      "UPDATE meta SET value = 'yes' WHERE name = 'clamped'; "
        + "UPDATE groups SET passwords = 9223372036853775807", "distinct passwords do not add up"
    ),
    ("UPDATE band_hits SET band = 16 WHERE rowid = 1", "table 'band_hits', row 1: number 16"),
    (
      "UPDATE band_hits SET entries = 9223372036854775807", "hits of list 1 do not add up"
    ),
  ])
  func `a changed tally is refused with its place`(sql: String, found: String) throws {
    let problem = try #require(problem(try altered(try sample(), by: sql)))
    #expect(problem.found == found)
    #expect(problem.location?.file == "x.tally")
    // A later version needs its program, all others a sound copy.
    let isNewer = found.contains("version")
    #expect(problem.remedy?.hasPrefix("Use the version of the program") == isNewer)
  }

  @Test(arguments: [
    [], Array("hello\n".utf8), [UInt8](repeating: 0, count: 5000),
    Array("SQLite format 3\u{0}".utf8), [0x1F, 0x8B, 8, 0],
  ])
  func `a file that is no tally is refused`(bytes: [UInt8]) {
    #expect(problem(bytes)?.code == "foreign-tally")
  }

  @Test func `a tally that is cut anywhere is refused`() throws {
    let bytes = try sample()
    for count in [0, 15, 16, 59, 64, 99, 100, 101, 512, 4096, 8191, 8192, 8193]
      + Array(stride(from: 8192, to: bytes.count, by: 9973))
    {
      #expect(problem(Array(bytes.prefix(count))) != nil, "\(count)")
    }
  }

  /// Damages the bytes of a recording so many times; each is refused or says the same.
  ///
  /// - Returns: how many were refused.
  private func refused(
    _ times: Int, of bytes: [UInt8], _ recording: Recording, _ damage: (inout [UInt8], Int) -> Void
  ) throws -> Int {
    var refused = 0
    for number in 0..<times {
      var damaged = bytes
      damage(&damaged, number)
      if let read = try? read(damaged) {
        try #require(read == recording, "damage \(number)")
      } else {
        refused += 1
      }
    }
    return refused
  }

  @Test(.firstFailureOnly, arguments: few(1, of: Array(1...3 as ClosedRange<UInt64>)))
  func `a tally with damaged bytes is refused or says the same`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let refused = try refused(60, of: try sample(), try sampleRecording(seed: 7)) { bytes, _ in
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        bytes[Int.random(in: 0..<bytes.count, using: &generator)] ^=
          1 << UInt8.random(in: 0..<8, using: &generator)
      }
    }
    #expect(refused > 5)
  }

  @Test(.firstFailureOnly, arguments: 1...3 as ClosedRange<UInt64>)
  func `a tally of overwritten pages is refused or says the same`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let refused = try refused(15, of: try sample(), try sampleRecording(seed: 7)) { bytes, _ in
      // Replacing a page by another makes trees with loops and shared leaves.
      let pages = bytes.count / 8192
      let from = Int.random(in: 0..<pages, using: &generator) * 8192
      let to = Int.random(in: 1..<pages, using: &generator) * 8192
      bytes.replaceSubrange(to..<to + 8192, with: bytes[from..<from + 8192])
    }
    #expect(refused > 0)
  }

  @Test func `a small tally with any byte flipped is refused or says the same`() throws {
    let (recording, bytes) = try small()
    try #require(try read(bytes) == recording)
    // Of 131,072 bytes, some 12,000 are not zero; a reading takes 20 ms in debug.
    let all = bytes.indices.filter { bytes[$0] != 0 }
    let places = few(60, of: stride(from: 0, to: all.count, by: 2).map { all[$0] })
    let refused = try refused(places.count, of: bytes, recording) { bytes, number in
      bytes[places[number]] ^= 1 << UInt8(places[number] % 8)
    }
    #expect(refused > 5)
  }

  @Test func `a small tally that is cut anywhere is refused`() throws {
    let (_, bytes) = try small()
    for count in few(500, of: Array(stride(from: 0, to: bytes.count, by: 17))) {
      try #require(problem(Array(bytes.prefix(count))) != nil, "\(count) bytes")
    }
  }

  @Test func `each problem gives place, fault and remedy`() {
    func message(_ problem: Problem) -> String { problem.of("x.tally").message }
    #expect(
      message(.foreignTally) == """
        x.tally: error: the file is no tally; expected a file that 'audit scan' or 'audit merge' wrote
          If it is a list, make a tally of it: audit scan LIST -o FILE
        """)
    #expect(
      message(.newerTally(version: 4)) == """
        x.tally: error: the tally has version 4; expected at most version 3
          Use the version of the program that wrote it, or a later one.
        """)
    #expect(
      message(.wrongChecksum) == """
        x.tally: error: the tally does not have the checksum that it states
          Copy it again from where it was made, or scan the list again.
        """)
  }
}
