import Auditing
import Diagnostics
import Foundation
import Jobs
import TestSupport
import Testing

@Suite struct LookupListsTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// A recording of two passwords, with a policy whose list holds one of them.
  private func asked() throws -> (settings: AuditSettings, recording: AskedRecording, list: String)
  {
    let list = try directory.file("refused.txt", "kaffeesatz\n")
    let leak = try directory.file("leak.txt", "kaffeesatz\nzuckerwatte\n")
    var settings = try settings("blocklist: \"\(list)\" exact;", [leak])
    settings.blocklists = BlocklistSettings()
    let recording = try settings.prepareScan(ScanSettings(version: "1")) { _ in }.run().recording
    return (settings, AskedRecording(recording), list)
  }

  private func trial(
    _ settings: AuditSettings, _ recording: AskedRecording, _ listener: Listener = Listener()
  ) throws -> PasswordTrial {
    try PasswordTrial(
      settings.policies, recording.lookupLists(settings, tell: listener.tell), settings.strength)
  }

  private func broken(_ password: String, _ trial: PasswordTrial) -> [Int] {
    trial.judgement(of: Array(password.utf8)).broken.map(\.count)
  }

  // Each password that was tried had the lists read again.
  @Test func `a password is tried with the lists that the answer has loaded`() throws {
    let (settings, recording, list) = try asked()
    _ = try settings.findings(in: recording, of: "leak.tally") { _ in }
    try Data("zuckerwatte\n".utf8).write(to: URL(filePath: list))
    let trial = try trial(settings, recording)
    #expect(broken("kaffeesatz", trial) == [1])
    #expect(broken("zuckerwatte", trial) == [0])
  }

  @Test func `lists that are not in memory yet are loaded`() throws {
    let (settings, recording, _) = try asked()
    let trial = try trial(settings, recording)
    #expect(broken("kaffeesatz", trial) == [1])
    #expect(broken("zuckerwatte", trial) == [0])
  }

  @Test func `a list that is only recorded judges no password`() throws {
    let (settings, recording, list) = try asked()
    try FileManager.default.removeItem(atPath: list)
    // It answers for the recorded passwords.
    _ = try settings.findings(in: recording, of: "leak.tally") { _ in }
    let listener = Listener()
    #expect(throws: ProblemsTold.self) {
      _ = try trial(settings, recording, listener)
    }
    #expect(listener.told.first?.contains("\(list): error: cannot be read: no such file") == true)
  }

  // The lists of a thirteenth policy threw away those of twelve.
  @Test func `the lists of a thirteenth policy replace those that were used longest ago`() throws {
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
