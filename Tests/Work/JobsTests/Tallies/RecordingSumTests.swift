import Diagnostics
import Jobs
@_spi(Internal) import Passwords
import Tallies
import TallyFiles
import TestSupport
import Testing

@Suite struct RecordingSumTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// A recording of a list, and the file of its fingerprints.
  private func scan(
    _ lines: String, key: String = "key"
  ) throws -> (recording: Recording, prints: String) {
    let list = try directory.file("leak-\(directory.names().count).txt", lines)
    var settings = try settings("", [list])
    let prints = list + ".prints"
    settings.distinct = CountingSettings(
      memory: 16 << 20, directory: directory.path,
      fingerprints: FingerprintSettings(path: prints, keyPath: directory.path + "/" + key))
    let scan = try settings.prepareScan(ScanSettings(version: "1")) { _ in }.run()
    #expect(try scan.conclude { _ in } == .done)
    return (scan.recording, prints)
  }

  /// The sum of parts, by their fingerprints.
  private func sum(_ parts: [(recording: Recording, prints: String)]) throws -> Recording? {
    let sum = try RecordingSum(
      to: nil, counting: CountingSettings(memory: 16 << 20, directory: directory.path), threads: 2
    ) { _ in }
    for (number, part) in parts.enumerated() {
      try sum.add(part.recording, from: "\(number).tally", fingerprints: part.prints)
    }
    return try sum.finish()
  }

  @Test func `a password in two parts is one distinct password of the sum`() throws {
    let parts = try ["one\ntwo\none\n", "two\nthree\n"].map { try scan($0) }
    let whole = try #require(try sum(parts))
    #expect(whole.entries == 5)
    #expect(whole.spectrum?.passwords.values.reduce(0, +) == 3)
    let counts = whole.spectrum?.passwords.map { ($0.occurrences, $1) } ?? []
    #expect(counts.reduce(0) { $0 + $1.0 * $1.1 } == 5)
    // Each with the facts of its own row: the words differ in length.
    let together = try scan("one\ntwo\none\ntwo\nthree\n")
    #expect(whole.spectrum == together.recording.spectrum)
    #expect(try sum([]) == nil)
  }

  @Test(arguments: [0, 1])
  func `a sum holds occurrences at their limit if a part does`(place: Int) throws {
    var parts = try ["one\n", "two\n"].map { try scan($0) }
    #expect(try #require(try sum(parts)).hasClampedOccurrences == false)
    parts[place].recording.hasClampedOccurrences = true
    #expect(try #require(try sum(parts)).hasClampedOccurrences)
  }

  @Test func `fingerprints under two keys are refused by the file's name`() throws {
    let parts = [try scan("one\n"), try scan("two\n", key: "other")]
    let refusal = problem { try sum(parts) }
    #expect(refusal?.code == "other-key" && refusal?.location?.file == parts[1].prints)
  }

  @Test func `repeated lists are reported, except empty ones`() throws {
    let listener = Listener()
    let sum = try RecordingSum(to: nil, counting: nil, threads: 1, tell: listener.tell)
    for (number, lines) in ["one\n", "", "two\n", "", "one\n"].enumerated() {
      var settings = try settings("", [try directory.file("leak-\(number).txt", lines)])
      settings.distinct = nil
      try sum.add(
        settings.prepareScan(ScanSettings(version: "1")) { _ in }.run().recording,
        from: "\(number).tally")
    }
    #expect(listener.told.count == 1)
    #expect(listener.told.first?.hasPrefix("4.tally: warning: the list ") == true)
  }

  @Test func `a sum of fingerprints spills where it is told to`() throws {
    let part = try scan("one\n")
    let sum = try RecordingSum(
      to: nil, counting: CountingSettings(memory: 16 << 20, directory: "/no/such/place"), threads: 1
    ) { _ in }
    #expect(throws: (any Error).self) {
      try sum.add(part.recording, from: "a.tally", fingerprints: part.prints)
    }
  }

  @Test func `a scan of which nothing can be read writes no tally`() throws {
    let damaged = try directory.file("leak.gz", [0x1F, 0x8B, 8, 0, 0])
    let path = directory.path + "/a.tally"
    let scan = try settings("", [damaged]).prepareScan(ScanSettings(to: path, version: "1")) { _ in
    }
    #expect(try scan.run().conclude { _ in } == .impossible)
    #expect(!directory.names().contains("a.tally"))
  }
}
