import Diagnostics
import Foundation
import Jobs
import Judging
import Questions
import TestSupport
import Testing

@Suite struct LookupListsTests {
  /// A recording of two passwords, with a policy whose list holds one of them.
  private static func asked(
    _ directory: TemporaryDirectory
  ) throws -> (settings: AuditSettings, recording: AskedRecording, list: String) {
    let list = try directory.file("refused.txt", "kaffeesatz\n")
    let leak = try directory.file("leak.txt", "kaffeesatz\nzuckerwatte\n")
    var settings = try settings("blocklist: \"\(list)\" exact;", [leak])
    settings.blocklists = BlocklistSettings()
    let recording = try settings.prepareScan(ScanSettings(version: "1")) { _ in }.run().recording
    return (settings, AskedRecording(recording), list)
  }

  private static func trial(
    _ settings: AuditSettings, _ recording: AskedRecording, _ listener: Listener = Listener()
  ) throws -> PasswordTrial {
    try PasswordTrial(
      settings.policies, recording.lookupLists(settings, tell: listener.tell), settings.strength)
  }

  private static func broken(_ password: String, _ trial: PasswordTrial) -> [Int] {
    trial.judgement(of: Array(password.utf8)).broken.map(\.count)
  }

  // Each password that was tried had the lists read again.
  @Test func `a password is tried with the lists that the answer has loaded`() throws {
    let directory = try TemporaryDirectory()
    let (settings, recording, list) = try Self.asked(directory)
    _ = try settings.findings(in: recording, of: "leak.tally") { _ in }
    try Data("zuckerwatte\n".utf8).write(to: URL(filePath: list))
    let trial = try Self.trial(settings, recording)
    #expect(Self.broken("kaffeesatz", trial) == [1])
    #expect(Self.broken("zuckerwatte", trial) == [0])
  }

  @Test func `lists that are not in memory yet are loaded`() throws {
    let directory = try TemporaryDirectory()
    let (settings, recording, _) = try Self.asked(directory)
    let trial = try Self.trial(settings, recording)
    #expect(Self.broken("kaffeesatz", trial) == [1])
    #expect(Self.broken("zuckerwatte", trial) == [0])
  }

  @Test func `a list that is only recorded judges no password`() throws {
    let directory = try TemporaryDirectory()
    let (settings, recording, list) = try Self.asked(directory)
    try FileManager.default.removeItem(atPath: list)
    // It answers for the recorded passwords.
    _ = try settings.findings(in: recording, of: "leak.tally") { _ in }
    let listener = Listener()
    #expect(throws: ProblemsTold.self) {
      _ = try Self.trial(settings, recording, listener)
    }
    #expect(listener.told.first?.contains("\(list): error: cannot be read: no such file") == true)
  }
}
