import Diagnostics
import Files
import Foundation
import Jobs
import Metrics
import Reports
import TestSupport
import Testing
import Workers

@Suite struct ReportDirectoryTests {
  private let workers = WorkerPool(width: 2)
  private let directory: TemporaryDirectory
  private var path: String { directory.path + "/report" }

  init() throws { directory = try TemporaryDirectory() }

  /// A report on a list of one password, and the lists that it is of.
  private func report(
    on name: String = "leak.txt"
  ) throws -> (report: Report, lists: FoundLists) {
    let list = try directory.file(name, "abcdefgh\n")
    let run = try settings("minlength: 8;", [list]).prepare { _ in }
    return (try run.run().report(version: "1.2.3"), run.lists)
  }

  @Test(arguments: [false, true], [false, true])
  func `a report consists of the chosen parts`(splitsTable: Bool, hasPage: Bool) throws {
    let (report, lists) = try report()
    var files = try ReportDirectory(path, for: lists, force: false) { _ in }
    let manifest = try files.publish(
      report, splitsTable: splitsTable, hasPage: hasPage, by: workers
    ) { _ in }
    let tables =
      splitsTable ? HistogramTable(report).metrics.map { "\($0.name).csv" } : ["audit.csv"]
    #expect(
      directory.names(in: "report")
        == (tables
        + ["audit.json", "datapackage.json", "results.csv", "rules.csv"]
        + (hasPage ? ["report.html"] : [])).sorted())
    #expect(directory.text("report/audit.json") == String(decoding: manifest, as: UTF8.self))
    if !splitsTable {
      #expect(
        directory.text("report/audit.csv")
          == String(decoding: HistogramTable(report).filled.bytes(), as: UTF8.self))
    }
  }

  @Test func `a report of other lists is replaced only where the user named its directory`() throws
  {
    let listener = Listener()
    for name in ["one.txt", "one.txt", "two.txt"] {
      let (report, lists) = try report(on: name)
      var files = try ReportDirectory(path, for: lists, force: false, tell: listener.tell)
      _ = try files.publish(report, by: workers, tell: listener.tell)
    }
    #expect(
      listener.told == ["\(path): note: replaced the report of \(directory.path)/one.txt"])
  }

  @Test func `a report that another run publishes meanwhile is not replaced without a word`() throws
  {
    let listener = Listener()
    let (one, two) = (try report(on: "one.txt"), try report(on: "two.txt"))
    var first = try ReportDirectory(path, for: one.lists, force: false, tell: listener.tell)
    var second = try ReportDirectory(path, for: two.lists, force: false, tell: listener.tell)
    _ = try first.publish(one.report, by: workers, tell: listener.tell)
    _ = try second.publish(two.report, by: workers, tell: listener.tell)
    #expect(
      listener.told == ["\(path): note: replaced the report of \(directory.path)/one.txt"])
  }

  @Test
  func `a report goes where a link led at the beginning, and the earlier one is told of there`()
    throws
  {
    let listener = Listener()
    let manager = FileManager.default
    let (one, two) = (try report(on: "one.txt"), try report(on: "two.txt"))
    try directory.file("theirs/thesis", "mine")
    try manager.createDirectory(
      atPath: "\(directory.path)/ours", withIntermediateDirectories: true)
    try manager.createSymbolicLink(atPath: path, withDestinationPath: "ours")
    for (number, (report, lists)) in [one, two].enumerated() {
      var files = try ReportDirectory(path, for: lists, force: false, tell: listener.tell)
      if number == 1 {
        try manager.removeItem(atPath: path)
        try manager.createSymbolicLink(atPath: path, withDestinationPath: "theirs")
      }
      _ = try files.publish(report, by: workers, tell: listener.tell)
    }
    #expect(directory.names(in: "theirs") == ["thesis"])
    #expect(directory.names(in: "ours").contains("audit.json"))
    let place = "\(directory.path)/ours"
    #expect(
      listener.told == [
        "\(path): warning: the path leads elsewhere since the command began\n"
          + "  The output is complete, in \(place).",
        "\(place): note: replaced the report of \(directory.path)/one.txt",
      ])
  }

  @Test func `a manifest too large to be read is one of other lists`() throws {
    let listener = Listener()
    let (report, lists) = try report()
    let manifest = try directory.file("report/audit.json", "{")
    try FileHandle(forUpdating: URL(filePath: manifest)).truncate(atOffset: 900 << 20)
    var files = try ReportDirectory(path, for: lists, force: false, tell: listener.tell)
    _ = try files.publish(report, by: workers, tell: listener.tell)
    #expect(listener.told == ["\(path): note: replaced the report of other lists"])
  }

  @Test(arguments: [
    ("audit.csv", 65 << 20, "cannot read the report: file too large"),
    ("audit.json", 17 << 20, "cannot read the report: file too large"),
    ("audit.csv", 60 << 20, "a table without the columns of audit.csv"),
  ])
  func `a file of a report is refused by its size or its first bytes`(
    name: String, byteCount: Int, found: String
  ) throws {
    let (report, lists) = try report()
    var files = try ReportDirectory(path, for: lists, force: false) { _ in }
    _ = try files.publish(report, by: workers) { _ in }
    let file = try directory.file("report/\(name)", name == "audit.json" ? "{" : "x")
    try FileHandle(forUpdating: URL(filePath: file)).truncate(atOffset: UInt64(byteCount))
    let start = ContinuousClock.now
    #expect(
      problem {
        try ReportStore.record(
          of: path, version: "1", takingYear: false, tell: { _ in }
        ) { throw ProblemsTold() }
      }?.found == found)
    // Reading 60 MB takes ten seconds in debug.
    #expect(ContinuousClock.now - start < .seconds(5))
  }

  @Test func `files of others are kept`() throws {
    let (_, lists) = try report()
    #expect(throws: (any Error).self) {
      _ = try ReportDirectory(directory.path, for: lists, force: false) { _ in }
    }
    #expect(directory.names() == ["leak.txt"])
  }

  @Test(arguments: [
    ("one.txt", "./one.txt", nil), ("one.txt", ".//one.txt", nil), ("./deep/", "deep/one.txt", nil),
    ("deep/one.txt", "deep", nil), ("deep", "one.txt", "deep/one.txt"),
    ("deep", "deep/./one.txt", nil), ("deeper", "deep", "deeper/one.txt"),
  ])
  func `a list is the same one in whatever spelling of its path`(
    before: String, now: String, replaced: String?
  ) throws {
    for name in ["one.txt", "deep/one.txt", "deeper/one.txt"] {
      try directory.file(name, "abcdefgh\n")
    }
    let listener = Listener()
    for name in [before, now] {
      let run = try settings("minlength: 8;", ["\(directory.path)/\(name)"]).prepare { _ in }
      var files = try ReportDirectory(path, for: run.lists, force: false, tell: listener.tell)
      _ = try files.publish(
        run.run().report(version: "1"), by: workers, tell: listener.tell)
    }
    #expect(
      listener.told
        == (replaced.map {
          ["\(path): note: replaced the report of \(directory.path)/\($0)"]
        } ?? []))
  }
}
