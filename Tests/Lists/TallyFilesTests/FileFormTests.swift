import Diagnostics
@_spi(Internal) import Passwords
import Tallies
import TallyFiles
import TestSupport
import Testing

/// What stands in a tally file, for those who read it with other programs, and how it is found on a disk.
@Suite struct FileFormTests {
  /// A recording of each layout, with all that it may hold.
  private func recordings() throws -> [(String, Recording)] {
    let schema = try Schema(for: FactDemand())
    var exact = try sampleRecording(seed: 5, passwords: 3, schema: schema)
    exact.fingerprints = FingerprintSeal(keyID: "k", records: 3, checksum: "c")
    var directory = try sampleRecording(seed: 5, passwords: 3, schema: schema, isDistinct: false)
    (directory.tally.shapes, directory.isComplete) = (nil, true)
    let part = RecordedStratum(accounts: 90, tally: directory.tally)
    directory.strata = [RecordedStratum(accounts: 99, tally: Tally(schema: schema)), part]
    (directory.strata[1].option, directory.strata[1].label) = ("--by \"a\"", "b")
    directory.strata[1].describesPersons = true
    directory.strata[0].counts = [RecordedStratum.Count("shared", "1", 7)]
    var folded = directory
    folded.strata = []
    let size = GroupSize(entries: 2, passwords: 1)
    folded.folding = RecordedFolding(least: 2, leastPasswords: 1, workload: "w")
    let spectrum = try #require(exact.spectrum)
    (folded.tally, folded.spectrum) = try #require(
      folded.tally.folded(below: size, with: spectrum, workload: Workload([])))
    folded.tally.hideLines(below: 20)
    var habits = FactDemand()
    habits.habits = true
    let other = try sampleRecording(seed: 5, passwords: 1, schema: try Schema(for: habits))
    return [("exact", exact), ("directory", directory), ("folded", folded), ("habits", other)]
  }

  @Test func `files have the tables, views and words of before`() throws {
    var texts = RecordedText()
    for (title, recording) in try recordings() {
      let bytes = try TallyFile.bytes(of: recording)
      var lines: [String] = []
      for entry in try query(bytes, "SELECT name, sql FROM sqlite_schema") {
        lines.append(entry[1])
        // The rows of a view, too, show that it can be read.
        for row in try query(bytes, "SELECT * FROM \"\(entry[0])\"") {
          lines.append("  \(row.joined(separator: " | "))")
        }
      }
      texts.add(title, lines.joined(separator: "\n"))
    }
    try texts.expect(in: "tally-files")
  }

  @Test(arguments: ["x.tally", "a b%20?#&'\"日.tally", "ä\n.tally", "-.tally"])
  func `a file is read from a disk as from memory, if it has its size`(name: String) throws {
    let directory = try TemporaryDirectory()
    for (_, recording) in try recordings() {
      let bytes = try TallyFile.bytes(of: recording)
      let path = try directory.file(name, bytes)
      func read(_ byteCount: Int) throws(Problem) -> Recording {
        try TallyFile.recording(
          inFile: path, head: bytes.span.extracting(first: TallyFile.headByteCount),
          byteCount: byteCount)
      }
      #expect(try read(bytes.count) == TallyFile.recording(in: bytes.span, name: name))
      for other in [bytes.count - 1, bytes.count + 1, bytes.count - 8192, 0] {
        let problem = problem { try read(other) }
        #expect(problem?.code == "damaged-tally" && problem?.location?.file == path)
      }
    }
    let path = try directory.file(name, Array("list".utf8))
    let list = problem {
      try TallyFile.recording(
        inFile: path, head: [UInt8](repeating: 0, count: 100).span, byteCount: 100)
    }
    #expect(list?.code == "foreign-tally")
  }
}
