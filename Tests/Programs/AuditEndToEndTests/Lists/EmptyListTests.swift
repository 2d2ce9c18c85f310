import TestSupport
import Testing

/// Empty lists: a broken pipeline must not look like success.
@Suite struct EmptyListTests {
  private static let rules = "--rules site.policy --no-blocklist"
  private static let message = """
    <stdin>: error: no passwords; expected at least one
      If they come through a pipe, see whether the command before it failed.

    """

  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    try directory.file("site.policy", "minlength: 8;")
  }

  @Test(arguments: ["", "\n\n\n"], few(1, of: ["", "--fail-under 0", "--fail-under 10"]))
  func `a list without passwords is a failure`(text: String, option: String) throws {
    let run = try directory.shell(
      "\"$audit\" \(Self.rules) --strength none \(option)", input: text.utf8, code: 1)
    #expect(run.errors == Self.message)
    #expect(
      directory.names(in: "Reports/stdin") == [
        "audit.csv", "audit.json", "datapackage.json", "report.html", "results.csv", "rules.csv",
      ])
  }

  @Test(arguments: ["", "\n\n\n"])
  func `every command says that there are no passwords`(text: String) throws {
    let (rules, message) = (Self.rules, Self.message)
    // A page with all sections, but without data.
    let all = try directory.shell(
      "\"$audit\" \(rules) --space --distinct -o all", input: text.utf8, code: 1)
    #expect(all.errors.hasPrefix(message))
    #expect(directory.text("all/report.html")?.hasSuffix("</html>\n") == true)
    #expect(all.output.hasPrefix("stdin: EMPTY: no password was read\n"))
    #expect(directory.text("all/report.html")?.contains(" · EMPTY · ") == true)
    #expect(directory.text("all/audit.json")?.contains("\n  \"complete\" : false,") == true)
    let filter = try directory.shell("\"$audit\" filter -q \(rules)", input: text.utf8, code: 1)
    #expect(filter.errors == message)
    let sweep = try directory.shell(
      "\"$audit\" sweep --minlength 8 --strength none", input: text.utf8, code: 1)
    #expect(sweep.errors == message)
  }

  @Test func `an empty list among others gets a note`() throws {
    try directory.file("list.txt", "Passw0rd\n")
    for name in ["a.txt", "b.txt"] { try directory.file(name, "") }
    let common = "\(Self.rules) --strength none --no-report"
    #expect(
      try directory.audit("run \(common) list.txt a.txt").errors
        .contains("a.txt: note: an empty list, which adds nothing\n"))
    #expect(
      try directory.audit("run \(common) b.txt list.txt a.txt").errors
        .contains("b.txt: note: an empty list, which adds nothing; so does 1 more\n"))
    for (lists, code) in [("-q list.txt a.txt", 0 as Int32), ("a.txt b.txt", 1), ("list.txt", 0)] {
      #expect(
        try !directory.audit("run \(common) \(lists)", code: code).errors.contains("an empty list"))
    }
  }
}
