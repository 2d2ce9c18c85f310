import Foundation
import TestSupport
import Testing

/// Tallies whose rows stand for many entries, and what is answered from them.
@Suite struct FoldedTallyRunTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test func `a folded tally answers with intervals that hold the truth`() throws {
    try TallyRunTests.lines(3000, in: directory)
    try directory.file("odd.txt", "[odd]\nminlength: 7; required: [!]; max-consecutive: 1;")
    let none = ["--strength", "none"]
    let scan = try directory.audit(
      ["scan", "--min-group", "20", "-o", "x.tally", "list.txt"] + none)
    #expect(
      scan.errors.contains(
        "note: folded at 20: policies may get answers wider than 10 %\n  Publish one tally of a list, "
          + "once: two of them, or an exact report beside it, tell more than each."))
    let info = try directory.audit("tally info x.tally")
    #expect(
      info.output.contains("\nfolded at 20: rows of fewer entries were joined, so answers are "))
    let rules = ["--rules", "odd.txt"]
    for (name, tally) in [("folded", "x.tally"), ("exact", "e.tally")] {
      if name == "exact" {
        try directory.audit(["scan", "-q", "-o", tally, "list.txt"] + none)
      }
      let report = try directory.audit(["report", "-o", name, tally] + rules + none)
      #expect(
        report.output.contains("Answered from a tally folded at 20: ") == (name == "folded"))
    }
    let rows = directory.cells("folded/audit.csv")
    try #require(rows.count > 1)
    #expect(
      rows[0].joined(separator: ",")
        == "dataset,policy,metric,bucket,order,unit,count,share,count_least,count_most,"
        + "share_least,share_most")
    let exact = directory.cells("exact/audit.csv")
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
    #expect(page.contains("hatched to the most") && page.contains(#"class="iv""#))
    let json = try #require(directory.text("folded/audit.json"))
    let ends = #""acceptedLeast" : \#(admitted[8]),\#n      "acceptedMost" : \#(admitted[9]),"#
    #expect(json.contains("\"k\" : 20") && json.contains(ends), "\(json)")
    #expect(!json.contains("\"accepted\" :"))
    // A report of it is compared as the tally is, with both ends.
    try directory.audit("compare exact folded -o change")
    let pair = try table("change/compare.csv")
    let complying = try #require(
      pair.first { $0["policy"] == "odd" && $0["bucket"] == "compliant" })
    #expect(complying["count_old"] == complying["count_least_old"])
    #expect(complying["count_new"] == "" && complying["points"] == "")
    #expect(complying["count_least_new"] == admitted[8])
    #expect(complying["count_most_new"] == admitted[9])
    // The same rows from an exact tally; a folded one is not folded again.
    try directory.audit("merge e.tally --min-group 20 -o m.tally")
    #expect(try directory.bytes("m.tally") == directory.bytes("x.tally"))
    let again = try directory.audit("merge x.tally --min-group 5 -o y.tally", code: 2)
    #expect(again.errors.hasPrefix("x.tally: error: the tally is folded already"))
    let prints = ["--distinct", "--fingerprints", "a.prints", "--fingerprint-key", "key"]
    for other in [prints, ["--shapes"]] {
      try directory.audit(
        ["scan", "--min-group", "20", "-o", "y.tally", "list.txt"] + other, code: 64)
    }
    #expect(!directory.names().contains("y.tally"))
    try directory.audit(
      ["report", "-q", "-o", "u", "--fail-under", "50", "x.tally"] + none + [
        "--preset", "nist-63b-4",
      ], code: 1)
  }

  /// The rows of a table, by their header.
  private func table(_ path: String) throws -> [[String: String]] {
    let rows = directory.cells(path)
    try #require(rows.count > 1)
    return rows.dropFirst().map {
      Dictionary(zip(rows[0], $0), uniquingKeysWith: { first, _ in first })
    }
  }

  @Test func `rows may have to have distinct passwords`() throws {
    // One password of 300, and many others.
    let lines = (0..<300).map { _ in "common-one" } + (0..<900).map { "other-\($0 % 450)" }
    try directory.file("list.txt", lines.joined(separator: "\n") + "\n")
    let fold = ["--min-group", "20", "--min-group-distinct", "9"]
    @discardableResult
    func run(_ words: [String], code: Int32? = 0) throws -> Program.Run {
      try directory.audit(words + ["--strength", "none"], code: code)
    }
    try run(["scan", "--distinct", "-o", "x.tally", "list.txt"] + fold)
    try run(["scan", "--distinct", "-o", "e.tally", "list.txt"])
    try run(["scan", "-o", "n.tally", "list.txt"])
    let info = try directory.audit("tally info x.tally")
    let words = "folded at 20: rows of fewer entries or 9 distinct passwords were joined"
    #expect(info.output.contains(words))
    try directory.audit(["merge", "e.tally", "-o", "m.tally"] + fold)
    #expect(try directory.bytes("m.tally") == directory.bytes("x.tally"))
    let none = try directory.audit(["merge", "n.tally", "-o", "o.tally"] + fold, code: 2)
    #expect(none.errors.contains("counts no distinct passwords"))
    try run(["report", "--distinct", "-q", "-o", "r", "x.tally"])
    #expect(try #require(directory.text("r/audit.json")).contains("\"passwords\" : 9"))
    for wrong in [
      ["scan", "--min-group", "20", "--min-group-distinct", "9"],
      ["scan", "--distinct", "--min-group-distinct", "9"],
      ["scan", "--distinct", "--min-group", "20", "--min-group-distinct", "1"],
    ] {
      try run(wrong + ["-o", "y.tally", "list.txt"], code: 64)
    }
    #expect(!directory.names().contains("y.tally") && !directory.names().contains("o.tally"))
  }

  @Test func `a folded tally with distinct passwords tells what guesses find, with both ends`()
    throws
  {
    try TallyRunTests.lines(6000, in: directory)
    try directory.file("odd.txt", "[odd]\nminlength: 7; max-consecutive: 1;")
    for (name, option) in [("exact", []), ("folded", ["--min-group", "20"])] {
      try directory.audit(["scan", "-q", "--distinct", "-o", "\(name).tally", "list.txt"] + option)
      let report = try directory.audit([
        "report", "--distinct", "--weights", "accounts", "--rules", "odd.txt", "-o", name,
        "\(name).tally",
      ])
      let isFolded = name == "folded"
      let words = report.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(words.contains("Not from a folded tally: bits of guessing") == isFolded)
      let sweep = try directory.audit(
        "sweep -o s-\(name) --minlength 6,8 --classes 0,3 \(name).tally")
      #expect(sweep.output.contains("Not surely beaten") == isFolded)
    }
    func hold(_ exact: String?, _ row: [String: String], _ name: String) throws {
      guard let exact, !exact.isEmpty else { return }
      let truth = try #require(Double(exact))
      let least = try #require(Double(row["\(name)_least"] ?? ""), "\(name)")
      let most = try #require(Double(row["\(name)_most"] ?? ""), "\(name)")
      // Six digits are told.
      #expect(least <= truth * 1.00001 && truth <= most * 1.00001, "\(name): \(truth), \(row)")
    }
    let metrics: Set = ["repetition", "compliance", "length"]
    let keys = ["policy", "metric", "bucket", "unit"]
    func key(_ row: [String: String]) -> [String?] { keys.map { row[$0] } }
    let counts = try table("folded/audit.csv")
    let known = Dictionary(counts.map { (key($0), $0) }, uniquingKeysWith: { first, _ in first })
    var distinct = 0
    for row in try table("exact/audit.csv") where metrics.contains(row["metric"] ?? "") {
      let own = try #require(known[key(row)], "\(row)")
      try hold(row["count"], own, "count")
      if row["unit"] == "distinct" { distinct += 1 }
    }
    #expect(distinct > 10)
    let (exact, folded) = (
      try table("exact/empirical.csv"),
      try table("folded/empirical.csv")
    )
    #expect(exact.map { $0["policy"] } == folded.map { $0["policy"] })
    for (exact, folded) in zip(exact, folded) {
      for name in [
        "accepted", "accepted_share", "distinct_accepted", "lambda_1", "lambda_10",
        "lambda_1000",
      ] {
        try hold(exact[name], folded, name)
      }
    }
    #expect(
      directory.text("folded/curve.csv") == nil && directory.text("folded/spectrum.csv") == nil)
    let grids = try (
      table("s-exact/sweep.csv"), table("s-folded/sweep.csv")
    )
    #expect(grids.0.count == 4 && grids.1.count == 4)
    for (exact, folded) in zip(grids.0, grids.1) {
      #expect(exact["policy"] == folded["policy"])
      for name in [
        "accepted", "refused_share", "distinct_accepted", "lambda_10", "lambda_1000",
      ] {
        try hold(exact[name], folded, name)
      }
    }
    #expect(try #require(directory.text("s-folded/sweep.html")).contains("surely beats"))
    let models = try directory.audit(
      "report --distinct --weights accounts --behaviour all folded.tally", code: 2)
    #expect(models.errors.contains("it tells nothing of models of behaviour"))
    let limit = try directory.audit("report --distinct --popularity 10 folded.tally", code: 2)
    #expect(limit.errors.contains("it tells nothing of a limit on popularity"))
    let median = try directory.audit("sweep --against median folded.tally", code: 2)
    #expect(median.errors.contains("it tells no median of the guesses"))
  }
}
