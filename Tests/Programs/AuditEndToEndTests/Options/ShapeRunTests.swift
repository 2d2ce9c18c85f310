import Foundation
import TestSupport
import Testing

/// Shapes of passwords, from lists to reports, tallies and masks.
@Suite struct ShapeRunTests {
  private static let options = [
    "--strength", "none", "--no-blocklist", "--min-shape-count", "1", "-q",
  ]

  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    let lines = [
      "Passw0rd", "Kennw0rt", "abc", "xyz", "def", "12", "été", "日本", "a\tb",
      String(repeating: "x", count: 61),
    ]
    try directory.file("list.txt", lines.joined(separator: "\n") + "\n")
  }

  /// The rows of the metric without dataset and policy.
  private func rows(_ report: String) -> [String] {
    directory.rows("\(report)/audit.csv").map(String.init)
      .filter { $0.hasPrefix("list,,shape,") }.map { String($0.dropFirst("list,,shape,".count)) }
  }

  @Test func `a run counts shapes on request`() throws {
    let run = ["run"] + Self.options
    try directory.audit(run + ["-o", "r", "--shapes", "list.txt"])
    #expect(
      rows("r") == [
        "lll,0,entries,3,0.300000", "Ulllldll,1,entries,2,0.200000", "dd,2,entries,1,0.100000",
        "oo,3,entries,1,0.100000", "lol,4,entries,1,0.100000", "olo,5,entries,1,0.100000",
        "other,6,entries,1,0.100000",
      ])
    // hashcat's masks have one position for each byte: é has two, a Japanese character three.
    #expect(
      directory.text("r/shapes.hcmask") == """
        ?l?l?l
        ?u?l?l?l?l?d?l?l
        ?d?d
        ?l?b?l
        ?b?b?l?b?b
        ?b?b?b?b?b?b

        """)
    #expect(directory.text("r/audit.json")?.contains("\"shape\" : \"l lowercase, ") == true)
    let page = try #require(directory.text("r/report.html"))
    #expect(page.contains("shapes.hcmask"))

    let plain = ["run", "--strength", "none", "--no-blocklist", "-q"]
    try directory.audit(plain + ["-o", "s", "list.txt"])
    #expect(rows("s") == [])
    #expect(!directory.names(in: "s").contains("shapes.hcmask"))
    // A report with masks is ours, and may be replaced by one without.
    try directory.audit(plain + ["-o", "r", "list.txt"])
    #expect(!directory.names(in: "r").contains("shapes.hcmask"))
  }

  @Test func `masks are those of passwords that the named policies leave`() throws {
    try directory.file("long.policy", "minlength: 8;")
    try directory.file("digits.policy", "required: digit; max-consecutive: 2;")
    let scan = ["scan", "--shapes", "--strength", "none", "--no-blocklist", "-q"]
    try directory.audit(scan + ["-o", "x.tally", "list.txt"])
    for (rules, masks) in [
      (["long"], "?u?l?l?l?l?d?l?l\n"), (["digits"], "?d?d\n"),
      (["long", "digits"], "?u?l?l?l?l?d?l?l\n?d?d\n"),
    ] {
      for command in [["run"], ["report"]] {
        let list = command == ["run"] ? ["--shapes", "list.txt"] : ["x.tally"]
        try directory.audit(
          command + Self.options + rules.flatMap { ["--rules", "\($0).policy"] } + [
            "--force", "-o", "r",
          ] + list)
        #expect(directory.text("r/shapes.hcmask") == masks, "\(command) \(rules)")
        // The metric counts all passwords, whatever policies say.
        #expect(rows("r").first == "lll,0,entries,3,0.300000")
      }
    }
  }

  @Test func `the summary shows the commonest shapes with --verbose`() throws {
    let run = [
      "run", "--strength", "none", "--no-blocklist", "--shapes", "--min-shape-count", "1", "-o",
      "r",
    ]
    let short = try directory.audit(run + ["list.txt"])
    #expect(!short.output.contains("Ulllldll"))
    let long = try directory.audit(run + ["--verbose", "list.txt"])
    let row = try #require(long.output.split(separator: "\n").first { $0.contains("Ulllldll") })
    #expect(row.hasSuffix("  2   20.0 %") && row.hasPrefix("  Ulllldll"))
  }

  @Test func `a report of a tally that has shapes has the bytes of a run`() throws {
    let scan = ["scan", "--strength", "none", "--no-blocklist"]
    try directory.audit(["run", "--shapes", "-o", "run"] + Self.options + ["list.txt"])
    try directory.audit(scan + ["--shapes", "-o", "x.tally", "list.txt"])
    for asked in [[], ["--shapes"]] {
      try directory.audit(["report", "-o", "report"] + asked + Self.options + ["x.tally"])
      #expect(directory.names(in: "run").contains("shapes.hcmask"))
      directory.expectSameFiles("run", "report")
    }
    try directory.audit(scan + ["-o", "y.tally", "list.txt"])
    let missing = try directory.audit(
      ["report", "-o", "no", "--shapes"] + Self.options + ["y.tally"], code: 2)
    #expect(
      missing.errors.contains(
        "y.tally: error: the tally does not record the shapes of passwords\n"
          + "  Record it: audit scan --shapes LIST -o FILE"))
    #expect(!directory.names().contains("no"))
    let merge = try directory.audit("merge x.tally y.tally -o z.tally", code: 2)
    #expect(merge.errors.contains("it counts no shapes"))
    #expect(!directory.names().contains("z.tally"))
  }

  @Test func `shapes of parts add up`() throws {
    try directory.file("a.txt", "abc\nabd\n12\n")
    try directory.file("b.txt", "xyz\n34\nA!\n")
    let scan = ["scan", "--strength", "none", "--no-blocklist", "--shapes"]
    for list in ["a", "b"] {
      try directory.audit(scan + ["-o", "\(list).tally", "\(list).txt"])
    }
    try directory.audit("merge b.tally a.tally -o sum.tally")
    try directory.audit(
      ["report", "-o", "sum", "--dataset", "list"] + Self.options + ["sum.tally"])
    let expected = ["lll,0,entries,3,", "dd,1,entries,2,", "U!,2,entries,1,", "other,3,entries,0,"]
    let found = rows("sum")
    #expect(found.count == expected.count)
    for (row, start) in zip(found, expected) { #expect(row.hasPrefix(start)) }
  }

  @Test func `shapes work with checkpoints, and not with --by-list`() throws {
    let byList = try directory.audit("run --by-list --shapes -o r list.txt", code: 64)
    #expect(byList.errors.contains("--by-list does not go with --shapes"))
    for (name, more) in [("x", ["--checkpoint", "c", "--checkpoint-every", "0"]), ("y", [])] {
      try directory.audit(["run", "--shapes", "-o", name] + Self.options + more + ["list.txt"])
    }
    #expect(directory.text("x/audit.csv") == directory.text("y/audit.csv"))
    #expect(rows("x").count == 7)
  }

  @Test func `no shape of fewer than 20 passwords is listed unless asked`() throws {
    let lines =
      (10..<30).map { "w\($0)" } + (10..<29).map { "W\($0)" } + (10..<35).map { "\($0)word" }
    try directory.file("list.txt", lines.joined(separator: "\n") + "\n")
    let run = ["run", "--shapes", "--strength", "none", "--no-blocklist", "-q"]
    for (options, shapes, masks) in [
      (
        [], ["ddllll,0,entries,25", "ldd,1,entries,20", "other,2,entries,19"],
        "?d?d?l?l?l?l\n?l?d?d\n"
      ),
      (["--mask-order", "yield"], [], "?l?d?d\n?d?d?l?l?l?l\n"),
      (
        ["--min-shape-count", "19"],
        ["ddllll,0,entries,25", "ldd,1,entries,20", "Udd,2,entries,19"],
        "?d?d?l?l?l?l\n?l?d?d\n?u?d?d\n"
      ),
      (
        ["--min-shape-count", "1", "--mask-order", "yield"], [],
        "?l?d?d\n?u?d?d\n?d?d?l?l?l?l\n"
      ),
    ] {
      try directory.audit(run + options + ["-o", "r", "list.txt"])
      #expect(directory.text("r/shapes.hcmask") == masks, "\(options)")
      for (row, start) in zip(rows("r"), shapes) { #expect(row.hasPrefix(start)) }
    }
    for (options, words) in [
      (["--mask-order", "yield"], "--mask-order goes with --shapes."),
      (["--min-shape-count", "5"], "--min-shape-count goes with --shapes."),
      (["--shapes", "--min-shape-count", "0"], "--min-shape-count takes numbers from 1."),
    ] {
      let wrong = try directory.audit(["run"] + options + ["list.txt"], code: 64)
      #expect(wrong.errors.contains(words))
    }
  }
}
