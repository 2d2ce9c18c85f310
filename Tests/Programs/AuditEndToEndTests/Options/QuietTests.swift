import TestSupport
import Testing

/// `-q` and `-v`, which mean the same in every command.
@Suite struct QuietTests {
  private static let typed = "minlength: 4; allowed: unicode;"
  private static let note = "note: the value of --rules is no file, and is read as a policy\n"

  @Test(arguments: [
    "run --strength none -o out list.txt", "filter -o out.txt list.txt", "check", "keyspace",
    "generate", "rules print", "rules lint", "sweep --strength none list.txt",
  ])
  func `a note is printed, and with --quiet it is not`(command: String) throws {
    for option in ["", "-q", "--quiet"] {
      let directory = try TemporaryDirectory()
      try directory.file("list.txt", "Passw0rd\n")
      let run = try directory.audit(
        command.split(separator: " ").map(String.init) + ["--rules", Self.typed]
          + (option.isEmpty ? [] : [option]), input: "Passw0rd\n".utf8)
      #expect(run.errors.contains(Self.note) == option.isEmpty, "\(command) \(option)")
    }
  }

  @Test func `a warning is printed despite --quiet`() throws {
    let run = try TemporaryDirectory().audit([
      "check", "-q", "--rules", "minlength: 4; required: digit;",
    ])
    #expect(
      run.errors == """
        <rules>:1:15: warning: without 'allowed' only digits are permitted
          Write 'allowed: ascii-printable;' if you meant more, 'allowed: digit;' if not.

        """)
  }

  @Test(arguments: [
    "run", "report", "scan", "merge", "compare", "sweep", "filter", "check", "score", "keyspace",
    "generate", "rules print", "rules lint", "rules new", "blocklist build", "blocklist info",
    "blocklist test", "tally info", "model build", "model info",
  ])
  func `every command that prints problems has --quiet`(command: String) throws {
    let help = try TemporaryDirectory().audit(
      command.split(separator: " ").map(String.init) + ["--help-all"])
    #expect(help.output.contains("  -q, --quiet "), "\(command)")
  }

  @Test(arguments: ["run", "report", "sweep", "keyspace", "rules lint"])
  func `details have one short option`(command: String) throws {
    let help = try TemporaryDirectory().audit(
      ["help"] + command.split(separator: " ").map(String.init))
    #expect(help.output.contains("  -v, --verbose "), "\(command)")
  }
}
