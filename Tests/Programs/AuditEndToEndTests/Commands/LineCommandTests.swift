import Foundation
import TestSupport
import Testing

@Suite struct LineCommandTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test func `check answers each line in order and echoes nothing`() throws {
    try directory.file(
      "site.policy",
      "minlength: 8; required: upper; required: lower, digit; allowed: upper, lower, digit;")
    let input = "Xq7canary\nxq7\n\nXq7canary!\r\nXQ7CANAR"
    let run = try directory.audit("check --rules site.policy", input: input.utf8)
    #expect(
      run.output == """
        compliant
        minlength,required: upper
        minlength,required: upper,required: lower or digit
        allowed
        compliant

        """)
    #expect(run.errors == "")
  }

  @Test func `check answers before the input ends`() throws {
    try directory.file("site.policy", "minlength: 3;")
    let process = Program.start(
      ["check", "--rules", "site.policy", "--no-blocklist"], in: directory)
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    for (line, verdict) in [("ab\n", "minlength\n"), ("abc\n", "compliant\n")] {
      try input.fileHandleForWriting.write(contentsOf: Data(line.utf8))
      #expect(String(decoding: output.fileHandleForReading.availableData, as: UTF8.self) == verdict)
    }
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  @Test func `check has a column a policy as CSV`() throws {
    try directory.file(
      "two.policy", "[a]\nminlength: 3;\n[b]\nmaxlength: 2; required: digit;\n")
    let run = try directory.audit("check --rules two.policy --format csv", input: "abc\n".utf8)
    #expect(run.output == "a,b\ncompliant,maxlength required[0] allowed\n")
  }

  @Test func `check takes a policy a line as JSON lines`() throws {
    let input = """
      {"policy": "minlength: 4;", "password": "abc"}
      {"policy": "required: digits;", "password": "abc"}
      {"policy": "max-consecutive: 2;", "password": "aab\\u0301"}
      not JSON

      """
    let run = try directory.audit("check --format jsonl", input: input.utf8, code: 1)
    let lines = run.output.split(separator: "\n")
    #expect(lines.count == 4)
    #expect(lines.first == #"{"violated":["minlength"]}"#)
    #expect(lines.dropFirst().first?.contains("Did you mean 'digit'?") == true)
    #expect(lines.dropFirst(2).first == #"{"violated":["allowed"]}"#)
    #expect(lines.last?.hasPrefix(#"{"error":"#) == true)
  }

  @Test(
    arguments: [
      (#"{"password": "a", "password": "abcd"}"#, true),
      (#" {"password":"a","x":[1,{"y":-2e3}]} "#, true),
      (#"{"password": "\ud83d\ude00", "user": null}"#, true), (#"{"password": "a"} x"#, false),
      (#"{"password": "\ud800"}"#, false), (#"{"password": "a", "x": 01}"#, false),
      (#"{"password": "a", "x": "\q"}"#, false), (#"{"password": "a", "x": [1e999]}"#, false),
      (#"{"password": "a", "user": 1}"#, false), (#"{"password": true}"#, false), ("[]", false),
      ("\"a\"", false), ("{}", false), ("", false),
      ("{\"password\":" + String(repeating: "[", count: 60_000), false),
    ])
  func `check judges a line only if all of it is JSON`(line: String, isSound: Bool) throws {
    let run = try directory.audit(
      ["check", "--rules", "minlength: 4; allowed: unicode;", "--format", "jsonl"],
      input: "\(line)\n".utf8, code: (isSound ? 0 : 1))
    if isSound {
      #expect(run.output == "{\"violated\":[\"minlength\"]}\n")
    } else {
      #expect(run.output.hasPrefix(#"{"error":"#))
    }
  }

  @Test func `score states score, guesses and their logarithm`() throws {
    let input = Array("password\nD0g..................\n".utf8)
    let run = try directory.audit("score --reference-year 2026", input: input)
    let rows = run.output.split(separator: "\n").map { $0.split(separator: "\t") }
    #expect(rows.map(\.count) == [5, 5])
    #expect(rows.first?.first == "0")
    #expect(!run.output.contains("password"))
    let jsonl = try directory.audit(
      "score --format jsonl --explain", input: #"{"password": "Xq7canary"}"#.utf8)
    #expect(jsonl.output.contains(#""sequence":[{"#))
    #expect(!jsonl.output.lowercased().contains("canary"))

    let partial = try directory.audit(
      "score --format jsonl", input: "{\"password\": \"x\"}\n{\"passwort\": \"x\"}\n".utf8, code: 1)
    #expect(partial.output.split(separator: "\n").count == 2)
    #expect(partial.output.hasSuffix("{\"error\":\"expected an object with 'password'\"}\n"))
  }

  @Test func `rules print gives text that reads back, and names rules that are not portable`()
    throws
  {
    try directory.file("site.policy", "minlength: 8; required: [a-]; min-classes: 2;")
    try directory.audit("rules print --rules site.policy", code: 2)
    try directory.file("site.policy", "minlength: 8; required: [-a]; min-classes: 1;")
    let first = try directory.audit("rules print --rules site.policy")
    try directory.file("again.policy", first.output)
    let second = try directory.audit("rules print --rules again.policy")
    #expect(second.output == first.output)
    let portable = try directory.audit("rules print --preset stig-rhel --form portable")
    #expect(portable.output.hasSuffix("minlength: 15;\n"))
    #expect(portable.errors.contains("max-class-run"))
  }

  @Test func `presets are listed, printed and used`() throws {
    let list = try directory.audit("rules presets")
    #expect(list.output.contains("pci-4.0.1"))
    let text = try directory.audit("rules presets pci-4.0.1")
    #expect(text.output.contains("8.3.6"))
    try directory.file("leaked.txt", "abcdefghijk1\nabcdefghijkl\n")
    let run = try directory.audit("--verbose --preset pci-4.0.1 --strength none leaked.txt")
    #expect(run.output.contains("50.0 % accepted (1)"))
    let unknown = try directory.audit("--preset pci-4.0 leaked.txt", code: 2)
    #expect(unknown.errors.contains("Did you mean 'pci-4.0.1'?"))
  }

  @Test func `Apple's file of sites is recognised, whole or by domain`() throws {
    try directory.file(
      "quirks.json",
      """
      {"example.com": {"password-rules": "minlength: 4;"},
       "login.example.com": {"password-rules": "minlength: 6;", "exact-domain-match-only": true},
       "example.org": {"password-rules": "minlength: 4;"}}
      """)
    try directory.file("leaked.txt", "abc\nabcd\nabcde\n")
    func compliant(_ options: [String]) throws -> [String] {
      let run = try directory.audit(
        ["--rules", "quirks.json", "--strength", "none", "--format", "csv", "-o", "out"] + options
          + ["leaked.txt"])
      return run.output.split(separator: "\n").filter { $0.contains(",compliance,compliant,") }
        .map { String($0) }
    }
    #expect(
      try compliant([]) == [
        "leaked,example.com,compliance,compliant,0,entries,2,0.666667",
        "leaked,example.org,compliance,compliant,0,entries,2,0.666667",
        "leaked,login.example.com,compliance,compliant,0,entries,0,0.000000",
      ])
    #expect(
      try compliant(["--only", "a.login.example.com"])
        == ["leaked,example.com,compliance,compliant,0,entries,2,0.666667"])
  }

  @Test func `lenient reading continues with a warning`() throws {
    try directory.file("site.policy", "minlength: 8; required: lower; maxlength: x;")
    try directory.file("leaked.txt", "password\n")
    let arguments = ["--rules", "site.policy", "--strength", "none", "leaked.txt"]
    try directory.audit(arguments, code: 2)
    let run = try directory.audit(["--lenient"] + arguments)
    #expect(run.errors.contains("site.policy:1:43: warning: "))
  }

  @Test func `check scores passwords where a policy asks for it`() throws {
    try directory.file("site.policy", "allowed: unicode; min-score: 3;")
    let run = try directory.audit(
      "check --rules site.policy --reference-year 2026 --no-blocklist",
      input: "password\ncorrect horse battery staple\n".utf8)
    #expect(run.output == "min-score\ncompliant\n")
  }

  private func code(_ arguments: [String], _ input: String) throws -> Int32 {
    try TemporaryDirectory().audit(
      ["check", "--no-blocklist"] + arguments, input: input.utf8, code: nil
    ).code
  }

  private static let rules = ["--rules", "minlength: 8; allowed: unicode;"]

  @Test(arguments: ["text", "csv", "jsonl"])
  func `a broken rule makes the exit code 1 only with --fail`(format: String) throws {
    func lines(_ passwords: [String]) -> String {
      passwords.map { format == "jsonl" ? "{\"password\": \"\($0)\"}\n" : "\($0)\n" }.joined()
    }
    let options = Self.rules + ["--format", format]
    let mixed = lines(["long enough", "short", "long enough"])
    #expect(try code(options, mixed) == 0)
    #expect(try code(options + ["--fail"], mixed) == 1)
    #expect(try code(options + ["--fail"], lines(["long enough"])) == 0)
    #expect(try code(options + ["--fail"], "") == 0)
  }

  @Test func `one of several policies suffices`() throws {
    let two = ["--rules", "minlength: 4; allowed: unicode;"] + Self.rules
    #expect(try code(two + ["--fail"], "sixsix\n") == 1)
    #expect(try code(two + ["--fail"], "eighteight\n") == 0)
  }

  @Test func `a policy on the password's own line counts too`() throws {
    let line = #"{"policy": "minlength: 8; allowed: unicode;", "password": "short"}"#
    #expect(try code(["--format", "jsonl"], line) == 0)
    #expect(try code(["--format", "jsonl", "--fail"], line) == 1)
  }

  @Test func `a line too long to judge does not pass`() throws {
    let line = String(repeating: "x", count: 70_000)
    #expect(try code(Self.rules, line) == 1)
    #expect(try code(Self.rules + ["--fail"], line) == 1)
  }

  @Test(arguments: [
    (#"a\ud83dbcd"#, #"\ud83d"#), (#"a\uDE00"#, #"\uDE00"#), (#"\ud83d\ud83d\ude00"#, #"\ud83d"#),
    (#"\\\ud83d\\ude00"#, #"\ud83d"#),
  ])
  func `half a surrogate pair in JSON is named`(text: String, half: String) throws {
    for command in ["check --rules 'minlength: 8;' --format jsonl", "score --format jsonl"] {
      let run = try directory.shell(
        "printf '%s\\n' '{\"password\":\"\(text)\"}' | \"$audit\" \(command)", code: 1)
      #expect(
        run.output == #"{"error":"\\#(half) is half a surrogate pair, and no character"}"# + "\n",
        "\(run.output)")
    }
  }
}
