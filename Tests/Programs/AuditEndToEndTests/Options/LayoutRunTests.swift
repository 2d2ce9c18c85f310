import TestSupport
import Testing

/// Passwords with counts; some are hard to write in one layout or another.
private let passwords: [(text: [UInt8], count: Int)] = {
  var generator = SeededGenerator(seed: 2026)
  let alphabet = Array("abcdefgXYZ0123456789!?.:,;|\"\t $[]".unicodeScalars) + ["é", "字", "\u{1}"]
  return (0..<10_000).map { _ in
    var text: [UInt8] = []
    for _ in 0..<Int.random(in: 1...14, using: &generator) {
      let character = alphabet.randomElement(using: &generator) ?? "a"
      text += Array(String(character).utf8)
    }
    if Int.random(in: 0..<100, using: &generator) == 0 { text.append(0xFE) }
    return (text, Int.random(in: 1...4, using: &generator))
  }
}()

/// A layout, the function that writes its lines, and whether they contain the count.
private struct Writer: Sendable, CustomTestStringConvertible {
  let options: [String]
  var isCounted = false
  var header = ""
  let line: @Sendable ([UInt8], Int) -> [UInt8]
  var testDescription: String { options.joined(separator: " ") }
}

private func hex(_ bytes: [UInt8]) -> [UInt8] {
  Array("$HEX[".utf8)
    + bytes.flatMap { Array(($0 < 16 ? "0" : "").utf8) + Array(String($0, radix: 16).utf8) }
    + [UInt8(ascii: "]")]
}

private func quoted(_ bytes: [UInt8]) -> [UInt8] {
  let quote = UInt8(ascii: "\"")
  return [quote] + bytes.flatMap { $0 == quote ? [quote, quote] : [$0] } + [quote]
}

private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

private let writers = [
  Writer(options: ["--layout", "plain"]) { password, _ in password },
  Writer(options: ["--layout", "plain", "--decode-hex"]) { password, count in
    count == 1 ? hex(password) : password
  },
  Writer(options: ["--counts"], isCounted: true) { bytes("      \($1) ") + $0 },
  Writer(options: ["--layout", "counted:prefix"], isCounted: true) { bytes("\($1)\t") + $0 },
  Writer(options: ["--layout", "counted:colon"], isCounted: true) { $0 + bytes(":\($1)") },
  Writer(options: ["--counts"], isCounted: true, header: "value|occurrence") {
    $0 + bytes("|\($1)")
  },
  Writer(options: ["--layout", "user:password"]) { bytes("u\($1)@example.org:") + $0 },
  Writer(options: ["--layout", "auto"]) { bytes("u\($1)@example.org:") + $0 },
  Writer(options: ["--layout", "user:password", "--separator", "tab"]) { password, _ in
    bytes("u v\t") + hex(password)
  },
  Writer(options: ["--layout", "hash:password"]) { password, count in
    count == 1
      ? bytes("$dynamic_0$0123:") + password : bytes("0123456789abcdef:salt:") + hex(password)
  },
  Writer(options: ["--layout", "csv:password"], header: "id,Password,x") { password, _ in
    bytes("1,") + quoted(password) + bytes(",\"2\"")
  },
  Writer(options: ["--layout", "csv:2", "--separator", ";"]) { password, _ in
    bytes("1;") + quoted(password)
  },
  Writer(options: ["--layout", "auto"], header: "id;mail;pwd") { password, _ in
    bytes("1;a;") + quoted(password)
  },
]

private func text(_ writer: Writer, end: String, expanded: Bool) -> [UInt8] {
  var text = writer.header.isEmpty ? [] : bytes(writer.header + end)
  for (password, count) in passwords {
    let line = writer.line(password, count) + bytes(end)
    for _ in 0..<(expanded ? count : 1) { text += line }
  }
  return text
}

/// The rows of a table, except those that count lines, which depend on the layout.
private func table(_ writer: Writer, end: String, in directory: TemporaryDirectory) throws -> String
{
  try directory.file(
    "list.txt", text(writer, end: end, expanded: !writer.isCounted))
  try directory.file(
    "site.policy", "minlength: 8; required: digit; allowed: digit; blocklist: default exact;")
  // The colons of salts, and those of passwords, cannot be told apart: a warning with its remedy.
  let hasSalts = writer.options.contains("hash:password")
  let run = try directory.audit(
    ["--rules", "site.policy", "--strength", "meter", "-o", "out"] + writer.options + ["list.txt"],
    code: hasSalts ? 1 : 0)
  let notes = writer.header.isEmpty ? hasSalts ? 2 : 0 : 1
  #expect(run.errors.split(separator: "\n").count == notes, "\(run.errors)")
  return directory.rows()
    .filter {
      !$0.contains(",,lines,") && !$0.contains("user_name,")
    }.joined(separator: "\n")
}

/// The expected table: that of the passwords, one on each line.
private let plainTable = try? table(writers[0], end: "\n", in: TemporaryDirectory())

/// Texts that each have a header, followed by rows.
private struct Members: Sendable, CustomTestStringConvertible {
  let options: [String]
  let headers: [String]
  /// Makes the row of a password in a member.
  let row: @Sendable (_ member: Int, _ password: String) -> String
  var testDescription: String { options.joined(separator: " ") }
}

@Suite struct LayoutRunTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test(arguments: few(5, of: writers), few(1, of: ["\r\n", "\n"]))
  private func `the same passwords give the same table in every layout`(
    writer: Writer, end: String
  ) throws {
    let expected = try #require(plainTable)
    let entries = passwords.reduce(0) { $0 + $1.count }
    #expect(expected.contains("list,,entries,audited,0,entries,\(entries),1.000000"))
    #expect(try table(writer, end: end, in: directory) == expected)
  }

  @Test func `a run reports and counts lines of another layout, and exits with 1`() throws {
    try directory.file("list.txt", "ann:Xq7canary\nbob\nXq7canary\ncid:x\n")
    let run = try directory.audit("--layout user:password -o out list.txt", code: 1)
    #expect(
      run.errors == """
        list.txt:2:1: error: 2 of 4 lines are not of layout user:password and were skipped; this is \
        the first; expected a user name, the separator, the password
          State the layout of the list with --layout; --help-all explains each.

        """)
    #expect(run.output.contains("Not audited   2 malformed lines\n"))
    let table = directory.text("out/audit.csv") ?? ""
    #expect(table.contains("list,,lines,audited,0,entries,2,0.500000\n"))
    #expect(table.contains("list,,lines,malformed,4,entries,2,0.500000\n"))
    let manifest = directory.text("out/audit.json") ?? ""
    #expect(manifest.contains("\"layout\" : \"user:password\""))
    for text in [run.output, run.errors, table, manifest] {
      #expect(!text.contains("Xq7canary") && !text.contains("ann") && !text.contains("bob"))
    }
  }

  @Test(arguments: [[], ["--distinct"]], few(1, of: ["2", "1"]))
  func `accounts without a password are entries, and break every minimum`(
    options: [String], threads: String
  ) throws {
    let list = "ann:Passw0rd\ndave:\nerin:\n\nfay:$HEX[]\nbob:abc\n"
    try directory.file("list.txt", list)
    try directory.file(
      "site.policy", "minlength: 1; allowed: unicode;\n[any]\nallowed: unicode;\n")
    try directory.audit(
      [
        "--layout", "user:password", "--rules", "site.policy", "--no-blocklist", "--threads",
        threads,
      ]
        + ["-q", "-o", "out", "list.txt"] + options)
    let table = directory.text("out/audit.csv") ?? ""
    directory.expectRows([
      "list,,entries,audited,0,entries,5,1.000000", "list,,lines,audited,0,entries,5,0.833333",
      "list,,lines,empty,1,entries,1,0.166667", "list,,blank,blank,0,entries,3,0.600000",
      "list,,blank,other,1,entries,2,0.400000", "list,,length,0,0,entries,3,0.600000",
      "list,,classes,0,0,entries,3,0.600000", "list,,charset,none,0,entries,3,0.600000",
      "list,,score,0,0,entries,5,1.000000", "list,,pattern,brute-force,15,entries,3,0.600000",
      "list,,quality,ascii,0,entries,5,1.000000",
      "list,site,compliance,violating,1,entries,3,0.600000",
      "list,site,violation,minlength,0,entries,3,0.600000",
      "list,any,compliance,compliant,0,entries,5,1.000000",
      "list,any,survivors_length,0,0,entries,3,0.600000",
    ])
    if !options.isEmpty {
      #expect(table.contains("list,,blank,blank,0,distinct,1,0.333333\n"))
      #expect(directory.text("out/spectrum.csv")?.contains("list,,3,1\n") == true)
    }
    // A filter permits the passwords that the policy permits, with their lines unchanged.
    for (policy, kept) in [
      ("site", "ann:Passw0rd\nbob:abc\n"), ("any", list.replacing("\n\n", with: "\n")),
    ] {
      try directory.file(
        "one.policy", policy == "site" ? "minlength: 1; allowed: unicode;" : "allowed: unicode;")
      let filter = try directory.audit(
        ["filter", "--layout", "user:password", "--rules", "one.policy", "--no-blocklist"] + [
          "--threads", threads, "-q", "list.txt",
        ])
      #expect(filter.output == kept, "\(filter.errors)")
    }
  }

  @Test func `accounts without a password are recorded as a run counts them`() throws {
    try directory.file("list.txt", "ann:Passw0rd\ndave:\nerin:\n")
    let layout = ["--layout", "user:password"]
    try directory.audit(layout + ["-q", "-o", "run", "list.txt"])
    try directory.audit(["scan"] + layout + ["-o", "x.tally", "list.txt"])
    try directory.audit("report -q -o report x.tally")
    let table = try #require(directory.text("run/audit.csv"))
    #expect(table.contains("list,,blank,blank,0,entries,2,0.666667\n"))
    #expect(directory.text("report/audit.csv") == table)
  }

  @Test func `a run counts relations of passwords to users' names`() throws {
    try directory.file(
      "list.txt",
      "elaine:7elaine!\nann@example.org:x-ann-x\njo.smith@example.org:$HEX[536d69746831393730]\nbob:boat\n"
    )
    let run = try directory.audit("--layout user:password --no-blocklist -o out list.txt")
    let table = directory.text("out/audit.csv") ?? ""
    #expect(table.contains("list,,user_name,user-name,0,entries,2,0.500000\n"))
    #expect(table.contains("list,,user_name,user-name-part,1,entries,3,0.750000\n"))
    #expect(table.contains("list,,user_name,none,2,entries,1,0.250000\n"))
    #expect(run.output.contains("user-name-part 75.0 %"))
  }

  @Test func `counts make entries, and the summary distinguishes them from lines`() throws {
    try directory.file("list.txt", "value|count\nword|3000\nsword|2\n")
    let run = try directory.audit("--counts -o out list.txt")
    #expect(run.errors.hasPrefix("list.txt:1:1: note: the first line is read as the header"))
    #expect(
      run.output.contains("tried on 3,002 passwords (list; in 2 lines; each occurrence counts"))
    #expect(
      run.output.contains(
        "Lines         read as counted:bar, told by all of the first 2 lines\n"))
    #expect(run.output.contains("Not audited   1 header\n"))
    #expect(directory.text("out/audit.json")?.contains("\"entries\" : 3002") == true)
  }

  @Test func `a layout that the lines do not reveal must be named`() throws {
    try directory.file("list.txt", "ann:x\nbob:y\n")
    let run = try directory.audit("--layout auto -o out list.txt", code: 2)
    #expect(run.errors.contains("State it: --layout user:password, or --layout plain"))
  }

  @Test func `counts whose sum is too large are refused`() throws {
    let most = "9223372036854775807 x\n"
    try directory.file("list.txt", most + most)
    let run = try directory.audit("--counts -o out list.txt", code: 2)
    #expect(run.errors.contains("error: the counts of the lines add up to 2⁶³ or more"))
    #expect(directory.names(in: "out") == [])
  }

  @Test(
    arguments: [
      ["--layout", "nonsense"], ["--layout", "csv:0"], ["--separator", ";"],
      ["--layout", "user:password", "--separator", "::"], ["--counts", "--layout", "plain"],
    ])
  func `an unknown layout is wrong usage`(options: [String]) throws {
    try TemporaryDirectory().audit(options + ["x"], code: 64)
  }

  @Test(
    arguments: few(
      2,
      of: [
        Members(options: ["--layout", "csv:password"], headers: ["id,Password", "password,id"]) {
          $0 % 2 == 0 ? "1,\($1)" : "\($1),2"
        },
        Members(options: ["--layout", "auto"], headers: ["id;mail;pwd", "pass;id;mail"]) {
          $0 % 2 == 0 ? "1;a;\($1)" : "\($1);b;2"
        },
        Members(options: ["--layout", "csv:2"], headers: ["user,password"]) { "u\($0),\($1)" },
        Members(options: ["--counts"], headers: ["value|count", "password|occurrences"]) {
          "\($1)|3"
        },
        Members(options: ["--layout", "user:password"], headers: ["email:password"]) {
          "\($0):\($1)"
        },
      ]), few(1, of: ["2", "1"]))
  private func `each file of an archive may have its header`(members: Members, threads: String)
    throws
  {
    try directory.file("site.policy", "minlength: 6;")
    // Some fit into a chunk together; one is longer than two chunks.
    let sizes = [3, 40_000, 2, 2, 150_000, 5, 1000]
    var files: [(name: String, bytes: [UInt8])] = []
    var passwords: [String] = []
    for (number, size) in sizes.enumerated() {
      let own = (0..<size).map { "\(number)word\($0)" }
      let header = members.headers[number % members.headers.count]
      let rows = own.map { members.row(number, $0) }
      files.append(("\(number).csv", bytes(([header] + rows).joined(separator: "\n"))))
      passwords += own
    }
    try directory.file("list.tar", ContainerTests.tar(files))
    let run = try directory.audit(
      [
        "--rules", "site.policy", "--strength", "none", "--no-blocklist", "--threads", threads,
        "-o",
        "out",
      ] + members.options + ["list.tar"])
    #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
    let weight = members.options == ["--counts"] ? 3 : 1
    let compliant = passwords.count { $0.count >= 6 } * weight
    let table = directory.text("out/audit.csv") ?? ""
    #expect(table.contains("list,,entries,audited,0,entries,\(passwords.count * weight),"))
    #expect(table.contains("list,,lines,header,5,entries,\(sizes.count),"), "\(table.prefix(2000))")
    #expect(table.contains("list,site,compliance,compliant,0,entries,\(compliant),"))
    let filter = try directory.audit(
      ["filter", "--rules", "site.policy", "--threads", threads, "-q"] + members.options + [
        "list.tar"
      ])
    // After the header of the first one.
    #expect(filter.output.utf8.count { $0 == 10 } == compliant / weight + 1)
    #expect(filter.output.hasPrefix(members.headers[0] + "\n"))
  }

  @Test func `a file of an archive without a header is read as the first one is`() throws {
    let files = ["id,password\n1,one\n2,two\n", "3,three\n4,four\n", "password,id\n", "5,five\n"]
    try directory.file(
      "list.tar", ContainerTests.tar(files.enumerated().map { ("\($0)", bytes($1)) }))
    try directory.audit("--strength none -q -o out --layout csv:password list.tar")
    directory.expectRows([
      "list,,length,3,3,entries,2,", "list,,length,4,4,entries,2,", "list,,length,5,5,entries,1,",
    ])
  }
}
