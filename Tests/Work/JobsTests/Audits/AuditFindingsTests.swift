import Auditing
import Diagnostics
import Intake
import Jobs
import Metrics
import PasswordSpaces
@_spi(Internal) import Passwords
import Reports
import Tallies
import TestSupport
import Testing

@Suite struct AuditFindingsTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// A recording of a list of two users, `ann:abc` and `bob:abcdefgh`.
  private func recording() throws -> Recording {
    var settings = try settings(
      "minlength: 8;", [try directory.file("leak.txt", "ann:abc\nbob:abcdefgh\n")])
    settings.lists.layout = LayoutRequest(.stated(.user))
    settings.distinct = CountingSettings(memory: 16 << 20, directory: directory.path)
    return try settings.prepareScan(ScanSettings(version: "1")) { _ in }.run().recording
  }

  /// The findings of a policy in a recording.
  private func findings(in recording: Recording, distinct: Bool = true) throws -> AuditFindings {
    var settings = try settings("minlength: 8;", [])
    settings.distinct = distinct ? CountingSettings() : nil
    return try settings.findings(in: AskedRecording(recording), of: "leak.tally") { _ in }
  }

  @Test func `each list has findings of its own`() throws {
    let lists = [
      try directory.file("one.txt", "abc\nabcdefgh\n"), try directory.file("two.txt", "abcdefg1\n"),
      try directory.file("three.txt", "a\nb\nc\n"),
    ]
    var settings = try settings("minlength: 8;", lists)
    settings.separatesLists = true
    let found = try settings.prepare { _ in }.run()
    let parts = found.report(version: "1").parts.map(\.findings)
    #expect(parts.map(\.entries) == [2, 1, 3])
    #expect(parts.map { $0.policies.map(\.compliant) } == [[1], [1], [0]])
    #expect(found.findings.entries == 6)
  }

  @Test func `lines that were not read are in the findings`() throws {
    var recording = try recording()
    (recording.tally.lines.cut, recording.tally.lines.unheld) = (3, 2)
    let found = try findings(in: recording)
    #expect(found.findings.list.lines.cut == 3)
    #expect(found.findings.list.lines.unheld == 2)
  }

  @Test func `lines that only readers met are in the findings, and in those of their list`() throws
  {
    let long = String(repeating: "x", count: 70_000)
    let lists = [
      try directory.file("one.txt", "abc\n\(long)\n"),
      try directory.file("two.txt", String(repeating: "abcdefgh\n", count: 8_000)),
    ]
    var settings = try settings("minlength: 8;", lists)
    settings.separatesLists = true
    settings.lists.reading = TextSettings(maxBytes: 70_006)
    let found = try settings.prepare { _ in }.run()
    #expect(found.findings.list.lines.allOverLong == 1 && found.findings.list.lines.cut == 1)
    let parts = found.report(version: "1").parts.map(\.findings)
    #expect(parts.map(\.list.lines.allOverLong) == [1, 0])
    #expect(parts.map(\.list.lines.cut) == [0, 1])
  }

  @Test func `a report on part of a list, or on malformed lines, is incomplete`() throws {
    let whole = try recording()
    #expect(try findings(in: whole).shortfalls.isEmpty)
    var part = whole
    part.isComplete = false
    #expect(try findings(in: part).shortfalls == [.readInPart])
    var malformed = whole
    malformed.inputs[0].hasMalformedLines = true
    #expect(try findings(in: malformed).shortfalls == [.malformedLines])
  }

  @Test func `relations to users are counted only where a list names users`() throws {
    var recording = try recording()
    #expect(recording.namesUsers)
    let found = try findings(in: recording).findings
    #expect(found.relationNames == recording.schema.sources.userRelations)
    #expect(found.relations.map(\.name) == ["user-name", "user-name-part"])
    recording.namesUsers = false
    #expect(try findings(in: recording).findings.relations.isEmpty)
  }

  @Test func `distinct passwords are found only where all were recorded`() throws {
    var recording = try recording()
    #expect(try findings(in: recording).findings.distinctCount == 2)
    recording.spectrum = nil
    #expect(
      problem { try findings(in: recording) }?.found
        == "the tally does not record distinct passwords")
    #expect(try findings(in: recording, distinct: false).findings.distinctCount == nil)
  }

  @Test func `counts of 2⁶³ or more make no report`() throws {
    var recording = try recording()
    recording.tally.lines.repeats = UInt64(Int64.max)
    _ = try findings(in: recording, distinct: false)
    recording.tally.lines.repeats += 1
    #expect(
      problem { try findings(in: recording, distinct: false) }?.found
        == "the counts of the lines add up to 2⁶³ or more")
  }

  @Test func `a report lacks something where it could not be counted, and says so`() throws {
    var settings = try settings(
      "minlength: 8;", [try directory.file("leak.txt", "abcdefgh\nabcdefg1\n")])
    settings.space = .ascii
    for (rules, isCounted) in [
      ("minlength: 8; allowed: unicode;", true),
      ("minlength: 2000; maxlength: 2000; max-sequential: 2; allowed: unicode;", false),
    ] {
      settings.policies = try policies(rules)
      let listener = Listener()
      let found = try settings.prepare(tell: listener.tell).run()
      #expect(found.shortfalls == (isCounted ? [] : [.uncountedSpace, .warned]) || !isCounted)
      #expect(found.shortfalls.contains(.uncountedSpace) == !isCounted)
      #expect(found.report(version: "1").manifest.complete == isCounted)
      #expect(listener.told.isEmpty == isCounted)
    }
    // What is only told, or is a result, leaves a report complete.
    let twice = try directory.file("again.txt", "abcdefgh\nabcdefg1\n")
    settings.policies = try policies("minlength: 8; allowed: unicode;")
    settings.lists.names.append(twice)
    let warned = try settings.prepare { _ in }.run()
    #expect(warned.shortfalls == [.warned] && warned.report(version: "1").manifest.complete)
    #expect(warned.conclude(failing: Gates(least: 100)) { _ in } == .incomplete)
  }
}
