import Foundation
import TestSupport
import Testing

/// Tallies of a directory: scanned once, and asked about policies later.
@Suite struct DirectoryTallyRunTests {
  private static let bulb = "9a5df14afe8b9fa673aa7024ab9c1d77"
  private static let name = "5105b74ce86a60be00bd55bb0a13a0a4"
  private static let scope = [
    "--potfile", "hashcat.potfile", "--strength", "none", "--no-blocklist", "--min-cell", "1",
    "--by", "domain", "--group", "top.txt",
  ]
  private static let asked = ["--rules", "site.policy", "--strength", "none", "--no-blocklist"]

  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    try directory.file(
      "corp.ntds",
      """
      nord\\zacharias:1101::\(Self.bulb)::: (pwdLastSet=2024-03-02 10:00)
      nord\\zacharias_history0:1101::\(Self.name):::
      nord\\yolanda:1102::\(Self.bulb)::: (pwdLastSet=2024-01-02 10:00)
      nord\\quentin:1103::\(Self.name):::
      sued\\xaver:1104::31d6cfe0d16ae931b73c59d7e0c089c0:::
      sued\\wilma:1105::00000000000000000000000000000001:::
      sued\\viktor:1106::\(Self.bulb)::: (status=Disabled)

      """)
    try directory.file(
      "east.ntds",
      """
      ost\\ursula:1101::\(Self.bulb)::: (pwdLastSet=2024-03-02 10:00)
      sued\\theo:1107::31d6cfe0d16ae931b73c59d7e0c089c0:::

      """)
    try directory.file("hashcat.potfile", "\(Self.bulb):Tulpenzwiebel7\n\(Self.name):quentin\n")
    try directory.file("top.txt", "zacharias\nviktor\nwilma\nursula\n")
    try directory.file(
      "site.policy",
      "[a]\nminlength: 8; allowed: unicode;\n[b]\nminlength: 15; allowed: unicode;\n")
  }

  private func run(_ arguments: [String], code: Int32 = 0) throws -> Program.Run {
    let run = try directory.audit(arguments, code: code)
    return run
  }

  @Test(arguments: [
    [], ["--include", "disabled"],
  ])
  func `a report of a tally has the rows of an audit`(counting: [String]) throws {
    _ = try run(Self.asked + Self.scope + counting + ["-o", "audited", "corp.ntds"])
    _ = try run(["scan"] + Self.scope + counting + ["-o", "corp.tally", "corp.ntds"])
    _ = try run(["report"] + Self.asked + ["-o", "reported", "corp.tally"])
    let table = directory.text("audited/audit.csv")
    #expect(table != nil && directory.text("reported/audit.csv") == table)
    let strata = { (report: String) -> String in
      let text = directory.text("\(report)/audit.json") ?? ""
      return String(text[(text.range(of: "\"strata\"")?.lowerBound ?? text.endIndex)...])
    }
    #expect(strata("reported") == strata("audited") && strata("audited").contains("domain: nord"))
    // No name, hash or password, but each known password's facts.
    let bytes = try directory.bytes("corp.tally")
    let text = String(decoding: bytes, as: UTF8.self).lowercased()
    for secret in ["zacharias", "xaver", "tulpen", "quentin", String(Self.bulb.prefix(8))] {
      #expect(!text.contains(secret), "\(secret)")
    }
    let info = try run(["tally", "info", "corp.tally"]).output
    #expect(info.contains("accounts of a directory, in 3 strata"))
  }

  @Test func `lists that a report does not ask are not told of`() throws {
    try directory.file("refused.txt", "quentin\n")
    let scope = Self.scope.filter { $0 != "--no-blocklist" }
    let report = ["--rules", "site.policy", "--strength", "none"]
    _ = try run(["scan", "--blocklist", "refused.txt", "-o", "corp.tally"] + scope + ["corp.ntds"])
    for lists in [["--blocklist", "refused.txt"], ["--no-blocklist"]] {
      _ = try run(report + scope + lists + ["-o", "audited", "--force", "corp.ntds"])
      _ = try run(["report"] + report + lists + ["-o", "reported", "--force", "corp.tally"])
      let table = directory.text("audited/audit.csv")
      #expect(table != nil && directory.text("reported/audit.csv") == table, "\(lists)")
      #expect(table?.contains(",listed,cracked,0,accounts,1,") == (lists.count == 2))
    }
  }

  @Test func `merged tallies add up, but for the commonest passwords of both`() throws {
    for name in ["corp", "east"] {
      let scan = ["scan"] + Self.scope + ["--as-of", "2024-04-01", "-o", "\(name).tally"]
      _ = try run(scan + ["\(name).ntds"])
    }
    for (name, order) in [("one", ["corp", "east"]), ("two", ["east", "corp"])] {
      _ = try run(["merge", "-o", "\(name).tally"] + order.map { "\($0).tally" })
    }
    #expect(try directory.bytes("one.tally") == directory.bytes("two.tally"))
    _ = try run(["report"] + Self.asked + ["--dataset", "all", "-o", "out", "one.tally"])
    let rows = directory.rows()
    directory.expectRows([
      "all,,account_password,blank,0,accounts,2,0.285714",
      "all,,account_password,cracked,1,accounts,4,0.571429",
      "all,,dump_lines,account,0,lines,8,0.888889",
      "all,a,account_compliance,compliant,0,accounts,3,0.428571",
      "all,a,account_compliance,open,2,accounts,1,0.142857",
      "domain: ost,,commonest,1,0,accounts,1,1.000000",
      "domain: sued,,account_password,blank,0,accounts,2,0.666667",
      "domain: sued,b,account_compliance,violating,1,accounts,2,0.666667",
      "group: top,,account_password,cracked,1,accounts,2,0.666667",
    ])
    #expect(!rows.contains { $0.hasPrefix("all,,commonest") || $0.hasPrefix("all,,history") })
  }

  @Test func `what a tally does not record is refused with what does`() throws {
    let scan = ["scan", "--force", "-o", "corp.tally"] + Self.scope
    _ = try run(scan + ["corp.ntds"])
    try directory.file("list.txt", "Tulpenzwiebel7\n")
    let plain = ["scan", "--strength", "none", "--no-blocklist", "list.txt", "-o", "list.tally"]
    _ = try run(plain)
    for (rule, words) in [
      ("since: 2024-03-01", "when they were set"), ("for: everyone", "of which accounts they are"),
    ] {
      try directory.file("now.policy", "[now]\nminlength: 8; allowed: unicode; \(rule);\n")
      let report = ["report", "--rules", "now.policy", "--strength", "none", "--no-blocklist"]
      let refused = try run(report + ["corp.tally"], code: 2)
      #expect(
        refused.errors == """
          now.policy:1:1: error: policy 'now' asks of known passwords \(words), which the tally \
          'corp.tally' does not record
            Audit the dumps: audit --potfile POTFILE --rules POLICY DUMP

          """)
    }
    let mixed = try run(["merge", "-o", "x.tally", "corp.tally", "list.tally"], code: 2)
    #expect(mixed.errors.contains("list.tally: error: recorded differently"))
    #expect(mixed.errors.contains("no accounts of a directory"))
    _ = try run(scan + ["--include", "disabled", "east.ntds"])
    _ = try run(["scan"] + Self.scope + ["-o", "users.tally", "corp.ntds"])
    let unlike = try run(["merge", "-o", "x.tally", "corp.tally", "users.tally"], code: 2)
    #expect(unlike.errors.contains("also counted is '-', not 'disabled'"))
    let folded = try run(["merge", "--min-group", "2", "-o", "x.tally", "corp.tally"], code: 2)
    #expect(folded.errors.contains("accounts of a directory"))
    for option in [["--distinct"], ["--shapes"], ["--min-group", "9"], ["--accounts", "who.csv"]] {
      _ = try run(scan + option + ["corp.ntds"], code: 64)
    }
  }
}
