import Foundation
import TestSupport
import Testing

/// The output of a filter: whole lines, or passwords alone.
@Suite struct FilterOutputTests {
  /// Runs a filter that permits everything.
  private func filter(
    _ options: [String], _ text: String, code: Int32? = 0
  ) throws -> Program.Run {
    let directory = try TemporaryDirectory()
    try directory.file("list.txt", text)
    try directory.file("any.policy", "allowed: unicode;")
    return try directory.audit(
      ["filter", "--rules", "any.policy", "-q"] + options + ["list.txt"], code: code)
  }

  @Test(
    arguments: [
      (["--passwords"], "b\r\na\nb\n", "b\na\nb\n"),
      ([], "b\r\na\nb\nc\na\n", "b\r\na\nb\nc\na\n"),
      (
        ["--layout", "user:password", "--passwords"], "u:b\nv:$HEX[61]\nw:$HEX[620a]\nx:c\n",
        "b\na\n$HEX[620a]\nc\n"
      ),
      (["--layout", "user:password"], "u:b\nv:a\nw:$HEX[62]\n", "u:b\nv:a\nw:$HEX[62]\n"),
      (
        ["--layout", "user:password", "--passwords"], "u:$HEX[244845585b36315d]\n",
        "$HEX[244845585b36315d]\n"
      ),
      (["--counts", "--passwords"], "3 x\n2 y\n2 y\n3 z\n", "x\ny\ny\nz\n"),
      (["--counts"], "3 x\n2 y\n2 y\n", "3 x\n2 y\n2 y\n"),
      (["--layout", "csv:pass"], "id,pass\n1,a\n2,\"b\"\"c\"\n", "id,pass\n1,a\n2,\"b\"\"c\"\n"),
      (["--layout", "csv:pass", "--passwords"], "id,pass\n1,a\n2,\"b\"\"c\"\n", "a\nb\"c\n"),
    ] as [([String], String, String)])
  func `lines and passwords are written as requested`(
    options: [String], list: String, expected: String
  ) throws {
    for threads in ["1", "2"] {
      let run = try filter(options + ["--threads", threads], list)
      #expect(run.output == expected, "\(run.errors)")
    }
  }

  @Test func `the first list gives the header, even if none of its lines is kept`() throws {
    let directory = try TemporaryDirectory()
    try directory.file("b.csv", "id,pass\n7,a\n")
    try directory.file("a.csv", "id,pass\n1,zz\n")
    try directory.file("site.policy", "minlength: 2;")
    let run = try directory.audit("filter --layout csv:pass --rules site.policy -q a.csv b.csv")
    #expect(run.output == "id,pass\n1,zz\n")
    let second = try directory.audit("filter --layout csv:pass --rules site.policy -q b.csv a.csv")
    #expect(second.output == "id,pass\n1,zz\n")
  }

  @Test func `filter rewrites lists without a policy`() throws {
    let directory = try TemporaryDirectory()
    try directory.file("users.txt", "u:b\nv:a\nw:b\n")
    let run = try directory.audit("filter --layout user:password --passwords -q users.txt")
    #expect(run.output == "b\na\nb\n", "\(run.errors)")
    let nothing = try directory.audit("filter users.txt", code: 64)
    #expect(nothing.errors.contains("Nothing says what to keep."))
  }

  @Test func `sort leaves out repeats, or puts the commonest first`() throws {
    let directory = try TemporaryDirectory()
    try directory.file("users.txt", "u:b\nv:a\nw:b\n")
    let command = "\"$audit\" filter --layout user:password --passwords -q users.txt"
    let distinct = try directory.shell("\(command) | LC_ALL=C sort -u")
    #expect(distinct.output == "a\nb\n", "\(distinct.errors)")
    let counted = try directory.shell("\(command) | LC_ALL=C sort | uniq -c | sort -rn")
    #expect(counted.output.filter { $0 != " " } == "2b\n1a\n", "\(counted.errors)")
  }

  @Test(arguments: [
    ("--distinct", "-u"), ("--by-count", "| uniq -c | sort -rn"),
  ])
  func `a former option is answered with what does the same`(
    option: String, rest: String
  ) throws {
    let run = try filter([option], "a\n", code: 64)
    #expect(run.output.isEmpty)
    #expect(
      run.errors.hasPrefix(
        """
        error: filter has no \(option) any more. Instead: audit filter --rules FILE --passwords LIST \
        | LC_ALL=C sort \(rest)
        """))
  }

  @Test(arguments: [
    ("--memory", "1G", "-S 1G"), ("--temporary", ".", "-T DIR"),
  ])
  func `an option that went with sorting names what sorts`(
    option: String, value: String, rest: String
  ) throws {
    let run = try filter([option, value], "a\n", code: 64)
    #expect(run.output.isEmpty)
    #expect(
      run.errors.hasPrefix(
        """
        error: filter has no \(option) any more, because it keeps no passwords. What sorts them has: \
        audit filter --rules FILE --passwords LIST | LC_ALL=C sort -u \(rest)

        """))
  }
}
