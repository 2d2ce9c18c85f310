import Foundation
import TestSupport
import Testing

/// Other files instead of tallies: the message names the file, its kind, and the remedy.
@Suite struct TallyFaultTests {
  private static let foreign =
    "error: the file is no tally; expected a file that 'audit scan' or 'audit merge' wrote\n  "
    + "If it is a list, make a tally of it: audit scan LIST -o FILE\n"
  private static let damaged =
    "\n  Copy it again from where it was made, or scan the list again.\n"

  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test func `a report or a compiled blocklist in place of a tally is recognised`() throws {
    try directory.file("list.txt", "abcdef1\nPassw0rd!\n")
    try directory.shell(
      "\"$audit\" -q --strength none list.txt && \"$audit\" scan -q -o a.tally list.txt && "
        + "\"$audit\" blocklist build -q -o b.blocklist list.txt")
    let expected = "; expected a file that 'audit scan' or 'audit merge' wrote\n  "
    let report =
      "error: this is a report, not a tally\(expected)Compare it: audit compare PATH NEW. "
      + "To make a tally: audit scan LIST -o FILE\n"
    for (file, message) in [
      ("Reports/list", report), ("Reports/list/audit.csv", report),
      (
        "b.blocklist",
        "error: this is a compiled blocklist, not a tally\(expected)Compare a tally with it: "
          + "audit report TALLY --blocklist PATH\n"
      ),
    ] {
      for arguments in [["report", file], ["tally", "info", file], ["merge", "a.tally", file]] {
        let run = try directory.audit(
          arguments + (arguments[0] == "merge" ? ["-o", "out"] : []), code: 2)
        #expect(run.errors == "\(file): \(message.replacing("PATH", with: file))")
      }
    }
  }

  @Test func `commands name a file that is no tally, with a remedy, and write nothing`() throws {
    try directory.file("list.txt", "abcdef1\nPassw0rd!\n")
    try directory.file("folder/list.txt", "abcdef1\n")
    let scan = ["scan", "--strength", "none", "-o"]
    try directory.audit(scan + ["a.tally", "list.txt"])
    let whole = try directory.bytes("a.tally")
    try directory.file("cut.tally", Array(whole.prefix(5000)))
    var newer = whole
    newer[63] = 4
    try directory.file("newer.tally", newer)
    for (file, start, end) in [
      ("list.txt", Self.foreign, ""),
      (
        "folder", "error: this is a directory, not a tally; expected a file that",
        "Or scan the lists in it: audit scan folder -o FILE\n"
      ),
      (
        "gone.tally", "error: the tally cannot be read: no such file or directory\n  Name a file ",
        ""
      ), ("cut.tally", "error: the tally is damaged: ", Self.damaged),
      (
        "newer.tally", "error: the tally has version 4; expected at most version 3\n  Use the ",
        "version of the program that wrote it, or a later one.\n"
      ),
    ] {
      for arguments in [
        ["report", "--strength", "none", "-o", "out", file], ["tally", "info", file],
        ["merge", file, "a.tally", "-o", "out"], ["merge", "a.tally", file, "-o", "out"],
      ] {
        let run = try directory.audit(arguments, code: 2)
        #expect(run.errors.hasPrefix("\(file): \(start)"), "\(arguments): \(run.errors)")
        #expect(run.errors.hasSuffix(end), "\(arguments): \(run.errors)")
        #expect(!directory.names().contains("out"), "\(arguments)")
      }
    }
  }

  @Test func `what was recorded or reported in part is answered with a word`() throws {
    let lines = (0..<2_000).map { "Password\($0)\n" }.joined()
    try directory.file("list.txt", lines)
    try directory.shell(
      """
      gzip -c list.txt | head -c -5 > cut.gz
      "$audit" scan --distinct --strength none -q -o cut.tally cut.gz
      """, code: 1)
    let partial = """
      cut.tally: warning: the scan did not read all of 'cut.gz'
        All numbers are about the lines that were recorded. Scan the lists again for the others.

      """
    let incomplete = """
      r: warning: the report is incomplete
        Its numbers are about the lines that were read; audit.json names the lists with problems.

      """
    let plain = "--strength none --no-blocklist --rules p"
    try directory.file("p", "minlength: 8;")
    for (command, code, errors) in [
      ("sweep cut.tally --strength none --minlength 8 --classes 0 -o s", 1, partial),
      ("sweep cut.tally --strength none --minlength 8 --classes 0 --format csv", 1, partial),
      ("report \(plain) -q -o r cut.tally", 1, partial),
      ("report \(plain) --format csv -o r cut.tally", 1, partial),
      ("compare r r -q", 1, "r: warning: it is compared with itself, so nothing differs\n"),
      ("compare \(plain) cut.tally r -q", 1, partial + incomplete),
      ("merge cut.tally -o m", 1, partial),
    ] {
      let run = try directory.shell("\"$audit\" \(command)", code: nil)
      #expect(run.code == Int32(code), "\(command): \(run.errors)")
      if errors.contains("itself") {
        #expect(run.errors.hasSuffix(incomplete + incomplete), "\(command): \(run.errors)")
      } else {
        #expect(run.errors == errors, "\(command)")
      }
    }
    let page = directory.text("s/sweep.html") ?? ""
    #expect(
      page.contains(
        "Incomplete: a list was not read to its end. All numbers are about the passwords that were read."
      ))
  }

  @Test func `an empty tally makes no report, and adds nothing to a sum`() throws {
    try directory.file("list.txt", "abcdef1\n")
    try directory.file("empty.txt", "")
    let scan = ["scan", "--strength", "none", "-o"]
    try directory.audit(scan + ["a.tally", "list.txt"])
    try directory.audit(scan + ["e.tally", "empty.txt"], code: 1)
    let report = try directory.audit("report --strength none -o r e.tally", code: 2)
    #expect(
      report.errors == "e.tally: error: no passwords; expected at least one\n"
        + "  Scan a list that holds some: audit scan LIST -o FILE\n")
    #expect(!directory.names().contains("r"))
    try directory.audit("merge e.tally a.tally -o s.tally")
    let info = try directory.audit("tally info s.tally")
    #expect(info.output.hasPrefix("1 password, as counts of 1 group that "))
  }

  @Test func `a sum that passes 63 bits is refused`() throws {
    try directory.file("list.txt", "4000000000000000000 abc\n")
    try directory.audit("scan --strength none --layout counted -o a.tally list.txt")
    for tallies in [["a.tally", "a.tally"], ["a.tally", "a.tally", "a.tally"]] {
      let merge = try directory.audit(["merge"] + tallies + ["-o", "s.tally"], code: 2)
      #expect(merge.errors.contains("--layout"))
      #expect(!directory.names().contains("s.tally"))
    }
  }

  @Test func `a list of more signatures than a scan can hold makes no tally`() throws {
    // A policy that distinguishes each letter: none of these facts can be dropped.
    let letters = (UInt8(ascii: "a")...UInt8(ascii: "z")).map { Character(Unicode.Scalar($0)) }
    try directory.file(
      "letters.policy", letters.map { "required: [\($0)];\n" }.joined() + "allowed: unicode;\n")
    var generator = SeededGenerator(seed: 12)
    var text: [UInt8] = []
    for _ in 0..<80_000 {
      for _ in 0..<9 {
        text.append(UInt8.random(in: UInt8(ascii: "a")...UInt8(ascii: "z"), using: &generator))
      }
      text.append(10)
    }
    try directory.file("list.txt", text)
    let scan = ["scan", "--strength", "none", "--for", "letters.policy", "-o", "x.tally"]
    let bounded = try directory.audit(scan + ["--memory", "16MiB", "list.txt"], code: 2)
    #expect(
      bounded.errors.contains(
        "error: more signatures than the 16777216 bytes of --memory have room for; expected "
          + "fewer, as in lists of people's passwords\n  Raise it: --memory 32MiB. Or leave strength out: "
          + "--strength none"))
    #expect(!directory.names().contains("x.tally"))
    let enough = try directory.audit(scan + ["--memory", "64MiB", "list.txt"])
    #expect(directory.names().contains("x.tally"), "\(enough.errors)")
  }

  private func merge(_ tallies: [String]) throws -> String {
    let run = try directory.audit(["merge", "--force"] + tallies + ["-o", "sum.tally"], code: nil)
    #expect(run.code == (run.errors.isEmpty ? 0 : 1))
    #expect(directory.names().contains("sum.tally"))
    return run.errors
  }

  @Test func `merge warns of repeated lists by name`() throws {
    for (name, text) in [
      ("a", "abcdef1\n"), ("b", "secret99\n"), ("again", "abcdef1\n"), ("none", ""), ("no", ""),
    ] {
      try directory.file("\(name).txt", text)
      let scan = try directory.audit("scan --strength none -o \(name).tally \(name).txt", code: nil)
      #expect(scan.code == (text.isEmpty ? 1 : 0))
    }
    #expect(try merge(["a.tally", "b.tally", "none.tally", "no.tally"]) == "")
    #expect(
      try merge(["a.tally", "a.tally"])
        == "a.tally: warning: named twice; every password counts twice\n  Merge each list once.\n")
    #expect(
      try merge(["a.tally", "b.tally", "again.tally"])
        == "again.tally: warning: the list 'again.txt' has the same bytes as 'a.txt' of 'a.tally'; "
        + "every password counts twice\n  Merge each list once.\n")
    try directory.shell("xz -k a.txt; \"$audit\" scan --strength none -o packed.tally a.txt.xz")
    #expect(
      try merge(["a.tally", "packed.tally"])
        == "packed.tally: warning: the list 'a.txt.xz' has very likely the same text as 'a.txt' of "
        + "'a.tally'; every password counts twice\n  Merge each list once.\n")
    // A sum remembers its lists.
    #expect(try merge(["a.tally", "b.tally"]) == "")
    try directory.audit("merge sum.tally -o both.tally")
    #expect(
      try merge(["both.tally", "b.tally"])
        == "b.tally: warning: the list 'b.txt' has the same bytes as 'b.txt' of 'both.tally'; "
        + "every password counts twice\n  Merge each list once.\n")
  }
}
