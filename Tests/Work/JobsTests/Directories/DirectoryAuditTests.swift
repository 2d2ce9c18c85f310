import Auditing
import Diagnostics
import Foundation
import Intake
import Jobs
import Metrics
import PasswordPolicies
import Passwords
import Reports
import TestSupport
import Testing

/// Dumps of a directory with potfiles, tables and policies for some accounts, from settings to rows.
@Suite struct DirectoryAuditTests {
  /// NT hashes of three made-up passwords.
  private static let bulb = "9a5df14afe8b9fa673aa7024ab9c1d77"
  private static let name = "5105b74ce86a60be00bd55bb0a13a0a4"
  private static let bird = "72fb36729f8bb95196f69c35ee9cf61c"
  private static let blank = "31d6cfe0d16ae931b73c59d7e0c089c0"
  private static let unknown = "00000000000000000000000000000001"

  /// What an audit reads.
  struct Asked: Sendable {
    var rules = "[site]\nminlength: 10; allowed: unicode;\n"
    var lists = ["corp.ntds"]
    var potfiles = ["hashcat.potfile"]
    var attributes: [String] = []
    var groups: [String] = []
    var excluded: [String] = []
    var domains: [String] = []
    var strata: [String] = []
    var included: [String] = []
    var order: String?
    var asOf: String?
    var layout: String?
    var blocklists = false
    var refused: [String] = []
    var change: @Sendable (inout DirectorySettings) -> Void = { _ in }
  }

  /// What it found.
  private struct Found {
    var told: [String] = []
    var rows: [String] = []
    var accounts: [String] = []
    var readings: [String: String] = [:]
    var manifest = ""
    var shortfalls: Set<Shortfall> = []
    var hasFailed = false
  }

  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    try directory.file(
      "corp.ntds",
      """
      nord\\zacharias:1101::\(Self.bulb)::: (pwdLastSet=2024-03-02 10:00)
      nord\\yolanda:1102::\(Self.bulb)::: (pwdLastSet=2024-01-02 10:00)
      nord\\quentin:1103::\(Self.name):::
      nord\\quentin_history0:1103::\(Self.bulb):::
      sued\\xaver:1104::\(Self.blank):::
      sued\\wilma:1105::\(Self.unknown):::
      sued\\viktor:1106::\(Self.bird)::: (status=Disabled)
      sued\\WS01$:1107::\(Self.bird):::

      """)
    try directory.file(
      "hashcat.potfile",
      "\(Self.bulb):Tulpenzwiebel7\n\(Self.name):quentin\n\(Self.bird):Kanarienvogel 44\n")
    try directory.file("top.txt", "zacharias\nviktor\nwilma\n")
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
  }

  private func settings(_ asked: Asked) throws -> AuditSettings {
    func paths(_ names: [String]) -> [String] { names.map { "\(directory.path)/\($0)" } }
    let strata = asked.strata.map {
      $0.hasSuffix(".csv") ? $0.replacing(/[a-z]+\.csv/) { "\(directory.path)/\($0.output)" } : $0
    }
    var settings = try JobsTests.settings(asked.rules, paths(asked.lists))
    settings.blocklists = BlocklistSettings(files: paths(asked.refused), isOff: !asked.blocklists)
    settings.lists.layout = try #require(LayoutRequest(asked.layout ?? "dump"))
    var dumps = DirectorySettings(separating: strata, including: asked.included)
    (dumps.potfiles, dumps.attributes) = (paths(asked.potfiles), paths(asked.attributes))
    (dumps.groups, dumps.excluded) = (paths(asked.groups), paths(asked.excluded))
    dumps.domains = asked.domains
    dumps.readDates(order: asked.order, asOf: asked.asOf)
    (dumps.minCell, dumps.namesAccounts, dumps.namesReasons) = (1, true, true)
    asked.change(&dumps)
    settings.directory = dumps
    return settings
  }

  /// The rows of a report's table.
  private static func rows(of report: Report) -> [String] {
    String(decoding: HistogramTable(report).filled.bytes(), as: UTF8.self)
      .split(separator: "\n").map(String.init)
  }

  private func run(_ asked: Asked) throws -> Found {
    let settings = try settings(asked)
    let listener = Listener()
    var found = Found()
    do {
      try settings.validate()
      var result = try settings.prepare(tell: listener.tell).run()
      found.accounts = result.nameAccounts(in: "who.csv") ?? []
      let report = result.report(version: "1")
      found.rows = Self.rows(of: report)
      found.readings = report.manifest.readings
      found.manifest = String(decoding: try ManifestFile(report).serialized(), as: UTF8.self)
      found.shortfalls = result.shortfalls
    } catch let problem as Problem {
      listener.tell(problem)
      found.hasFailed = true
    } catch is ProblemsTold {
      found.hasFailed = true
    }
    found.told = listener.told.map { $0.replacing(directory.path + "/", with: "") }
    return found
  }

  private func expect(_ rows: [String], in found: Found) {
    for row in rows {
      #expect(found.rows.contains(row), "\(row)\n\(found.rows.joined(separator: "\n"))")
    }
  }

  @Test func `passwords count for the accounts that have their hash`() throws {
    let found = try run(
      Asked(groups: ["top.txt"], strata: ["domain"], blocklists: true) {
        $0.isBlankNone = false
      })
    #expect(found.told == [] && found.shortfalls == [])
    expect(
      [
        "corp,,account_kind,machine,1,accounts,1,0.142857",
        "corp,,account_state,disabled,1,accounts,1,0.166667",
        "corp,,account_password,cracked,1,accounts,3,0.600000",
        "corp,,user_name_hash,cracked,0,accounts,1,0.250000",
        "corp,,potfile_lines,used,0,lines,3,1.000000",
        "corp,,proof,utf-8,0,distinct,2,1.000000",
        "corp,,length,14,14,entries,2,0.500000",
        "corp,site,account_compliance,open,2,accounts,1,0.200000",
        "domain: sued,,account_password,blank,0,accounts,1,0.500000",
        "group: top,,shared_across,across,2,accounts,1,0.500000",
      ], in: found)
    #expect(
      found.accounts == [
        "nord,quentin,1103,unknown,,cracked,,,,", "nord,quentin,1103,unknown,,listed,,,,",
        "nord,quentin,1103,unknown,,user-name,,,,",
        "nord,quentin,1103,unknown,,violates,site,,,minlength",
        "nord,yolanda,1102,unknown,2024-01-02,cracked,,,,",
        "nord,yolanda,1102,unknown,2024-01-02,shared,,1,2,",
        "nord,zacharias,1101,unknown,2024-03-02,cracked,,,,",
        "nord,zacharias,1101,unknown,2024-03-02,shared,,1,2,",
        "nord,zacharias,1101,unknown,2024-03-02,shared-across,,top,2,",
        "sued,xaver,1104,unknown,,blank,,,,",
        "sued,xaver,1104,unknown,,violates,site,,,minlength",
      ])
  }

  @Test func `a policy's name is one cell of the file of accounts`() throws {
    let found = try run(
      Asked(rules: "[long, \"nord\"]\nminlength: 10; allowed: unicode;\n[=1+1]\nminlength: 10;\n"))
    let broken = found.accounts.filter { $0.contains("quentin") && $0.contains("violates") }
    #expect(
      broken == [
        #"nord,quentin,1103,unknown,,violates,"long, ""nord""",,,minlength"#,
        "nord,quentin,1103,unknown,,violates,'=1+1,,,minlength",
      ])
  }

  @Test func `a table tells states, dates and departments`() throws {
    try directory.file("floors.csv", "nord\\zacharias,first\nwilma,second\n")
    let found = try run(
      Asked(
        rules: "[site]\nminlength: 10; allowed: unicode; since: 2024-03-01;\n",
        attributes: ["users.csv"], strata: ["department", "floors.csv", "domain"]))
    #expect(found.told == ["users.csv: note: 1 of 5 rows is in no dump (groups, other domains)"])
    // What a dump says of a date counts.
    #expect(found.readings["ages end"] == "2024-03-02")
    expect(
      [
        "corp,,account_state,disabled,1,accounts,2,0.333333",
        "corp,,age,0-30,0,accounts,2,0.500000", "corp,,age,unknown,10,accounts,2,0.500000",
        "corp,site,since,after-compliant,0,accounts,1,0.250000",
        "corp,site,since,before-violating,4,accounts,1,0.250000",
        "Department: Sales,,account_password,blank,0,accounts,1,0.500000",
        "floors.csv: second,,account_kind,user,0,accounts,1,1.000000",
        "domain: sued,,account_kind,user,0,accounts,3,0.750000",
      ], in: found)
    #expect(
      found.accounts == [
        "nord,quentin,1103,enabled,2024-02-29,cracked,,,,",
        "nord,quentin,1103,enabled,2024-02-29,user-name,,,,",
        "nord,quentin,1103,enabled,2024-02-29,before-policy,site,,,",
        "nord,quentin,1103,enabled,2024-02-29,violates,site,,,minlength",
        "nord,zacharias,1101,enabled,2024-03-02,cracked,,,,", "sued,xaver,1104,enabled,,blank,,,,",
        "sued,xaver,1104,enabled,,violates,site,,,minlength",
      ])
    for (option, dataset) in [("department", "Department: Sales"), ("domain", "domain: nord")] {
      #expect(found.manifest.contains("\"dataset\" : \"\(dataset)\""))
      #expect(found.manifest.contains("\"option\" : \"--by \(option)\""))
    }
  }

  @Test func `settings say who counts, and until when`() throws {
    try directory.file("gone.txt", "wilma\n")
    let found = try run(
      Asked(excluded: ["gone.txt"], included: ["disabled", "machines"], asOf: "2025-03-01") {
        $0.keepsHistory = false
        $0.isBlankNone = true
      })
    #expect(
      found.readings.filter { ["also counted", "blank hash", "ages end"].contains($0.key) } == [
        "also counted": "disabled, machines", "blank hash": "no hash", "ages end": "2025-03-01",
      ])
    expect(
      [
        "corp,,account_kind,machine,1,accounts,1,0.142857",
        "corp,,account_state,excluded,3,accounts,1,0.166667",
        "corp,,account_password,cracked,1,accounts,5,0.833333",
        "corp,,account_password,no-hash,4,accounts,1,0.166667",
        "corp,,age,181-365,3,accounts,1,0.166667", "corp,,age,366-730,4,accounts,1,0.166667",
        "corp,,dump_lines,history,1,lines,1,0.125000", "corp,,shared,2,1,accounts,4,0.800000",
        "corp,site,account_compliance,violating,1,accounts,1,0.166667",
      ], in: found)
    #expect(!found.rows.contains { $0.contains("history_reuse") } && found.told == [])
  }

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

  @Test func `the first policy that fits an account counts it, and their rows add up`() throws {
    let found = try run(Asked(rules: Self.policies, groups: ["top.txt"], strata: ["domain"]))
    #expect(found.told == [])
    expect(
      [
        "corp,admins,account_compliance,compliant,0,accounts,0,0.000000",
        "corp,admins,account_compliance,violating,1,accounts,1,0.500000",
        "corp,admins,account_compliance,open,2,accounts,1,0.500000",
        "corp,admins,compliance,violating,1,entries,1,1.000000",
        "corp,admins,since,after-violating,1,accounts,1,0.500000",
        "corp,north,compliance,compliant,0,entries,1,0.500000",
        "corp,north,survivors_length,14,14,entries,1,1.000000",
        "corp,plain,compliance,violating,1,entries,2,0.500000",
        "corp,in force,account_compliance,compliant,0,accounts,1,0.200000",
        "corp,in force,account_compliance,violating,1,accounts,3,0.600000",
        "corp,in force,compliance,compliant,0,entries,1,0.250000",
        "domain: nord,north,account_compliance,compliant,0,accounts,1,0.500000",
        "domain: nord,rest,account_compliance,violating,1,accounts,0,0.000000",
        "group: top,in force,account_compliance,open,2,accounts,1,0.500000",
      ], in: found)
    #expect(
      found.accounts.filter { $0.contains("violates") || $0.contains("before-policy") } == [
        "nord,quentin,1103,unknown,,violates,north,,,minlength",
        "nord,quentin,1103,unknown,,violates,plain,,,minlength",
        "nord,zacharias,1101,unknown,2024-03-02,violates,admins,,,minlength",
        "sued,xaver,1104,unknown,,violates,rest,,,minlength",
        "sued,xaver,1104,unknown,,violates,plain,,,minlength",
      ])
  }

  @Test(arguments: [
    Asked(groups: ["top.txt"], strata: ["domain"]),
    Asked(groups: ["top.txt"], included: ["disabled", "machines"], blocklists: true),
    Asked(excluded: ["top.txt"], strata: ["domain"]) { $0.minCell = 4 },
    Asked(attributes: ["users.csv"], strata: ["department"]) { $0.isBlankNone = true },
  ])
  func `a report of a tally has the rows of an audit`(asked: Asked) throws {
    var settings = try settings(asked)
    settings.directory?.namesReasons = false
    settings.directory?.namesAccounts = false
    let audited = try settings.prepare { _ in }.run().report(version: "1")
    let recording = try settings.prepareScan(ScanSettings(version: "1")) { _ in }.run().recording
    settings.directory = nil
    settings.judging.lists = ListSettings(names: [])
    let recorded = try settings.findings(in: AskedRecording(recording), of: "a.tally") { _ in }
    let reported = recorded.report(version: "1", dataset: audited.manifest.dataset)
    #expect(Self.rows(of: reported) == Self.rows(of: audited))
    let manifests = try [audited, reported].map {
      let text = String(decoding: try ManifestFile($0).serialized(), as: UTF8.self)
      return text.firstRange(of: "\"strata\"").map { text[$0.lowerBound...] } ?? ""
    }
    #expect(manifests[0] == manifests[1] && !manifests[0].isEmpty)
    for (rule, words) in [
      ("since: 2024-03-01", "when they were set"), ("for: everyone", "of which accounts they are"),
    ] {
      settings.policies = try JobsTests.policies("minlength: 8; \(rule);")
      let told = problem {
        try settings.findings(in: AskedRecording(recording), of: "a.tally") { _ in }
      }
      #expect(told?.found.contains(words) == true)
    }
  }

  @Test func `a dump is no side of a comparison, nor is a folder of them`() throws {
    for (name, isDump) in [
      ("corp.ntds", true), ("", true), ("top.txt", false), ("hashcat.potfile", false),
    ] {
      let told = problem {
        try ReportStore.record(
          of: "\(directory.path)/\(name)", version: "1", takingYear: false, tell: { _ in }
        ) { throw ProblemsTold() }
      }
      #expect((told?.code == "dump-as-side") == isDump, "\(told?.message ?? "")")
    }
  }

  @Test func `what a tally counted of blocklists is told only where the same are asked`() throws {
    var settings = try settings(Asked(blocklists: true))
    settings.directory?.namesReasons = false
    settings.directory?.namesAccounts = false
    let recording = try settings.prepareScan(ScanSettings(version: "1")) { _ in }.run().recording
    settings.directory = nil
    settings.judging.lists = ListSettings(names: [])
    func rows(_ blocklists: BlocklistSettings) throws -> [String] {
      settings.blocklists = blocklists
      return Self.rows(
        of: try settings.findings(in: AskedRecording(recording), of: "a.tally") { _ in }.report(
          version: "1"))
    }
    let (asked, not) = try (rows(BlocklistSettings()), rows(.off))
    let isOfLists = { (row: String) in row.contains(",listed,") || row.contains(",blocklist") }
    #expect(
      asked.contains { $0.contains(",,listed,") }
        && asked.contains { $0.contains(",finding,listed,") })
    #expect(!not.contains(where: isOfLists))
    #expect(
      not.contains { $0.contains(",finding,cracked,") }
        && not.contains { $0.contains(",account_password,") })
  }

  @Test func `accounts and findings change, whatever the accounts are called`() throws {
    // One account is renamed, one gets a new password, one arrives, one is gone, one is disabled.
    try directory.file(
      "old.ntds",
      """
      zacharias:1101::\(Self.bulb):::
      yolanda:1102::\(Self.bulb):::
      quentin:1103::\(Self.name):::
      gone:1104::\(Self.name):::
      wilma:1105::\(Self.bird):::
      theo:\(Self.bird)

      """)
    try directory.file(
      "new.ntds",
      """
      zacharias.b:1101::\(Self.bulb):::
      yolanda:1102::\(Self.unknown):::
      quentin:1103::\(Self.name):::
      arrived:1106::\(Self.bulb):::
      wilma:1105::\(Self.bird)::: (status=Disabled)
      theo:\(Self.bird)

      """)
    let sides = try ["old.ntds", "new.ntds"].map { name in
      var settings = try settings(Asked(lists: [name]) { $0.namesReasons = false })
      settings = try settings.comparingAccounts()
      return try settings.prepare { _ in }.run()
    }
    let changes = DirectoryChanges(from: sides[0], to: sides[1])
    let counts = changes.histograms.map { histogram in
      "\(histogram.metric.name) \(histogram.policy ?? "") \(histogram.total): "
        + histogram.bins.map { "\($0.count)" }.joined(separator: " ")
    }
    #expect(
      counts == [
        "change  7: 3 1 1 2", "change_cracked  7: 3 1 2 0 1", "change_user-name  7: 1 0 0 0 0",
        "change_shared  7: 1 3 2 0 1", "change_violates site 7: 1 0 1 0 0",
        "change_balance  4: 3 1 0",
      ])
    #expect(
      changes.rows == [
        ",arrived,1106,unknown,,cracked,,,,arrived", ",arrived,1106,unknown,,shared,,1,2,arrived",
        ",gone,1104,unknown,,cracked,,,,left", ",gone,1104,unknown,,shared,,,2,left",
        ",gone,1104,unknown,,violates,site,,,left", ",quentin,1103,unknown,,cracked,,,,stays",
        ",quentin,1103,unknown,,user-name,,,,stays", ",quentin,1103,unknown,,shared,,,2,fixed",
        ",quentin,1103,unknown,,violates,site,,,stays", ",theo,,unknown,,cracked,,,,stays",
        ",theo,,unknown,,shared,,,2,fixed", ",wilma,1105,unknown,,cracked,,,,left",
        ",wilma,1105,unknown,,shared,,,2,left", ",yolanda,1102,unknown,,cracked,,,,fixed",
        ",yolanda,1102,unknown,,shared,,,2,fixed", ",zacharias.b,1101,unknown,,cracked,,,,stays",
        ",zacharias.b,1101,unknown,,shared,,1,2,stays",
      ])
    var asked = try settings(Asked(strata: ["domain"]) { $0.namesReasons = false })
    #expect(
      problem { try asked.comparingAccounts() }?.found.contains("do not go with --by") == true)
    asked = try settings(Asked())
    #expect(problem { try asked.comparingAccounts() }?.found.contains("--accounts-reasons") == true)
    asked.directory?.namesReasons = false
    asked.estimate = .combined
    #expect(try asked.comparingAccounts().estimate == .none)
  }

  @Test func `a table of passwords is a dump`() throws {
    try directory.file(
      "people.csv",
      "user,password,team,state,set\nann,Tisch77,a,True,2024-01-01\nbob,Lampe7,b,False,2024-02-01\n"
        + "cyd,Tisch77,b,,\nuser,password,team,state,set\n,x,a,,\nfay,y\n")
    let found = try run(
      Asked(
        lists: ["people.csv"], potfiles: [],
        layout: "csv:password,user=user,by=team,state=state,set=set"))
    #expect(
      found.told == [
        "people.csv:6:1: error: 2 of 7 lines are not of a dump and were skipped; this is the first; "
          + "expected a row of as many cells as the header, with a user and a password"
      ])
    expect(
      [
        "people.csv,,account_password,cracked,1,accounts,2,1.000000",
        "people.csv,,account_state,enabled,0,accounts,1,0.333333",
        "people.csv,,account_state,disabled,1,accounts,1,0.333333",
        "people.csv,,age,31-90,1,accounts,1,0.500000",
        "people.csv,,dump_lines,other,6,lines,2,0.285714",
        "people.csv,,potfile_lines,used,0,lines,2,0.666667",
        "people.csv,,potfile_lines,repeated,1,lines,1,0.333333",
        "people.csv,,shared,2,1,accounts,2,1.000000",
        "team: a,,account_kind,user,0,accounts,1,1.000000",
      ], in: found)
  }

  /// The first and the last column, too.
  @Test func `columns of a table are named, or counted from 1`() throws {
    try directory.file(
      "people.csv",
      "user,password,team,state,set\nann,Tisch77,a,True,2024-01-01\nbob,Lampe7,b,False,2024-02-01\n"
    )
    func found(_ layout: String) throws -> Found {
      try run(Asked(lists: ["people.csv"], potfiles: [], layout: layout))
    }
    let named = try found("csv:password,user=user,by=team,state=state,set=set")
    let counted = try found("csv:2,user=1,by=3,state=4,set=5")
    #expect(!named.hasFailed && named.told.isEmpty && named.rows.count > 10)
    #expect(counted.told == named.told)
    // Parts are called by the columns' names.
    func rows(_ found: Found) -> [String] {
      found.rows.filter { $0.hasPrefix("people.csv,") && !$0.contains(",lines,") }
    }
    #expect(rows(counted) == rows(named))
    #expect(try found("csv:2,user=1,set=6").hasFailed)
  }

  @Test func `the file of accounts is its owner's, and lies outside the report`() throws {
    let path = directory.path + "/who.csv"
    func write(_ path: String, force: Bool = false, besides inputs: [String] = []) throws {
      var file = try AccountsFile(
        path, outside: directory.path + "/out", replacing: force, besides: inputs)
      try file.publish(["x,y,,,,cracked,,,,none"], ["reasons"])
    }
    try write(path)
    let header = "domain,user,rid,state,set,finding,policy,group,size,reasons\n"
    #expect(directory.text("who.csv") == header + "x,y,,,,cracked,,,,none\n")
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    try write(path, force: true)
    try directory.file("out/audit.csv", "")
    for (place, force, inputs, code) in [
      (path, false, [], "existing-file"), ("-", false, [], "names-on-output"),
      (directory.path + "/out/who.csv", true, [], "names-in-report"),
      (directory.path + "/./out/../out/who.csv", true, [], "names-in-report"),
      (path, true, [path], "output-is-input"),
    ] as [(String, Bool, [String], String)] {
      let found = thrownCode { try write(place, force: force, besides: inputs) }
      #expect(found == code, "\(place)")
    }
    #expect(thrownCode { try write(directory.path + "/outside.csv") } == nil)
    // A file that comes into being meanwhile is kept.
    var late = try AccountsFile(
      directory.path + "/late.csv", outside: directory.path + "/out", replacing: false, besides: [])
    try directory.file("late.csv", "theirs")
    #expect(thrownCode { try late.publish(["x"], []) } == "existing-file")
    #expect(directory.text("late.csv") == "theirs")
  }

  @Test func `a dump in UTF-16 is the same dump`() throws {
    let text = try #require(directory.text("corp.ntds"))
    let units = [0xFEFF] + Array(text.utf16)
    try directory.file("wide/corp.ntds", units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })
    let (plain, wide) = (try run(Asked()), try run(Asked(lists: ["wide/corp.ntds"])))
    #expect(plain.rows == wide.rows && plain.accounts == wide.accounts && !plain.rows.isEmpty)
    #expect(plain.shortfalls == wide.shortfalls)
  }

  @Test func `of several options that make lists dumps the first is told`() throws {
    let options: [(String, (inout DirectorySettings) -> Void)] = [
      ("--potfile", { $0.potfiles = ["a"] }), ("--attributes", { $0.attributes = ["a"] }),
      ("--group", { $0.groups = ["a"] }),
      ("--as-of", { $0.readDates(order: nil, asOf: "2026-01-01") }),
      ("--no-history", { $0.keepsHistory = false }), ("--domain", { $0.domains = ["a"] }),
      ("--exclude", { $0.excluded = ["a"] }), ("--blank", { $0.isBlankNone = true }),
      ("--accounts", { $0.namesAccounts = true }),
    ]
    #expect(DirectorySettings(separating: [], including: []).option == nil)
    for (number, first) in options.enumerated() {
      for other in options[number...] {
        var settings = DirectorySettings(separating: [], including: [])
        other.1(&settings)
        first.1(&settings)
        #expect(settings.option == first.0, "\(first.0) and \(other.0)")
        let told = problem { try settings.refuse(["--x": false, "--y": true, "--z": true]) }
        #expect(told?.found.hasPrefix("\(first.0) makes the lists dumps") == true)
        #expect(told?.found.hasSuffix("do not go with --y.") == true)
        #expect(problem { try settings.refuse(["--x": false]) } == nil)
      }
    }
    #expect(DirectorySettings(separating: ["domain"], including: ["disabled"]).option == "--by")
    #expect(DirectorySettings(separating: [], including: ["disabled"]).option == "--include")
  }

  /// What is asked, what is told of it, and whether there is a result.
  private static let faults: [(asked: Asked, told: String, isImpossible: Bool)] = [
    (Asked(potfiles: ["corp.ntds"]), "corp.ntds: error: a dump, not a potfile", true),
    (
      Asked(lists: ["hashcat.potfile"]),
      "hashcat.potfile: error: these lines hold cracked passwords; expected a dump", true
    ),
    (Asked(lists: ["lm.txt"]), "lm.txt: error: the hashes are LM hashes; expected NT hashes", true),
    (Asked(lists: ["bare.txt"]), "bare.txt: error: hashes without names; expected NAME:HASH", true),
    (
      Asked(lists: ["words.txt"]),
      "words.txt: error: no account among 2 lines; expected NAME:RID:LM:NT:::", true
    ),
    (Asked(potfiles: ["out.json"]), "out.json: error: JSON, not a potfile", true),
    (
      Asked(lists: ["corp.ntds", "corp.ntds"]),
      "corp.ntds: error: the same bytes as 'corp.ntds', so every account would count twice", true
    ),
    (
      Asked(potfiles: ["other.pot"]),
      "other.pot: warning: none of 2 lines has a hash of the dump", false
    ),
    (Asked(lists: ["hashcat.potfile"]), "cracked alone: --layout hash:password.", true),
    (Asked(lists: ["users.pot"]), "cracked alone: --layout user:hash:password.", true),
    (
      Asked(lists: ["corp.ntds", "keys.ntds"]),
      "keys.ntds: note: 2 keys of Kerberos, and no account", false
    ),
    (
      Asked(lists: ["corp.ntds", "clear.ntds"]),
      "clear.ntds: note: 1 password in clear text, 1 key of Kerberos, and no account", false
    ),
    (
      Asked(potfiles: ["stray.pot"]), "stray.pot: warning: none of 1 line has a hash of the dump",
      false
    ),
    (Asked(lists: ["half.txt"]), "half.txt: error: hashes without names; expected NAME:HASH", true),
    (Asked(lists: ["tie.txt"]), "tie.txt: error: hashes without names; expected NAME:HASH", true),
    (
      Asked(lists: ["third.txt"]),
      "third.txt: error: no account among 3 lines; expected NAME:RID:LM:NT:::", true
    ),
    (
      Asked(potfiles: ["wrong.pot"]),
      "wrong.pot:2:1: error: 1 password does not have the hash beside it, and was not audited",
      false
    ),
    (
      Asked(potfiles: ["halves.pot"]),
      "halves.pot: note: 1 line is half an LM hash, which is no password", false
    ),
    (
      Asked(lists: ["broken.ntds"]),
      "broken.ntds:2:1: error: 1 of 3 lines is not of a dump and was skipped; this is the first",
      false
    ),
    (
      Asked(lists: ["twice.ntds"]),
      "twice.ntds:2:1: error: 1 line gives an account a second hash; the first was taken", false
    ),
    (
      Asked(groups: ["strangers.csv"]),
      "strangers.csv: error: none of 1 name is in a dump; expected names of accounts", true
    ),
    (
      Asked(excluded: ["some.txt"]),
      "some.txt: note: 1 of 2 names is in no dump", false
    ),
    (Asked(potfiles: ["gone.pot"]), "gone.pot: error: ", true),
    (
      Asked(attributes: ["users.csv"], strata: ["Departement"]),
      "error: --by Departement: neither a column nor a file; expected one of 'SamAccountName', "
        + "'Enabled', 'PasswordLastSet', 'Department'", true
    ),
    (
      Asked(strata: ["Title"]),
      "error: --by Title: no file, and no --attributes with such a column", true
    ),
    (
      Asked(attributes: ["names.csv"]),
      "names.csv: error: no column with account names among 'Name', 'Mail'; expected "
        + "SamAccountName or UserPrincipalName", true
    ),
    (
      Asked(attributes: ["unclear.csv"]),
      "unclear.csv: error: nothing in column PasswordLastSet tells day from month", true
    ),
    (Asked(attributes: ["unclear.csv"], order: "mdy"), "", false),
    (
      Asked(attributes: ["mixed.csv"], order: "mdy"),
      "mixed.csv:3:1: error: 1 date cannot be read; this is the first", false
    ),
    (Asked(attributes: ["open.csv"]), "open.csv:2:1: error: a quote that nothing closes", false),
    (
      Asked(attributes: ["strangers.csv"]),
      "strangers.csv: error: none of 1 row is in a dump; expected accounts of the dumps", true
    ),
    (
      Asked(attributes: ["states.csv"]),
      "states.csv:2:1: error: state of 2 accounts unknown: 'aktiv'; this is the first", false
    ),
    (
      Asked(attributes: ["states.csv"]),
      "states.csv:3:1: error: 1 row has more cells than the header, or fewer, and was skipped",
      false
    ),
    (
      Asked(strata: ["three.csv"]),
      "three.csv:1:1: error: not two cells; expected account and label", true
    ),
    (
      Asked(lists: ["latin.ntds"]),
      "latin.ntds:2:1: warning: 1 line is not UTF-8, so names there may be others; this is the first",
      false
    ),
    (
      Asked(lists: ["blanks.ntds"]),
      "warning: 20 of 25 accounts have the hash of a blank password", false
    ),
    (Asked(lists: ["few.ntds"], included: ["disabled"]), "", false),
    (
      Asked(lists: ["many.ntds"], strata: ["many.csv"]) { $0.minCell = 1 },
      "--by many.csv: 257 strata of 1 account or more; expected at most 256", true
    ),
    (Asked(lists: ["many.ntds"], strata: ["many.csv"]) { $0.minCell = 2 }, "", false),
    (Asked(lists: ["many.ntds"], strata: ["enough.csv"]) { $0.minCell = 1 }, "", false),
    (
      Asked(lists: ["two.ntds"], attributes: ["twins.csv"]),
      "twins.csv:2:1: note: 1 row fits several accounts and was not counted", false
    ),
    (
      Asked(lists: ["two.ntds"], groups: ["ann.txt"]),
      "ann.txt:1:1: error: 1 name fits several accounts and was not counted", false
    ),
    (
      Asked(attributes: ["again.csv"]),
      "again.csv: note: 2 rows are the header once again", false
    ),
    (Asked(lists: ["letters.txt"]), "letters.txt: error: no account among ", true),
    (
      Asked(lists: ["empty.ntds"]), "empty.ntds: error: no account among 0 lines", true
    ),
    (Asked(asOf: "1.3.2024"), "--as-of: '1.3.2024' is not a day of the calendar", true),
    (Asked { $0.minCell = 0 }, "--min-cell takes a number from 1, so not 0.", true),
    (Asked { $0.namesAccounts = false }, "--accounts-reasons goes with --accounts.", true),
    (Asked { $0.memory = 1 << 20 }, "error: --memory takes at least 16MiB.", true),
    (
      Asked(rules: "[a]\nminlength: 8; for: \"group: tpo\";\n", groups: ["top.txt"]),
      "test.policy:1:1: error: policy 'a' is for 'group: tpo', which is no dataset; expected one of "
        + "'group: top', everyone\n  Did you mean 'group: top'?", true
    ),
    (
      Asked(rules: "[a]\nminlength: 8; for: everyone;\n[b]\nminlength: 9; for: everyone;\n"),
      "test.policy:3:1: error: policy 'b' is for everyone as 'a' is; expected one policy for each "
        + "dataset", true
    ),
    (
      Asked(rules: "[in force]\nminlength: 8; for: everyone;\n"),
      "test.policy:1:1: error: a policy is called 'in force', which sums up", true
    ),
    (
      Asked(
        rules: "[a]\nminlength: 8; for: \"domain: nord\";\n[b]\nminlength: 9; for: \"group: z\";\n",
        groups: ["z.txt"], strata: ["domain"]),
      "test.policy:3:1: warning: policy 'b' is in force for no account that counts", false
    ),
    (
      Asked(rules: "[a]\nminlength: 8; since: 2024-03-01;\n", lists: ["broken.ntds"]),
      "warning: policy 'a' is in force since 2024-03-01, but no account has a date", false
    ),
    (
      Asked(lists: ["people.csv"], layout: "csv:password,user=usr,by=user"),
      "people.csv: error: no column 'usr'; expected one of 'user', 'password'\n  Did you mean 'user'?",
      true
    ),
    (
      Asked(lists: ["people.csv"], layout: "csv:7,user=1,by=2"),
      "people.csv: error: no column 7; expected one of 'user', 'password'", true
    ),
  ]

  /// The files that faults are about.
  private func writeFaulty() throws {
    try directory.file("refused.txt", "Kanarienvogel 44\nTulpenzwiebel7\n")
    try directory.file("odd.ntds", "ann:1::\(Self.bulb)::: (status=Aktiv)\n")
    try directory.file("other.pot", "\(String(Self.bulb.reversed())):x\n?\n")
    try directory.file("wrong.pot", "\n\(Self.bulb):Tulpenzwiebel8\n")
    try directory.file("halves.pot", "aad3b435b51404ee:X\n")
    try directory.file("broken.ntds", "ann:1::\(Self.bulb):::\nann,1\nben:2::\(Self.bulb):::\n")
    try directory.file("twice.ntds", "ann:1::\(Self.bulb):::\nANN:1::\(Self.name):::\n")
    try directory.file(
      "latin.ntds",
      Array("ann:1::\(Self.bulb):::\nj".utf8) + [0xF6] + Array("rg:2::\(Self.name):::\n".utf8))
    func accounts(_ count: Int, _ hash: String, from first: Int) -> String {
      (0..<count).map { "u\(first + $0):\(first + $0)::\(hash):::\n" }.joined()
    }
    try directory.file(
      "blanks.ntds", accounts(20, Self.blank, from: 1) + accounts(5, Self.bulb, from: 50))
    try directory.file(
      "few.ntds", accounts(19, Self.blank, from: 1) + accounts(5, Self.bulb, from: 50))
    try directory.file("many.ntds", accounts(257, Self.bulb, from: 1))
    for (name, count) in [("many", 257), ("enough", 255)] {
      try directory.file("\(name).csv", (1...count).map { "u\($0),label\($0)\n" }.joined())
    }
    try directory.file("two.ntds", "nord\\ann:1::\(Self.bulb):::\nsued\\ann:2::\(Self.bulb):::\n")
    try directory.file("ann.txt", "ann\nsued\\ann\n")
    try directory.file("twins.csv", "user,mail\nann,x\nnord\\ann,y\n")
    try directory.file("again.csv", "user,mail\nwilma,x\nuser,mail\nxaver,y\nuser,mail\n")
    try directory.file("letters.txt", String(repeating: "z", count: 32) + "\n")
    try directory.file("empty.ntds", "")
    try directory.file("lm.txt", "ann:e52cac67419a9a22aad3b435b51404ee\n")
    try directory.file("bare.txt", "\(Self.bulb)\n")
    let key = "zacharias:aes256-cts-hmac-sha1-96:" + String(repeating: "0f", count: 32) + "\n"
    try directory.file("keys.ntds", key + key.replacing("zach", with: "sach"))
    try directory.file("clear.ntds", key + "zacharias:CLEARTEXT:Tisch77\n")
    try directory.file("users.pot", "ann:\(Self.bulb):Tisch77\nben:\(Self.name):Tisch78\n")
    try directory.file("half.txt", "\(Self.bulb)\nben\n")
    try directory.file("tie.txt", "\(Self.bulb)\n\(Self.name):Tisch78\n")
    try directory.file("third.txt", "\(Self.bulb)\nben\nann\n")
    try directory.file("stray.pot", "\(Self.unknown.dropLast())9:Tisch77\n")
    try directory.file("words.txt", "ann\nben\n")
    try directory.file("out.json", "{\"a\": 1}\n")
    try directory.file("z.txt", "zacharias\n")
    try directory.file("some.txt", "wilma\nnobody\n")
    try directory.file("names.csv", "Name,Mail\nann,x\n")
    try directory.file("unclear.csv", "user,PasswordLastSet\nquentin,01/02/2024\n")
    try directory.file("mixed.csv", "user,PasswordLastSet\nwilma,1/2/2024\nxaver,1/31/20x\n")
    try directory.file("open.csv", "user,mail\nwilma,\"x\n")
    try directory.file("strangers.csv", "user,mail\nnobody,x\n")
    try directory.file("three.csv", "wilma,a,b\n")
    try directory.file("people.csv", "user,password\nann,Tisch77\n")
    try directory.file(
      "states.csv",
      "SamAccountName,Enabled,Department\nzacharias,aktiv,IT\nyolanda,inaktiv,IT, Bonn\nxaver,aktiv,IT\n"
    )
  }

  /// Every fault, and some questions that have many answers.
  @Test func `what is wrong is told with its place, and all that is told and counted recorded`()
    throws
  {
    try writeFaulty()
    var recorded = RecordedText()
    for (number, asked) in Self.questions.enumerated() {
      recorded.add("question \(number)", Self.text(try run(asked), directory.path))
    }
    for (number, (asked, told, isImpossible)) in Self.faults.enumerated() {
      let found = try run(asked)
      #expect(found.told.contains { $0.contains(told) } || told.isEmpty, "\(found.told)")
      #expect(found.hasFailed == isImpossible, "\(found.told)")
      let isPartial = found.told.contains {
        [": error:", "pot: warning:", "not UTF-8"].contains(where: $0.contains)
      }
      if !isImpossible { #expect(found.shortfalls.contains(.malformedLines) == isPartial) }
      #expect(!found.told.contains { $0.contains("Tulpen") || $0.contains(Self.bulb.prefix(8)) })
      recorded.add("fault \(number)", Self.text(found, directory.path))
    }
    try recorded.expect(in: "directories")
  }

  private static let questions = [
    Asked(groups: ["top.txt"], strata: ["domain"], blocklists: true),
    Asked(excluded: ["top.txt"], included: ["disabled", "machines"], asOf: "2025-03-01"),
    Asked(blocklists: true, refused: ["refused.txt"]),
    Asked(included: ["disabled"], blocklists: true, refused: ["top.txt", "refused.txt"]),
    Asked(lists: ["corp.ntds", "odd.ntds"]),
    Asked(rules: policies, groups: ["top.txt"], strata: ["domain"]),
    Asked(attributes: ["users.csv"], strata: ["department", "domain"]),
    Asked(attributes: ["mixed.csv", "users.csv", "states.csv"], strata: ["department"]),
    Asked(lists: ["people.csv"], potfiles: [], layout: "csv:password,user=user,by=password"),
  ]

  /// All that an audit found but rows of passwords or of no account; of many rows the first.
  private static func text(_ found: Found, _ directory: String) -> String {
    let rows = found.rows.filter { !$0.hasSuffix(",0,0.000000") && !$0.contains(",entries,") }
    let shortfalls = found.shortfalls.map { "\($0)" }.sorted().joined(separator: ", ")
    let readings = found.readings.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
    return
      (["shortfalls: \(shortfalls)"] + found.told
      + rows.prefix(rows.count > 300 ? 20 : 300) + found.accounts + readings)
      .map { $0.replacing(directory, with: "") + "\n" }.joined()
  }
}
