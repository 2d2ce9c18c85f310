import Diagnostics
import Jobs
@_spi(House) import Passwords
import Tallies
import TallyFiles
import TestSupport
import Testing

/// A recording of a list, and the file of its fingerprints.
private func scan(
  _ lines: String, key: String = "key", in directory: TemporaryDirectory
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
private func sum(
  _ parts: [(recording: Recording, prints: String)], in directory: TemporaryDirectory
) throws -> Recording? {
  let sum = try RecordingSum(
    to: nil, counting: CountingSettings(memory: 16 << 20, directory: directory.path), lanes: 2
  ) { _ in }
  for (number, part) in parts.enumerated() {
    try sum.add(part.recording, from: "\(number).tally", fingerprints: part.prints)
  }
  return try sum.finish()
}

@Suite struct RecordingSumTests {
  @Test func `a password in two parts is one distinct password of the sum`() throws {
    let directory = try TemporaryDirectory()
    let parts = try ["one\ntwo\none\n", "two\nthree\n"].map { try scan($0, in: directory) }
    let whole = try #require(try sum(parts, in: directory))
    #expect(whole.entries == 5)
    #expect(whole.spectrum?.passwords.values.reduce(0, +) == 3)
    let counts = whole.spectrum?.passwords.map { ($0.occurrences, $1) } ?? []
    #expect(counts.reduce(0) { $0 + $1.0 * $1.1 } == 5)
    // Each with the facts of its own row: the words differ in length.
    let together = try scan("one\ntwo\none\ntwo\nthree\n", in: directory)
    #expect(whole.spectrum == together.recording.spectrum)
    #expect(try sum([], in: directory) == nil)
  }

  @Test(arguments: [0, 1])
  func `a sum holds occurrences at their limit if a part does`(place: Int) throws {
    let directory = try TemporaryDirectory()
    var parts = try ["one\n", "two\n"].map { try scan($0, in: directory) }
    #expect(try #require(try sum(parts, in: directory)).hasClampedOccurrences == false)
    parts[place].recording.hasClampedOccurrences = true
    #expect(try #require(try sum(parts, in: directory)).hasClampedOccurrences)
  }

  @Test func `fingerprints under two keys are refused by the file's name`() throws {
    let directory = try TemporaryDirectory()
    let parts = [
      try scan("one\n", in: directory), try scan("two\n", key: "other", in: directory),
    ]
    #expect {
      try sum(parts, in: directory)
    } throws: {
      ($0 as? FingerprintProblem)?.location?.file == parts[1].prints
    }
  }

  @Test func `repeated lists are reported, except empty ones`() throws {
    let directory = try TemporaryDirectory()
    let listener = Listener()
    let sum = try RecordingSum(to: nil, counting: nil, lanes: 1, tell: listener.tell)
    for (number, lines) in ["one\n", "", "two\n", "", "one\n"].enumerated() {
      var settings = try settings(
        "", [try directory.file("leak-\(number).txt", lines)])
      settings.distinct = nil
      try sum.add(
        settings.prepareScan(ScanSettings(version: "1")) { _ in }.run().recording,
        from: "\(number).tally")
    }
    #expect(listener.told.count == 1)
    #expect(listener.told.first?.hasPrefix("4.tally: warning: the list ") == true)
  }
}
