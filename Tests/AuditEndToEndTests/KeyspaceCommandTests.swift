import Foundation
import TestSupport
import Testing

@Test func `keyspace answers JSON lines with exact counts`() throws {
  let directory = try TemporaryDirectory()
  let four = "required: lower; required: upper; required: digit; required: special;"
  let input = """
    {"rules": "\(four)", "length": 8}
    {"rules": "minlength: 9;", "length": 8}
    {"rules": "", "from": 1, "to": 2}

    """
  let run = try Program.run(
    ["keyspace", "--format", "jsonl"], in: directory, input: Array(input.utf8))
  #expect(run.code == 0, "\(run.errors)")
  let lines = run.output.split(separator: "\n")
  #expect(lines.count == 3)
  #expect(lines.first?.contains(#""count":"3025989069143040""#) == true)
  #expect(lines.dropFirst().first?.contains(#""count":"0""#) == true)
  #expect(lines.last?.contains(#""count":"9120""#) == true)
}

@Test func `what generate makes passes check, and a seed makes it again`() throws {
  let directory = try TemporaryDirectory()
  _ = try directory.file(
    "site.policy",
    "minlength: 8; maxlength: 12; required: upper; required: digit; required: [-!.]; max-consecutive: 1;"
  )
  let arguments = ["generate", "--rules", "site.policy", "--count", "200", "--seed", "7"]
  let first = try Program.run(arguments, in: directory)
  #expect(first.code == 0, "\(first.errors)")
  #expect(first.output.split(separator: "\n").count == 200)
  #expect(try Program.run(arguments, in: directory).output == first.output)
  let verdicts = try Program.run(
    ["check", "--rules", "site.policy", "--no-blocklist"], in: directory,
    input: Array(first.output.utf8))
  #expect(verdicts.output == String(repeating: "compliant\n", count: 200))
}

@Test func `keyspace of a named policy writes its rows as JSON lines, and waits for nobody`() throws
{
  let directory = try TemporaryDirectory()
  let process = Program.start(
    ["keyspace", "--preset", "nist-63b-4", "--format", "jsonl", "--length", "16"], in: directory)
  // Nobody ever writes to it: a command that reads it would wait for ever.
  process.standardInput = Pipe()
  let output = Pipe()
  process.standardOutput = output
  try process.run()
  let bytes = output.fileHandleForReading.readDataToEndOfFile()
  process.waitUntilExit()
  #expect(process.terminationStatus == 0)
  let row = try #require(try JSONSerialization.jsonObject(with: bytes) as? [String: Any])
  #expect(row["policy_id"] as? String == "nist-63b-4")
  #expect(row["length"] as? Int == 16)
  #expect((row["count"] as? String)?.allSatisfy(\.isNumber) == true)
  #expect(row["lost_ascii"] is NSNumber)
}
