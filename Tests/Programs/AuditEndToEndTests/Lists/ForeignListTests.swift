import TestSupport
import Testing

/// Lists in forms that other programs write, and files of our own in their place.
@Suite struct ForeignListTests {
  private static let options = "--strength none --no-blocklist --preset basic8 -o out"

  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test func `a directory is audited four times with the same result`() throws {
    try directory.file("leak.txt", "Tisch123\nLampe37!\n")
    try directory.file("README.md", "# A leak\nTwo passwords.\n")
    var tables: [String] = []
    for number in 1...4 {
      let run = try directory.shell(
        "\"$audit\" . \(Self.options)/\(number) && \"$audit\" scan leak.txt -q -o \(number).tally "
          + "&& \"$audit\" blocklist build leak.txt -q -o \(number).blocklist")
      #expect(
        run.errors.contains("./README.md: note: text about the lists by its name, skipped")
          && run.errors.contains("skipped\n") && !run.errors.contains("error"))
      if number == 3 {
        #expect(
          run.errors.contains(
            ".: note: 2 reports and 4 files of this program (tallies, blocklists, tables) are skipped\n"
          ))
      }
      tables.append(directory.text("out/\(number)/audit.csv") ?? "")
    }
    #expect(Set(tables).count == 1 && tables[0].contains(",2,"))
  }

  @Test func `our own files are answered with the command for them`() throws {
    try directory.file("leak.txt", "Tisch123\nLampe37!\n")
    try directory.shell(
      "\"$audit\" leak.txt \(Self.options) && \"$audit\" scan leak.txt -q -o leak.tally && "
        + "\"$audit\" blocklist build leak.txt -q -o leak.blocklist")
    for (file, message) in [
      (
        "out",
        "out: error: the directory is a report, not a list\n  Open out/report.html, or compare it: audit compare out NEW"
      ),
      (
        "leak.tally",
        "leak.tally: error: data is a tally, not a list; expected lines of text, plain or in a container "
          + "that can be read\n  Report what it holds: audit report leak.tally; compare it: audit compare leak.tally NEW"
      ),
      (
        "leak.blocklist",
        "leak.blocklist: error: data is a compiled blocklist, not a list; expected lines of text, plain "
          + "or in a container that can be read\n  Compare a list with it: audit LIST --blocklist leak.blocklist"
      ),
      ("out/audit.csv", "out/audit.csv: error: data is a table of a report, not a list"),
    ] {
      let run = try directory.shell(
        "\"$audit\" \(file) --preset basic8 -q -o other --force", code: nil)
      #expect(run.code != 0 && run.errors.contains(message), "\(run.errors)")
    }
  }

  @Test func `a list of hashes turns no threshold green`() throws {
    let hashes = (10..<40).map { "0123456789abcdef0123456789abcd\($0)\n" }.joined()
    try directory.file("hashes.txt", hashes)
    let run = try directory.shell(
      "\"$audit\" hashes.txt \(Self.options) --fail-under 50", code: nil)
    #expect(run.code != 0)
    #expect(
      run.errors.hasPrefix(
        "hashes.txt: error: all of the first 30 lines hold hashes in place of a password"))
    try directory.shell("\"$audit\" hashes.txt --binary \(Self.options)", code: 1)
  }

  @Test func `standard input in UTF-16 is refused, a mark is dropped, and CR ends lines`() throws {
    try directory.file("list.txt", "Tisch123\n")
    let wide = [0xFF, 0xFE] + Array("T\0i\0s\0c\0h\0\n\0".utf8)
    for command in ["check --preset basic8", "score", "blocklist test list.txt"] {
      let refused = try directory.shell("\"$audit\" \(command)", input: wide, code: 2)
      #expect(
        refused.errors == """
          <stdin>: error: text is UTF-16; expected UTF-8
            Turn it into UTF-8 before: iconv -f UTF-16 -t UTF-8 FILE > utf8.txt

          """)
      let plain = try directory.shell("\"$audit\" \(command)", input: "Tisch123\nofen\n".utf8)
      let marked = try directory.shell(
        "\"$audit\" \(command)", input: "\u{FEFF}Tisch123\nofen\n".utf8)
      #expect(marked.output == plain.output && marked.errors == plain.errors)
      let macOS = try directory.shell("\"$audit\" \(command)", input: "Tisch123\rofen\r".utf8)
      #expect(macOS.output == plain.output)
      #expect(
        macOS.errors.hasSuffix(
          "<stdin>: note: the lines end in CR alone, without LF, and are read so\n"))
    }
  }

  @Test func `blocklists of hashes, headers and UTF-16 are read or named`() throws {
    let sha1 = (10..<20).map { "08C1CC5CF61279F55A2EB45A6E12017B7EF0D9\($0):2\n" }
    let ntlm = "08C1CC5CF61279F55A2EB45A6E12017B:2\n"
    try directory.file("mixed.txt", sha1.joined() + ntlm)
    try directory.file("sha1.txt", sha1.joined())
    try directory.file("header.txt", "# Top 2\n#\nTisch123\nofen\n")
    try directory.file(
      "wide.txt",
      Array("\u{FEFF}Tisch123\r\nofen\r\n".utf16).flatMap {
        [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)]
      })
    @discardableResult
    func test(_ arguments: String, code: Int32? = 0) throws -> Program.Run {
      try directory.shell(
        "printf 'Tisch123\\n' | \"$audit\" blocklist test \(arguments)", code: code)
    }
    let mixed = try test("mixed.txt", code: 2)
    #expect(
      mixed.errors == """
        mixed.txt:11:1: error: a line of another form: 32 hexadecimal digits, as of NTLM; expected 40 \
        hexadecimal digits, and perhaps a colon and a number
          A list has hashes of one kind: fetch it again, or keep those of NTLM apart.

        """)
    #expect(
      try test("sha1.txt --blocklist-form ntlm", code: 2).errors == """
        sha1.txt:1:1: error: a line of another form: 40 hexadecimal digits, as of SHA-1; expected 32 \
        hexadecimal digits, and perhaps a colon and a number
          State it: --blocklist-form sha1

        """)
    #expect(
      try test("sha1.txt --blocklist-form plain").errors == """
        sha1.txt: warning: the lines are hashes of 40 digits, as of SHA-1; expected words, as stated
          State it: --blocklist-form sha1

        """)
    let header = try test("header.txt")
    #expect(header.output == "1\tlisted\t10\n")
    #expect(
      header.errors == """
        header.txt: note: the first 2 lines begin with '#', and are values like the others
          If they are a header, leave them out: grep -v '^#' header.txt

        """)
    let wide = try test("wide.txt")
    #expect(wide.output == "1\tlisted\t10\n" && wide.errors.isEmpty)
  }
}
