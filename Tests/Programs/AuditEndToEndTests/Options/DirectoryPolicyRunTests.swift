import Foundation
import TestSupport
import Testing

/// Policies that are in force for a dataset of a directory: `for:`.
@Suite struct DirectoryPolicyRunTests {
  private static let bulb = "9a5df14afe8b9fa673aa7024ab9c1d77"
  private static let name = "5105b74ce86a60be00bd55bb0a13a0a4"
  private static let policies = """
    [rest]
    minlength: 10; allowed: unicode; for: everyone;
    [admins]
    minlength: 20; allowed: unicode; since: 2024-03-01;
    for: "group: top";
    [north]
    minlength: 8; allowed: unicode; for: "DOMAIN: Nord";
    [plain]
    minlength: 8; allowed: unicode;

    """

  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    try directory.file(
      "corp.ntds",
      """
      nord\\zacharias:1101::\(Self.bulb)::: (pwdLastSet=2024-03-02 10:00)
      nord\\yolanda:1102::\(Self.bulb)::: (pwdLastSet=2024-01-02 10:00)
      nord\\quentin:1103::\(Self.name):::
      sued\\xaver:1104::31d6cfe0d16ae931b73c59d7e0c089c0:::
      sued\\wilma:1105::00000000000000000000000000000001:::
      sued\\viktor:1106::\(Self.bulb)::: (status=Disabled)

      """)
    try directory.file("hashcat.potfile", "\(Self.bulb):Tulpenzwiebel7\n\(Self.name):quentin\n")
    try directory.file("top.txt", "zacharias\nviktor\nwilma\n")
    try directory.file("site.policy", Self.policies)
  }

  private func run(
    _ policy: String?, _ arguments: [String] = ["--by", "domain", "--group", "top.txt"],
    code: Int32? = 0
  ) throws -> Program.Run {
    if let policy { _ = try directory.file("site.policy", policy) }
    return try directory.audit(
      [
        "--potfile", "hashcat.potfile", "--rules", "site.policy", "--strength", "none", "-o", "out",
        "--no-blocklist", "--min-cell", "1", "--accounts", "who.csv",
      ] + arguments + ["corp.ntds"], code: code)
  }

  @Test func `the first policy that fits an account counts it, and their rows add up`() throws {
    let run = try run(nil)
    #expect(run.errors == "")
    #expect(
      run.output.contains(
        """
        Refused       rest: at least 100.0 %, at most 100.0 % of 1 account
                      admins: at least 50.0 %, at most 100.0 % of 2 accounts
                      north: at least 50.0 %, at most 50.0 % of 2 accounts
                      plain: at least 40.0 %, at most 60.0 % of these accounts
                      in force: at least 60.0 %, at most 80.0 % of these accounts
                      Passwords that break the policy. At least: the known ones; at
                      most: these, and all unknown ones.

                                                                   refused
                      accounts  cracked  blank  across*  at least  at most
        (all)                5        3      1        –    60.0 %   80.0 %
        domain: nord         3        3      0        0    66.7 %   66.7 %
        domain: sued         2        0      1        0    50.0 %  100.0 %
        group: top           2        1      0        1    50.0 %  100.0 %
        * share their password with an account outside their row's group

        """))
    directory.expectRows([
      "corp,admins,account_compliance,compliant,0,accounts,0,0.000000",
      "corp,admins,account_compliance,violating,1,accounts,1,0.500000",
      "corp,admins,account_compliance,open,2,accounts,1,0.500000",
      "corp,admins,compliance,violating,1,entries,1,1.000000",
      "corp,admins,violation,minlength,0,entries,1,1.000000",
      "corp,admins,since,after-violating,1,accounts,1,0.500000",
      "corp,north,compliance,compliant,0,entries,1,0.500000",
      "corp,north,survivors_length,14,14,entries,1,1.000000",
      "corp,rest,violation,minlength,0,entries,1,1.000000",
      "corp,plain,compliance,violating,1,entries,2,0.500000",
      "corp,in force,account_compliance,compliant,0,accounts,1,0.200000",
      "corp,in force,account_compliance,violating,1,accounts,3,0.600000",
      "corp,in force,compliance,compliant,0,entries,1,0.250000",
      "domain: nord,north,account_compliance,compliant,0,accounts,1,0.500000",
      "domain: nord,rest,account_compliance,violating,1,accounts,0,0.000000",
      "group: top,north,compliance,compliant,0,entries,0,0.000000",
      "group: top,in force,account_compliance,open,2,accounts,1,0.500000",
    ])
    let who = directory.rows("who.csv").filter {
      $0.contains("violates") || $0.contains("before-policy")
    }
    #expect(
      who == [
        "nord,quentin,1103,unknown,,violates,north,,",
        "nord,quentin,1103,unknown,,violates,plain,,",
        "nord,zacharias,1101,unknown,2024-03-02,violates,admins,,",
        "sued,xaver,1104,unknown,,violates,rest,,", "sued,xaver,1104,unknown,,violates,plain,,",
      ])
    let page = directory.text("out/report.html") ?? ""
    #expect(
      page.contains("Under the policies in force at least 60.0 % and at most 80.0 % of 5 acc"))
    #expect(page.contains("in force for group: top since 2024-03-01"))
    #expect(page.contains("<strong>50 %</strong> of 2") && page.contains(">1 of 2</td>"))
    #expect(!page.contains("refused, of"))
    #expect(run.output.contains("50.0 % of 2"))
  }

  @Test func `a comparison has the numbers and shares of both reports`() throws {
    _ = try self.run(nil)
    let run = try directory.audit("compare out out --format csv", code: 1)
    let compared = Set(run.output.split(separator: "\n").map(String.init))
    let rows = directory.cells().filter { $0[0] == "corp" }
    for row in rows {
      let key = [row[1], row[2], row[3], row[5]]
      let numbers = [row[6], row[6], row[7], row[7], row[7].isEmpty ? "" : "0.0000"]
      #expect(compared.contains((key + numbers).joined(separator: ",")), "\(row)")
    }
    #expect(rows.count > 100 && compared.count == rows.count + 1)
  }

  private static let wrong: [(policy: String, arguments: [String], code: Int32, message: String)] =
    [
      (
        "[a]\nminlength: 8; for: \"group: tpo\";\n", ["--group", "top.txt"], 2,
        "site.policy:1:1: error: policy 'a' is for 'group: tpo', which is no dataset; expected one of "
          + "'group: top', everyone\n  Did you mean 'group: top'?\n"
      ),
      (
        "[a]\nminlength: 8; for: \"Department: Sales\";\n", [], 2,
        "site.policy:1:1: error: policy 'a' is for 'Department: Sales', which is no dataset; expected "
          + "one of everyone\n  --group and --by make datasets; strata with fewer accounts than "
          + "--min-cell are joined.\n"
      ),
      (
        "[a]\nminlength: 8; for: \"domain: nord\";\n[b]\nminlength: 9; for: \"group: z\";\n",
        ["--by", "domain", "--group", "z.txt"], 1,
        "site.policy:3:1: warning: policy 'b' is in force for no account that counts\n"
      ),
    ]

  @Test(arguments: wrong)
  func `datasets that are unknown, taken or empty are told with their place`(
    policy: String, arguments: [String], code: Int32, message: String
  ) throws {
    try directory.file("z.txt", "zacharias\n")
    let run = try run(policy, arguments, code: code)
    #expect(run.errors.contains(message))
  }

  @Test func `beyond a directory nobody is in a dataset`() throws {
    try directory.file("list.txt", "Tulpenzwiebel7\n")
    let scan = ["scan", "list.txt", "-o", "list.tally"]
    try directory.audit(scan)
    let runs = [
      ["--rules", "site.policy", "list.txt"],
      ["filter", "--rules", "site.policy", "list.txt"],
      ["report", "--rules", "site.policy", "list.tally"],
    ]
    for arguments in runs {
      let run = try directory.audit(arguments, code: 2)
      #expect(
        run.errors == """
          site.policy:1:1: error: policy 'rest' says for whom it is in force, but the lists are no \
          dumps of a directory
            Give what was cracked with --potfile, or take 'for' out of the policy.

          """, "\(arguments): \(run.errors)")
    }
    for arguments in [
      ["rules", "print", "--rules", "site.policy"], ["rules", "lint", "--rules", "site.policy"],
      ["keyspace", "--rules", "site.policy", "--length", "12"],
    ] {
      let run = try directory.audit(arguments)
      #expect(
        run.output.hasSuffix(
          """
          note: 3 policies with 'for': only an audit of a directory (--potfile) knows the datasets
          4 policies: no faults in the text

          """) == (arguments[1] == "lint"), "\(run.output)")
    }
  }
}
