import Foundation
import TestSupport
import Testing

/// A file of each tool goes in as it is, in each encoding that consoles write.
@Suite struct DumpFormatRunTests {
  private static let bulb = "9a5df14afe8b9fa673aa7024ab9c1d77"
  private static let bird = "72fb36729f8bb95196f69c35ee9cf61c"
  private static let blank = "31d6cfe0d16ae931b73c59d7e0c089c0"
  private static let empty = "aad3b435b51404eeaad3b435b51404ee"

  /// A tool's file: accounts ann with one password, bob with another, and perhaps a blank guest.
  struct Sample: Sendable, CustomTestStringConvertible {
    let tool: String
    let lines: [String]
    /// The lines by kind, as the report counts them; others are 0.
    let kinds: [String: Int]
    /// The accounts whose state and whose day are known.
    var states = 0
    var days = 0

    var testDescription: String { tool }
  }

  static let samples = [
    Sample(
      tool: "impacket, all switches, as a console shows it",
      lines: [
        "Impacket v0.12.0 - Copyright Fortra, LLC and its affiliated companies ", "",
        "[*] Target system bootKey: 0x00112233445566778899aabbccddeeff",
        "[*] $MACHINE.ACC ", "NORD\\DC01$:\(empty):\(bird):::",
        "dpapi_machinekey:0xabababababababababababababababababababab",
        "[*] Dumping Domain Credentials (domain\\uid:rid:lmhash:nthash)",
        "nord.example\\ann:1101:\(empty):\(bulb)::: (pwdLastSet=2024-03-01 10:22) (status=Enabled)",
        "nord.example\\bob:1102:\(empty):\(bird)::: (pwdLastSet=never) (status=Disabled)",
        "nord.example\\ann_history0:1101:\(empty):\(bird):::",
        "[*] Kerberos keys grabbed",
        "nord.example\\ann:aes256-cts-hmac-sha1-96:\(bulb)\(bulb)",
        "nord.example\\ann:0xffffff74:\(bulb)",
        "[*] ClearText passwords grabbed", "nord.example\\ann:CLEARTEXT:Tulpenzwiebel7",
        "[*] Cleaning up... ",
      ],
      kinds: ["account": 2, "history": 1, "cleartext": 1, "key": 2, "other": 9, "empty": 1],
      states: 2, days: 2),
    Sample(
      tool: "NtdsAudit",
      lines: ["ann:1101", "bob:1102"].map { account in
        "nord.example\\\(account):\(empty):\(account == "ann:1101" ? bulb : bird)".uppercased()
          + ":Disabled=False,Expired=False,PasswordLastChanged=202403011022,IsDomainAdmin=False::"
      } + ["nord.example\\ann__history_0:1101:\(empty):\(bulb):::"],
      kinds: ["account": 2, "history": 1], states: 2, days: 2),
    Sample(
      tool: "DSInternals PWDump",
      lines: [
        "ann:1101:NO LM-HASH**********************:\(bulb):::",
        "bob:1102:NO LM-HASH**********************:\(bird):::",
        "carl:1103:NO LM-HASH**********************:NO NT-HASH**********************:::",
        "ann_history1:1101:NO LM-HASH**********************:\(bird):::",
      ], kinds: ["account": 3, "history": 1]),
    Sample(
      tool: "DSInternals HashcatNT",
      lines: ["ann:\(bulb)", "bob:\(bird)", "carl:", "ann_nthistory01:\(bird)"],
      kinds: ["account": 3, "history": 1]),
    Sample(
      tool: "DSInternals JohnNT",
      lines: [
        "ann:$NT$\(bulb):S-1-5-21-1-2-3-1101::", "bob:$NT$\(bird):S-1-5-21-1-2-3-1102::",
        "ann_nthistory01:$NT$\(bird):S-1-5-21-1-2-3-1101::",
      ], kinds: ["account": 2, "history": 1]),
    Sample(
      tool: "DSInternals Ophcrack",
      lines: [
        "ann::\(empty):\(bulb):S-1-5-21-1-2-3-1101::", "bob:::\(bird):S-1-5-21-1-2-3-1102::",
      ], kinds: ["account": 2]),
    Sample(
      tool: "ntdsxtract", lines: ["ann:$NT$\(bulb):S-1-5-21-1-2-3-1101::", "bob:$NT$\(bird)"],
      kinds: ["account": 2]),
    Sample(
      tool: "gosecretsdump",
      lines: [
        "ann:1101:\(empty):\(bulb):::", "bob:1102:\(empty):\(bird):::",
        "ann_history0:1101:\(empty):\(bulb):::", "ann_history1:1101:\(empty):\(bird):::",
      ], kinds: ["account": 2, "history": 2]),
    Sample(
      tool: "NetExec",
      lines: [
        "nord.example\\ann:1101:\(empty):\(bulb)::: (status=Enabled)",
        "bob:1102:\(empty):\(bird)::: (status=Disabled)",
      ], kinds: ["account": 2], states: 2),
    Sample(
      tool: "mimikatz",
      lines: [
        "[DC] 'nord.example' will be the domain", "1101\tann\t\(bulb)\t512",
        "1102\tbob\t\(bird)\t66050", "1103\tWS01$\t\(blank)\t4096",
      ], kinds: ["account": 3, "other": 1], states: 3),
  ]

  /// How a console or an editor writes the lines.
  private static func written(_ lines: [String], _ form: String) -> Data {
    let text = lines.map { $0 + (form.hasSuffix("CR LF") ? "\r\n" : "\n") }.joined()
    return form.hasPrefix("UTF-16")
      ? Data([0xFF, 0xFE]) + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
      : Data((form.hasPrefix("mark") ? "\u{FEFF}" : "").utf8) + Data(text.utf8)
  }

  @Test(arguments: samples, ["plain", "mark, CR LF", "UTF-16, CR LF"])
  func `a tool's file is read as it is`(sample: Sample, form: String) throws {
    let directory = try TemporaryDirectory()
    try Self.written(sample.lines, form).write(
      to: URL(fileURLWithPath: directory.path + "/corp.ntds"))
    try directory.file("hashcat.potfile", "\(Self.bulb):Tulpenzwiebel7\n")
    let run = try directory.audit([
      "--potfile", "hashcat.potfile", "--preset", "nist-63b-4", "--strength", "none", "--include",
      "disabled", "--accounts", "who.csv", "-o", "out", "-q", "corp.ntds",
    ])
    #expect(run.errors == "")
    let rows = directory.cells()
    let count = { (metric: String, bucket: String) in
      rows.first { $0[2] == metric && $0[3] == bucket }.flatMap { Int($0[6]) } ?? 0
    }
    for kind in [
      "account", "history", "repeated", "conflicting", "cleartext", "key", "other", "empty",
      "malformed",
    ] { #expect(count("dump_lines", kind) == sample.kinds[kind] ?? 0, "\(kind)") }
    #expect(count("account_password", "cracked") == 1)
    #expect(
      count("account_state", "enabled") + count("account_state", "disabled")
        == min(sample.states, 2))
    #expect((directory.text("who.csv") ?? "").lowercased().contains("ann,"))
    if sample.days > 0 { #expect(count("age", "unknown") == 0) }
  }

  @Test func `files beside a dump are passed over, and mark its accounts`() throws {
    let directory = try TemporaryDirectory()
    try directory.file(
      "corp.ntds",
      "nord.example\\ann:1101::\(Self.bulb):::\nnord.example\\bob:1102::\(Self.bird):::\n")
    try directory.file("corp.ntds.cleartext", "nord.example\\ann:CLEARTEXT:Tulpenzwiebel7\n")
    try directory.file("corp.ntds.kerberos", "nord.example\\ann:des-cbc-md5:1122334455667788\n")
    let common = ["--preset", "nist-63b-4", "--strength", "none", "--force", "-o", "out"]
    let run = try directory.audit(
      common + [
        "--potfile", "corp.ntds.cleartext", "corp.ntds", "corp.ntds.cleartext",
        "corp.ntds.kerberos",
      ])
    #expect(
      run.errors == """
        corp.ntds.cleartext: note: 1 password in clear text, and no account
          Give it with --potfile too: then these passwords are known.
        corp.ntds.kerberos: note: 1 key of Kerberos, and no account

        """)
    let table = directory.text("out/audit.csv") ?? ""
    #expect(table.contains(",,reversible,stored,0,accounts,1,0.500000"))
    #expect(table.contains(",,account_password,cracked,1,accounts,1,0.500000"))
    let alone = try directory.audit(common + ["--layout", "dump", "corp.ntds.kerberos"], code: 2)
    #expect(alone.errors.contains("error: no account in any dump; expected NAME:RID:LM:NT:::"))
  }
}
