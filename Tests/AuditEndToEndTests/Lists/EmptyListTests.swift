import TestSupport
import Testing

/// Empty lists: a broken pipeline must not look like success.
@Suite struct EmptyListTests {
  private static let rules = "--rules site.policy --no-blocklist"
  private static let message = """
    <stdin>: error: no passwords; expected at least one
      If they come through a pipe, see whether the command before it failed.

    """

  @Test(arguments: ["", "\n\n\n"], few(1, of: ["", "--fail-under 0", "--fail-under 10"]))
  func `a list without passwords is a failure`(text: String, option: String) throws {
    let directory = try TemporaryDirectory()
    _ = try directory.file("site.policy", "minlength: 8;")
    let run = try Program.shell(
      "\"$audit\" \(Self.rules) --strength none \(option)", in: directory,
      input: Array(text.utf8))
    #expect(run.code == 1)
    #expect(run.errors == Self.message)
    #expect(
      directory.names(in: "Reports/stdin") == [
        "audit.csv", "audit.json", "report.html", "rules.csv",
      ])
  }

  @Test(arguments: ["", "\n\n\n"])
  func `every command says that there are no passwords`(text: String) throws {
    let directory = try TemporaryDirectory()
    _ = try directory.file("site.policy", "minlength: 8;")
    let (rules, message) = (Self.rules, Self.message)
    // A page with all sections, but without data.
    let all = try Program.shell(
      "\"$audit\" \(rules) --space --distinct -o all", in: directory, input: Array(text.utf8))
    #expect(all.code == 1)
    #expect(all.errors.hasPrefix(message))
    #expect(directory.text("all/report.html")?.hasSuffix("</html>\n") == true)
    #expect(all.output.hasPrefix("stdin: EMPTY: no password was read\n"))
    #expect(directory.text("all/report.html")?.contains(" · EMPTY · ") == true)
    #expect(directory.text("all/audit.json")?.contains("\n  \"complete\" : false,") == true)
    let filter = try Program.shell(
      "\"$audit\" filter -q \(rules)", in: directory, input: Array(text.utf8))
    #expect(filter.code == 1 && filter.errors == message)
    let sweep = try Program.shell(
      "\"$audit\" sweep --minlength 8 --strength none", in: directory, input: Array(text.utf8))
    #expect(sweep.code == 1 && sweep.errors == message)
  }
}
