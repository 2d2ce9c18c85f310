import Diagnostics
import Files
import Foundation
import Jobs
import Metrics
import PasswordPolicies
import Reports
import TestSupport
import Testing
import Workers

/// What becomes of earlier reports, and what is told of a directory that holds none.
@Suite struct ReportStoreTests {
  private let directory: TemporaryDirectory
  private var path: String { directory.path + "/report" }

  init() throws { directory = try TemporaryDirectory() }

  /// Writes the report of some lists, each of a password, under some rules.
  private func write(
    _ names: [String], _ rules: String = "minlength: 8;", splitsTable: Bool = false,
    told listener: Listener = Listener(), change: (inout AuditSettings) -> Void = { _ in }
  ) throws {
    for name in names where !name.hasSuffix("/") { try directory.file(name, "meadow\(name)\n") }
    var settings = try settings(rules, names.map { "\(directory.path)/\($0)" })
    change(&settings)
    let run = try settings.prepare { _ in }
    var files = try ReportDirectory(path, for: run.lists, force: false, tell: listener.tell)
    _ = try files.publish(
      run.run().report(version: "1"), splitsTable: splitsTable, by: WorkerPool(width: 2),
      tell: listener.tell)
  }

  private func record(_ listener: Listener = Listener()) throws -> ReportRecord {
    try ReportStore.record(of: path, version: "1", takingYear: false, tell: listener.tell) {
      throw ProblemsTold()
    }
  }

  @Test(arguments: [0, 1, 10, 11, 30])
  func `the first ten warnings of a report are told where it is compared`(count: Int) throws {
    try write(["a.txt"])
    let manifest = try #require(directory.text("report/audit.json"))
    let warnings = (0..<count).map { "\"w\($0)\"" }.joined(separator: ", ")
    let found = try #require(manifest.firstMatch(of: #/"warnings" : \[[^\]]*\]/#))
    try directory.file(
      "report/audit.json",
      manifest.replacing(String(found.output), with: "\"warnings\" : [\(warnings)]"))
    let listener = Listener()
    _ = try record(listener)
    #expect(listener.told.count == min(count, 10))
    for (number, told) in listener.told.enumerated() {
      #expect(told.contains("the report warns: w\(number)"), "\(told)")
    }
  }

  @Test(
    arguments: [
      (["a.txt"], ["a.txt"], nil), (["a.txt"], ["b.txt"], "a.txt"),
      (["a.txt", "b.txt"], ["b.txt", "a.txt"], nil),
      (["a.txt", "b.txt"], ["a.txt"], "a.txt and 1 more"),
      (["a.txt"], ["a.txt", "b.txt"], "a.txt"), (["d/a.txt", "d/b.txt"], ["d/"], nil),
      (["d/a.txt"], ["d/"], nil), (["a.txt", "b.txt", "c.txt"], ["c.txt"], "a.txt and 2 more"),
      (["d.txt"], ["d.txt.txt"], "d.txt"), (["d.txt.txt"], ["d.txt"], "d.txt.txt"),
    ] as [([String], [String], String?)])
  func `a report of other lists is told to be replaced, and one of the same is not`(
    before: [String], after: [String], told: String?
  ) throws {
    try write(before)
    let listener = Listener()
    try write(after, told: listener)
    #expect(
      listener.told
        == (told.map { ["\(path): note: replaced the report of \(directory.path)/\($0)"] } ?? []))
  }

  @Test(arguments: [
    ("[a]\nminlength: 8;", "[a]\nminlength: 8;", nil),
    ("[a]\nminlength: 8;", "[a]\nminlength: 9;", "policy 'a'"),
    ("[a]\nminlength: 8;", "[b]\nminlength: 8;", "policy 'a'"),
    ("[a]\nminlength: 8;\n[b]\nminlength: 9;", "[b]\nminlength: 9;\n[a]\nminlength: 8;", nil),
    (
      "[a]\nminlength: 8;\n[b]\nminlength: 9;\n[c]\nminlength: 7;", "[b]\nminlength: 9;",
      "policy 'a' and 2 more"
    ),
  ])
  func `a report under other policies is told to be replaced`(
    before: String, after: String, told: String?
  ) throws {
    try write(["a.txt"], before)
    let listener = Listener()
    try write(["a.txt"], after, told: listener)
    #expect(
      listener.told.map { $0.prefix { $0 != "\n" } }
        == (told.map {
          ["\(path): note: replaced the report of the same lists under \($0)"]
        } ?? []))
  }

  @Test(arguments: [false, true])
  func `a report reads back as what it was made of, split or whole`(isSplit: Bool) throws {
    try write(
      ["a.txt", "b.txt"], "[a]\nminlength: 4;\n[b]\nminlength: 99; maxlength: 120;",
      splitsTable: isSplit)
    let listener = Listener()
    let record = try record(listener)
    #expect(record.isComplete && listener.told == [])
    let policies = record.histograms.filter { $0.metric.name == "compliance" }
    #expect(policies.map(\.policy) == ["a", "b"])
    #expect(policies.map { $0.bins.first?.count } == [2, 0])
    for file in ["report/audit.json", isSplit ? "report/compliance.csv" : "report/audit.csv"] {
      #expect(
        ReportStore.directory(of: "\(directory.path)/\(file)")
          == (isSplit && file.hasSuffix("csv") ? "\(directory.path)/\(file)" : path))
    }
  }

  @Test func `shapes are a file of masks, one a line`() throws {
    try directory.file("s.txt", "meadow1\nmeadow2\nlark22\nMeadow1\n")
    var settings = try settings("minlength: 4; allowed: unicode;", ["\(directory.path)/s.txt"])
    settings.countsShapes = true
    settings.shapeListing.least = 1
    let run = try settings.prepare { _ in }
    var files = try ReportDirectory(path, for: run.lists, force: false) { _ in }
    let report = try run.run().report(version: "1")
    _ = try files.publish(report, by: WorkerPool(width: 1)) { _ in }
    let masks = try #require(directory.text("report/shapes.hcmask"))
    #expect(masks == report.findings.masks?.map { $0 + "\n" }.joined() && masks.hasSuffix("\n"))
    #expect(masks.split(separator: "\n").count == 3 && masks.hasPrefix("?l?l?l?l?l?l?d\n"))
  }

  @Test func `a path leads to a report by its directory or one of its files`() throws {
    try write(["a.txt"])
    for name in ["audit.csv", "audit.json", "report.html"] {
      #expect(ReportStore.directory(of: "\(path)/\(name)") == path)
    }
    for path in [path, "\(path)/rules.csv", "\(path)/none/audit.csv", "x", "audit.json", ""] {
      #expect(ReportStore.directory(of: path) == path)
    }
    #expect(ReportStore.isReport(path) && !ReportStore.isReport("\(path)/audit.csv"))
  }

  @Test func `files that are no report, or of two, are told by what they lack`() throws {
    try write(["a.txt"])
    let files = ["audit.json", "audit.csv"]
    let texts = try files.map { try #require(directory.text("report/\($0)")) }
    let manager = FileManager.default
    for (json, table, code, found) in [
      (nil, texts[1], "unfinished-report", "the report has no audit.json, which a run writes last"),
      ("[]", texts[1], "malformed-report", "audit.json is no manifest of a report"),
      ("{}", texts[1], "malformed-report", "audit.json is no manifest of a report"),
      (
        texts[0].replacing("\"format\" : 1", with: "\"format\" : 9"), texts[1], "malformed-report",
        "audit.json has format 9"
      ),
      (texts[0], nil, "malformed-report", "no audit.csv, and no table of a metric"),
      (
        texts[0], "a,b\n", "malformed-report", "a table without the columns of audit.csv"
      ),
      (
        texts[0], texts[1] + "x\n", "malformed-report",
        "row \(texts[1].split(separator: "\n").count + 1) is not a row that a report has"
      ),
      (texts[0], texts[1], nil, ""),
    ] as [(String?, String?, String?, String)] {
      for (name, text) in zip(files, [json, table]) {
        try? manager.removeItem(atPath: "\(path)/\(name)")
        if let text { try directory.file("report/\(name)", text) }
      }
      let told = problem { try record() }
      #expect(told?.code == code && told?.found ?? "" == found, "\(told?.message ?? "")")
    }
  }

  @Test(arguments: [0, 1, 10, 12])
  func `a complete report tells ten of its warnings, and an incomplete one that it is`(count: Int)
    throws
  {
    let names = (0...count).map { "l\($0).txt" }
    for name in names { try directory.file(name, "meadow\n") }
    let run = try settings("minlength: 8;", names.map { "\(directory.path)/\($0)" }).prepare { _ in
    }
    var files = try ReportDirectory(path, for: run.lists, force: false) { _ in }
    _ = try files.publish(run.run().report(version: "1"), by: WorkerPool(width: 1)) { _ in }
    let listener = Listener()
    _ = try record(listener)
    #expect(listener.told.count == min(count, 10))
    #expect(listener.told.allSatisfy { $0.contains("the report warns: ") })
    let part = Listener()
    try write(["a.txt"]) { $0.lists.names.append("\(directory.path)/none.txt") }
    #expect(try record(part).isComplete == false)
    #expect(
      part.told.map { $0.prefix { $0 != "\n" } } == ["\(path): warning: the report is incomplete"])
  }

  @Test func `tallies of published lists lie beside a program, or above it`() throws {
    #expect(problem { try PublishedLists.tallies(of: nil) }?.code == "no-published-lists")
    try directory.file("opt/share/audit/evidence/b.tally", "")
    try directory.file("opt/share/audit/evidence/a.tally", "")
    try directory.file("opt/share/audit/evidence/synthetic.tally", "")
    try directory.file("opt/share/audit/evidence/a.txt", "")
    let place = "\(directory.path)/opt/share/audit/evidence"
    for program in ["opt/audit", "opt/bin/audit", "opt/a/b/c/audit"] {
      #expect(
        try PublishedLists.tallies(of: "\(directory.path)/\(program)")
          == ["\(place)/a.tally", "\(place)/b.tally"])
    }
    #expect(
      problem { try PublishedLists.tallies(of: "\(directory.path)/opt/a/b/c/d/e/f/audit") } != nil)
    try directory.file("src/Reports/evidence/c.tally", "")
    #expect(
      try PublishedLists.tallies(of: "\(directory.path)/src/.build/release/audit")
        == ["\(directory.path)/src/Reports/evidence/c.tally"])
  }
}
