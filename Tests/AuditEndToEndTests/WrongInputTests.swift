import TestSupport
import Testing

/// What a new user types first: wrong, and answered with what to type instead.
struct WrongInputTests {
  @Test(arguments: [
    "minlength: 8; required: digit; allowed: ascii-printable;", "[site]\nminlength: 8;\n",
    "# ours\nmaxlength: 20;\n",
  ])
  func `a policy named as a list is an error that names --rules`(policy: String) throws {
    let directory = try TemporaryDirectory()
    _ = try directory.file("five.txt", policy)
    _ = try directory.file("list.txt", "Passw0rd\n")
    for arguments in [["five.txt", "list.txt"], ["--rules", "five.txt", "list.txt", "five.txt"]] {
      let run = try Program.run(arguments, in: directory)
      #expect(run.code == 2)
      #expect(
        run.errors.contains("five.txt: error: the file is a policy, and is named as a list"))
      #expect(run.errors.contains("audit --rules five.txt"))
      #expect(run.output.isEmpty)
    }
    // Through a pipe it is a list, as the message says.
    let piped = try Program.run(["-", "-q"], in: directory, input: Array(policy.utf8))
    #expect(piped.code == 0, "\(piped.errors)")
  }

  @Test(arguments: [
    "minlength\n", "user: secret\n", "minlength: 8; requierd: digit;\n", "password: hunter2\n", "",
    String(repeating: "minlength: 8;\n", count: 5000),
  ])
  func `a list is no policy, whatever it looks like at first`(list: String) throws {
    let directory = try TemporaryDirectory()
    _ = try directory.file("list.txt", list)
    let run = try Program.run(["list.txt", "-q"], in: directory)
    #expect(!run.errors.contains("is a policy"))
    #expect(run.code == (list.isEmpty ? 1 : 0), "\(run.errors)")
  }

  @Test(arguments: [
    ("swep", "'audit sweep'"), ("lint", "'audit rules lint'"), ("fitler", "'audit filter'"),
    ("infos", "'audit blocklist info' or 'audit tally info'"), ("Keyspace", "'audit keyspace'"),
  ])
  func `a misspelled command is not taken for a list`(word: String, command: String) throws {
    let directory = try TemporaryDirectory()
    let run = try Program.run([word, "x.txt"], in: directory)
    #expect(run.code == 64)
    #expect(
      run.errors.hasPrefix(
        "error: '\(word)' is neither a command nor a file. Did you mean \(command)?\n"))
  }

  @Test func `a file of a command's name is a list`() throws {
    let directory = try TemporaryDirectory()
    _ = try directory.file("swep", "Passw0rd\n")
    let run = try Program.run(["swep", "-q"], in: directory)
    #expect(run.code == 0, "\(run.errors)")
  }

  @Test(arguments: [[UInt8](), [0xFF, 0xFE], [0xFE, 0xFF]])
  func `a policy in UTF-16, as PowerShell writes it, is read`(mark: [UInt8]) throws {
    let directory = try TemporaryDirectory()
    let isBigEndian = mark.first == 0xFE
    let text = "minlength: 9; allowed: unicode;\r\n".utf16.flatMap { unit in
      let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
      return isBigEndian ? [high, low] : [low, high]
    }
    _ = try directory.file("site.policy", mark + text)
    let run = try Program.run(["rules", "print", "--rules", "site.policy"], in: directory)
    #expect(run.code == 0, "\(run.errors)")
    #expect(run.output.contains("minlength: 9;"))
  }

  @Test(arguments: [
    (
      ["--fail-under", "50%%"], "Expected per cent from 0 to 100, such as 50% or 99.5, not '50%%'."
    ),
    (["--max-bytes", "1X"], "Expected a size such as 512MiB, 4G or 1GB, not '1X'."),
    (
      ["--rate", "100X/s"], "Expected a rate such as 1000/s, 20/min, 1e6/d or 100G/s, not '100X/s'."
    ),
  ])
  func `a quantity that cannot be read is wrong usage`(option: [String], message: String) throws {
    let directory = try TemporaryDirectory()
    _ = try directory.file("list.txt", "Passw0rd\n")
    let run = try Program.run(option + ["list.txt"], in: directory)
    #expect(run.code == 64)
    #expect(run.errors.contains(message))
  }
}
