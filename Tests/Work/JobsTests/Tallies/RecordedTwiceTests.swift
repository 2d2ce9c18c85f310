import Auditing
import Jobs
import Tallies
import TestSupport
import Testing

/// Lists that occur twice in a sum of tallies.
@Suite struct RecordedTwiceTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// What a sum says of parts, each a recording of lists with these texts.
  private func sum(_ parts: [[String]]) throws -> (outcome: Outcome, told: [String]) {
    let listener = Listener()
    let sum = try RecordingSum(
      to: nil, counting: nil, threads: 1, tell: listener.tell)
    for (number, texts) in parts.enumerated() {
      let lists = try texts.enumerated().map { place, text in
        try directory.file("\(number)-\(place).txt", text + "\n")
      }
      let recording = try settings("minlength: 2;", lists)
        .prepareScan(ScanSettings(version: "1")) { _ in }.run().recording
      try sum.add(recording, from: "\(number).tally")
    }
    return (sum.outcome, listener.told)
  }

  @Test(
    arguments: [
      ([["abc"]], false), ([["abc", "def"]], false), ([["abc"], ["def"]], false),
      ([["abc", "abc"]], true), ([["abc", "def"], ["abc"]], true), ([["abc"], ["abc"]], true),
      ([["abc", "def"], ["ghi", "ghi"]], true),
    ] as [([[String]], Bool)])
  func `a list that counts twice makes a sum incomplete, wherever it occurred before`(
    parts: [[String]], occursTwice: Bool
  ) throws {
    let found = try sum(parts)
    #expect(found.outcome == (occursTwice ? .incomplete : .done))
    #expect(found.told.isEmpty || occursTwice)
  }
}
