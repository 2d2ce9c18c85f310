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
