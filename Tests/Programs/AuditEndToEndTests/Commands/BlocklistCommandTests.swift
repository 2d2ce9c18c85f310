import Foundation
import TestSupport
import Testing

private let policy = "allowed: unicode; blocklist: default;"

/// Lines with the numbers from 1 to another one.
private func numbers(to last: Int) -> String { (1...last).map { "value \($0)\n" }.joined() }

/// Whether the table has a row, apart from its dataset.
private func row(_ table: String?, _ row: String) -> Bool { (table ?? "").contains(",\(row)\n") }

@Suite struct BlocklistCommandTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test func `a list is compiled, described, queried and used`() throws {
    try directory.file("common.txt", numbers(to: 1_200) + "value 1\n\nshort\n")
    try directory.file("site.policy", "minlength: 8; " + policy)
    let build = try directory.audit("blocklist build common.txt -o common.blocklist")
    #expect(build.errors == "")
    #expect(build.output.hasPrefix("common.blocklist: 1,201 values, compared by 'exact'\n"))
    #expect(build.output.contains("besides  1 repeated, 1 empty, 0 left out"))
    #expect(directory.names().filter { $0.contains("partial") }.isEmpty)

    let info = try directory.audit("blocklist info common.blocklist --verify --rules site.policy")
    #expect(info.output.contains("checked  every byte"))
    // 'value 1' to 'value 9' have seven characters, 'short' has five.
    #expect(info.output.contains("idle     10 (0.8 %) never refuse anything under site"))

    let asked = Array("value 7\nvalue 1200\nnothing\n\nshort\r\n".utf8)
    let test = try directory.audit("blocklist test common.blocklist", input: asked)
    #expect(
      test.output == """
        1\tlisted\t10
        2\tlisted\t10000
        3\tunlisted
        4\tunlisted
        5\tlisted\t10000

        """)
    for list in ["common.blocklist", "common.txt"] {
      let csv = try directory.audit(["blocklist", "test", list, "--format", "csv"], input: asked)
      #expect(csv.output == "line,listed,rank_up_to\n1,1,10\n2,1,10000\n3,0,\n4,0,\n5,1,10000\n")
    }
    let lines = try directory.audit(
      "blocklist test common.blocklist --format jsonl", input: "value 7\nnothing\n".utf8)
    #expect(
      lines.output
        == "{\"line\":1,\"listed\":true,\"rank_up_to\":10}\n{\"line\":2,\"listed\":false}\n")

    try directory.file("leaked.txt", "value 7\nvalue 7\nvalue 50\nvalue 1200\nnothing\n")
    let expected = [
      ",blocklist,common,0,entries,4,0.800000", ",blocklist_band,common+10,0,entries,2,0.400000",
      ",blocklist_band,common+100,1,entries,1,0.200000",
      ",blocklist_band,common+1000,2,entries,0,0.000000",
      ",blocklist_band,common+10000,3,entries,1,0.200000",
      "site,compliance,compliant,0,entries,0,0.000000",
    ]
    let run = [
      "--rules", "site.policy", "--strength", "none", "-o", "out", "leaked.txt", "--exact",
      "--verbose",
    ]
    // Lengths of text lists are counted with their repeats.
    for (list, idle) in [("common.blocklist", "0.8 %"), ("common.txt", "0.9 %")] {
      let audit = try directory.audit(run + ["--blocklist", list])
      let table = directory.text("out/audit.csv")
      for wanted in expected where !row(table, wanted) { Issue.record("\(list): \(wanted)") }
      #expect(
        audit.output.contains("hits of its best 10: 40.0 %, 100: 60.0 %, 1,000: 60.0 %"))
      #expect(
        audit.output.contains("\(idle) of its values can never refuse anything under site"))
      #expect(audit.output.contains("hits expected by chance: "))
    }
  }

  @Test func `the built-in list has no ranks and says how much of it never fires`() throws {
    try directory.file("leaked.txt", "password\n")
    let run = try directory.audit("--verbose --preset nist-63b-4 --strength none -o out leaked.txt")
    #expect(run.output.contains("of its values can never refuse anything under nist-63b-4"))
    #expect(!run.output.contains("hits of its best"))
    #expect(!(directory.text("out/audit.csv") ?? "blocklist_band").contains("blocklist_band"))
  }

  @Test func `digests and counts are detected, and thresholds hold`() throws {
    // SHA-1 and NTLM of 'password', and a digest of nothing in particular.
    let other = String(repeating: "0123456789", count: 4)
    try directory.file(
      "sha1.txt", "\(other):3\r\n5BAA61E4C9B93F3F0682250B6CF8331B7EE68FD8:51259973\r\n")
    try directory.file(
      "ntlm.txt",
      "\(other.prefix(32)):0\n8846F7EAEE8FB117AD06BDD830B7586C:7\n\(String(repeating: "A", count: 32)):11\n"
    )
    try directory.file("counted.txt", "  51 password\n  50 letmein\n   2 rare\n")
    try directory.file("colon.txt", "password:51\nletmein:50\nrare:2\n")
    let asked = Array("password\nletmein\nrare\n".utf8)
    func answers(_ list: String, _ options: [String] = []) throws -> [Bool] {
      let run = try directory.audit(["blocklist", "test", list] + options, input: asked)
      return run.output.split(separator: "\n").map { $0.contains("\tlisted") }
    }
    let frequent = ["--blocklist-min-count", "10"]
    for list in ["sha1.txt", "ntlm.txt"] { #expect(try answers(list) == [true, false, false]) }
    #expect(try answers("sha1.txt", frequent) == [true, false, false])
    #expect(try answers("ntlm.txt", frequent) == [false, false, false])
    for list in few(1, of: ["counted.txt", "colon.txt"]) {
      #expect(try answers(list) == [true, true, true])
      #expect(try answers(list, frequent) == [true, true, false])
      #expect(try answers(list, ["--blocklist-form", "plain"]) == [false, false, false])
      let build = try directory.audit(
        ["blocklist", "build", "--force", list, "-o", "b"] + frequent)
      #expect(build.output.contains("besides  0 repeated, 0 empty, 1 left out"))
      #expect(try answers("b") == [true, true, false])
    }
    let build = try directory.audit("blocklist build --force ntlm.txt -o b")
    #expect(build.output.contains("2 values, compared by 'ntlm'"))
    #expect(build.output.contains("1 left out"))
    let mixed = try directory.audit("blocklist build sha1.txt ntlm.txt -o c", code: 2)
    #expect(mixed.errors.contains("list of another kind than those before"))
    #expect(!directory.names().contains("c"))
    let broken = try directory.audit(
      "blocklist build colon.txt -o c --blocklist-form sha1", code: 2)
    #expect(broken.errors.hasPrefix("colon.txt:1:1: error: a line of another form; expected 40"))
    #expect(!broken.errors.contains("password"))
  }

  @Test func `the first values that satisfy a policy are a list of their own`() throws {
    try directory.file("site.policy", "minlength: 8; required: digit; allowed: unicode;")
    try directory.file(
      "list.txt", "short1\nlongenough\nlongenough1\nlongenough2\nlongenough1\nlongenough3\n")
    try directory.file("counted.txt", "a:9\nlongenough1:1\nlongenough2:5\nlongenough3:4\n")
    let asked = Array("longenough1\nlongenough2\nlongenough3\nshort1\n".utf8)
    for (list, expected) in [
      ("list.txt", [true, true, false, false]), ("counted.txt", [false, true, true, false]),
    ] {
      let build = try directory.audit([
        "blocklist", "build", "--force", "--rules", "site.policy", "--first", "2", list, "-o",
        "first", "-q",
      ])
      #expect(build.output == "")
      let info = try directory.audit("blocklist info first")
      #expect(info.output.contains("besides  0 repeated, 0 empty, 2 left out"))
      let test = try directory.audit("blocklist test first", input: asked)
      #expect(test.output.split(separator: "\n").map { $0.contains("\tlisted") } == expected)
    }
  }

  @Test func `a list that cannot be built or used is refused with the reason`() throws {
    try directory.file("list.txt", "password\n")
    try directory.file("site.policy", policy)
    @discardableResult
    func run(_ arguments: [String], code: Int32? = 0) throws -> Program.Run {
      try directory.audit(arguments, input: "password\n".utf8, code: code)
    }
    let occupied = try run(["blocklist", "build", "list.txt", "-o", "site.policy"], code: 2)
    #expect(occupied.errors.contains("a file that is not a compiled blocklist is in the way"))
    #expect(directory.text("site.policy") == policy)
    try run(["blocklist", "build", "missing.txt", "-o", "x"], code: 2)
    let sizes: [(String, Int32)] = [
      ("1M", 64), ("63MiB", 64), ("64", 64), ("64MB", 64), ("64Mi", 64), ("-64M", 64),
      ("9999999T", 64),
      ("64M", 0), ("64MiB", 0), ("64mib", 0), ("65536k", 0), ("67108864", 0), ("1G", 0), ("1GB", 0),
    ]
    for (size, code) in few(5, of: sizes) {
      try run(
        ["blocklist", "build", "--force", "list.txt", "-o", "x", "-q", "--memory", size], code: code
      )
    }
    let distinct = ["--distinct", "-q", "-o", "out", "list.txt", "--memory"]
    for size in few(2, of: ["16M", "16MiB", "1GB", "1G", "17mb", "16777216B"]) {
      try run(distinct + [size])
    }
    try run(distinct + ["16MB"], code: 64)
    #expect(
      try run(
        ["blocklist", "build", "--force", "list.txt", "-o", "x", "--temporary", "nowhere"],
        code: nil
      )
      .code == 2)
    #expect(
      try run(["blocklist", "info", "list.txt"], code: 2).errors.contains("no compiled blocklist"))
    try run(["blocklist", "build", "list.txt", "-o", "b", "-q"])
    try run(["blocklist", "build", "--force", "list.txt", "-o", "b", "-q"])
    var bytes = try directory.bytes("b")
    bytes[9_000] ^= 1
    try directory.file("damaged", bytes)
    for command in [["info", "damaged", "--verify"], ["test", "damaged"]] {
      let damaged = try run(["blocklist"] + command, code: 2)
      #expect(damaged.errors.hasPrefix("damaged: error: compiled blocklist is damaged: values"))
    }
    try directory.file("cut", bytes.prefix(9_000))
    let cut = try run(["check", "--rules", "site.policy", "--blocklist", "cut"], code: 2)
    #expect(cut.errors.hasPrefix("cut: error: compiled blocklist of 9000 bytes"))
    try directory.file("fold.policy", "allowed: unicode; blocklist: default fold;")
    let unlike = try run(["check", "--rules", "fold.policy", "--blocklist", "b"], code: 2)
    #expect(unlike.errors.contains("compiled for comparison by 'exact'; expected 'fold'"))
  }

  @Test func `a directory of range files that is not whole is refused`() throws {
    try directory.file("ranges/00000", "0005AD76BD555C1D6D771DE417A4B87E4B4:10\r\n")
    try directory.file("ranges/00002.txt", "0005AD76BD555C1D6D771DE417A4B87E4B4:10\r\n")
    let run = try directory.audit("blocklist build ranges -o x", code: 2)
    #expect(
      run.errors == """
        ranges: error: 1048574 of 1048576 range files are missing: 00001, 00003, 00004, 00005, 00006 …
          The download is not whole: fetch what is missing again, then build again.

        """)
  }
}
