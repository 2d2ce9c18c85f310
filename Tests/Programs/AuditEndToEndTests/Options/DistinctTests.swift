import Foundation
import TestSupport
import Testing

private let passwords = "password\nAbcdefg1\npassword\r\npassword\n\nshort\nAbcdefg1\nonce é\n"
private let options = ["--strength", "none", "--distinct", "-o", "out", "--no-blocklist"]

private func directory(_ list: [UInt8]) throws -> TemporaryDirectory {
  let directory = try TemporaryDirectory()
  try directory.file("leaked.txt", list)
  try directory.file("site.policy", "minlength: 8; allowed: ascii-printable;")
  return directory
}

@discardableResult
private func run(_ options: [String], in directory: TemporaryDirectory, code: Int32? = 0) throws
  -> Program.Run
{
  try directory.audit(["--rules", "site.policy"] + options + ["leaked.txt"], code: code)
}

@Suite struct DistinctTests {
  @Test func `distinct counts each password once, beside the entries`() throws {
    let directory = try directory(Array(passwords.utf8))
    let run = try run(options, in: directory)
    #expect(run.output.contains("1 policy tried on 7 passwords (leaked; 4 different)\n"))
    let table = directory.text("out/audit.csv") ?? ""
    for rows in [
      """
      leaked,,entries,audited,0,entries,7,1.000000
      leaked,,entries,audited,0,distinct,4,1.000000
      """,
      """
      leaked,,length,5,5,entries,1,0.142857
      leaked,,length,5,5,distinct,1,0.250000
      """,
      """
      leaked,site,compliance,compliant,0,entries,5,0.714286
      leaked,site,compliance,compliant,0,distinct,2,0.500000
      """,
      """
      leaked,site,violation,minlength,0,entries,2,0.285714
      leaked,site,violation,minlength,0,distinct,2,0.500000
      """,
    ] { #expect(table.contains(rows + "\n"), "\(rows)") }
    #expect(!table.contains(",lines,audited,0,distinct,"))
    #expect(
      directory.text("out/audit.json")?.contains("\"repetition\" : \"none: ") == true)
  }

  @Test func `distinct adds rows and changes none`() throws {
    let directory = try directory(Array(passwords.utf8))
    let rows = { directory.text("out/audit.csv")?.split(separator: "\n") ?? [] }
    try run(options, in: directory)
    let with = rows()
    try run(options.filter { $0 != "--distinct" }, in: directory)
    let without = Set(rows())
    #expect(with.count > without.count)
    #expect(with.filter(without.contains) == rows())
  }

  @Test func `too little memory changes no byte and leaves no file`() throws {
    // 16 MiB have room for some 700,000 passwords.
    let list = (0..<1_000_000).map { "\($0 % 800_000)\n" }.joined()
    let directory = try directory(Array(list.utf8))
    let temporary = ["--temporary", "temporary"]
    try directory.file("temporary/.keep", "")
    var tables: Set<String> = []
    for memory in ["16MiB", "1g"] {
      try run(options + temporary + ["--memory", memory, "-q"], in: directory)
      let files = directory.names(in: "out")
      tables.insert(files.map { "\($0)\n\(directory.text("out/\($0)") ?? "")" }.joined())
    }
    #expect(tables.count == 1)
    #expect(tables.first?.contains("leaked,,entries,audited,0,distinct,800000,1.000000\n") == true)
    #expect(directory.names(in: "temporary") == [".keep"])
  }

  @Test func `a full disk ends the run with nothing written`() throws {
    let list = (0..<1_000_000).map { "\($0)\n" }.joined()
    let directory = try directory(Array(list.utf8))
    let process = Program.start([], in: directory)
    // A limit on the size of files refuses writes beyond it, like a full disk.
    let audit = process.executableURL?.path ?? ""
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments =
      ["-c", "ulimit -f 64; exec \"$0\" \"$@\"", audit, "--rules", "site.policy"] + options
      + ["--memory", "16MiB", "--temporary", ".", "leaked.txt"]
    let errors = Pipe()
    process.standardError = errors
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    let message = String(
      decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 2)
    #expect(message.hasPrefix(".: error: cannot write to the temporary file after byte "))
    #expect(
      message.hasSuffix(
        """
        : file too large; expected room for 20 bytes a line beyond --memory
          Name a directory with more room with --temporary, or raise --memory.

        """))
    #expect(directory.names(in: "out") == [])
  }

  @Test func `memory that the system refuses is reported, and the plain audit is kept`() throws {
    // As many groups as passwords: each has its own number of occurrences.
    let list = (1...160_000).reversed().map { "\($0) p\($0)\n" }.joined()
    let directory = try directory(Array(list.utf8))
    var codes: Set<Int32> = []
    for kibibytes in few(3, of: [240_000, 252_000, 264_000, 280_000, 300_000, 360_000, 440_000]) {
      // With a sanitizer, or with larger libraries, it may not even start.
      let limited = "ulimit -c 0; ulimit -v \(kibibytes); \"$audit\""
      if try directory.shell("\(limited) --version", code: nil).code != 0 { continue }
      let run = try directory.shell(
        "\(limited) --rules site.policy \(options.joined(separator: " ")) --force --counts --threads 1 leaked.txt",
        code: nil)
      codes.insert(run.code)
      #expect([0, 1, 2].contains(run.code), "\(kibibytes): \(run.errors)")
      if run.code == 0 { continue }
      let message = "error: distinct passwords cannot be counted: the system refuses "
      #expect(run.errors.hasPrefix(message), "\(kibibytes): \(run.errors)")
      #expect(
        run.errors.hasSuffix(
          "  Lower --memory, so that more is left, or give the program more memory.\n"))
      guard run.code == 1 else { continue }
      #expect(run.output.contains("INCOMPLETE: not everything could be counted"))
      let files = directory.names(in: "out")
      #expect(files.contains("audit.csv") && !files.contains("spectrum.csv"), "\(files)")
      let table = directory.text("out/audit.csv") ?? ""
      #expect(table.contains("leaked,,entries,audited,0,entries,12800080000,1.000000\n"))
      #expect(!table.contains(",distinct,"))
      #expect(directory.text("out/audit.json")?.contains("\"complete\" : false") == true)
    }
    // All but the smallest were too small while every group was kept until the report.
    #expect(codes.isEmpty || codes.contains(0), "\(codes)")
  }

  // Every policy once held eight words for each number of occurrences, regardless of --memory.
  @Test func `more numbers of occurrences than memory has room for are reported`() throws {
    let list = (1...160_000).reversed().map { "\($0) p\($0)\n" }.joined()
    let directory = try directory(Array(list.utf8))
    let run = try run(options + ["--memory", "16MiB", "--counts", "-q"], in: directory, code: 1)
    #expect(
      run.errors == """
        error: metrics of guessing need room for 160000 numbers of occurrences and more, each for one \
        policy; expected no more than the 16777216 bytes of --memory have room for
          Raise --memory, or name fewer policies.

        """)
    let table = directory.text("out/audit.csv") ?? ""
    #expect(table.contains("leaked,,length,7,7,distinct,60001,"))
    #expect(!directory.names(in: "out").contains("spectrum.csv"))
    #expect(directory.text("out/audit.json")?.contains("\"complete\" : false") == true)
  }

  @Test func `a directory that takes no temporary file is reported before reading`() throws {
    let directory = try directory(Array(passwords.utf8))
    let run = try run(options + ["--temporary", "none"], in: directory, code: 2)
    #expect(
      run.errors == """
        none: error: cannot make a temporary file: no such file or directory
          Name another directory with --temporary.

        """)
    #expect(!directory.names().contains("out"))
  }

  @Test(arguments: [
    (["--distinct", "--memory", "15MiB"], "--memory takes at least 16MiB."),
    (["--distinct", "--memory", "1.5GiB"], "Expected a size such as 512MiB, 4G or 1GB"),
    (
      ["--distinct", "--memory", "99999999999T"], "'99999999999T' is more bytes than there can be."
    ),
    (["--memory", "1GiB"], "--memory says how --distinct works; give that too."),
    (
      ["--weights", "lists"], "--weights says what a repeated password means, which only --distinct"
    ),
    (["--distinct", "--weights", "people"], "people"),
  ])
  func `sizes and meanings that make no sense are wrong usage`(
    options: [String], words: String
  ) throws {
    let run = try run(options, in: directory(Array(passwords.utf8)), code: 64)
    #expect(run.errors.contains(words))
  }

  @Test(arguments: ["accounts", "lists", "none"])
  func `the manifest states the meaning of repetitions`(weights: String) throws {
    let directory = try directory(Array(passwords.utf8))
    try run(options + ["--weights", weights, "-q"], in: directory)
    #expect(
      directory.text("out/audit.json")?.contains("\"repetition\" : \"\(weights): ") == true)
  }
}
