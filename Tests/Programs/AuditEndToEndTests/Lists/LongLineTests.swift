import Foundation
import TestSupport
import Testing

/// Lines on standard input that are too long to keep.
@Suite struct LongLineTests {
  /// A line of 64 KiB, longer ones that end in CR LF, in LF, or not at all, and short ones between
  /// them.
  private static func input(_ quote: (String) -> String) -> [UInt8] {
    let lines = [
      String(repeating: "a", count: 65_000), String(repeating: "b", count: 70_000) + "\r", "short",
      String(repeating: "c", count: 3_000_000), "", String(repeating: "d", count: 65_537), "last",
      String(repeating: "e", count: 400_000),
    ]
    return Array(lines.map(quote).joined(separator: "\n").utf8)
  }

  /// Which of those lines are over-long and get another answer.
  private static let isOverLong = [false, true, false, true, false, true, false, true]

  @Test(
    arguments: few(
      1,
      of: [
        ["check", "--preset", "basic8", "--no-blocklist"],
        ["check", "--preset", "basic8", "--format", "csv"],
        ["score"], ["score", "--format", "csv"], ["blocklist", "test", "list.txt"],
        ["blocklist", "test", "list.txt", "--format", "csv"],
      ]))
  func `a line beyond 64 KiB is answered as over-long, in its place`(arguments: [String]) throws {
    let directory = try TemporaryDirectory()
    try directory.file("list.txt", "short\nlast\n")
    let run = try directory.audit(arguments, input: Self.input { $0 }, code: 1)
    var answers = run.output.split(separator: "\n")
    if arguments.contains("csv") { answers.removeFirst() }
    #expect(run.errors == "")
    #expect(answers.map { $0.contains("over-long") } == Self.isOverLong)
  }

  @Test(
    arguments: few(
      2,
      of: [
        ("password", ["check", "--preset", "basic8", "--no-blocklist"]), ("password", ["score"]),
        ("input", ["rules", "print", "--lines"]), ("rules", ["keyspace"]),
      ]))
  func `a line of JSON beyond 64 KiB is answered with an error`(
    member: String, arguments: [String]
  ) throws {
    let directory = try TemporaryDirectory()
    let run = try directory.audit(
      arguments + ["--format", "jsonl"],
      input: Self.input { "{\"\(member)\": \"\($0.trimmingCharacters(in: .newlines))\"}" }, code: 1)
    let answers = run.output.split(separator: "\n")
    #expect(answers.map { $0 == #"{"error":"over-long"}"# } == Self.isOverLong)
  }

  @Test func `a line of exactly 64 KiB is answered, with CR and without`() throws {
    let directory = try TemporaryDirectory()
    let line = String(repeating: "a", count: 65_536)
    let run = try directory.audit(
      "check --preset basic8 --no-blocklist",
      input: "\(line)\n\(line)\r\n\(line)a\n\(line)\r\r\n\(line)".utf8, code: 1)
    #expect(
      run.output.split(separator: "\n")
        == ["compliant", "compliant", "over-long", "over-long", "compliant"])
  }
}
