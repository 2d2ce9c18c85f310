import TestSupport
import Testing

/// Runs without a report, and a report that takes another's place.
@Suite struct NoReportTests {
  private static let eight = "minlength: 8; allowed: unicode;"

  @discardableResult
  private func audit(_ options: [String], code: Int32? = 0) throws
    -> Program.Run
  {
    try directory.audit(["--strength", "none", "--no-blocklist"] + options, code: code)
  }

  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    try directory.file("list.txt", "Passw0rd\nabc\n")
    try directory.file("eight.policy", Self.eight)
    try directory.file("nine.policy", "minlength: 9; allowed: unicode;")
  }

  @Test(arguments: ["text", "csv", "json", "jsonl", "markdown"])
  func `the output is printed and nothing is written`(format: String) throws {
    let options = ["--rules", "eight.policy", "--format", format, "list.txt"]
    let run = try audit(options + ["--no-report"])
    #expect(!run.output.isEmpty)
    #expect(!directory.names().contains("Reports"))
    if format == "csv" { #expect(try audit(options).output == run.output) }
  }

  @Test func `a place that cannot be used names --no-report`() throws {
    try directory.file("Reports", "in the way\n")
    let run = try audit(["--rules", "eight.policy", "--format", "csv", "list.txt"], code: 2)
    #expect(
      run.errors.hasSuffix(
        "  Choose another place with --output. To print only, say --no-report.\n"))
  }

  @Test(arguments: [["-o", "x"], ["--force"], ["--split"], ["--no-page"]])
  func `options about the report exclude it`(options: [String]) throws {
    let run = try audit(["--no-report", "list.txt"] + options, code: 64)
    #expect(run.errors.contains(" is about the report, which --no-report leaves out.\n"))
  }

  @Test func `a report under another policy is replaced with a word`() throws {
    #expect(try audit(["--rules", "eight.policy", "list.txt"]).errors.isEmpty)
    #expect(try audit(["--rules", "eight.policy", "list.txt"]).errors.isEmpty)
    #expect(
      try audit(["--rules", "nine.policy", "list.txt"]).errors == """
        Reports/list: note: replaced the report of the same lists under policy 'eight'
          To keep one for each policy, name places with --output.

        """)
    #expect(try audit(["-q", "--rules", "eight.policy", "list.txt"]).errors.isEmpty)
  }

  @Test(arguments: [
    (
      "0.5",
      "note: --fail-under 0.5 is 0.5 %, not a fraction\n"
        + "  For 50 % say --fail-under 50%; for this share say 0.5%.\n"
    ),
    (
      "1",
      "note: --fail-under 1 is 1 %, not a fraction\n"
        + "  For 100 % say --fail-under 100%; for this share say 1%.\n"
    ),
    ("0.5%", ""), ("50", ""), ("0", ""),
  ])
  func `a share that looks like a fraction gets a note`(share: String, note: String) throws {
    let run = try audit([
      "--rules", "eight.policy", "--no-report", "--fail-under", share, "list.txt",
    ])
    #expect(run.errors == note)
  }

  @Test func `messages of a command stay below 64 KiB`() throws {
    let missing = (0..<1500).flatMap { ["--rules", "\(String(repeating: "x", count: 60))\($0)"] }
    let run = try audit(missing + ["list.txt"], code: 2)
    #expect(run.errors.utf8.count < 65_536)
    #expect(run.errors.hasSuffix(" more messages are not shown\n"))
    let long = try audit(["--rules", String(repeating: "y", count: 100_000)], code: 2)
    #expect(long.errors.utf8.count < 8192)
  }
}
