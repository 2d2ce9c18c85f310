import Foundation
import TestSupport
import Testing

/// The output of a filter for lines whose passwords repeat.
@Suite struct DistinctFilterTests {
  /// Runs a filter that permits everything.
  private func filter(
    _ options: [String], _ text: String
  ) throws -> Program.Run {
    let directory = try TemporaryDirectory()
    _ = try directory.file("list.txt", text)
    _ = try directory.file("any.policy", "allowed: unicode;")
    return try Program.run(
      ["filter", "--rules", "any.policy", "-q"] + options + ["list.txt"], in: directory)
  }

  @Test(
    arguments: [
      (["--passwords"], "b\r\na\nb\n", "b\na\nb\n"),
      (["--distinct"], "b\r\na\nb\nc\na\n", "b\r\na\nc\n"),
      (["--by-count"], "b\na\nc\na\nd\n", "a\nb\nc\nd\n"),
      (
        ["--layout", "user:password", "--passwords"], "u:b\nv:$HEX[61]\nw:$HEX[620a]\nx:c\n",
        "b\na\n$HEX[620a]\nc\n"
      ),
      (["--layout", "user:password", "--distinct"], "u:b\nv:a\nw:$HEX[62]\n", "u:b\nv:a\n"),
      (
        ["--layout", "user:password", "--passwords"], "u:$HEX[244845585b36315d]\n",
        "$HEX[244845585b36315d]\n"
      ),
      (["--counts", "--by-count", "--passwords"], "3 x\n2 y\n2 y\n3 z\n", "y\nx\nz\n"),
      (["--counts", "--by-count"], "3 x\n2 y\n2 y\n", "2 y\n3 x\n"),
      (["--layout", "csv:pass"], "id,pass\n1,a\n2,\"b\"\"c\"\n", "id,pass\n1,a\n2,\"b\"\"c\"\n"),
      (["--layout", "csv:pass", "--passwords"], "id,pass\n1,a\n2,\"b\"\"c\"\n", "a\nb\"c\n"),
      (["--layout", "csv:pass", "--distinct"], "id,pass\n1,a\n2,a\n3,b\n", "id,pass\n1,a\n3,b\n"),
      (["--layout", "csv:pass", "--by-count"], "id,pass\n1,a\n2,b\n3,b\n", "id,pass\n2,b\n1,a\n"),
    ] as [([String], String, String)])
  func `lines and passwords are written as requested`(
    options: [String], list: String, expected: String
  ) throws {
    for lanes in ["1", "2"] {
      let run = try filter(options + ["--lanes", lanes], list)
      #expect(run.code == 0)
      #expect(run.output == expected, "\(run.errors)")
    }
  }

  @Test func `the first list gives the header, even if none of its lines is kept`() throws {
    let directory = try TemporaryDirectory()
    _ = try directory.file("b.csv", "id,pass\n7,a\n")
    _ = try directory.file("a.csv", "id,pass\n1,zz\n")
    _ = try directory.file("site.policy", "minlength: 2;")
    let run = try Program.run(
      ["filter", "--layout", "csv:pass", "--rules", "site.policy", "-q", "a.csv", "b.csv"],
      in: directory)
    #expect(run.output == "id,pass\n1,zz\n")
    let second = try Program.run(
      ["filter", "--layout", "csv:pass", "--rules", "site.policy", "-q", "b.csv", "a.csv"],
      in: directory)
    #expect(second.output == "id,pass\n1,zz\n")
  }

  @Test(arguments: few(1, of: [["--memory", "16MiB"], []]))
  func `any amount of memory gives the same output`(
    memory: [String]
  ) throws {
    var random = SeededGenerator(seed: 8)
    // Some 30 MB of different long lines: more than a third of the least memory.
    let tail = String(repeating: "x", count: 60)
    let lines = (0..<200_000).map { _ in
      "\(UInt32.random(in: 0..<60_000, using: &random))\(tail)"
    }
    let list = lines.joined(separator: "\n") + "\n"
    var first: [String: Int] = [:]
    var count: [String: Int] = [:]
    for (place, line) in lines.enumerated() {
      first[line] = first[line] ?? place
      count[line, default: 0] += 1
    }
    let inOrder = first.sorted { $0.value < $1.value }.map(\.key)
    let byCount = first.sorted {
      (-(count[$0.key] ?? 0), $0.value) < (-(count[$1.key] ?? 0), $1.value)
    }.map(\.key)
    let distinct = try filter(["--distinct"] + memory, list)
    #expect(distinct.code == 0 && distinct.output == inOrder.joined(separator: "\n") + "\n")
    let sorted = try filter(["--by-count"] + memory, list)
    #expect(sorted.code == 0 && sorted.output == byCount.joined(separator: "\n") + "\n")
  }

  @Test func `filter rewrites lists without a policy`() throws {
    let directory = try TemporaryDirectory()
    _ = try directory.file("users.txt", "u:b\nv:a\nw:b\n")
    let run = try Program.run(
      ["filter", "--layout", "user:password", "--passwords", "--distinct", "-q", "users.txt"],
      in: directory)
    #expect(run.code == 0 && run.output == "b\na\n", "\(run.errors)")
    let nothing = try Program.run(["filter", "users.txt"], in: directory)
    #expect(nothing.code == 64 && nothing.errors.contains("Nothing says what to keep."))
  }

  @Test func `lines that are written at the end are packed, and counted as kept`() throws {
    let directory = try TemporaryDirectory()
    _ = try directory.file("list.txt", "b\na\na\n")
    let run = try Program.run(
      ["filter", "--preset", "basic8", "--invert", "--by-count", "-o", "kept.gz", "list.txt"],
      in: directory)
    #expect(run.code == 0)
    #expect(run.errors == "kept 2 of 3 passwords (66.7 %)\n")
    let unpacked = try Program.shell("gzip -dc kept.gz", in: directory)
    #expect(unpacked.output == "a\nb\n")
  }

  @Test(arguments: [
    (["--memory", "64MiB"], "--memory says how --distinct and --by-count work"),
    (["--distinct", "--memory", "1MiB"], "--memory takes at least 16MiB."),
  ])
  func `options that need each other are required together`(
    options: [String], message: String
  ) throws {
    let run = try filter(options, "a\n")
    #expect(run.code == 64 && run.errors.contains(message))
  }

  @Test func `a directory without room for a file is named`() throws {
    let run = try filter(["--distinct", "--temporary", "/nowhere"], "a\n")
    #expect(run.code == 2)
    #expect(run.errors.contains("/nowhere: error: cannot make a temporary file"))
  }
}
