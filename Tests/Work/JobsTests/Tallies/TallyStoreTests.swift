import Auditing
import Diagnostics
import Foundation
import Intake
import Jobs
import Metrics
import Passwords
import Reports
import Tallies
import TallyFiles
import TestSupport
import Testing

@Suite struct TallyStoreTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// Records a list, and writes its tally.
  private func tally(distinct: Bool = false) throws -> String {
    let list = try directory.file("leak.txt", "password\nabc\nx9qvzt2k\nlmnk\n")
    var settings = try settings("", [list])
    settings.estimate = .zxcvbn
    settings.strength = StrengthSettings(referenceYear: 2019)
    if distinct {
      settings.distinct = CountingSettings(memory: 16 << 20, directory: directory.path)
    }
    let path = "\(directory.path)/leak.tally"
    let scan = try settings.prepareScan(ScanSettings(to: path, version: "1")) { _ in }.run()
    #expect(try scan.conclude { _ in } == .done)
    return path
  }

  @Test func `a tally is written, recognised, read and described`() throws {
    let path = try tally()
    #expect(TallyStore.isTally(path))
    #expect(try TallyStore.read(path).entries == 4)
    let blocks = try TallyStore.description(of: path)
    #expect(
      blocks.map(\.title) == [
        "", "It can answer questions about", "It cannot answer questions about",
        "What it says of other accounts",
      ])
    #expect(blocks[0].lines.first?.hasPrefix("4 passwords, ") == true)
    #expect(blocks[1].lines.count > 0 && blocks[2].lines.count > 0)
  }

  @Test func `a tally that states another size is refused before it is read`() throws {
    let path = try tally()
    let file = try FileHandle(forUpdating: URL(filePath: path))
    // Most of it is a hole, which takes no place on the disk.
    try file.truncate(atOffset: 900 << 20)
    #expect(
      problem { try TallyStore.read(path) }?.message == """
        \(path): error: the tally is damaged: it has another size than it states
          Copy it again from where it was made, or scan the list again.
        """)
  }

  @Test func `a missing tally is told as missing, and another file as no tally`() throws {
    let list = try directory.file("leak.txt", "password\n")
    for (path, expected) in [
      ("\(directory.path)/gone.tally", Problem.unreadableTally(SystemError(code: ENOENT))),
      (list, .foreignTally),
    ] {
      #expect(problem { try TallyStore.read(path) } == expected.of(path))
    }
  }

  @Test(arguments: ["a b", "ä?x=1&#%41", ":memory:", "file:x"])
  func `a tally is read whatever its name`(name: String) throws {
    let path = "\(directory.path)/\(name)"
    try FileManager.default.moveItem(atPath: try tally(), toPath: path)
    #expect(try TallyStore.read(path).entries == 4)
    #expect(try TallyStore.read(path.replacing("/tmp/", with: "//tmp//")).entries == 4)
  }

  @Test func `a file that gets the name meanwhile is kept, and no fingerprints appear`() throws {
    let list = try directory.file("leak.txt", "password\nabc\n")
    var settings = try settings("", [list])
    settings.distinct = CountingSettings(
      memory: 16 << 20, directory: directory.path,
      fingerprints: FingerprintSettings(
        path: "\(directory.path)/prints", keyPath: "\(directory.path)/key"))
    let path = "\(directory.path)/leak.tally"
    let scan = try settings.prepareScan(ScanSettings(to: path, version: "1")) { _ in }.run()
    try directory.file("leak.tally", "precious")
    #expect(
      problem { try scan.conclude { _ in } }?.found
        == "cannot write: a file that is not a tally is in the way")
    #expect(directory.text("leak.tally") == "precious")
    #expect(!directory.names().contains("prints"))
  }

  @Test func `a tally answers with its own reference year, or says that it has another`() throws {
    let path = try tally(distinct: true)
    let missing = "the tally does not record scores with the reference year 2026 (only 2019)"
    var asked = try settings("minlength: 4;", [])
    asked.estimate = .zxcvbn
    #expect(
      problem { try asked.findings(inTally: path, takingYear: false) { _ in } }?.found == missing)
    let found = try asked.findings(inTally: path, takingYear: true) { _ in }
    #expect(found.findings.entries == 4)

    asked.policies = []
    let sweep = SweepSettings(asked, grid: GridSettings(minLengths: [4], classes: [0]))
    #expect(
      problem {
        try SweepSettings.findings(inTally: path, takingYear: false, tell: { _ in }) { sweep }
      }?.found == missing)
    let cells = try SweepSettings.findings(inTally: path, takingYear: true, tell: { _ in }) {
      sweep
    }
    #expect(cells.shortfalls.isEmpty)
  }

  @Test func `a tally of before the combined estimate answers by zxcvbn unless that is asked for`()
    throws
  {
    let path = try tally(distinct: true)
    var asked = try settings("minlength: 4;", [])
    asked.strength = StrengthSettings(referenceYear: 2019)
    asked.estimate = .combined
    #expect(
      problem { try asked.findings(inTally: path, takingYear: false) { _ in } }?.found
        == "the tally does not record the combined estimate")
    asked = AuditSettings(asked.judging, nil)
    let found = try asked.findings(inTally: path, takingYear: false) { _ in }
    let names = Set(found.findings.histograms().map(\.metric.name))
    #expect(names.contains("cracked_zxcvbn") && !names.contains("cracked"))

    asked.policies = []
    asked = AuditSettings(asked.judging, .combined)
    #expect(
      problem {
        try SweepSettings.findings(inTally: path, takingYear: false, tell: { _ in }) {
          SweepSettings(asked)
        }
      }?.found == "the tally does not record the combined estimate")
    asked = AuditSettings(asked.judging, nil)
    let cells = try SweepSettings.findings(
      inTally: path, takingYear: false, tell: { _ in }
    ) { SweepSettings(asked) }
    #expect(cells.report().estimate?.source == .zxcvbn)
  }

  @Test func `a comparison takes a tally or a report`() throws {
    let path = try tally()
    var asked = try settings("minlength: 4;", [])
    asked.estimate = .zxcvbn
    let record = try ReportStore.record(
      of: path, version: "1", takingYear: true, tell: { _ in }, { asked })
    #expect(record.isComplete)
    // A report is not asked, so it needs no settings.
    #expect(
      problem {
        try ReportStore.record(of: directory.path, version: "1", takingYear: true, tell: { _ in }) {
          throw ProblemsTold()
        }
      }?.found.hasPrefix("cannot read the report: ") == true)
  }

  @Test func `one file with two names is the same`() throws {
    let path = try directory.file("a/leak.tally", "")
    #expect(ReportStore.areSame(path, "\(directory.path)/a/../a/leak.tally"))
    #expect(!ReportStore.areSame(path, directory.path))
    #expect(ReportStore.areSame("none", "none") && !ReportStore.areSame("none", "nothing"))
  }

  @Test func `something else than a tally is told by what it is`() throws {
    try directory.file("report/audit.json", "{")
    let list = try directory.file("list.txt", "meadow\n")
    let compiled = "\(directory.path)/compiled"
    _ = try CompilationSettings(directory: directory.path).compile(
      [list], to: compiled, show: { _ in }, tell: { _ in })
    try directory.file("dir/x", "")
    for (name, code) in [
      ("report", "report-as-tally"), ("report/audit.json", "report-as-tally"),
      ("dir", "directory-as-tally"),
      ("compiled", "blocklist-as-tally"), ("list.txt", "foreign-tally"),
      ("gone", "unreadable-tally"),
    ] {
      let path = "\(directory.path)/\(name)"
      #expect(thrownCode { _ = try TallyStore.read(path) } == code, "\(name)")
      #expect(!TallyStore.isTally(path))
    }
    #expect(
      !TallyStore.isTally("-")
        && thrownCode { _ = try TallyStore.read("/dev/null") } == "foreign-tally")
  }

  @Test(arguments: [false, true])
  func `a tally is described alike for people and for programs`(isOfUsers: Bool) throws {
    let words = (0..<300).map { "word\($0 % 40 * ($0 % 7))" }
    let list = try directory.file(
      "leak.txt", words.map { (isOfUsers ? "ann:" : "") + $0 + "\n" }.joined())
    var settings = try settings("", [list])
    settings.lists.layout = isOfUsers ? LayoutRequest(.stated(.user)) : .plain
    settings.distinct = CountingSettings(memory: 16 << 20, directory: directory.path)
    let path = "\(directory.path)/leak.tally"
    let scan = try settings.prepareScan(ScanSettings(to: path, version: "1")) { _ in }.run()
    _ = try scan.conclude { _ in }
    let blocks = try TallyStore.description(of: path)
    let object = try JSONSerialization.jsonObject(with: Data(TallyStore.json(of: path)))
    let facts = try #require(object as? [String: Any])
    #expect(facts["passwords"] as? Int == 300 && facts["complete"] as? Bool == true)
    #expect(facts["signatures"] as? Int == scan.recording.tally.signatureCount)
    for (name, place) in [("contents", 0), ("answers", 1), ("does_not_hold", 2)] {
      #expect(facts[name] as? [String] == blocks[place].lines)
    }
    #expect((facts["inputs"] as? [Any])?.count == 1 && facts["bounds"] != nil)
    let condition =
      isOfUsers
      ? "that holds if its 300 accounts are independent draws"
      : "that holds if its 300 passwords are those of as many accounts, drawn independently"
    #expect(blocks[3].lines.count == 2 && blocks[3].lines[1].hasPrefix(condition))
    #expect(blocks[3].lines[0].hasSuffix(" of the share that the best attacker finds"))
  }

  @Test func `a scan goes on from its checkpoint, and is refused one with other facts`() throws {
    let list = try directory.file("leak.txt", (0..<400_000).map { "pass\($0 % 977)\n" }.joined())
    func scan(_ estimate: FactDemand.StrengthDetail = .none, _ listener: Listener = Listener())
      throws
      -> ScanFindings
    {
      var settings = try settings("", [list])
      settings.estimate = estimate
      settings.checkpoints = CheckpointSettings(
        "\(directory.path)/state", every: .zero, version: "1")
      return try settings.prepareScan(ScanSettings(version: "1"), tell: listener.tell).run()
    }
    let whole = try scan().recording
    let listener = Listener()
    let resumed = try scan(.none, listener)
    #expect(listener.told.count == 1 && listener.told[0].contains("note: resuming after "))
    #expect(resumed.recording.tally == whole.tally && whole.entries == 400_000)
    #expect(thrownCode { _ = try scan(.meter) } == "other-run")
    #expect(try resumed.conclude { _ in } == .done && !directory.names().contains("state"))
  }

  @Test func `a scan that folds its tally says from when on answers are narrow`() throws {
    let list = try directory.file("leak.txt", (0..<90).map { "word\($0 % 9)\n" }.joined())
    let path = "\(directory.path)/leak.tally"
    let listener = Listener()
    let scan = try settings("", [list]).prepareScan(
      ScanSettings(to: path, version: "1", fold: FoldSettings(entries: 10))
    ) { _ in }.run()
    #expect(try scan.conclude(tell: listener.tell) == .done)
    #expect(
      listener.told.count == 1 && listener.told[0].hasPrefix("note: folded at 10: policies may get")
    )
    #expect(scan.recording.folding?.least == 10 && scan.recording.entries == 90)
    let empty = try directory.file("empty.txt", "\n")
    let nothing = Listener()
    #expect(
      try settings("", [empty]).prepareScan(ScanSettings(version: "1")) { _ in }.run().conclude(
        tell: nothing.tell) == .incomplete)
    #expect(nothing.told.count == 1 && nothing.told[0].contains("no passwords"))
  }
}
