import Foundation
import TestSupport
import Testing

/// Tallies whose rows stand for many entries, and what is answered from them.
@Suite struct FoldedTallyRunTests {
  @Test func `a folded tally answers with intervals that hold the truth`() throws {
    let directory = try TemporaryDirectory()
    _ = try TallyRunTests.lines(3000, in: directory)
    _ = try directory.file("odd.txt", "[odd]\nminlength: 7; required: [!]; max-consecutive: 1;")
    let none = ["--strength", "none"]
    let scan = try Program.run(
      ["scan", "--min-group", "20", "-o", "x.tally", "list.txt"] + none, in: directory)
    #expect(scan.code == 0)
    #expect(
      scan.errors.contains(
        "note: folded at 20: policies may get answers wider than 10 %\n  Publish one tally of a list, "
          + "once: two of them, or an exact report beside it, tell more than each."),
      "\(scan.errors)")
    let info = try Program.run(["tally", "info", "x.tally"], in: directory)
    #expect(
      info.output.contains("\nfolded at 20: rows of fewer entries were joined, so answers are "))
    let rules = ["--rules", "odd.txt"]
    for (name, tally) in [("folded", "x.tally"), ("exact", "e.tally")] {
      if name == "exact" {
        #expect(
          try Program.run(["scan", "-q", "-o", tally, "list.txt"] + none, in: directory).code == 0)
      }
      let report = try Program.run(
        ["report", "-o", name, tally] + rules + none, in: directory)
      #expect(report.code == 0, "\(report.errors)")
      #expect(
        report.output.contains("Answered from a tally folded at 20: ") == (name == "folded"))
    }
    let rows = try #require(directory.text("folded/audit.csv")).split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    #expect(
      rows[0].joined(separator: ",")
        == "dataset,policy,metric,bucket,order,unit,count,share,count_least,count_most,"
        + "share_least,share_most")
    let exact = try #require(directory.text("exact/audit.csv")).split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    let numbers = Dictionary(
      exact.dropFirst().map { ($0[0...3].joined(separator: ","), $0[6]) },
      uniquingKeysWith: { first, _ in first })
    var (compared, differing) = (0, 0)
    for row in rows.dropFirst() where row[2] != "violation_set" {
      guard let count = numbers[row[0...3].joined(separator: ",")].flatMap({ UInt64($0) }),
        let least = UInt64(row[8]), let most = UInt64(row[9])
      else { continue }
      #expect(least <= count && count <= most, "\(row)")
      #expect(row[6] == (least == most ? row[8] : ""), "\(row)")
      compared += 1
      if least != most { differing += 1 }
    }
    #expect(compared > 50 && differing > 5)
    // The first table of the page has both ends, too.
    let admitted = try #require(rows.first { $0[1...3] == ["odd", "compliance", "compliant"] })
    #expect(admitted[8] != admitted[9])
    let page = try #require(directory.text("folded/report.html"))
    #expect(page.contains("<td>\(admitted[8])–\(admitted[9])</td>"))
    let json = try #require(directory.text("folded/audit.json"))
    #expect(json.contains("\"k\" : 20") && !json.contains("\"results\""))
    // The same rows from an exact tally; a folded one is not folded again.
    #expect(
      try Program.run(["merge", "e.tally", "--min-group", "20", "-o", "m.tally"], in: directory)
        .code
        == 0)
    let files = try ["m", "x"].map { name in
      try Data(contentsOf: URL(filePath: "\(directory.path)/\(name).tally"))
    }
    #expect(files[0] == files[1])
    let again = try Program.run(
      ["merge", "x.tally", "--min-group", "5", "-o", "y.tally"], in: directory)
    #expect(again.code == 2 && again.errors.contains("the tally is folded already"))
    for other in [["--distinct"], ["--shapes"]] {
      let both = try Program.run(
        ["scan", "--min-group", "20", "-o", "y.tally", "list.txt"] + other, in: directory)
      #expect(both.code == 64)
    }
    #expect(!directory.names().contains("y.tally"))
    let undecided = try Program.run(
      ["report", "-q", "-o", "u", "--fail-under", "50", "x.tally"] + none
        + ["--preset", "nist-63b-4"], in: directory)
    #expect(undecided.code == 1)
  }
}
