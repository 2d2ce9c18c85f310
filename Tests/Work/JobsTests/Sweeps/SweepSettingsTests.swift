import Auditing
import Intake
import Jobs
import PasswordPolicies
import Passwords
import Reports
import TestSupport
import Testing

@Suite struct SweepSettingsTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func settings(_ lists: [String]) -> SweepSettings {
    var audit = AuditSettings(
      JudgingSettings(
        lists: ListSettings(names: lists), strength: StrengthSettings(referenceYear: 2026)))
    audit.estimate = .none
    audit.distinct = CountingSettings(memory: 16 << 20, directory: directory.path)
    return SweepSettings(
      audit,
      grid: GridSettings(minLengths: [4, 8], classes: [0], blocklists: ["none", "default"]))
  }

  @Test func `a sweep is prepared, read and reported from values`() throws {
    let list = try directory.file("leak.txt", "password\nabc\nx9qvzt2k\nlmnk\n")
    let listener = Listener()
    let found = try settings([list]).prepare(tell: listener.tell).run()
    #expect(found.shortfalls.isEmpty)
    let report = found.report()
    let rows = String(decoding: report.table.bytes(), as: UTF8.self).split(separator: "\n")
    #expect(
      report.rows.map(\.cell.name) == [
        "length 4", "length 8", "length 4, blocklist default", "length 8, blocklist default",
      ])
    #expect(
      rows.dropFirst().map { $0.split(separator: ",", omittingEmptySubsequences: false)[6] }
        == ["3", "2", "2", "1"])
    #expect(listener.told == [])
  }

  @Test func `a sweep of part of a list is incomplete, and one without passwords fails`()
    throws
  {
    let list = try directory.file("leak.txt", "password\n")
    let damaged = try directory.file("leak.gz", [0x1F, 0x8B, 8, 0, 0])
    let part = try settings([list, damaged]).prepare(tell: { _ in }).run()
    #expect(part.shortfalls.outcome == .incomplete)
    let nothing = try settings([damaged]).prepare(tell: { _ in }).run()
    #expect(nothing.shortfalls.outcome == .impossible)
  }
}
