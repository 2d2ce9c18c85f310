import TestSupport
import Testing

/// The smallest front end.
@Suite struct ExampleTests {
  private func share(_ arguments: String..., code: Int32? = 0) throws -> Program.Run {
    let directory = try TemporaryDirectory()
    try directory.file("list", "password\npassword1\nSecret 77\n7777 7777\n")
    return try directory.audit(arguments, of: "share", code: code)
  }

  @Test func `the example prints the share that complies with a policy`() throws {
    let run = try share(
      "minlength: 8; required: digit; allowed: ascii-printable;", "list", code: nil)
    #expect(run.output == "0.75\n" && run.errors.isEmpty && run.code == 0)
  }

  @Test func `the example reports why it cannot answer`() throws {
    let gone = try share("minlength: 8;", "gone", code: 2)
    #expect(gone.output.isEmpty)
    #expect(gone.errors.contains("gone: error: "))
    let unknown = try share("minlenght: 8;", "list", code: 2)
    #expect(unknown.output.isEmpty)
    #expect(unknown.errors.hasPrefix("<argument>:1:1: error: "))
    let usage = try share("minlength: 8;", code: 64)
    #expect(usage.output == "usage: share RULES LIST…\n")
  }

  @Test func `the example's meter shows levels, colours and broken rules`() throws {
    let directory = try TemporaryDirectory()
    let run = try directory.audit("", of: "meter", input: "Secret-7\npassword\n".utf8)
    let lines = run.output.split(separator: "\n")
    #expect(lines.first == "strong (green), 4 of 4 points")
    #expect(lines.contains("weak (red), 1 of 4 points"))
    #expect(lines.contains("The password has 8 characters; at least 10 are needed."))
    #expect(lines.contains("The password has 1 of these: digits; at least 2 are needed."))
  }
}
