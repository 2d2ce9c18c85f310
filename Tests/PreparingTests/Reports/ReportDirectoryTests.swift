import Files
import Findings
import Foundation
import Preparing
import Reporting
import TestSupport
import Testing
import Workers

/// The names in a directory, in order.
private func names(in directory: String) throws -> [String] {
  try FileManager.default.contentsOfDirectory(atPath: directory).sorted()
}

/// A report on a list of one password, and the lists that it is of.
private func report(on list: String) throws -> (report: Report, lists: FoundLists) {
  let run = try settings("minlength: 8;", [list]).prepare { _ in }
  return (try run.read().report(version: "1.2.3"), run.reading.lists)
}

@Suite struct ReportDirectoryTests {
  private let workers = WorkerPool(width: 2)

  @Test(arguments: [false, true], [false, true])
  func `a report consists of the chosen parts`(splitsTable: Bool, hasPage: Bool) throws {
    let directory = try TemporaryDirectory()
    let (report, lists) = try report(on: try directory.file("leak.txt", "abcdefgh\n"))
    let path = directory.path + "/report"
    var files = try ReportDirectory(path, for: lists, force: false) { _ in }
    var parts = ReportParts()
    parts.splitsTable = splitsTable
    parts.hasPage = hasPage
    let manifest = try files.publish(report, parts, by: workers) { _ in }
    let tables = splitsTable ? report.table.metrics.map { "\($0.rawValue).csv" } : ["audit.csv"]
    #expect(
      try names(in: path)
        == (tables + ["audit.json", "rules.csv"] + (hasPage ? ["report.html"] : [])).sorted())
    #expect(directory.text("report/audit.json") == String(decoding: manifest, as: UTF8.self))
    if !splitsTable {
      #expect(
        directory.text("report/audit.csv")
          == String(decoding: report.table.serialized(), as: UTF8.self))
    }
  }

  @Test func `a report of other lists is replaced only where the user named its directory`() throws
  {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/report"
    let listener = Listener()
    for name in ["one.txt", "one.txt", "two.txt"] {
      let (report, lists) = try report(on: try directory.file(name, "abcdefgh\n"))
      var files = try ReportDirectory(path, for: lists, force: false, tell: listener.tell)
      _ = try files.publish(report, by: workers, tell: listener.tell)
    }
    #expect(
      listener.told == ["\(path): note: replaced the report of \(directory.path)/one.txt"])
  }

  @Test func `files of others are kept`() throws {
    let directory = try TemporaryDirectory()
    let (_, lists) = try report(on: try directory.file("leak.txt", "abcdefgh\n"))
    #expect(throws: FileProblem.self) {
      _ = try ReportDirectory(directory.path, for: lists, force: false) { _ in }
    }
    #expect(try names(in: directory.path) == ["leak.txt"])
  }
}
