import Auditing
import Diagnostics
import Intake
import Jobs
import Metrics
import PasswordPolicies
import PasswordSpaces
import Passwords
import Reports
import Tallies
import TestSupport
import Testing
import Workers

/// Settings that do not depend on the day and need no scorer.
func settings(_ rules: String, _ lists: [String]) throws -> AuditSettings {
  var settings = AuditSettings(
    JudgingSettings(
      policies: try policies(rules), lists: ListSettings(names: lists),
      strength: StrengthSettings(referenceYear: 2026)))
  settings.estimate = .none
  settings.blocklists = .off
  return settings
}

@Suite struct PreparedRunTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// Settings of an audit of a list with a text.
  private func settings(
    _ rules: String = "minlength: 8;", of text: String = "abcdefgh\n", _ more: String...
  ) throws -> AuditSettings {
    try JobsTests.settings(rules, [try directory.file("leak.txt", text)] + more)
  }

  @Test(arguments: [1, 3])
  func `an audit of a list is prepared, read and reported from values`(threads: Int) throws {
    let listener = Listener()
    var settings = try settings(
      "minlength: 8; required: digit; allowed: lower;",
      of: "abc\nabcdefgh\nabcdefg1\n\n12345678\nabcdefg1\n")
    settings.threads = threads
    settings.distinct = CountingSettings(memory: 16 << 20, directory: directory.path)

    let found = try settings.prepare(tell: listener.tell).run()
    #expect(found.findings.entries == 5)
    #expect(found.findings.policies.map(\.compliant) == [3])
    #expect(found.findings.distinctCount == 4)
    #expect(found.shortfalls.isEmpty)
    #expect(found.shortfalls.outcome == .done)

    let report = found.report(version: "1.2.3")
    #expect(report.manifest.version == "1.2.3")
    #expect(report.manifest.complete)
    #expect(report.manifest.dataset == "leak")
    #expect(found.report(version: "1", dataset: "other").manifest.dataset == "other")
    #expect(report.overview.entries == 5)
    let table = String(decoding: HistogramTable(report).filled.bytes(), as: UTF8.self)
    #expect(table.contains("leak,test,compliance,compliant,0,entries,3,0.600000\n"), "\(table)")
    #expect(listener.told == [])
  }

  @Test func `a page compares the policies with standards, also without earlier results`() throws {
    let settings = try settings("[short]\nminlength: 4;\n[long]\nminlength: 15; allowed: unicode;")
    let page = Page(try settings.prepare { _ in }.run().report(version: "1")).serialized()
    let scan = try settings.prepareScan(ScanSettings(version: "1")) { _ in }.run()
    let recorded = try settings.findings(
      in: AskedRecording(scan.recording), of: "leak.tally"
    ) { _ in }
    #expect(Page(recorded.report(version: "1")).serialized() == page)
    #expect(String(decoding: page, as: UTF8.self).contains("breaks"))
  }

  @Test func `a missing list is reported, and keeps an audit from being prepared`() throws {
    let listener = Listener()
    let settings = try JobsTests.settings("minlength: 8;", ["/no/such/list.txt"])
    #expect(throws: ProblemsTold.self) { try settings.prepare(tell: listener.tell) }
    #expect(listener.told.count == 1)
    #expect(listener.told.first?.hasPrefix("/no/such/list.txt: error: ") == true)
  }

  @Test func `a threshold is missed by each policy with which too few comply`() throws {
    let listener = Listener()
    let found = try settings(of: "abcdefgh\nabc\n").prepare(tell: listener.tell).run()
    #expect(found.conclude(tell: listener.tell) == .done)
    #expect(found.conclude(failing: Gates(least: 50), tell: listener.tell) == .done)
    #expect(listener.told.isEmpty)
    #expect(found.conclude(failing: Gates(least: 50.1), tell: listener.tell) == .incomplete)
    #expect(
      listener.told == [
        "error: 1 of 2 passwords (50.0 %) are accepted by 'test'; expected at least 50.1 %"
      ])
  }

  @Test func `a threshold is not compared with a share of an incomplete list`() throws {
    let settings = try settings(of: "abc\n", directory.path + "/none.txt")
    let found = try settings.prepare { _ in }.run()
    let listener = Listener()
    #expect(found.shortfalls == [.readInPart, .warned])
    #expect(found.conclude(failing: Gates(least: 50), tell: listener.tell) == .incomplete)
    #expect(listener.told.isEmpty)
  }

  @Test func `a missing list beside others leaves the audit incomplete`() throws {
    let listener = Listener()
    let settings = try settings(of: "abcdefgh\n", directory.path + "/none.txt")
    let found = try settings.prepare(tell: listener.tell).run()
    #expect(found.shortfalls == [.readInPart, .warned])
    #expect(found.shortfalls.outcome == .incomplete)
    #expect(!found.report(version: "1").manifest.complete)
    #expect(listener.told.count == 1)
  }

  @Test func `a list that cannot be read gives no result`() throws {
    let list = try directory.file("leak.gz", [0x1F, 0x8B, 8, 0, 0])
    let listener = Listener()
    let found = try JobsTests.settings("minlength: 8;", [list]).prepare(tell: listener.tell).run()
    #expect(found.shortfalls == [.readInPart, .nothingAudited, .warned])
    #expect(found.shortfalls.outcome == .impossible)
    #expect(listener.told.count == 1)
  }

  @Test(arguments: [false, true])
  func `a display ends with the reading, before problems of lists are told`(
    isSaved: Bool
  ) throws {
    let listener = Listener()
    let display = Display(listener)
    var settings = try JobsTests.settings(
      "minlength: 8;", [try directory.file("leak.gz", [0x1F, 0x8B, 8, 0, 0])])
    if isSaved {
      settings.checkpoints = CheckpointSettings(
        "\(directory.path)/state", every: 60, version: "1")
    }
    _ = try settings.prepare(tell: listener.tell).run(showing: display)
    #expect(display.events == ["begins, 0 told", "ends, 0 told"])
    #expect(listener.told.count == 1)
  }

  @Test func `nothing audited is a result where the user set the limit`() throws {
    var settings = try settings()
    settings.lists.reading = TextSettings(maxBytes: 0)
    let found = try settings.prepare(tell: { _ in }).run()
    #expect(found.shortfalls.isSuperset(of: [.nothingAudited, .endedOnPurpose]))
    #expect(found.shortfalls.outcome != .impossible)
  }

  @Test func `a missing list that policies name is reported`() throws {
    let listener = Listener()
    var settings = try settings()
    settings.blocklists = BlocklistSettings(files: [directory.path + "/none.txt"])
    #expect(throws: ProblemsTold.self) { try settings.prepare(tell: listener.tell) }
    #expect(listener.told.count == 1)
  }

  @Test func `a blocklist from a file refuses its values`() throws {
    var settings = try settings(
      "minlength: 8; blocklist: default;", of: "abcdefgh\nhgfedcba\nabcdefgh\n")
    settings.blocklists = BlocklistSettings(
      files: [try directory.file("refused.txt", "abcdefgh\n")])
    let found = try settings.prepare(tell: { _ in }).run()
    #expect(found.findings.policies.map(\.compliant) == [1])
    #expect(found.findings.lists.map(\.name) == ["refused"])
  }

  @Test func `the space of a policy is counted on request`() throws {
    var settings = try settings("minlength: 8; required: digit;")
    settings.space = .ascii
    let found = try settings.prepare(tell: { _ in }).run()
    #expect(found.report(version: "1").space?.count == 1)
    #expect(found.report(version: "1", spaces: [nil]).space?.count == 0)
    #expect(found.shortfalls.isEmpty)
  }

  @Test func `shapes of a run are a file of masks, and lists too many to be apart are refused`()
    throws
  {
    var settings = try settings(
      "minlength: 4; allowed: unicode;", of: "meadow1\nlark22\nMeadow1\nmeadow2\n")
    settings.countsShapes = true
    settings.shapeListing.least = 1
    let found = try settings.prepare { _ in }.run()
    #expect(found.report(version: "1").findings.masks?.isEmpty == false)
    settings.countsShapes = false
    settings.separatesLists = true
    settings.lists.names = try (0...1000).map { try directory.file("many/\($0).txt", "") }
    let told = problem { try settings.prepare { _ in } }
    #expect(
      told?.found == "1,001 lists are too many for --by-list" && told?.expected == "at most 1,000")
    settings.lists.names.removeLast()
    #expect(thrownCode { _ = try settings.prepare { _ in } } == nil)
  }

  @Test
  func `without memory for metrics of guessing a report is incomplete, and all else is there`()
    throws
  {
    var settings = try settings(of: "abcdefgh\nabc\nabc\n")
    settings.distinct = CountingSettings(memory: 16 << 20, directory: directory.path)
    let scan = try settings.prepareScan(ScanSettings(version: "1")) { _ in }.run()
    for (memory, shortfalls) in [(1, [.noSpectrum, .warned]), (1 << 20, [])]
      as [(Int, Set<Shortfall>)]
    {
      settings.distinct = CountingSettings(memory: memory)
      let listener = Listener()
      let found = try settings.findings(
        in: AskedRecording(scan.recording), of: "a.tally", tell: listener.tell)
      #expect(found.shortfalls == shortfalls)
      #expect(found.findings.entries == 3 && found.findings.policies.map(\.compliant) == [1])
      #expect(found.report(version: "1").manifest.complete == shortfalls.isEmpty)
      #expect(
        listener.told
          == (shortfalls.isEmpty
            ? []
            : [
              """
              error: metrics of guessing need room for 2 numbers of occurrences and more, each for one policy; \
              expected no more than the 1 bytes of --memory have room for
                Raise --memory, or name fewer policies.
              """
            ]))
    }
  }
}
