import Foundation
import TestSupport
import Testing

private let passwords =
  "Abcdefg1\npassword\nshort\nAAAbbb111\nlong enough but lower\n\nÄrger2024X\r\n"
private let policy = "minlength: 8; required: upper; required: digit; allowed: ascii-printable;"

/// Runs the main command on a list, and returns its results.
private func audit(
  _ list: [UInt8], _ options: [String] = [], policy: String = policy, name: String = "leaked.txt",
  in directory: TemporaryDirectory
) throws -> Program.Run {
  _ = try directory.file(name, list)
  _ = try directory.file("site.policy", policy)
  return try Program.run(["--rules", "site.policy"] + options + [name], in: directory)
}

@Suite struct RunTests {
  @Test func `the summary's headings stay apart if no password is refused`() throws {
    let directory = try TemporaryDirectory()
    let run = try audit(
      Array("Password1!\nqwerty12\n".utf8), policy: "minlength: 8; allowed: unicode;",
      name: "list.txt", in: directory)
    #expect(
      run.output.contains(
        """
        policy  comply    refused most for    of those that comply
        """), "\(run.output)")
  }

  @Test(arguments: [["--examples", "3"], ["--examples-plaintext"]])
  func `an option for examples is answered with the command that shows passwords`(
    options: [String]
  ) throws {
    let run = try audit(Array(passwords.utf8), options, in: TemporaryDirectory())
    #expect(run.code == 64 && run.output.isEmpty)
    #expect(
      run.errors.hasPrefix(
        """
        error: A report has no \(options[0]) any more. Instead, to see the passwords that a policy \
        refuses: audit filter --invert --rules FILE LIST…

        """), "\(run.errors)")
  }

  @Test func `the headline command prints a summary and writes a report`() throws {
    let directory = try TemporaryDirectory()
    let run = try audit(Array(passwords.utf8), ["--verbose"], in: directory)
    #expect(run.code == 0, "\(run.errors)")
    #expect(run.errors == "")
    #expect(run.output.contains("leaked: 6 passwords"))
    #expect(run.output.contains("33.3 % comply (2)"))
    #expect(run.output.contains("skipped  1 empty line"))
    #expect(
      directory.names(in: "Reports/leaked") == [
        "audit.csv", "audit.json", "report.html", "rules.csv",
      ])
    let table = directory.text("Reports/leaked/audit.csv") ?? ""
    for row in [
      "leaked,,entries,audited,0,entries,6,1.000000", "leaked,,lines,empty,1,entries,1,0.142857",
      "leaked,site,compliance,compliant,0,entries,2,0.333333",
      "leaked,site,violation,minlength,0,entries,1,0.166667",
      "leaked,site,violation,required[0],1,entries,3,0.500000",
      "leaked,site,violation,allowed,3,entries,1,0.166667",
      "leaked,site,violation_only,allowed,3,entries,1,0.166667",
      "leaked,site,violation_pair,required[0]+required[1],3,entries,3,0.500000",
      "leaked,,quality,utf-8,1,entries,1,0.166667",
      "leaked,,blocklist,built-in,0,entries,2,0.333333",
    ] {
      #expect(table.contains(row + "\n"), "\(row)")
    }
  }

  @Test func `plain, gzip, standard input and a directory give the same table`() throws {
    let directory = try TemporaryDirectory()
    let list = Array(passwords.utf8)
    let table = { directory.text("out/audit.csv") }
    let options = ["--output", "out", "--dataset", "d", "--quiet"]
    _ = try audit(list, options, in: directory)
    let expected = table()
    #expect(expected != nil)
    let packed = try gzip(list, in: directory)
    _ = try audit(packed, options, name: "leaked.bin", in: directory)
    #expect(table() == expected)
    _ = try audit(packed + packed.prefix(0), options, name: "lists/a.gz", in: directory)
    let rules = ["--rules", "site.policy"]
    #expect(try Program.run(rules + options + ["lists"], in: directory).code == 0)
    #expect(table() == expected)
    for (arguments, input) in [(["-"], list), ([], packed)] {
      #expect(try Program.run(rules + options + arguments, in: directory, input: input).code == 0)
      #expect(table() == expected)
    }
  }

  @Test func `a policy with faults is refused with all of them before a byte is read`() throws {
    let directory = try TemporaryDirectory()
    let run = try audit(
      Array(passwords.utf8), policy: "minlength: 8; required: digits;\nmaxlenght: 20;\n",
      in: directory)
    #expect(run.code == 2)
    #expect(run.output == "")
    #expect(run.errors.contains("site.policy:1:25: error: "))
    #expect(run.errors.contains("Did you mean 'digit'?"))
    #expect(run.errors.contains("site.policy:2:1: error: "))
    #expect(run.errors.contains("Did you mean 'maxlength'?"))
    #expect(directory.names().contains("Reports") == false)
  }

  @Test func `a cut gzip file keeps its counts and exits with 1`() throws {
    let directory = try TemporaryDirectory()
    let packed = try gzip(Array(passwords.utf8), in: directory)
    let run = try audit(packed.dropLast(4), name: "leaked.gz", in: directory)
    #expect(run.code == 1)
    #expect(run.errors.hasPrefix("leaked.gz: error: "))
    #expect(run.output.contains("INCOMPLETE"))
    let manifest = directory.text("Reports/leaked/audit.json") ?? ""
    #expect(manifest.contains("\"complete\" : false"))
    #expect(
      directory.text("Reports/leaked/audit.csv")?.contains(",entries,audited,0,entries,6,") == true)
  }

  @Test func `a line that a fault cuts off is counted as cut, not audited`() throws {
    let directory = try TemporaryDirectory()
    let text = (0..<20_000).map { "Abcdefg\($0)\n" }.joined()
    let packed = try gzip(Array(text.utf8), in: directory)
    let run = try audit(
      packed.dropLast(packed.count / 2), ["--strength", "none"], name: "leaked.gz", in: directory)
    #expect(run.code == 1)
    let rows = (directory.text("Reports/leaked/audit.csv") ?? "").split(separator: "\n")
    #expect(rows.contains { $0.hasPrefix("leaked,,lines,cut,") && $0.contains(",entries,1,") })
  }

  @Test func `UTF-16 is refused with a remedy`() throws {
    let directory = try TemporaryDirectory()
    var wide: [UInt8] = [0xFF, 0xFE]
    for unit in passwords.utf16 { wide += [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
    let run = try audit(wide, in: directory)
    #expect(run.code == 2)
    #expect(run.errors.contains("UTF-16"))
    #expect(run.errors.contains("--encoding auto"))
    #expect(directory.names(in: "Reports/leaked") == [])
  }

  @Test func `a run names a missing list and audits the others`() throws {
    let directory = try TemporaryDirectory()
    let run = try audit(Array(passwords.utf8), ["missing.txt"], in: directory)
    #expect(run.code == 1)
    #expect(run.errors.contains("missing.txt: error: "))
    #expect(run.output.contains("6 passwords"))
    #expect(run.output.contains("INCOMPLETE"))
    let alone = try Program.run(["--rules", "site.policy", "missing.txt"], in: directory)
    #expect(alone.code == 2)
  }

  @Test func `a directory with other files is left alone without force`() throws {
    let directory = try TemporaryDirectory()
    _ = try directory.file("out/thesis.tex", "x")
    let refused = try audit(Array(passwords.utf8), ["-o", "out"], in: directory)
    #expect(refused.code == 2)
    #expect(
      refused.errors == """
        out: error: the directory holds 'thesis.tex', which is no report; expected an empty \
        directory, or an earlier report to replace
          Choose another place with --output, or write beside it with --force.

        """)
    #expect(directory.names(in: "out") == ["thesis.tex"])
    #expect(try audit(Array(passwords.utf8), ["-o", "out", "--force"], in: directory).code == 0)
    #expect(
      directory.names(in: "out") == [
        "audit.csv", "audit.json", "report.html", "rules.csv", "thesis.tex",
      ])
    // A name that reports may use, but here it is somebody else's file.
    _ = try directory.file("out/policy.csv", "mine")
    #expect(try audit(Array(passwords.utf8), ["-o", "out", "--force"], in: directory).code == 0)
    #expect(directory.text("out/policy.csv") == "mine")
  }

  @Test func `an earlier report is replaced`() throws {
    let directory = try TemporaryDirectory()
    #expect(try audit(Array(passwords.utf8), in: directory).code == 0)
    let first = directory.text("Reports/leaked/audit.csv")
    #expect(try audit(Array("x\n".utf8), ["--no-blocklist"], in: directory).code == 0)
    #expect(directory.text("Reports/leaked/audit.csv") != first)
    #expect(
      directory.names(in: "Reports/leaked") == [
        "audit.csv", "audit.json", "report.html", "rules.csv",
      ])
  }

  @Test func `split writes a file a metric`() throws {
    let directory = try TemporaryDirectory()
    #expect(try audit(Array(passwords.utf8), ["--split", "-o", "out"], in: directory).code == 0)
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
    let directory = try TemporaryDirectory()
    let run = try audit(Array(passwords.utf8), ["--fail-under", percent], in: directory)
    #expect(run.code == code)
    #expect(run.errors.isEmpty == (code == 0))
  }

  @Test(arguments: [("50", 0), ("50.1", 1)] as [(String, Int32)])
  func `the exact share of fail-under is enough`(percent: String, code: Int32) throws {
    let directory = try TemporaryDirectory()
    let run = try audit(
      Array("Abcdefg1\nshort\n".utf8), ["--fail-under", percent], in: directory)
    #expect(run.code == code, "\(run.errors)")
  }

  @Test func `wrong usage exits with 64`() throws {
    let directory = try TemporaryDirectory()
    for arguments in [["--lanes", "0", "x"], ["--fail-under", "101", "x"], ["--no-such-option"]] {
      #expect(try Program.run(arguments, in: directory).code == 64)
    }
  }

  @Test func `a file in the way of the report fails before the list is read`() throws {
    let directory = try TemporaryDirectory()
    _ = try directory.file("out", "a file")
    let run = try audit(Array(passwords.utf8), ["-o", "out"], in: directory)
    #expect(run.code == 2)
    #expect(run.errors.hasPrefix("out: error: cannot write: "))
  }

  @Test func `an interrupt ends the run with a partial report`() throws {
    let directory = try TemporaryDirectory()
    _ = try directory.file("site.policy", policy)
    let options = ["--strength", "none", "--no-blocklist", "-o", "out", "-"]
    let process = Program.start(["--rules", "site.policy"] + options, in: directory)
    let stdin = Pipe()
    process.standardInput = stdin
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    try stdin.fileHandleForWriting.write(contentsOf: Data("Passw0rd\nhello\nhal".utf8))
    // The provisional directory is made just before the reading starts.
    #expect(wait { directory.names(in: "out").contains { $0.hasPrefix("staged.partial-") } })
    #expect(Program.hasRead(stdin))
    process.interrupt()
    process.waitUntilExit()
    #expect(process.terminationStatus == 1)
    #expect(directory.names(in: "out") == ["audit.csv", "audit.json", "report.html", "rules.csv"])
    #expect(directory.text("out/audit.json")?.contains("\"complete\" : false") == true)
    #expect(directory.text("out/audit.csv")?.contains(",entries,audited,0,entries,2,") == true)
  }

  @Test func `a reader that closes the output early is no error`() throws {
    let directory = try TemporaryDirectory()
    _ = try directory.file("leaked.txt", passwords)
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
  func `the number of lanes changes no byte of the report`(lanes: Int) throws {
    let directory = try TemporaryDirectory()
    var generator = SeededGenerator(seed: 5)
    let lines = (0..<120_000).map { _ in "pw\(generator.next() % 5000)" }
    let list = Array(lines.joined(separator: "\n").utf8)
    _ = try audit(list, ["-o", "one", "--lanes", "1", "-q"], in: directory)
    _ = try audit(list, ["-o", "many", "--lanes", "\(lanes)", "-q"], in: directory)
    for file in ["audit.csv", "audit.json"] {
      #expect(directory.text("one/\(file)") == directory.text("many/\(file)"))
      #expect(directory.text("one/\(file)") != nil)
    }
  }

  @Test func `no password appears in any output`() throws {
    let directory = try TemporaryDirectory()
    let canary = "Xq7canaryPlugh"
    let list = Array("\(canary)\n\(canary)é\n".utf8) + Array(canary.utf8) + [0xFF, 10]
    _ = try directory.file("refused.txt", "\(canary)\n")
    for (name, bytes) in [
      ("plain.txt", list), ("packed.gz", try gzip(list, in: directory)),
      ("cut.gz", try gzip(list, in: directory).dropLast(3)),
      ("wide.txt", [0xFF, 0xFE] + list.flatMap { [$0, 0] }), ("none.txt", Array(canary.utf8)),
    ] as [(String, [UInt8])] {
      for format in ["text", "csv", "json"] {
        let run = try audit(
          bytes, ["--format", format, "-o", "out", "--blocklist", "refused.txt"], name: name,
          in: directory)
        #expect(!run.output.contains(canary) && !run.errors.contains(canary))
        for file in directory.names(in: "out") {
          #expect(directory.text("out/\(file)")?.contains(canary) == false)
        }
      }
    }
  }
}
