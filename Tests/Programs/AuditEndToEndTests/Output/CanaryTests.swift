import Foundation
import TestSupport
import Testing

/// Canary passwords enter by every input and must not leave by any output.
@Suite struct CanaryTests {
  /// Command lines; `LIST` stands for the list, which is also on standard input.
  ///
  /// Every command has a row for each of its formats and for typical mistakes.
  private static let commands: [[String]] =
    [
      ["run", "-o", "out", "--split", "LIST"],
      ["run"] + rules + ["--strength", "meter", "LIST"],
      ["run"] + rules + ["--format", "csv", "--strength", "none", "--fail-under", "100", "LIST"],
      ["run"] + rules + ["--format", "json", "--strength", "none", "../in", "gone.txt"],
      ["run"] + rules + ["--distinct", "--space", "-o", "out", "LIST"],
      ["run"] + rules + ["--habits", "-o", "out", "LIST"],
      ["scan", "--habits", "--strength", "none", "-o", "list.tally", "LIST"],
      ["run"] + rules + ["--distinct", "--counts", "--format", "json", "LIST"],
      ["sweep", "--strength", "none", "LIST"], ["sweep", "--blocklist", "LIST", "LIST"],
      ["sweep", "--format", "csv", "--counts", "LIST"],
      ["recommend", "--refuse-at-most", "50%", "-o", "table.json", "LIST"],
      ["recommend", "--format", "json"] + rules + ["LIST"],
      ["rules", "clauses", "--standard", "nist-63b-4"] + rules,
      ["run", "--standard", "pci-4.0.1"] + rules + ["-o", "out", "LIST"],
      ["sweep", "--blocklist", "default", "--against", "median", "gone.txt", "LIST"],
      ["check"] + rules, ["check"] + rules + ["--format", "csv"],
      ["check"] + rules + ["--format", "jsonl"], ["check", "--format", "jsonl"],
      ["run"] + rules + ["--dictionary", "LIST", "-o", "out", "../in"],
      ["scan", "--dictionary", "LIST", "-o", "list.tally", "LIST"],
      ["run"] + rules + ["--guess-order", "LIST", "-o", "out", "../in"],
      ["scan", "--guess-order", "LIST", "-o", "list.tally", "LIST"],
      ["score", "--dictionary", "LIST"], ["spectrum", "LIST"],
      ["spectrum", "--format", "csv", "--popularity", "10", "LIST"],
      ["score"], ["score", "--format", "csv"], ["score", "--format", "jsonl", "--explain"],
      ["filter"] + rules + ["--quiet", "-o", "no/such/place.txt", "LIST"],
      ["keyspace", "--format", "jsonl"], ["rules", "print", "--lines", "--format", "jsonl"],
      ["blocklist", "build", "LIST", "-o", "compiled"], ["blocklist", "info", "LIST"],
      ["blocklist", "test", "LIST"], ["blocklist", "test", "LIST", "--format", "csv"],
      ["blocklist", "test", "LIST", "--format", "jsonl"],
      ["run"] + rules
        + [
          "--distinct", "--temporary", "tmp", "--checkpoint-every", "0", "--layout", "auto", "LIST",
        ],
      ["run"] + rules + ["--distinct", "--strength", "none", "--temporary", "gone", "LIST"],
      ["run"] + rules
        + [
          "--checkpoint", "run.checkpoint", "--checkpoint-every", "0", "--strength", "none", "LIST",
        ],
      ["run"] + rules + ["--checkpoint", "LIST", "LIST"],
      ["run"] + rules + ["--layout", "csv:\(Canary.stem.dropLast())", "LIST"],
      ["run"] + rules + ["--layout", "user:password", "LIST"],
      ["filter"] + rules + ["-o", "../in", "--force", "--layout", "auto", "LIST"],
      ["blocklist", "build", "LIST", "-o", "LIST"],
      ["model", "build", "LIST", "-o", "list.model"], ["model", "build", "LIST", "-o", "LIST"],
      ["model", "build", "--distinct", "--order", "2", "--prune", "1", "LIST", "-o", "list.model"],
      ["model", "info", "LIST"], ["score", "--model", "LIST"],
      ["run"] + rules + ["--model", "LIST", "LIST"],
      ["run"] + rules + ["--by-list", "--format", "jsonl", "--strength", "none", "LIST", "../in"],
      ["run"] + rules + ["--layout", "user:hash:password", "--strength", "none", "LIST"],
      ["run"] + rules + ["--strength", "none", "--potfile", "LIST", "LIST"],
      ["run"] + rules + ["--potfile", "LIST", "--group", "LIST", "--accounts", "a.csv", "LIST"],
      ["keyspace", "--format", "jsonl", "--rules", "LIST"],
      ["scan", "-o", "list.tally", "LIST"],
      ["scan", "--strength", "none", "--distinct", "--layout", "auto", "-o", "list.tally", "LIST"],
      ["scan", "--strength", "none", "-o", "LIST", "LIST"],
      // A list instead of a tally.
      ["report", "-o", "out", "LIST"], ["merge", "LIST", "LIST", "-o", "both.tally"],
      ["tally", "info", "LIST"], ["lab", "LIST"], ["compare", "LIST", "LIST"],
      ["compare", "--rules", "site.policy", "-o", "out", "LIST", "LIST"],
    ]
    // A list instead of a policy: an easy mistake, and its messages must not quote the list.
    + [
      ["check", "--rules", "-", "--format", "csv"], ["check", "--rules", "LIST"],
      ["filter", "--rules", "-", "-o", "kept.txt", "LIST"], ["keyspace", "--rules", "LIST"],
      ["rules", "print", "--rules", "LIST"], ["rules", "lint", "--rules", "LIST"],
      ["rules", "lint", "--lenient", "--format", "json", "--rules", "LIST"],
      ["generate", "--rules", "LIST", "--length", "4"],
    ]

  /// Command lines that read a list, each tried with every kind of input.
  private static let readers: [[String]] = [
    ["run"] + rules
      + [
        "--format", "json", "--strength", "none", "-o", "out", "--encoding", "auto", "--layout",
        "auto", "LIST",
      ],
    ["run"] + rules.dropLast() + ["--blocklist", "LIST", "--strength", "none", "../in"],
    ["run"] + rules + ["--strength", "none", "--fallback", "latin-1", "-"],
    ["run", "--lenient", "--rules", "LIST", "LIST"],
    ["check"] + rules,
  ]

  private static let rules = ["--rules", "site.policy", "--no-blocklist"]

  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// Runs a command in its own directory and returns the places where the canary appears.
  private func leaks(_ arguments: [String], list: String, input: [UInt8], output: String? = nil)
    throws -> [String]
  {
    let work = directory.path + "/work"
    try? FileManager.default.removeItem(atPath: work)
    try directory.file("work/site.policy", "minlength: 12; required: upper; required: digit;")
    try directory.file("tmp/.keep", "")
    let process = Program.start(
      arguments.map { $0 == "LIST" ? list : $0 }, in: directory)
    process.currentDirectoryURL = URL(fileURLWithPath: work)
    process.environment?["TMPDIR"] = directory.path + "/tmp"
    process.standardInput = FileHandle(forReadingAtPath: try directory.file(".stdin", input))
    process.standardOutput = FileHandle(
      forWritingAtPath: try output ?? directory.file("work/.stdout", ""))
    process.standardError = FileHandle(forWritingAtPath: try directory.file("work/.stderr", ""))
    try process.run()
    process.waitUntilExit()
    var leaks: [String] = []
    if process.terminationReason != .exit {
      leaks.append("it died of signal \(process.terminationStatus)")
    }
    for place in ["work", "tmp"] {
      let walk = FileManager.default.enumerator(atPath: "\(directory.path)/\(place)")
      for case let name as String in walk ?? .init() {
        let path = "\(directory.path)/\(place)/\(name)"
        guard let bytes = FileManager.default.contents(atPath: path) else { continue }
        if let form = Canary.form(in: bytes) { leaks.append("\(place)/\(name) has it as \(form)") }
        if Canary.form(in: Data(name.utf8)) != nil { leaks.append("\(place)/\(name) bears it") }
      }
    }
    return leaks
  }

  @Test(arguments: few(2, of: InputForm.all))
  func `no output shows a password of any list`(form: InputForm) throws {
    let bytes = try form.list(Canary.passwords, directory)
    try? FileManager.default.removeItem(atPath: directory.path + "/in")
    try directory.file("in/\(form.file)", bytes)
    for arguments in Self.readers {
      let leaks = try leaks(arguments, list: "../in/\(form.file)", input: bytes)
      #expect(leaks == [], "audit \(arguments.joined(separator: " "))")
    }
  }

  @Test(.needsFullDevice, arguments: few(1, of: [nil, "/dev/full"]))
  func `no command shows a password, whether it can write or not`(
    output: String?
  ) throws {
    try directory.file("in/list.txt", Canary.text)
    for arguments in few(25, of: Self.commands) {
      let leaks = try leaks(arguments, list: "../in/list.txt", input: Canary.text, output: output)
      #expect(leaks == [], "audit \(arguments.joined(separator: " "))")
    }
  }

  @Test func `no answer in JSON shows a password, right or wrong`() throws {
    try directory.file("in/list.txt", "x\n")
    let questions = [
      #"{"password": "CANARY"}"#, #"{"password": "CANARY", "policy": "minlength: 99;"}"#,
      #"{"password": "CANARY", "policy": "minlength"}"#, #"{"password": ["CANARY"]}"#,
      #"{"password": "CANARY"#, #"["CANARY"]"#, #""CANARY""#, #"{"CANARY": 1}"#, "CANARY",
      #"{"password": "\u0058q7Plugh", "length": "CANARY"}"#, #"{"length": 4, "to": "CANARY"}"#,
    ]
    let input = questions.map { $0.replacing("CANARY", with: Canary.stem) + "\n" }.joined()
    for command in [
      ["check", "--format", "jsonl"], ["check", "--format", "jsonl", "--rules", "site.policy"],
      ["score", "--format", "jsonl", "--explain"], ["keyspace", "--format", "jsonl"],
      ["keyspace", "--format", "jsonl", "--rules", "site.policy"],
      ["rules", "print", "--lines", "--format", "jsonl"],
    ] {
      let leaks = try leaks(command, list: "../in/list.txt", input: Array(input.utf8))
      #expect(leaks == [], "audit \(command.joined(separator: " "))")
    }
  }

  @Test(arguments: [
    ["check"], ["score"], ["check", "--rules", "site.policy"], ["score", "--explain"],
    ["blocklist", "test", "../in/list.txt"],
  ])
  func `a password typed as an argument is refused without repeating it`(
    command: [String]
  ) throws {
    try directory.file("in/list.txt", "x\n")
    for typed in [[Canary.stem], ["--", "-\(Canary.stem)"], [Canary.stem, Canary.stem]] {
      let leaks = try leaks(command + typed, list: "", input: [])
      #expect(leaks == [])
      let errors = directory.text("work/.stderr") ?? ""
      #expect(errors.hasPrefix("error: Passwords are read from standard input, one a line"))
    }
  }

  /// The test of the tests: outputs that may contain passwords are searched successfully.
  @Test func `the canaries appear in the output of commands that print passwords`() throws {
    try directory.file("in/list.txt", Canary.text)
    for (arguments, place) in [
      (["filter", "--min-score", "1", "LIST"], "work/.stdout"),
      (["filter", "--min-score", "1", "-o", "kept", "LIST"], "work/kept"),
    ] {
      let leaks = try leaks(arguments, list: "../in/list.txt", input: [])
      #expect(leaks == ["\(place) has it as text"])
    }
    for (form, needle) in Canary.needles {
      #expect(Canary.form(in: Data([1, 2] + needle + [3])) == form)
    }
    #expect(Canary.form(in: Data("1234567890".utf8).base64EncodedData()) == nil)
    let encoded = Data("a user's \(Canary.stem), hidden".utf8).base64EncodedData()
    #expect(Canary.form(in: encoded)?.hasPrefix("Base64") == true)
  }

  @Test func `every command is tried with canaries`() throws {
    let help = try directory.audit("--help").output
    let lines = help.split(separator: "\n").drop { !$0.hasPrefix("SUBCOMMANDS") }.dropFirst()
    let commands: [String] = lines.compactMap { line in
      guard line.hasPrefix("  "), !line.hasPrefix("   ") else { return nil }
      let name = line.split(separator: " ").first.map(String.init)
      return name == name?.lowercased() ? name : nil
    }
    #expect(commands.count >= 6)
    let tried = Self.commands.compactMap(\.first)
    #expect(Set(commands).subtracting(tried) == [], "give it rows in `commands`")
  }
}
