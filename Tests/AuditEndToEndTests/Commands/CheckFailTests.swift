import TestSupport
import Testing

/// `check --fail`, for scripts that need no more than the exit code.
@Suite struct CheckFailTests {
  private func code(_ arguments: [String], _ input: String) throws -> Int32 {
    try Program.run(
      ["check", "--no-blocklist"] + arguments, in: try TemporaryDirectory(),
      input: Array(input.utf8)
    ).code
  }

  private static let rules = ["--rules", "minlength: 8; allowed: unicode;"]

  @Test(arguments: ["text", "csv", "jsonl"])
  func `a broken rule makes the exit code 1 only with --fail`(format: String) throws {
    func lines(_ passwords: [String]) -> String {
      passwords.map { format == "jsonl" ? "{\"password\": \"\($0)\"}\n" : "\($0)\n" }.joined()
    }
    let options = Self.rules + ["--format", format]
    let mixed = lines(["long enough", "short", "long enough"])
    #expect(try code(options, mixed) == 0)
    #expect(try code(options + ["--fail"], mixed) == 1)
    #expect(try code(options + ["--fail"], lines(["long enough"])) == 0)
    #expect(try code(options + ["--fail"], "") == 0)
  }

  @Test func `one of several policies suffices`() throws {
    let two = ["--rules", "minlength: 4; allowed: unicode;"] + Self.rules
    #expect(try code(two + ["--fail"], "sixsix\n") == 1)
    #expect(try code(two + ["--fail"], "eighteight\n") == 0)
  }

  @Test func `a policy on the password's own line counts too`() throws {
    let line = #"{"policy": "minlength: 8; allowed: unicode;", "password": "short"}"#
    #expect(try code(["--format", "jsonl"], line) == 0)
    #expect(try code(["--format", "jsonl", "--fail"], line) == 1)
  }

  @Test func `a line too long to judge does not pass`() throws {
    let line = String(repeating: "x", count: 70_000)
    #expect(try code(Self.rules, line) == 0)
    #expect(try code(Self.rules + ["--fail"], line) == 1)
  }
}
