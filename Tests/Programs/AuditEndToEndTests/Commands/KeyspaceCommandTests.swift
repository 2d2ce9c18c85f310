import Foundation
import TestSupport
import Testing

@Suite struct KeyspaceCommandTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test func `keyspace answers JSON lines with exact counts`() throws {
    let four = "required: lower; required: upper; required: digit; required: special;"
    let input = """
      {"rules": "\(four)", "length": 8}
      {"rules": "minlength: 9;", "length": 8}
      {"rules": "", "from": 1, "to": 2}

      """
    let run = try directory.audit("keyspace --format jsonl", input: input.utf8)
    let lines = run.output.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines.first?.contains(#""count":"3025989069143040""#) == true)
    #expect(lines.dropFirst().first?.contains(#""count":"0""#) == true)
    #expect(lines.last?.contains(#""count":"9120""#) == true)
  }

  @Test func `check accepts generated passwords, and a seed repeats them`() throws {
    try directory.file(
      "site.policy",
      "minlength: 8; maxlength: 12; required: upper; required: digit; required: [-!.]; max-consecutive: 1;"
    )
    let arguments = ["generate", "--rules", "site.policy", "--count", "200", "--seed", "7"]
    let first = try directory.audit(arguments)
    #expect(first.output.split(separator: "\n").count == 200)
    #expect(try directory.audit(arguments).output == first.output)
    let verdicts = try directory.audit(
      "check --rules site.policy --no-blocklist", input: first.output.utf8)
    #expect(verdicts.output == String(repeating: "compliant\n", count: 200))
  }

  @Test func `keyspace of a named policy writes JSON lines without reading standard input`()
    throws
  {
    let process = Program.start(
      ["keyspace", "--preset", "nist-63b-4", "--format", "jsonl", "--length", "16"], in: directory)
    // Nobody writes to it: a command that reads it would wait for ever.
    process.standardInput = Pipe()
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    let row = try #require(try JSONSerialization.jsonObject(with: bytes) as? [String: Any])
    #expect(row["policy"] as? String == "nist-63b-4")
    #expect(row["length"] as? Int == 16)
    #expect((row["count"] as? String)?.allSatisfy(\.isNumber) == true)
    #expect(row["lost_ascii"] is NSNumber)
  }

  @Test func `several policies are one table, and compare on ASCII`() throws {
    try directory.file(
      "three.policy",
      """
      [anything]
      minlength: 12; allowed: unicode;
      [classes]
      minlength: 8; required: lower; required: upper; required: digit; required: special;
      [never]
      minlength: 9; maxlength: 8;
      """)
    let arguments = ["keyspace", "--rules", "three.policy"]
    let run = try directory.audit(arguments)
    #expect(
      run.output == """
        Random passwords (a password manager's), not those that people choose: strings
        of printable ASCII, of each policy's least length.

                   least     strings        all tried at    ruled
        policy    length    accepted           10¹⁰/s in      out  most of them by
        anything      12    5.4·10²³       1.7·10⁶ years     none
        classes        8    3.0·10¹⁵            3.5 days   54.4 %  required: digit
        never                   none                               impossible

        All tried: by a machine that tries 10¹⁰ a second.
        Ruled out: by the rules, of all strings of printable ASCII of that length.
        Some policies permit more than ASCII: --alphabet policy counts that, too.

        """)
    let whole = try directory.audit(arguments + ["--verbose"])
    #expect(whole.output.hasPrefix(run.output + "\nanything accepts "))
    let nominal = try directory.audit(arguments + ["--alphabet", "policy"])
    #expect(nominal.output.contains("anything      12    3.6·10⁷² "))
    let csv = try directory.audit(arguments + ["--format", "csv", "--table", "policy"])
    let rows = csv.output.split(separator: "\n")
    #expect(rows.count == 4 && rows.dropFirst().allSatisfy { $0.hasSuffix(",ascii") })
    #expect(rows[1].hasPrefix("anything,allowed: unicode; minlength: 12;,95,"))
  }

  @Test func `machine-readable answers use the policy's own alphabet`() throws {
    let question = Array(#"{"rules": "allowed: unicode;", "length": 1}"#.utf8)
    let own = try directory.audit("keyspace --format jsonl", input: question)
    #expect(own.output.contains(#""count":"1112064""#))
    let ascii = try directory.audit("keyspace --format jsonl --alphabet ascii", input: question)
    #expect(ascii.output.contains(#""count":"95""#))
  }

  @Test func `generated passwords can be typed, unless all of Unicode is requested`() throws {
    func passwords(_ rules: String, _ more: String...) throws -> [String] {
      let run = try directory.audit(
        ["generate", "--rules", rules, "--count", "40", "--seed", "1"] + more)
      return run.output.split(separator: "\n").map(String.init)
    }
    let typable = try passwords("allowed: unicode;")
    #expect(typable.count == 40)
    #expect(typable.allSatisfy { $0.utf8.count == 16 && $0.utf8.allSatisfy { 0x20...0x7E ~= $0 } })
    #expect(try passwords("minlength: 9; allowed: unicode;").allSatisfy { $0.utf8.count == 9 })
    #expect(
      try passwords("allowed: unicode;", "--from", "3", "--to", "3").allSatisfy { $0.count == 3 })
    let exact = try passwords("allowed: unicode;", "--alphabet", "unicode")
    #expect(exact.allSatisfy { $0.unicodeScalars.count == 16 })
    #expect(exact.contains { $0.unicodeScalars.contains { !$0.isASCII } })
    let impossible = try directory.audit(
      ["generate", "--rules", "allowed: unicode; min-classes: 5 unicode;"], code: 2)
    #expect(impossible.errors.contains("--alphabet unicode takes all that the policy permits"))
  }
}
