import Foundation
import TestSupport
import Testing

/// A table of a directory's accounts, dates, and policies in force: `audit --attributes`.
@Suite struct DirectoryTableRunTests {
  private static let bulb = "9a5df14afe8b9fa673aa7024ab9c1d77"
  private static let name = "5105b74ce86a60be00bd55bb0a13a0a4"

  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    try directory.file(
      "corp.ntds",
      """
      nord\\zacharias:1101::\(Self.bulb):::
      nord\\yolanda:1102::\(Self.bulb):::
      nord\\quentin:1103::\(Self.name):::
      nord\\xaver:1104::31d6cfe0d16ae931b73c59d7e0c089c0:::
      sued\\wilma:1105::00000000000000000000000000000001:::
      nord\\quentin_history0:1103::\(Self.bulb):::

      """)
    try directory.file("hashcat.potfile", "\(Self.bulb):Tulpenzwiebel7\n\(Self.name):quentin\n")
    try directory.file(
      "users.csv",
      """
      SamAccountName;Enabled;PasswordLastSet;Department
      zacharias;True;28/08/2024 10:34:37 PM;IT
      yolanda;False;01/02/2024;IT
      quentin;True;29/02/2024;Sales
      xaver;True;;Sales
      nobody;True;;

      """)
    try directory.file("floors.csv", "nord\\zacharias,first\nwilma,second\n")
    try directory.file(
      "site.policy", "[site]\nminlength: 10; allowed: unicode; since: 2024-03-01;\n")
  }

  @discardableResult
  private func run(_ arguments: [String], code: Int32? = 0) throws
    -> Program.Run
  {
    try directory.audit(
      [
        "--potfile", "hashcat.potfile", "--rules", "site.policy", "--strength", "none", "-o", "out",
        "--force", "--no-blocklist",
      ] + arguments + ["corp.ntds"], code: code)
  }

  @Test func `what a table does not tell is said, and ends with 1`() throws {
    try directory.file(
      "users.csv",
      "SamAccountName,Enabled,Department\nzacharias,aktiv,IT\nyolanda,inaktiv,IT, Bonn\nxaver,aktiv,IT\n"
    )
    let run = try run(
      ["--attributes", "users.csv", "--by", "department", "--min-cell", "1"], code: 1)
    #expect(
      run.errors == """
        users.csv:2:1: error: state of 2 accounts unknown: 'aktiv'; this is the first, and they count \
        like enabled ones; expected True or False, Enabled or Disabled, or userAccountControl
          Replace these words, or leave the accounts that may not sign in out with --exclude.
        users.csv:3:1: error: 1 row has more cells than the header, or fewer, and was skipped; this is the \
        first; expected 3 cells in each row
          A cell that holds the separator must be in quotes: export the table anew.
        warning: policy 'site' is in force since 2024-03-01, but no account has a date
          secretsdump -pwd-last-set writes dates, or give a table with --attributes.

        """)
    try directory.file(
      "users.csv", "user,password,team\nann,Tisch77,a\nbob,Lampe7,7,a\nuser,password,team\n")
    let list = try directory.audit(
      [
        "--layout", "csv:password,user=user,by=team", "--strength", "none", "--no-blocklist",
        "--min-cell", "1", "-o", "list", "users.csv",
      ], code: nil)
    #expect(
      list.errors.contains("users.csv:3:1: error: 1 of 4 lines is not of a dump"), "\(list.errors)")
  }

  @Test func `a table tells states, dates and departments`() throws {
    let run = try run([
      "--attributes", "users.csv", "--by", "department", "--by", "floors.csv", "--by", "domain",
      "--min-cell", "1", "--accounts", "who.csv", "--accounts-reasons",
    ])
    #expect(
      run.errors == """
        users.csv: note: 1 of 5 rows is in no dump (groups, other domains)

        """)
    directory.expectRows([
      "corp,,account_state,disabled,1,accounts,1,0.200000",
      "corp,,age,0-30,0,accounts,1,0.250000",
      "corp,,age,181-365,3,accounts,1,0.250000",
      "corp,,age,unknown,10,accounts,2,0.500000",
      "corp,site,since,after-compliant,0,accounts,1,0.250000",
      "corp,site,since,before-violating,4,accounts,1,0.250000",
      "corp,site,since,unknown-violating,7,accounts,1,0.250000",
      "corp,site,since,unknown-open,8,accounts,1,0.250000",
      "Department: Sales,,account_password,blank,0,accounts,1,0.500000",
      "floors.csv: second,,account_kind,user,0,accounts,1,1.000000",
      "domain: sued,,account_kind,user,0,accounts,1,1.000000",
    ])
    let manifest = directory.text("out/audit.json") ?? ""
    for part in [
      "\"ages end\" : \"2024-08-28\"",
      """
        "accounts" : {
          "file" : "who.csv",
          "rows" : 7
        },
      """,
      """
          {
            "accounts" : 2,
            "dataset" : "Department: Sales",
            "describesPersons" : false,
            "joined" : 0,
            "option" : "--by department"
          },
      """,
    ] { #expect(manifest.contains(part), "\(part)") }
    #expect(
      directory.text("who.csv") == """
        domain,user,rid,state,set,finding,policy,group,size,reasons
        nord,quentin,1103,enabled,2024-02-29,cracked,,,,
        nord,quentin,1103,enabled,2024-02-29,user-name,,,,
        nord,quentin,1103,enabled,2024-02-29,before-policy,site,,,
        nord,quentin,1103,enabled,2024-02-29,violates,site,,,minlength
        nord,xaver,1104,enabled,,blank,,,,
        nord,xaver,1104,enabled,,violates,site,,,minlength
        nord,zacharias,1101,enabled,2024-08-28,cracked,,,,

        """)
  }

  @Test func `a day ends ages, and history can be left out`() throws {
    try run(["--attributes", "users.csv", "--as-of", "2025-03-01", "--no-history"])
    let table = directory.text("out/audit.csv") ?? ""
    #expect(table.contains("corp,,age,366-730,4,accounts,1,0.250000"))
    #expect(table.contains("corp,,dump_lines,history,1,lines,1,0.166667"))
    #expect(!table.contains("history_reuse"))
    #expect((directory.text("out/audit.json") ?? "").contains("\"ages end\" : \"2025-03-01\""))
  }

  private static let wrongInput: [(arguments: [String], code: Int32, message: String)] = [
    (
      ["--by", "Departement", "--attributes", "users.csv"], 64,
      "error: --by Departement: neither a column nor a file; expected one of 'SamAccountName', "
        + "'Enabled', 'PasswordLastSet', 'Department'"
    ),
    (["--by", "Title"], 64, "error: --by Title: no file, and no --attributes with such a column"),
    (
      ["--attributes", "short.csv"], 1,
      "short.csv:2:1: error: 1 date cannot be read; this is the first"
    ),
    (
      ["--by", "column:floors.csv"], 64,
      "error: --by column:floors.csv: no file, and no --attributes"
    ),
    (["--as-of", "1.3.2024"], 64, "--as-of: '1.3.2024' is not a day of the calendar"),
    (["--accounts-reasons"], 64, "--accounts-reasons goes with --accounts."),
  ]

  @Test(arguments: wrongInput)
  func `wrong tables are told with their place`(
    arguments: [String], code: Int32, message: String
  ) throws {
    try directory.file("short.csv", "user,pwdLastSet\nwilma,\"1,33E+17\"\n")
    let run = try run(arguments, code: code)
    #expect(message.isEmpty || run.errors.contains(message), "\(run.errors)")
  }

  @Test func `the common list is asked of uncracked passwords`() throws {
    // The hash of the commonest password, which no potfile holds.
    try directory.file("corp.ntds", "ann:1::8846f7eaee8fb117ad06bdd830b7586c:::\n")
    try directory.audit(
      "--potfile hashcat.potfile --rules site.policy --strength none -o out -q corp.ntds", code: 1)
    let table = directory.text("out/audit.csv") ?? ""
    #expect(table.contains("corp,,listed,uncracked,1,accounts,1,1.000000"))
  }
}
