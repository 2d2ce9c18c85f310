import Foundation
import TestSupport
import Testing

@Suite struct BlocklistFaultTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func numbers(to last: Int) -> String { (1...last).map { "value \($0)\n" }.joined() }

  private func build(_ directory: TemporaryDirectory, _ options: String...) throws -> String {
    try directory.audit(["blocklist", "build", "common.txt", "-o", "common.blocklist"] + options)
    return "\(directory.path)/common.blocklist"
  }

  // A compiled list without its signature was once read as text; it hit nothing, and the run
  // succeeded.
  @Test(arguments: [
    [0], [7], [0, 1, 2, 3, 4, 5, 6, 7], [3, 4], [1, 2, 3, 4, 5],
  ])
  func `a compiled list with a damaged signature is no list of text`(bytes: [Int]) throws {
    try directory.file("common.txt", numbers(to: 500))
    try directory.file("leaked.txt", numbers(to: 10))
    let path = try build(directory)
    var content = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    for byte in bytes { content[byte] = 0x5A }
    try directory.file("common.blocklist", content)
    let run = try directory.audit(
      "--blocklist common.blocklist --preset basic8 leaked.txt", code: 2)
    #expect(
      run.errors == """
        common.blocklist: error: compiled blocklist is damaged: signature, at or after byte 0
          Copy it again, or build it again; it was not used.

        """)
    let info = try directory.audit("blocklist info common.blocklist", code: 2)
    #expect(info.errors == run.errors)
  }

  @Test(arguments: 1...7)
  func `a compiled list of fewer bytes than its signature is no list of text`(count: Int) throws {
    try directory.file("common.txt", numbers(to: 5))
    try directory.file("leaked.txt", numbers(to: 10))
    let content = try Data(contentsOf: URL(fileURLWithPath: try build(directory)))
    try directory.file("common.blocklist", Array(content.prefix(count)))
    let run = try directory.audit("--blocklist common.blocklist leaked.txt", code: 2)
    #expect(run.errors.contains("error: compiled blocklist of \(count) bytes; expected 4096 bytes"))
  }

  @Test func `a text that only resembles a compiled list is text`() throws {
    try directory.file("common.txt", "Xaudit\r\nvalue 1\r\n")
    try directory.file("leaked.txt", "Xaudit\nvalue 1\nother\n")
    let run = try directory.audit("blocklist test common.txt", input: "Xaudit\n".utf8)
    #expect(run.output == "1\tlisted\t10\n")
  }

  @Test(arguments: [
    ("", [String]()), ("\n\n\r\n", []), ("abc\nde\n", ["--blocklist-match", "substring:8"]),
    ("", ["--blocklist-match", "entra-like"]), ("", ["--blocklist-match", "fold"]),
  ])
  func `a blocklist without a usable value is an error`(
    content: String, options: [String]
  ) throws {
    try directory.file("empty.txt", content)
    try directory.file("leaked.txt", numbers(to: 10))
    let run = try directory.audit(["--blocklist", "empty.txt"] + options + ["leaked.txt"], code: 2)
    #expect(run.errors.contains("empty.txt: error: blocklist without a "))
    #expect(run.errors.contains("at least one value to refuse"))
  }

  @Test func `a list of no value is not compiled`() throws {
    try directory.file("common.txt", "\n")
    let run = try directory.audit("blocklist build common.txt -o common.blocklist", code: 2)
    #expect(
      run.errors == """
        common.txt: error: blocklist without a value; expected at least one value to refuse
          Name another file.

        """)
    #expect(!directory.names().contains("common.blocklist"))
  }

  @Test(arguments: [(1_000_000, true), (999_999, false)])
  func `hashes that none of a million passwords has are reported`(
    lines: Int, isTold: Bool
  ) throws {
    let hash = String(repeating: "0123456789ABCDEF", count: 3).prefix(40)
    try directory.file(
      "common.txt", "\(hash):3\n\(hash.reversed().map(String.init).joined()):2\n")
    _ = try build(directory)
    try directory.file("leaked.txt", String(repeating: "password\n", count: lines))
    let run = try directory.audit(
      "--strength none --blocklist common.blocklist leaked.txt", code: isTold ? 1 : 0)
    #expect(
      run.errors.contains(
        "warning: none of 1000000 passwords is on the list 'common', which holds hashes "
          + "('sha1')") == isTold)
  }

  // The program once ended by SIGBUS.
  @Test(arguments: ["test", "check", "filter"])
  func `a compiled list that is cut while it is in use is an error`(command: String) throws {
    try directory.file("common.txt", numbers(to: 40_000))
    let path = try build(directory)
    let arguments = [
      "test": ["blocklist", "test", "common.blocklist"],
      "check": ["check", "--blocklist", "common.blocklist", "--rules", "site.policy"],
      "filter": ["filter", "--blocklist", "common.blocklist", "-o", "kept.txt", "-"],
    ]
    try directory.file("site.policy", "blocklist: default;")
    let process = Program.start(try #require(arguments[command]), in: directory)
    let (stdin, stdout, stderr) = (Pipe(), Pipe(), Pipe())
    process.standardInput = stdin
    process.standardOutput = stdout
    process.standardError = stderr
    try process.run()
    try stdin.fileHandleForWriting.write(contentsOf: Data("value 1\n".utf8))
    if command == "filter" {
      #expect(wait { directory.names().contains { $0.contains("kept") } })
    } else {
      #expect(!stdout.fileHandleForReading.availableData.isEmpty)
    }
    #expect(unsafe truncate(path, 4096) == 0)
    try stdin.fileHandleForWriting.write(contentsOf: Data(numbers(to: 2_000).utf8))
    try stdin.fileHandleForWriting.close()
    _ = try stdout.fileHandleForReading.readToEnd()
    let errors = try stderr.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == 2)
    #expect(
      String(decoding: errors, as: UTF8.self).contains(
        """
        common.blocklist: error: the compiled blocklist changed during the run; expected a file that does not change during the run
        """))
    #expect(!directory.names().contains("kept.txt"))
  }

  @Test(arguments: [
    (
      "lists", "this is a directory, not a compiled blocklist",
      "audit blocklist build lists -o FILE"
    ),
    ("report", "this is a report, not a compiled blocklist", "audit compare report NEW"),
    (
      "report/audit.csv", "this is a report, not a compiled blocklist",
      "audit compare report/audit.csv NEW"
    ),
    ("leaked.tally", "this is a tally, not a compiled blocklist", "audit tally info leaked.tally"),
    (
      "/dev/null", "this is a pipe or a device, not a compiled blocklist",
      "Write it to a file first, and name that."
    ), ("lists/leaked.txt", "no compiled blocklist", "audit blocklist build LIST -o FILE"),
  ])
  func `info names what is no compiled blocklist, and the command for it`(
    path: String, found: String, remedy: String
  ) throws {
    try directory.file("lists/leaked.txt", "Tisch2024\n")
    for arguments in [["-o", "report"], ["-o", "leaked.tally"]] {
      let command = arguments.last == "report" ? ["run"] : ["scan"]
      try directory.audit(command + ["--strength", "none", "-q", "lists/leaked.txt"] + arguments)
    }
    let run = try directory.audit(["blocklist", "info", path], code: 2)
    #expect(
      run.errors.hasPrefix(
        "\(path): error: \(found); expected a file that 'audit blocklist build' has written\n  "))
    #expect(run.errors.contains(remedy))
  }

  @Test(arguments: [
    (35, ":7", false, "SHA-1 hashes without the first five digits"),
    (27, ":7", true, "NTLM hashes without the first five digits"),
    (35, "", true, "without the first"),
    (40, "", true, "hashes of 40 digits, as of SHA-1"), (32, "", false, "as of NTLM or MD5"),
    (64, "", true, "the lines are hashes; expected words"),
  ])
  func `hashes never become words unless that is stated`(
    digits: Int, count: String, isLower: Bool, message: String
  ) throws {
    let lines = (0..<30).map { number in
      let seed = String((number + 3) &* 0x9E37_79B9_7F4A_7C1, radix: 16, uppercase: !isLower)
      return String(String(repeating: seed, count: 8).prefix(digits)) + count
    }
    try directory.file("hashes.txt", lines.joined(separator: "\n") + "\n")
    try directory.file("list.txt", "Tisch77\n")
    for command in [
      "blocklist build hashes.txt -o x.blocklist", "list.txt --blocklist hashes.txt -o out",
      "score --dictionary hashes.txt",
    ] {
      let run = try directory.audit(command, code: 2)
      #expect(
        run.errors.contains("hashes.txt: error: the lines are")
          && (run.errors.contains(message) || command.hasPrefix("score")), "\(run.errors)")
    }
    let stated = try directory.audit(
      "blocklist build hashes.txt -o x.blocklist --blocklist-form plain", code: 1)
    #expect(stated.errors.contains("hashes.txt: warning: the lines are"))
  }

  @Test func `words in hexadecimal are decoded, and what stands around words is noted`() throws {
    try directory.file("hex.txt", "$HEX[5469736368373a37]\nSofa\n")
    try directory.file("counted.txt", "$HEX[546973636837]:5\nSofa:3\n")
    for (file, value) in [("hex.txt", "Tisch7:7"), ("counted.txt", "Tisch7")] {
      let build = try directory.audit("blocklist build \(file) -o \(file).blocklist")
      #expect(build.errors.isEmpty != (file == "hex.txt"))
      for list in [file, "\(file).blocklist"] {
        let run = try directory.audit("blocklist test \(list)", input: "\(value)\n".utf8)
        #expect(run.output == "1\tlisted\t10\n")
      }
    }
    let score = try directory.audit(
      "score --dictionary hex.txt", input: "Tisch7:7\nqzjxkwv\n".utf8)
    #expect(
      score.output.hasPrefix("0\t")
        && score.errors == """
          hex.txt: note: 1 of the first 2 lines is '$HEX[…]', and is read as the bytes that it spells

          """
    )
    for (file, text, message) in [
      (
        "quoted.txt", "\"Tisch\"\n\"Sofa\"\n\"Ofen\"\n\"Bett\"\n",
        "warning: all of the first 4 lines are in quotes"
      ),
      ("before.txt", " Tisch\n Sofa\n Ofen\n Bett\n", "note: there are blanks before the words"),
      (
        "behind.txt", "Tisch  \nSofa  \nOfen  \nBett  \n", "note: there are blanks behind the words"
      ),
    ] {
      try directory.file(file, text)
      let run = try directory.shell("printf 'Tisch\\n' | \"$audit\" blocklist test \(file)")
      #expect(run.errors.contains("\(file): \(message)"), "\(run.errors)")
    }
  }
}
