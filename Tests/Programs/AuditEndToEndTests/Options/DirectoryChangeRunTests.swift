import Foundation
import TestSupport
import Testing

/// Two states of a directory, read with one potfile: `audit compare --potfile`.
@Suite struct DirectoryChangeRunTests {
  private static let bulb = "9a5df14afe8b9fa673aa7024ab9c1d77"
  private static let name = "5105b74ce86a60be00bd55bb0a13a0a4"
  private static let bird = "72fb36729f8bb95196f69c35ee9cf61c"

  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    // One account is renamed, one gets a new password, one arrives, one is gone, one is disabled.
    try directory.file(
      "old.ntds",
      """
      zacharias:1101::\(Self.bulb):::
      yolanda:1102::\(Self.bulb):::
      quentin:1103::\(Self.name):::
      gone:1104::\(Self.name):::
      wilma:1105::\(Self.bird):::

      """)
    try directory.file(
      "new.ntds",
      """
      zacharias.b:1101::\(Self.bulb):::
      yolanda:1102::00000000000000000000000000000001:::
      quentin:1103::\(Self.name):::
      arrived:1106::\(Self.bulb):::
      wilma:1105::\(Self.bird)::: (status=Disabled)

      """)
    try directory.file(
      "hashcat.potfile",
      "\(Self.bulb):Tulpenzwiebel7\n\(Self.name):quentin\n\(Self.bird):Kanarienvogel 44\n")
    try directory.file("site.policy", "minlength: 10; allowed: unicode;\n")
  }

  private static let common = [
    "compare", "--potfile", "hashcat.potfile", "--rules", "site.policy", "--no-blocklist",
  ]

  @Test func `accounts and findings change, whatever the accounts are called`() throws {
    let run = try directory.audit(Self.common + ["-o", "change", "old.ntds", "new.ntds"])
    #expect(run.errors == "")
    #expect(
      run.output == """
        accounts   3 on both sides: 2 with the same password, 1 with a new one; 1 arrived, 2 gone
        balance    2 better, 1 the same, 0 worse

                       stays  fixed  left  new  arrived
        cracked            2      1     2    0        1
        user-name          1      0     0    0        0
        shared             1      2     1    0        1
        violates site      1      0     1    0        0

        """)
    #expect(
      directory.text("change/changes.csv") == """
        dataset,policy,metric,bucket,order,unit,count,share
        change,,change,same-password,0,accounts,2,0.333333
        change,,change,new-password,1,accounts,1,0.166667
        change,,change,arrived,2,accounts,1,0.166667
        change,,change,gone,3,accounts,2,0.333333
        change,,change_balance,better,0,accounts,2,0.666667
        change,,change_balance,same,1,accounts,1,0.333333
        change,,change_balance,worse,2,accounts,0,0.000000
        change,,change_cracked,stays,0,accounts,2,0.333333
        change,,change_cracked,fixed,1,accounts,1,0.166667
        change,,change_cracked,left,2,accounts,2,0.333333
        change,,change_cracked,new,3,accounts,0,0.000000
        change,,change_cracked,arrived,4,accounts,1,0.166667
        change,,change_shared,stays,0,accounts,1,0.166667
        change,,change_shared,fixed,1,accounts,2,0.333333
        change,,change_shared,left,2,accounts,1,0.166667
        change,,change_shared,new,3,accounts,0,0.000000
        change,,change_shared,arrived,4,accounts,1,0.166667
        change,,change_user-name,stays,0,accounts,1,0.166667
        change,,change_user-name,fixed,1,accounts,0,0.000000
        change,,change_user-name,left,2,accounts,0,0.000000
        change,,change_user-name,new,3,accounts,0,0.000000
        change,,change_user-name,arrived,4,accounts,0,0.000000
        change,site,change_violates,stays,0,accounts,1,0.166667
        change,site,change_violates,fixed,1,accounts,0,0.000000
        change,site,change_violates,left,2,accounts,1,0.166667
        change,site,change_violates,new,3,accounts,0,0.000000
        change,site,change_violates,arrived,4,accounts,0,0.000000

        """)
    for secret in ["zacharias", "quentin", "gone:", String(Self.bulb.prefix(8))] {
      #expect(!(run.output + (directory.text("change/changes.csv") ?? "")).contains(secret))
    }
  }

  @Test func `the accounts file says what became of each finding`() throws {
    try directory.audit(
      Self.common + ["--accounts", "who.csv", "-o", "change", "old.ntds", "new.ntds"])
    #expect(
      directory.text("who.csv") == """
        domain,user,rid,state,set,finding,policy,group,size,change
        ,arrived,1106,unknown,,cracked,,,,arrived
        ,arrived,1106,unknown,,shared,,1,2,arrived
        ,gone,1104,unknown,,cracked,,,,left
        ,gone,1104,unknown,,shared,,,2,left
        ,gone,1104,unknown,,violates,site,,,left
        ,quentin,1103,unknown,,cracked,,,,stays
        ,quentin,1103,unknown,,user-name,,,,stays
        ,quentin,1103,unknown,,shared,,,2,fixed
        ,quentin,1103,unknown,,violates,site,,,stays
        ,wilma,1105,unknown,,cracked,,,,left
        ,yolanda,1102,unknown,,cracked,,,,fixed
        ,yolanda,1102,unknown,,shared,,,2,fixed
        ,zacharias.b,1101,unknown,,cracked,,,,stays
        ,zacharias.b,1101,unknown,,shared,,1,2,stays

        """)
    let inside = try directory.audit(
      Self.common + ["--accounts", "change/who.csv", "-o", "change", "old.ntds", "new.ntds"],
      code: 2)
    #expect(inside.errors.contains("'change' is the directory of the report"))
  }

  @Test func `what is wrong with a potfile is told once`() throws {
    try directory.file("halves.pot", "aad3b435b51404ee:X\n")
    let run = try directory.audit(
      Self.common + ["--potfile", "halves.pot", "old.ntds", "new.ntds"])
    #expect(run.errors.components(separatedBy: "halves.pot: note: ").count == 2, "\(run.errors)")
  }

  @Test func `directories of dumps pair by name`() throws {
    for (place, hash) in [("old", Self.bulb), ("new", Self.name)] {
      try directory.file("\(place)/south.ntds", "ann:1::\(Self.bird):::\nbob:2::\(hash):::\n")
      try directory.file("\(place)/\(place == "old" ? "a" : "z").ntds", "ann:1::\(hash):::\n")
    }
    let run = try directory.audit(Self.common + ["old", "new"])
    #expect(
      run.output.hasPrefix(
        "accounts   2 on both sides: 1 with the same password, 1 with a new one; 1 arrived, 1 gone\n"
      ))
  }

  @Test func `sides are two, and are told by name`() throws {
    for (arguments, message, code) in [
      (["old.ntds", "new.ntds", "new.ntds"], "Dumps are compared in pairs, not 3", Int32(64)),
      (
        ["--format", "html", "old.ntds", "new.ntds"],
        "This command prints text, markdown, csv, json or jsonl, not html.", 64
      ),
      (["--by", "domain", "old.ntds", "new.ntds"], "do not go with --by", 64),
      (["old.ntds", "nothing.ntds"], "nothing.ntds: error: ", 2),
    ] {
      let run = try directory.audit(Self.common + arguments, code: code)
      #expect(run.errors.contains(message))
    }
  }

  @Test func `dumps without potfiles are no tallies, and get the advice of dumps`() throws {
    try FileManager.default.createDirectory(
      atPath: directory.path + "/dumps", withIntermediateDirectories: false)
    try directory.file(
      "dumps/corp.ntds", "ann:1101::\(Self.bulb):::\nbob:1102::\(Self.bulb):::\n")
    for side in ["old.ntds", "dumps"] {
      let run = try directory.audit(["compare", side, "new.ntds"], code: 2)
      #expect(
        run.errors == """
          \(side): error: a dump of a directory, which holds hashes; expected a tally, or a report's \
          directory
            Compare dumps by what was cracked: audit compare OLD NEW --potfile hashcat.potfile

          """)
    }
    try directory.file("list.txt", "Tulpenzwiebel7\n")
    let run = try directory.audit("compare list.txt new.ntds", code: 2)
    #expect(run.errors.contains("list.txt: error: the file is no tally"))
  }
}
