import Foundation
import TestSupport
import Testing

private let passwords =
  "Abcdefg1\npassword\nshort\nAAAbbb111\nlong enough but lower\n\nÄrger2024X\r\n"
private let policy = "minlength: 8; required: upper; required: digit; allowed: ascii-printable;"

@Suite struct RunTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// Runs the main command on a list, and returns its results.
  @discardableResult
  private func audit(
    _ list: [UInt8], _ options: [String] = [], policy: String = policy, name: String = "leaked.txt",
    code: Int32? = 0
  ) throws -> Program.Run {
    try directory.file(name, list)
    try directory.file("site.policy", policy)
    return try directory.audit(["--rules", "site.policy"] + options + [name], code: code)
  }

  @Test func `the summary's headings stay apart if no password is refused`() throws {
    let run = try audit(
      Array("Password1!\nqwerty12\n".utf8), policy: "minlength: 8; allowed: unicode;",
      name: "list.txt")
    #expect(
      run.output.contains(
        """
        policy     refused  accepted  guessed, of the accepted
        """))
  }

  @Test(arguments: [["--examples", "3"], ["--examples-plaintext"]])
  func `an option for examples is answered with the command that shows passwords`(
    options: [String]
  ) throws {
    let run = try audit(Array(passwords.utf8), options, code: 64)
    #expect(run.output.isEmpty)
    #expect(
      run.errors.hasPrefix(
        """
        error: A report has no \(options[0]) any more. Instead, to see the passwords that a policy \
        refuses: audit filter --invert --rules FILE LIST

        """))
  }

  @Test func `the headline command prints a summary and writes a report`() throws {
    let run = try audit(Array(passwords.utf8), ["--verbose"])
    #expect(run.errors == "")
    #expect(
      run.output.contains("1 policy tried on 6 passwords (leaked; each occurrence counts)"))
    #expect(run.output.contains("33.3 % accepted (2)"))
    #expect(run.output.contains("skipped  1 empty line"))
    #expect(
      directory.names(in: "Reports/leaked") == [
        "audit.csv", "audit.json", "datapackage.json", "report.html", "results.csv", "rules.csv",
      ])
    directory.expectRows(
      [
        "leaked,,entries,audited,0,entries,6,1.000000", "leaked,,lines,empty,1,entries,1,0.142857",
        "leaked,site,compliance,compliant,0,entries,2,0.333333",
        "leaked,site,violation,minlength,0,entries,1,0.166667",
        "leaked,site,violation,required[0],1,entries,3,0.500000",
        "leaked,site,violation,allowed,3,entries,1,0.166667",
        "leaked,site,violation_only,allowed,3,entries,1,0.166667",
        "leaked,site,violation_pair,required[0]+required[1],3,entries,3,0.500000",
        "leaked,,quality,utf-8,1,entries,1,0.166667",
        "leaked,,blocklist,built-in,0,entries,2,0.333333",
      ], in: "Reports/leaked/audit.csv")
  }

  @Test func `plain, gzip, standard input and a directory give the same table`() throws {
    let list = Array(passwords.utf8)
    let table = { directory.text("out/audit.csv") }
    let options = ["--output", "out", "--dataset", "d", "--quiet"]
    try audit(list, options)
    let expected = table()
    #expect(expected != nil)
    let packed = try gzip(list, in: directory)
    try audit(packed, options, name: "leaked.bin")
    #expect(table() == expected)
    try audit(packed + packed.prefix(0), options, name: "lists/a.gz")
    let rules = ["--rules", "site.policy"]
    try directory.audit(rules + options + ["lists"])
    #expect(table() == expected)
    for (arguments, input) in [(["-"], list), ([], packed)] {
      try directory.audit(rules + options + arguments, input: input)
      #expect(table() == expected)
    }
  }

  @Test func `a policy with faults is refused with all of them before a byte is read`() throws {
    let run = try audit(
      Array(passwords.utf8), policy: "minlength: 8; required: digits;\nmaxlenght: 20;\n", code: 2)
    #expect(run.output == "")
    #expect(run.errors.contains("site.policy:1:25: error: "))
    #expect(run.errors.contains("Did you mean 'digit'?"))
    #expect(run.errors.contains("site.policy:2:1: error: "))
    #expect(run.errors.contains("Did you mean 'maxlength'?"))
    #expect(directory.names().contains("Reports") == false)
  }

  @Test func `a cut gzip file keeps its counts and exits with 1`() throws {
    let packed = try gzip(Array(passwords.utf8), in: directory)
    let run = try audit(packed.dropLast(4), name: "leaked.gz", code: 1)
    #expect(run.errors.hasPrefix("leaked.gz: error: "))
    #expect(run.output.contains("INCOMPLETE"))
    let manifest = directory.text("Reports/leaked/audit.json") ?? ""
    #expect(manifest.contains("\"complete\" : false"))
    #expect(
      directory.text("Reports/leaked/audit.csv")?.contains(",entries,audited,0,entries,6,") == true)
  }

  @Test func `a line that a fault cuts off is counted as cut, not audited`() throws {
    let text = (0..<20_000).map { "Abcdefg\($0)\n" }.joined()
    let packed = try gzip(Array(text.utf8), in: directory)
    try audit(
      packed.dropLast(packed.count / 2), ["--strength", "none"], name: "leaked.gz", code: 1)
    let rows = directory.rows("Reports/leaked/audit.csv")
    #expect(rows.contains { $0.hasPrefix("leaked,,lines,cut,") && $0.contains(",entries,1,") })
  }

  @Test func `UTF-16 is refused with a remedy`() throws {
    var wide: [UInt8] = [0xFF, 0xFE]
    for unit in passwords.utf16 { wide += [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
    let run = try audit(wide, code: 2)
    #expect(run.errors.contains("UTF-16"))
    #expect(run.errors.contains("--encoding auto"))
    #expect(directory.names(in: "Reports/leaked") == [])
  }

  @Test func `a run names a missing list and audits the others`() throws {
    let run = try audit(Array(passwords.utf8), ["missing.txt"], code: 1)
    #expect(run.errors.contains("missing.txt: error: "))
    #expect(run.output.contains("6 passwords"))
    #expect(run.output.contains("INCOMPLETE"))
    try directory.audit("--rules site.policy missing.txt", code: 2)
  }

  @Test func `a directory with other files is left alone without force`() throws {
    try directory.file("out/thesis.tex", "x")
    let refused = try audit(Array(passwords.utf8), ["-o", "out"], code: 2)
    #expect(
      refused.errors == """
        out: error: the directory holds 'thesis.tex', which is no report; expected an empty \
        directory, or an earlier report to replace
          Choose another place with --output, or write beside it with --force.

        """)
    #expect(directory.names(in: "out") == ["thesis.tex"])
    try audit(Array(passwords.utf8), ["-o", "out", "--force"])
    #expect(
      directory.names(in: "out") == [
        "audit.csv", "audit.json", "datapackage.json", "report.html", "results.csv", "rules.csv",
        "thesis.tex",
      ])
    // A name that reports may use, but here it is somebody else's file.
    try directory.file("out/policy.csv", "mine")
    try audit(Array(passwords.utf8), ["-o", "out", "--force"])
    #expect(directory.text("out/policy.csv") == "mine")
  }

  @Test func `an earlier report is replaced`() throws {
    try audit(Array(passwords.utf8))
    let first = directory.text("Reports/leaked/audit.csv")
    try audit(Array("x\n".utf8), ["--no-blocklist"])
    #expect(directory.text("Reports/leaked/audit.csv") != first)
    #expect(
      directory.names(in: "Reports/leaked") == [
        "audit.csv", "audit.json", "datapackage.json", "report.html", "results.csv", "rules.csv",
      ])
  }

  @Test func `split writes a file a metric`() throws {
    try audit(Array(passwords.utf8), ["--split", "-o", "out"])
    let names = directory.names(in: "out")
    #expect(names.contains("violation_only.csv") && names.contains("audit.json"))
    #expect(!names.contains("audit.csv"))
    #expect(
      directory.text("out/entries.csv")
        == "dataset,policy,metric,bucket,order,unit,count,share\nleaked,,entries,audited,0,entries,6,1.000000\n"
    )
  }

  @Test(arguments: [("33", 0), ("33.4", 1), ("100", 1), ("0", 0)] as [(String, Int32)])
  func `fail-under sets the exit code by the share that complies`(percent: String, code: Int32)
    throws
  {
    let run = try audit(Array(passwords.utf8), ["--fail-under", percent], code: code)
    #expect(run.errors.isEmpty == (code == 0))
  }

  @Test(arguments: [("50", 0), ("50.1", 1)] as [(String, Int32)])
  func `the exact share of fail-under is enough`(percent: String, code: Int32) throws {
    try audit(Array("Abcdefg1\nshort\n".utf8), ["--fail-under", percent], code: code)
  }

  @Test func `wrong usage exits with 64`() throws {
    for arguments in [
      ["--threads", "0", "x"], ["--fail-under", "101", "x"], ["--no-such-option"],
    ] {
      try directory.audit(arguments, code: 64)
    }
  }

  @Test func `a file in the way of the report fails before the list is read`() throws {
    try directory.file("out", "a file")
    let run = try audit(Array(passwords.utf8), ["-o", "out"], code: 2)
    #expect(run.errors.hasPrefix("out: error: cannot write: "))
  }

  @Test func `an interrupt ends the run with a partial report`() throws {
    try directory.file("site.policy", policy)
    let options = ["--strength", "none", "--no-blocklist", "-o", "out", "-"]
    let program = try RunningProgram(
      ["--rules", "site.policy"] + options, in: directory, writing: "Passw0rd\nhello\nhal".utf8)
    // The provisional directory is made just before the reading starts.
    #expect(wait { directory.names(in: "out").contains { $0.hasPrefix("staged.partial-") } })
    #expect(program.hasRead())
    program.end(by: SIGINT)
    #expect(program.status == 1)
    #expect(
      directory.names(in: "out") == [
        "audit.csv", "audit.json", "datapackage.json", "report.html", "results.csv", "rules.csv",
      ])
    #expect(directory.text("out/audit.json")?.contains("\"complete\" : false") == true)
    #expect(directory.text("out/audit.csv")?.contains(",entries,audited,0,entries,2,") == true)
  }

  @Test func `a reader that closes the output early is no error`() throws {
    try directory.file("leaked.txt", passwords)
    let process = Program.start(["-o", "out", "leaked.txt"], in: directory)
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try output.fileHandleForReading.close()
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  @Test(arguments: [1, 2, 8])
  func `the number of threads changes no byte of the report`(threads: Int) throws {
    var generator = SeededGenerator(seed: 5)
    let lines = (0..<120_000).map { _ in "pw\(generator.next() % 5000)" }
    let list = Array(lines.joined(separator: "\n").utf8)
    try audit(list, ["-o", "one", "--threads", "1", "-q"])
    try audit(list, ["-o", "many", "--threads", "\(threads)", "-q"])
    for file in ["audit.csv", "audit.json"] {
      #expect(directory.text("one/\(file)") == directory.text("many/\(file)"))
      #expect(directory.text("one/\(file)") != nil)
    }
  }
}
