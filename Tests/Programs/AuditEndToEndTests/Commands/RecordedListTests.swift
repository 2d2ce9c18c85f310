import Foundation
import TestSupport
import Testing

/// Reports without the files of blocklists: on another machine, or later.
@Suite struct RecordedListTests {
  /// All kinds of list that reports describe: text, packed, with counts, compiled, terms.
  private static let lists: [(name: String, options: [String])] = [
    ("refused.txt", []), ("refused.txt", ["--blocklist-match", "fold"]),
    ("refused.txt", ["--blocklist-match", "exact", "--blocklist-match", "substring:4"]),
    ("refused.txt", ["--blocklist-match", "entra-like"]),
    ("refused.txt", ["--blocklist-match", "entra-like", "--context", "acme"]),
    ("refused.txt.gz", []), ("refused.counted", ["--blocklist-form", "counted"]),
    ("refused.blocklist", []), ("refused.sha1", ["--blocklist-form", "sha1"]),
  ]

  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    let values = ["password", "letmein1", "qwerty12", "dragonfly"]
    try directory.file("refused.txt", values.joined(separator: "\n") + "\n")
    try directory.file("refused.counted", values.map { "    7 \($0)\n" }.joined())
    // The digest of 'password'.
    try directory.file("refused.sha1", "5BAA61E4C9B93F3F0682250B6CF8331B7EE68FD8:9\n")
    try directory.file(
      "list.txt", "password\nPassword\nxxpasswordxx\nletmein1\nLetmein1\nacme1\nsunshine9!\n")
    try directory.shell("gzip -k refused.txt")
    try directory.audit("blocklist build refused.txt -o refused.blocklist")
  }

  @Test(arguments: Self.lists.indices)
  func `a report needs no file of a blocklist that was recorded`(number: Int) throws {
    let (name, more) = Self.lists[number]
    let options =
      ["--blocklist", name, "--strength", "none", "--reference-year", "2026"] + more
    try directory.audit(["scan", "-o", "x.tally"] + options + ["list.txt"])
    try directory.audit(["run", "-q", "-o", "run"] + options + ["list.txt"])
    #expect(directory.text("run/audit.csv")?.contains(",blocklist,") == true)
    try directory.shell("rm refused.* list.txt")
    try directory.audit(["report", "-q", "-o", "report"] + options + ["x.tally"])
    directory.expectSameFiles("run", "report", "\(options)")
  }

  @Test func `a report needs no file that a policy names`() throws {
    try directory.file(
      "site.policy",
      """
      [one]
      minlength: 6; blocklist: "refused.txt" exact;
      [two]
      minlength: 6; blocklist: "refused.txt" fold;
      """)
    let options = ["--rules", "site.policy", "--strength", "none", "-q"]
    try directory.audit("scan --for site.policy --strength none -o x.tally list.txt")
    try directory.audit(["run", "-o", "run"] + options + ["list.txt"])
    try directory.shell("rm refused.txt")
    try directory.audit(["report", "-o", "report"] + options + ["x.tally"])
    directory.expectSameFiles("run", "report")
  }

  @Test func `a blocklist that was not recorded needs its file`() throws {
    let options = ["--strength", "none", "--blocklist"]
    let match = ["--blocklist-match", "entra-like", "--context"]
    try directory.audit(
      ["scan", "-o", "x.tally"] + options + ["refused.txt"] + match + ["acme", "list.txt"])
    try directory.shell("rm refused.txt")
    for (name, more) in [
      ("other.txt", match + ["acme"]), ("refused.txt", match + ["else"]),
      ("refused.txt", ["--blocklist-match", "leet"]),
    ] {
      let report = try directory.audit(
        ["report", "-q", "-o", "r"] + options + [name] + more + ["x.tally"], code: 2)
      #expect(report.errors.contains("\(name): error: "))
      #expect(!directory.names().contains("r"))
    }
  }
}
