import Foundation
import TestSupport
import Testing

/// Other files instead of tallies: the message names the file, its kind, and the remedy.
@Suite struct TallyFaultTests {
  private static let foreign =
    "error: the file is no tally; expected a file that 'audit scan' or 'audit merge' wrote\n  "
    + "Is it the list itself? 'audit scan LIST -o FILE' makes a tally of it.\n"
  private static let damaged =
    "\n  Copy it again from where it was made, or scan the list again.\n"

  @Test func `a report or a compiled blocklist in place of a tally is recognised`() throws {
    let directory = try TemporaryDirectory()
    _ = try directory.file("list.txt", "abcdef1\nPassw0rd!\n")
    let made = try Program.shell(
      "\"$audit\" -q --strength none list.txt && \"$audit\" scan -q -o a.tally list.txt && "
        + "\"$audit\" blocklist build -q -o b.blocklist list.txt", in: directory)
    #expect(made.code == 0, "\(made.errors)")
    let expected = "; expected a file that 'audit scan' or 'audit merge' wrote\n  "
    let report =
      "error: this is a report, not a tally\(expected)Compare two reports: audit compare OLD NEW. "
      + "A tally: audit scan LIST -o FILE.\n"
    for (file, message) in [
      ("Reports/list", report), ("Reports/list/audit.csv", report),
      (
        "b.blocklist",
        "error: this is a compiled blocklist, not a tally\(expected)Compare with it: "
          + "audit report TALLY --blocklist FILE.\n"
      ),
    ] {
      for arguments in [["report", file], ["tally", "info", file], ["merge", "a.tally", file]] {
        let run = try Program.run(
          arguments + (arguments[0] == "merge" ? ["-o", "out"] : []), in: directory)
        #expect(run.code == 2)
        #expect(run.errors == "\(file): \(message)")
      }
    }
  }

  @Test func `commands name a file that is no tally, with a remedy, and write nothing`() throws {
    let directory = try TemporaryDirectory()
    _ = try directory.file("list.txt", "abcdef1\nPassw0rd!\n")
    _ = try directory.file("folder/list.txt", "abcdef1\n")
    let scan = ["scan", "--strength", "none", "-o"]
    #expect(try Program.run(scan + ["a.tally", "list.txt"], in: directory).code == 0)
    let whole = Array(
      try Data(contentsOf: URL(filePath: directory.path).appending(path: "a.tally")))
    _ = try directory.file("cut.tally", Array(whole.prefix(5000)))
    var newer = whole
    newer[63] = 4
    _ = try directory.file("newer.tally", newer)
    for (file, start, end) in [
      ("list.txt", Self.foreign, ""), ("folder", Self.foreign, ""),
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
        let run = try Program.run(arguments, in: directory)
        #expect(run.code == 2, "\(arguments)")
        #expect(run.errors.hasPrefix("\(file): \(start)"), "\(arguments): \(run.errors)")
        #expect(run.errors.hasSuffix(end), "\(arguments): \(run.errors)")
        #expect(!directory.names().contains("out"), "\(arguments)")
      }
    }
  }

  @Test func `what was recorded or reported in part is answered with a word`() throws {
    let directory = try TemporaryDirectory()
    let lines = (0..<2_000).map { "Password\($0)\n" }.joined()
    _ = try directory.file("list.txt", lines)
    let scan = try Program.shell(
      """
      gzip -c list.txt | head -c -5 > cut.gz
      "$audit" scan --distinct --strength none -q -o cut.tally cut.gz
      """, in: directory)
    #expect(scan.code == 1)
    let partial = """
      cut.tally: warning: the scan did not read all of 'cut.gz'
        All numbers are about the lines that were recorded. Scan the lists again for the others.

      """
    let incomplete = """
      r: warning: the report is incomplete
        Its numbers are about the lines that were read; audit.json names the lists with problems.

      """
    let plain = "--strength none --no-blocklist --rules p"
    _ = try directory.file("p", "minlength: 8;")
    for (command, code, errors) in [
      ("sweep cut.tally --strength none --minlength 8 --classes 0 -o s", 1, partial),
      ("sweep cut.tally --strength none --minlength 8 --classes 0 --format csv", 1, partial),
      ("report \(plain) -q -o r cut.tally", 1, partial),
      ("report \(plain) --format csv -o r cut.tally", 1, partial),
      ("compare r r -q", 1, "r: warning: it is compared with itself, so nothing differs\n"),
      ("compare \(plain) cut.tally r -q", 1, partial + incomplete),
      ("merge cut.tally -o m", 0, partial),
    ] {
      let run = try Program.shell("\"$audit\" \(command)", in: directory)
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
    let directory = try TemporaryDirectory()
    _ = try directory.file("list.txt", "abcdef1\n")
    _ = try directory.file("empty.txt", "")
    let scan = ["scan", "--strength", "none", "-o"]
    #expect(try Program.run(scan + ["a.tally", "list.txt"], in: directory).code == 0)
    #expect(try Program.run(scan + ["e.tally", "empty.txt"], in: directory).code == 1)
    let report = try Program.run(
      ["report", "--strength", "none", "-o", "r", "e.tally"], in: directory)
    #expect(report.code == 2)
    #expect(
      report.errors == "e.tally: error: no passwords; expected at least one\n"
        + "  Scan a list that holds some: audit scan LIST -o FILE.\n")
    #expect(!directory.names().contains("r"))
    let merge = try Program.run(["merge", "e.tally", "a.tally", "-o", "s.tally"], in: directory)
    #expect(merge.code == 0)
    let info = try Program.run(["tally", "info", "s.tally"], in: directory)
    #expect(info.output.hasPrefix("1 password, 1 distinct signature\n"))
  }

  @Test func `a sum that passes 63 bits is refused`() throws {
    let directory = try TemporaryDirectory()
    _ = try directory.file("list.txt", "4000000000000000000 abc\n")
    let scan = try Program.run(
      ["scan", "--strength", "none", "--layout", "counted", "-o", "a.tally", "list.txt"],
      in: directory)
    #expect(scan.code == 0, "\(scan.errors)")
    for tallies in [["a.tally", "a.tally"], ["a.tally", "a.tally", "a.tally"]] {
      let merge = try Program.run(["merge"] + tallies + ["-o", "s.tally"], in: directory)
      #expect(merge.code == 2)
      #expect(merge.errors.contains("--layout"), "\(merge.errors)")
      #expect(!directory.names().contains("s.tally"))
    }
  }
}
