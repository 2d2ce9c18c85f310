import Foundation
import TestSupport
import Testing

/// Tables that are dumps of a directory: `--layout csv:Password,user=…,by=…` and `csv:hash=…`.
@Suite struct DirectoryListRunTests {
  private static let bulb = "9a5df14afe8b9fa673aa7024ab9c1d77"
  private static let name = "5105b74ce86a60be00bd55bb0a13a0a4"

  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    try directory.file(
      "site.policy", "[site]\nminlength: 10; allowed: unicode; since: 2024-03-01;\n")
    try directory.file(
      "users.csv",
      """
      #TYPE Selected.User
      Name;Password;Active;Changed;Department
      zacharias;Tulpenzwiebel7;True;28/08/2024 10:34;IT
      sued\\yolanda;"Tulpenzwiebel7";False;01/02/2024;IT
      quentin;quentin;True;29/02/2024;"Sales; South"
      xaver;;True;;"Sales; South"
      zacharias;other;True;;IT
      ;lost;True;;IT

      """)
    try directory.file(
      "hashes.csv",
      """
      SamAccountName,NTHash,Enabled
      zacharias,\(Self.bulb.uppercased()),True
      yolanda,\(Self.bulb),False
      quentin,\(Self.name),
      xaver,31d6cfe0d16ae931b73c59d7e0c089c0,
      wilma,,
      viktor,NO NT-HASH*********************,
      ursula,abc,

      """)
  }

  @discardableResult
  private func run(_ arguments: [String], code: Int32? = 0) throws
    -> Program.Run
  {
    return try directory.audit(
      [
        "--rules", "site.policy", "--strength", "none", "-o", "out", "--no-blocklist", "--min-cell",
        "1", "--accounts", "who.csv",
      ] + arguments, code: code)
  }

  @Test func `a table of passwords is dump and potfile in one`() throws {
    let run = try run(
      ["--layout", "csv:password,user=Name,state=Active,set=Changed,by=department", "users.csv"],
      code: 1)
    #expect(
      run.errors == """
        users.csv:8:1: error: 1 of 7 lines is not of a dump and was skipped; this is the first; \
        expected a row of as many cells as the header, with a user and a password
        users.csv:7:1: error: 1 line gives an account a second hash; the first was taken
          Dump the directory again: the file may hold two dumps.

        """)
    directory.expectRows([
      "users.csv,,account_state,disabled,1,accounts,1,0.250000",
      "users.csv,,account_password,cracked,1,accounts,2,0.666667",
      "users.csv,,account_password,blank,0,accounts,1,0.333333",
      "users.csv,,dump_lines,account,0,lines,4,0.571429",
      "users.csv,,dump_lines,conflicting,3,lines,1,0.142857",
      "users.csv,,potfile_lines,used,0,lines,2,0.400000",
      "users.csv,,potfile_lines,repeated,1,lines,2,0.400000",
      "users.csv,,potfile_lines,unmatched,3,lines,1,0.200000",
      "users.csv,,user_name_hash,cracked,0,accounts,1,0.500000",
      "users.csv,,length,14,14,entries,1,0.333333",
      "users.csv,site,since,after-compliant,0,accounts,1,0.333333",
      "users.csv,site,since,before-violating,4,accounts,1,0.333333",
      "Department: Sales; South,,account_kind,user,0,accounts,2,1.000000",
      "Department: IT,,account_kind,user,0,accounts,2,1.000000",
    ])
    let texts =
      [run.output, run.errors]
      + ["audit.csv", "audit.json", "report.html"].compactMap { directory.text("out/\($0)") }
    for secret in ["zacharias", "Tulpenzwiebel", "quentin", "lost", String(Self.bulb.prefix(8))] {
      #expect(!texts.contains { $0.contains(secret) }, "\(secret)")
    }
    #expect((directory.text("who.csv") ?? "").contains(",quentin,,enabled,2024-02-29,user-name,"))
  }

  @Test func `a table of hashes is a dump`() throws {
    try directory.file("hashcat.potfile", "\(Self.bulb):Tulpenzwiebel7\n")
    let run = try run(
      [
        "--potfile", "hashcat.potfile", "--layout", "csv:hash=NTHash,user=SamAccountName",
        "hashes.csv",
      ], code: 1)
    #expect(
      run.errors.contains(
        "hashes.csv:8:1: error: 1 of 8 lines is not of a dump and was skipped; this is the first; "
          + "expected a row of as many cells as the header, with a user and an NT hash"))
    directory.expectRows([
      "hashes.csv,,account_state,disabled,1,accounts,1,0.166667",
      "hashes.csv,,account_password,blank,0,accounts,1,0.200000",
      "hashes.csv,,account_password,cracked,1,accounts,1,0.200000",
      "hashes.csv,,account_password,uncracked,3,accounts,1,0.200000",
      "hashes.csv,,account_password,no-hash,4,accounts,2,0.400000",
    ])
  }

  @Test func `columns are asked for by name, and only by audits of accounts`() throws {
    let missing = try run(
      ["--layout", "csv:Password,user=Name,by=Departement", "users.csv"], code: 2)
    #expect(missing.errors.contains("users.csv: error: no column 'Departement'"))
    #expect(missing.errors.contains("Did you mean 'Department'?"))
    let sweep = try directory.audit(
      "sweep --layout csv:Password,user=Name,by=Department users.csv", code: 2)
    #expect(
      sweep.errors.contains(
        "users.csv: error: the columns of --layout make it a dump of a directory"))
    try run(["--layout", "csv:Password,by=Department", "users.csv"], code: 64)
  }
}
