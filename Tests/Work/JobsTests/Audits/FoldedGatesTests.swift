import Auditing
import Diagnostics
import Jobs
import Metrics
import Reports
import Tallies
import TestSupport
import Testing

/// Thresholds of shares that a folded tally tells only between two ends.
@Suite struct FoldedGatesTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// Five passwords of each length from 6 to 21, in groups of so many.
  private func recording(groups: UInt64) throws -> Recording {
    let words = (6...21).flatMap { length in
      (0..<5).map { String(repeating: "a", count: length - 1) + "\($0)\n" }
    }
    let scan = try settings("minlength: 8;", [directory.file("leak.txt", words.joined())])
    return try scan.prepareScan(ScanSettings(version: "1")) { _ in }.run().recording
      .folded(below: GroupSize(entries: groups), of: "leak.tally")
  }

  @Test func `a threshold between the ends is open, one beyond them is missed or met`() throws {
    let recording = AskedRecording(try recording(groups: 13))
    let open = "cannot be decided from a folded tally"
    try compared(atLeast: 2) { places in
      for length in 7...20 {
        let found = try settings("minlength: \(length); allowed: unicode;", [])
          .findings(in: recording, of: "leak.tally") { _ in }
        let least = found.findings.policies[0].compliant
        let most = try #require(found.findings.ofMost?.policies[0].compliant)
        if least < most { places += 1 }
        func told(_ gates: Gates) -> String? {
          let listener = Listener()
          _ = found.conclude(failing: gates, tell: listener.tell)
          #expect(listener.told.count < 2)
          return listener.told.first
        }
        for count in [0, least, least + 1, most, most + 1, 80] where count <= 80 {
          let share = Double(count) * 1.25
          let atLeast = told(Gates(least: share))
          #expect((atLeast == nil) == (count <= least), "\(count)")
          #expect(atLeast.map { $0.contains(open) == (count <= most) } ?? true, "\(count)")
          let atMost = told(Gates(most: share))
          #expect((atMost == nil) == (count >= most), "\(count)")
          #expect(atMost.map { $0.contains(open) == (count >= least) } ?? true, "\(count)")
        }
      }
    }
  }
}
