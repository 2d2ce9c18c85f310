import Foundation
import Jobs
import Judging
import TestSupport
import Testing

@Suite struct AskedRecordingTests {
  // The lists of a thirteenth policy threw away those of twelve.
  @Test func `the lists of a thirteenth policy replace those that were used longest ago`() throws {
    let directory = try TemporaryDirectory()
    let leak = try directory.file("leak.txt", "kaffeesatz\nzuckerwatte\n")
    let lists = try (1...13).map { try directory.file("\($0).txt", "kaffeesatz\nword\($0)\n") }
    let rules = lists.enumerated().map { "[p\($0 + 1)]\nblocklist: \"\($1)\" exact;" }
    var settings = try settings(rules.joined(separator: "\n"), [leak])
    settings.blocklists = BlocklistSettings()
    let scanned = try settings.prepareScan(ScanSettings(version: "1")) { _ in }.run().recording
    let recording = AskedRecording(scanned)
    let policies = settings.policies
    #expect(policies.count == 13)

    /// Whether the list of a policy is in memory, or can be read; this is a use.
    func holds(_ number: Int) -> Bool {
      settings.policies = [policies[number - 1]]
      return (try? recording.lookupLists(settings) { _ in }) != nil
    }
    for number in Array(1...12) + [1, 13] { #expect(holds(number)) }
    for list in lists { try FileManager.default.removeItem(atPath: list) }
    #expect([1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13].filter { !holds($0) } == [])
    #expect(!holds(2))
  }
}
