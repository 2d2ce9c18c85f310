import TestSupport
import Testing

/// The smallest front end.
@Suite struct ShareExampleTests {
  private func share(_ arguments: String...) throws -> Program.Run {
    let directory = try TemporaryDirectory()
    _ = try directory.file("list", "password\npassword1\nSecret 77\n7777 7777\n")
    return try Program.run(arguments, of: "share", in: directory)
  }

  @Test func `the example prints the share that complies with a policy`() throws {
    let run = try share("minlength: 8; required: digit; allowed: ascii-printable;", "list")
    #expect(run.output == "0.75\n" && run.errors.isEmpty && run.code == 0)
  }

  @Test func `the example reports why it cannot answer`() throws {
    let gone = try share("minlength: 8;", "gone")
    #expect(gone.code == 2 && gone.output.isEmpty)
    #expect(gone.errors.contains("gone: error: "))
    let unknown = try share("minlenght: 8;", "list")
    #expect(unknown.code == 2 && unknown.output.isEmpty)
    #expect(unknown.errors.hasPrefix("<argument>:1:1: error: "))
    let usage = try share("minlength: 8;")
    #expect(usage.code == 64 && usage.output == "usage: share RULES LIST…\n")
  }
}
