import Foundation
import TestSupport
import Testing

/// Dumps of a directory with potfiles: `audit --potfile`.
@Suite struct DirectoryRunTests {
  /// NT hashes of three made-up passwords.
  private static let bulb = "9a5df14afe8b9fa673aa7024ab9c1d77"
  private static let name = "5105b74ce86a60be00bd55bb0a13a0a4"
  private static let bird = "72fb36729f8bb95196f69c35ee9cf61c"
  private static let empty = "aad3b435b51404eeaad3b435b51404ee"

  /// Two accounts share a password, one has its own name, one is blank, one not cracked, one
  /// disabled; and a machine.
  private static let dump = """
    nord.example\\zacharias:1101:\(empty):\(bulb):::
    nord.example\\yolanda:1102:\(empty):\(bulb):::
    nord.example\\quentin:1103:\(empty):\(name):::
    sued.example\\xaver:1104:\(empty):31d6cfe0d16ae931b73c59d7e0c089c0:::
    sued.example\\wilma:1105:\(empty):00000000000000000000000000000001:::
    sued.example\\viktor:1106:\(empty):\(bird)::: (status=Disabled)
    sued.example\\WS01$:1107:\(empty):\(bird):::

    """
  private static let potfile = "\(bulb):Tulpenzwiebel7\n\(name):quentin\n\(bird):Kanarienvogel 44\n"
  /// Names, passwords, beginnings of hashes, and a stratum below the smallest cell.
  private static let secrets = [
    "Hinterzimmer",
    "zacharias", "yolanda", "quentin", "xaver", "wilma", "viktor", "WS01", "Tulpenzwiebel",
    "Kanarienvogel", String(bulb.prefix(8)), String(name.prefix(8)), String(bird.prefix(8)),
    String(bulb.prefix(8)).uppercased(),
  ]

  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    try directory.file("corp.ntds", Self.dump)
    try directory.file("hashcat.potfile", Self.potfile)
    try directory.file("nord.txt", "nord.example\\zacharias\n")
    try directory.file("site.policy", "minlength: 10; allowed: unicode;\n")
  }

  private static let common = [
    "--potfile", "hashcat.potfile", "--rules", "site.policy", "--strength", "none", "-o", "out",
  ]

  @Test(arguments: [0, 3000])
  func `a file of several encodings is never complete`(rows: Int) throws {
    let more = (0..<rows).map {
      "sued.example\\n\($0):\($0 + 2000):\(Self.empty):\(String(repeating: "1", count: 32)):::\n"
    }
    let table = "SamAccountName,Enabled\n" + (0..<9).map { "zacharias\($0),True\n" }.joined()
    try directory.file("corp.ntds", Self.dump + more.joined())
    try directory.file("people.csv", table.replacing("zacharias0", with: "zacharias"))
    let code = rows == 0 ? Int32(2) : 1
    for (file, code) in [("corp.ntds", code), ("hashcat.potfile", 1), ("people.csv", 2)] {
      for mixing in [
        "iconv -f UTF-8 -t UTF-16LE whole", "sed 's/\\(.\\)/\\1\\x00/g' whole",
        "iconv -f UTF-8 -t UTF-16BE whole",
      ] {
        try directory.shell("cp \(file) whole; (cat whole; \(mixing); \(mixing)) > \(file)")
        let run = try directory.audit(
          Self.common + ["--force", "--attributes", "people.csv", "corp.ntds"], code: code)
        #expect(
          run.errors.contains("\(file): error: the text is UTF-16")
            || run.errors.contains("bytes of the text are NUL"), "\(mixing): \(run.errors)")
        #expect(!run.errors.contains("no account"), "\(run.errors)")
        #expect(!run.output.contains("complete") || run.output.contains("not complete"))
        try directory.shell("mv whole \(file)")
      }
    }
  }

  @Test func `names that are not UTF-8 are told`() throws {
    try directory.shell(
      "printf 'SamAccountName,Enabled\\nzacharias,True\\nJ\\374rgen,True\\n' > latin.csv")
    let run = try directory.audit(
      Self.common + ["--attributes", "latin.csv", "corp.ntds"], code: 1)
    #expect(
      run.errors.hasPrefix(
        "latin.csv:3:1: warning: 1 line is not UTF-8, so names there may be others; this is the first\n"
          + "  Convert the file first: iconv -f WINDOWS-1252 -t UTF-8 latin.csv > FILE."),
      "\(run.errors)")
    try directory.shell(
      "printf 'nord.example\\\\J\\374rgen:7:\(Self.empty):\(Self.bulb):::\\n' >> corp.ntds")
    let dump = try directory.audit(Self.common + ["--force", "corp.ntds"], code: 1)
    #expect(dump.errors.contains("corp.ntds:8:1: warning: 1 line is not UTF-8"), "\(dump.errors)")
  }

  @Test func `passwords count for the accounts that have their hash`() throws {
    let run = try directory.audit(
      Self.common + ["--by", "domain", "--min-cell", "1", "--group", "nord.txt", "corp.ntds"])
    #expect(run.errors == "")
    #expect(
      run.output.hasSuffix(
        """

        Accounts      5 are counted: 3 (60.0 %) have a cracked password, 1 a blank one,
                      0 one that the hash does not prove; 1 are not cracked
        Shared        2 (50.0 %) of 4 with a hash share it with another account; the
                      commonest has 2 accounts
        Refused       site: at least 40.0 %, at most 60.0 % of these accounts
                      Passwords that break the policy. At least: the known ones; at
                      most: these, and all unknown ones.

                                                                           refused
                              accounts  cracked  blank  across*  at least  at most
        (all)                        5        3      1        –    40.0 %   60.0 %
        domain: nord.example         3        3      0        0    33.3 %   33.3 %
        domain: sued.example         2        0      1        0    50.0 %  100.0 %
        group: nord                  1        1      0        1     0.0 %    0.0 %
        * share their password with an account outside their row's group

        """))
    directory.expectRows([
      "corp,,account_kind,machine,1,accounts,1,0.142857",
      "corp,,account_state,disabled,1,accounts,1,0.166667",
      "corp,,account_password,cracked,1,accounts,3,0.600000",
      "corp,,user_name_hash,cracked,0,accounts,1,0.250000",
      "corp,,potfile_lines,used,0,lines,3,1.000000",
      "corp,,proof,utf-8,0,distinct,2,1.000000",
      "corp,,length,14,14,entries,2,0.500000",
      "corp,site,account_compliance,open,2,accounts,1,0.200000",
      "group: nord,,shared_across,across,2,accounts,1,1.000000",
    ])
  }

  @Test func `nothing is written for a time`() throws {
    // No directory of temporary files, so that whoever needs one fails.
    let process = Program.start(
      Self.common + ["-q", "--by", "domain", "--accounts", "who.csv", "corp.ntds"], in: directory)
    process.environment?["TMPDIR"] = directory.path + "/nowhere"
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    let left = try FileManager.default.contentsOfDirectory(atPath: directory.path)
    #expect(!left.contains("nowhere"))
  }

  @Test func `no output but the accounts file shows a name, a hash or a password`() throws {
    try directory.file("staff.csv", "user,Department\nzacharias,Hinterzimmer\n")
    let inputs = try FileManager.default.contentsOfDirectory(atPath: directory.path)
    for format in ["text", "markdown", "csv", "json", "jsonl"] {
      let run = try directory.audit(
        Self.common + [
          "--format", format, "--by", "domain", "--group", "nord.txt", "--accounts", "who.csv",
          "--force", "-v", "--attributes", "staff.csv", "--by", "Department", "--accounts-reasons",
          "--memory", "64MiB", "corp.ntds",
        ])
      let reports = try FileManager.default.contentsOfDirectory(atPath: directory.path + "/out")
      #expect(reports.count >= 4)
      let texts =
        [run.output, run.errors] + reports.compactMap { directory.text("out/\($0)") }
      for secret in Self.secrets {
        #expect(!texts.contains { $0.contains(secret) }, "\(format): \(secret)")
      }
    }
    let left = try FileManager.default.contentsOfDirectory(atPath: directory.path)
      .filter { !$0.hasPrefix(".") }
    #expect(Set(left).subtracting(inputs) == ["out", "who.csv"])
    let who = directory.path + "/who.csv"
    let mode = try FileManager.default.attributesOfItem(atPath: who)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    #expect(
      directory.text("who.csv") == """
        domain,user,rid,state,set,finding,policy,group,size,reasons
        nord.example,quentin,1103,unknown,,cracked,,,,
        nord.example,quentin,1103,unknown,,listed,,,,
        nord.example,quentin,1103,unknown,,user-name,,,,
        nord.example,quentin,1103,unknown,,violates,site,,,minlength
        nord.example,yolanda,1102,unknown,,cracked,,,,
        nord.example,yolanda,1102,unknown,,shared,,1,2,
        nord.example,zacharias,1101,unknown,,cracked,,,,
        nord.example,zacharias,1101,unknown,,shared,,1,2,
        nord.example,zacharias,1101,unknown,,shared-across,,nord,2,
        sued.example,xaver,1104,unknown,,blank,,,,
        sued.example,xaver,1104,unknown,,violates,site,,,minlength

        """)
  }

  @Test func `the accounts file is refused below the report, on standard output, and over another`()
    throws
  {
    try directory.file("other.csv", "kept")
    for (path, message) in [
      (
        "out/who.csv", "out/who.csv: error: --accounts names people, and 'out' is the directory of "
      ),
      (
        "./out/../out/who.csv", "./out/../out/who.csv: error: --accounts names people, and 'out' is"
      ),
      ("-", "error: --accounts names people, and does not go to standard output"),
      ("other.csv", "other.csv: error: the file already exists\n"),
    ] {
      let run = try directory.audit(Self.common + ["--accounts", path, "corp.ntds"], code: 2)
      #expect(run.errors.hasPrefix(message))
    }
    #expect(directory.text("other.csv") == "kept")
    #expect(directory.text("out/audit.csv") == nil)
  }

  private static let wrongInput: [(arguments: [String], message: String, code: Int32)] = [
    (
      ["--potfile", "corp.ntds", "corp.ntds"],
      "corp.ntds: error: a dump, not a potfile\n  Exchange the two: audit --potfile POTFILE corp.ntds\n",
      2
    ),
    (
      ["--by-list", "--layout", "dump", "corp.ntds"],
      "--layout dump makes the lists dumps, which do not go with --by-list.", 64
    ),
    (["--memory", "16MiB", "corp.ntds"], "--memory says how --distinct works; give that too.", 64),
    (["--layout", "dump", "--memory", "16MiB", "corp.ntds"], "", 0),
    (
      ["--potfile", "wrong.pot", "corp.ntds"],
      "wrong.pot:2:1: error: 1 password does not have the hash beside it, and was not audited", 1
    ),
    (
      ["--potfile", "hashcat.potfile", "--group", "strangers.txt", "corp.ntds"],
      "strangers.txt: error: none of 1 name is in a dump; expected names of accounts", 2
    ),
    (["--potfile", "gone.pot", "corp.ntds"], "gone.pot: error: ", 2),
  ]

  @Test(arguments: wrongInput)
  func `wrong input is told with its place, and shows nothing of it`(
    arguments: [String], message: String, code: Int32
  ) throws {
    try directory.file("wrong.pot", "\n\(Self.bulb):Tulpenzwiebel8\n")
    try directory.file("strangers.txt", "nobody\n")
    let run = try directory.audit(
      ["--rules", "site.policy", "--strength", "none", "-o", "out"] + arguments, code: code)
    #expect(message.isEmpty || run.errors.contains(message), "\(run.errors)")
    for secret in Self.secrets { #expect(!run.errors.contains(secret), "\(secret)") }
  }

  @Test func `a dump does not go with options of lists`() throws {
    let run = try directory.audit(Self.common + ["--by-list", "corp.ntds"], code: 64)
    #expect(run.errors.contains("--potfile makes the lists dumps, which do not go with --by-list."))
  }

  @Test func `packed files, UTF-16, another order and CR LF change nothing`() throws {
    try directory.file("packed/corp.ntds", gzip(Array(Self.dump.utf8), in: directory))
    var wide: [UInt8] = [0xFF, 0xFE]
    for unit in Self.dump.replacing("\n", with: "\r\n").utf16 {
      wide += [UInt8(unit & 0xFF), UInt8(unit >> 8)]
    }
    try directory.file("wide/corp.ntds", wide)
    let lines = Self.dump.split(separator: "\n").reversed().joined(separator: "\n")
    try directory.file("turned/corp.ntds", lines + "\n")
    var tables: [String?] = []
    for place in ["", "packed/", "wide/", "turned/"] {
      try directory.audit(Self.common + ["-q", place + "corp.ntds"])
      tables.append(directory.text("out/audit.csv"))
    }
    #expect(tables[0] != nil)
    #expect(tables.allSatisfy { $0 == tables[0] })
  }
}
