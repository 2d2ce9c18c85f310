import Foundation
import TestSupport
import Testing

/// Several lists in one run, each with its own rows.
@Suite struct ByListTests {
  private static let lists = [
    "a.txt": "Passw0rd\nabc\n", "b.txt": "letmein2\ndragon\nPassw0rd\nqwerty\n", "sub/a.txt": "x\n",
  ]

  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    for (name, text) in Self.lists { _ = try directory.file(name, text) }
    try directory.file("site.policy", "minlength: 8; allowed: unicode;\n")
  }

  /// The rows of a dataset, without its label and without distinct passwords.
  private static func rows(_ table: String?, of dataset: String) -> [String] {
    (table ?? "").split(separator: "\n").filter { $0.hasPrefix("\(dataset),") }
      .map { String($0.dropFirst(dataset.count)) }.filter { !$0.contains(",distinct,") }
  }

  @Test(arguments: [[], ["--distinct"], ["--threads", "1"]])
  func `each list has the rows of a run of its own, below the rows of all`(options: [String]) throws
  {
    let names = ["b.txt", "a.txt", "sub/a.txt"]
    let common = ["--rules", "site.policy", "-q", "-o", "out"] + options
    try directory.audit(common + ["--by-list"] + names)
    let table = directory.text("out/audit.csv")
    let manifest = directory.text("out/audit.json") ?? ""
    let datasets = (table ?? "").split(separator: "\n").dropFirst()
      .map { String($0.prefix { $0 != "," }) }
    #expect(
      datasets.reduce(into: []) { if $0.last != $1 { $0.append($1) } }
        == ["b+2", "b", "a", "sub/a"])
    for label in ["b", "a", "sub/a"] { #expect(manifest.contains("\"dataset\" : \"\(label)\"")) }
    try directory.audit(common + names)
    let wholeTable = directory.text("out/audit.csv")
    #expect(Self.rows(wholeTable, of: "b+2") == Self.rows(table, of: "b+2"))
    #expect(!(directory.text("out/audit.json") ?? "").contains("\"dataset\" : \"a\""))
    for (name, label) in zip(names, ["b", "a", "sub/a"]) {
      try directory.audit(common + [name])
      let alone = directory.text("out/audit.csv")
      let metrics = ["repetition", "guess"]
      let expected = Self.rows(alone, of: label == "sub/a" ? "a" : label)
        .filter { row in !metrics.contains { row.contains($0) && !row.contains("_log10") } }
      #expect(Self.rows(table, of: label) == expected, "\(name)")
    }
  }

  @Test func `the summary has a line a list`() throws {
    let run = try directory.audit("--rules site.policy --by-list -o out a.txt b.txt")
    #expect(
      run.output.contains(
        """
        accepted by list  passwords    site
        (all)                     6  50.0 %
        a                         2  50.0 %
        b                         4  50.0 %

        """))
    let alone = try directory.audit("--rules site.policy --by-list -o one a.txt")
    #expect(!alone.output.contains("by list"))
  }

  @Test func `the page has a row a list, and labels tell equal names apart`() throws {
    try directory.file("2018/dump.txt", "abcdefgh\nabc\n")
    try directory.file("2019/dump.txt", "abcdefgh\nabcdefghi\n")
    try directory.file("none.txt", "")
    let lists = ["2018/dump.txt", "2019/dump.txt", "none.txt"]
    let run = try directory.audit(["--rules", "site.policy", "--by-list", "-o", "out"] + lists)
    #expect(
      run.output.contains(
        """
        accepted by list  passwords     site
        (all)                     4   75.0 %
        2018/dump                 2   50.0 %
        2019/dump                 2  100.0 %
        none                      0        –

        """))
    let page = try #require(directory.text("out/report.html"))
    let section = try #require(page.split(separator: "List by list</h2>").last)
    let rows = section.split(separator: "\n").filter { $0.contains("<tr>") }
    for row in [
      "all lists</th><td>4</td><td>75.0 %", "2018/dump</th><td>2</td><td>50.0 %",
      "2019/dump</th><td>2</td><td>100.0 %", "none</th><td>0</td><td>–",
    ] {
      #expect(rows.contains { $0.contains(row) }, "\(row)")
    }
    try directory.audit(["--rules", "site.policy", "-o", "whole"] + lists)
    let page2 = directory.text("whole/report.html")
    #expect(page2?.contains("List by list") == false)
  }

  @Test func `lists without a password, or that are missing, keep the others' rows right`() throws {
    try directory.file("empty.txt", "")
    try directory.audit("--by-list -q -o out empty.txt gone.txt a.txt b.txt", code: 1)
    let table = directory.text("out/audit.csv") ?? ""
    #expect(table.contains("\nempty,,entries,audited,0,entries,0,0.000000\n"))
    #expect(table.contains("\na,,entries,audited,0,entries,2,1.000000\n"))
    #expect(table.contains("\nb,,entries,audited,0,entries,4,1.000000\n"))
  }

  @Test func `a run with checkpoints refuses --by-list`() throws {
    let run = try directory.audit("--by-list --checkpoint c x", code: 64)
    #expect(run.errors.contains("--by-list does not go with --checkpoint"))
  }

  @Test func `the same list given twice gets a warning`() throws {
    try directory.file("copy.txt", Self.lists["a.txt"] ?? "")
    try directory.file("none.txt", "")
    try directory.file("none-2.txt", "")
    let run = try directory.audit("-q a.txt b.txt none.txt none-2.txt copy.txt", code: 1)
    #expect(
      run.errors == """
        copy.txt: warning: the same bytes as 'a.txt'; every password counts twice
          Name the list once.

        """)
    let twice = try directory.audit("-q b.txt b.txt", code: 1)
    #expect(
      twice.errors.hasPrefix("b.txt: warning: named twice; every password counts twice\n"))
  }
}
