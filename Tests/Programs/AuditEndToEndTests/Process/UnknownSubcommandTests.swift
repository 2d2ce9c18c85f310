import TestSupport
import Testing

/// Words in the place of a command.
@Suite struct UnknownSubcommandTests {
  @Test(arguments: [
    (
      "help nope",
      "'nope' is no command of 'audit'. They are run, sweep, recommend, check, score, filter, rules, "
        + "keyspace, generate, blocklist, scan, report, merge, tally, compare, model, spectrum, lab."
    ),
    (
      "help chek",
      "'chek' is no command of 'audit'. Did you mean 'audit check'? They are run, sweep, recommend, "
        + "check, score, filter, rules, keyspace, generate, blocklist, scan, report, merge, tally, "
        + "compare, model, spectrum, lab."
    ),
    (
      "rules lnt",
      "'lnt' is no command of 'audit rules'. Did you mean 'audit rules lint'? They are print, lint, "
        + "clauses, standards, managers, new, presets, vectors."
    ),
    ("help tally x", "'x' is no command of 'audit tally'. The only one is info."),
    ("blocklist tally", "'tally' is no command of 'audit blocklist'. They are build, info, test."),
  ])
  func `an unknown command is named, with all there are`(words: String, message: String) throws {
    let run = try TemporaryDirectory().audit(words.split(separator: " ").map(String.init), code: 64)
    #expect(run.errors.hasPrefix("error: \(message)\n"))
    #expect(run.output.isEmpty)
  }

  @Test(arguments: [
    ("-q scan list.txt -o x.tally", "audit scan -q list.txt -o x.tally"),
    ("--quiet rules print --preset basic8", "audit rules print --quiet --preset basic8"),
    ("--rules p.policy -q sweep list.txt", "audit sweep --rules p.policy -q list.txt"),
  ])
  func `options before a command are answered with the line to type`(
    words: String, line: String
  ) throws {
    let run = try TemporaryDirectory().audit(words, code: 64)
    #expect(
      run.errors.contains("Options come after the name of the command: \(line)\n"), "\(run.errors)"
    )
  }

  @Test func `a value or a file with a command's name is none`() throws {
    let directory = try TemporaryDirectory()
    try directory.file("scan", "Passw0rd\n")
    try directory.file("list.txt", "Passw0rd\n")
    try directory.audit("-q --no-report --strength none scan")
    try directory.audit("-q --no-report --strength none --dataset scan list.txt")
  }

  @Test(arguments: ["help", "help run", "help rules", "help rules lint", "help help"])
  func `the help of commands is as it was`(words: String) throws {
    let run = try TemporaryDirectory().audit(words.split(separator: " ").map(String.init))
    #expect(run.output.contains("USAGE: audit"))
  }

  @Test func `rules lint needs a policy`() throws {
    let run = try TemporaryDirectory().audit("rules lint", code: 64)
    #expect(
      run.errors.hasPrefix(
        "error: No policy to lint. Name one, as in 'audit rules lint --rules policy.txt' or 'audit "
          + "rules lint --preset nist-63b-4'.\n"))
  }
}
