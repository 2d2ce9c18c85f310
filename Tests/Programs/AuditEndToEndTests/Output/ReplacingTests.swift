import Foundation
import TestSupport
import Testing

/// The one rule by which commands replace files: `--force`, and never what they read.
@Suite struct ReplacingTests {
  private static let policy = "minlength: 4; allowed: unicode;"

  /// Makes what the commands read.
  private static func prepared() throws -> TemporaryDirectory {
    let directory = try TemporaryDirectory()
    try directory.file("list.txt", "Passw0rd\ndragon77\nlampe1\n")
    try directory.file("other.txt", "tisch2\nkanne9 kanne9\n")
    try directory.file("p.policy", policy)
    try directory.file("accounts.ntds", "ann:1100::59dfc6aa31c49f82474a69072971b1af:::\n")
    try directory.file("hashcat.potfile", "59dfc6aa31c49f82474a69072971b1af:Lampe09 Lampe09\n")
    for name in ["list", "other"] {
      try directory.audit(
        "scan -q --strength none --reference-year 2026 \(name).txt -o \(name).tally")
    }
    return directory
  }

  /// The commands that write a file, with their outputs, and whether bytes tell the kind of file.
  private static let writing: [(command: String, output: String, hasKind: Bool)] = [
    ("scan -q --strength none list.txt -o", "made.tally", true),
    ("merge -q list.tally other.tally -o", "made.tally", true),
    ("blocklist build -q list.txt -o", "made.blocklist", true),
    ("model build -q list.txt -o", "made.model", true),
    ("filter -q --rules p.policy list.txt -o", "kept.txt", false),
    (
      "run -q --no-report --strength none --min-cell 1 --rules p.policy --potfile hashcat.potfile "
        + "accounts.ntds --accounts", "accounts.csv", false
    ),
    (
      "scan -q --strength none --distinct --fingerprint-key key list.txt -o fresh.tally --fingerprints",
      "made.prints", false
    ),
  ]

  @Test(arguments: writing.indices)
  func `a file that is there needs --force`(number: Int) throws {
    let (command, output, hasKind) = Self.writing[number]
    let directory = try Self.prepared()
    // Without a report, --force of `run` would be idle.
    let forced = (command + " \(output) --force").replacing("--no-report", with: "-o out")
    try directory.audit("\(command) \(output)")
    let first = try Data(contentsOf: URL(fileURLWithPath: "\(directory.path)/\(output)"))
    try? FileManager.default.removeItem(atPath: "\(directory.path)/fresh.tally")
    let refused = try directory.audit("\(command) \(output)", code: 2)
    #expect(
      refused.errors.contains("\(output): error: the file already exists"), "\(refused.errors)")
    #expect(refused.errors.contains("replace it with --force"))
    #expect(try Data(contentsOf: URL(fileURLWithPath: "\(directory.path)/\(output)")) == first)
    try? FileManager.default.removeItem(atPath: "\(directory.path)/fresh.tally")
    try directory.audit(forced)
    // Another kind of file stays, with --force too.
    try directory.file(output, "notes\n")
    try? FileManager.default.removeItem(atPath: "\(directory.path)/fresh.tally")
    let foreign = try directory.audit(forced, code: hasKind ? 2 : 0)
    #expect((directory.text(output) == "notes\n") == hasKind)
    #expect(foreign.errors.contains("is in the way") == hasKind, "\(foreign.errors)")
  }

  @Test(arguments: ["sum.tally", "./sum.tally", "link.tally", "hard.tally"], ["", " --force"])
  func `no sum is one of the tallies that are added up`(output: String, force: String) throws {
    let directory = try Self.prepared()
    try directory.audit("merge -q list.tally other.tally -o sum.tally")
    try directory.shell("ln -s sum.tally link.tally; ln sum.tally hard.tally")
    let before = try directory.audit("tally info sum.tally").output
    let run = try directory.audit(
      "merge list.tally other.tally sum.tally -o \(output)\(force)", code: 2)
    #expect(run.errors.contains("error: the output is one of the files that are read"))
    #expect(try directory.audit("tally info sum.tally").output == before)
  }

  @Test func `no command writes over the list that it reads`() throws {
    let directory = try Self.prepared()
    let run = try directory.audit(
      "filter --force --rules p.policy -o ./list.txt list.txt", code: 2)
    #expect(run.errors.contains("the output is one of the files that are read"))
    #expect(directory.text("list.txt") == "Passw0rd\ndragon77\nlampe1\n")
  }

  @Test func `lists that count twice are said wherever their numbers are`() throws {
    let directory = try Self.prepared()
    let merged = try directory.audit(
      "merge list.tally other.tally list.tally -o twice.tally", code: 1)
    #expect(merged.errors.contains("every password counts twice"))
    let info = try directory.audit("tally info twice.tally")
    #expect(info.output.contains("counts twice: 'list.txt', of the same bytes as 'list.txt'"))
    let report = try directory.audit(
      "report -q --strength none --format json -o out --rules p.policy twice.tally", code: 1)
    #expect(report.errors.contains("every password counts twice"))
    #expect(report.output.contains("every password counts twice"))
    #expect(directory.text("out/report.html")?.contains("every password counts twice") == true)
    let compared = try directory.audit(
      "compare --strength none --rules p.policy list.tally twice.tally", code: 1)
    #expect(unwrapped(compared.output).contains("every password counts twice"))
    // A sum of tallies that hold a list each is as one run over them.
    try directory.audit("merge -q list.tally other.tally -o both.tally")
    try directory.audit("report -q --strength none --no-report --rules p.policy both.tally")
    try directory.audit("merge both.tally other.tally -o again.tally", code: 1)
  }

  @Test(
    arguments: [
      ("merge . -o x.tally", 2, "audit merge ./*.tally -o FILE"),
      ("tally info .", 2, "audit scan . -o FILE"),
      ("report list.tally other.tally", 64, "audit compare list.tally other.tally"),
      ("report list.tally other.tally", 64, "audit merge list.tally other.tally -o sum.tally"),
    ] as [(String, Int32, String)])
  func `the right command is named`(command: String, code: Int32, remedy: String) throws {
    let run = try Self.prepared().audit(command, code: code)
    #expect(run.errors.contains(remedy), "\(run.errors)")
  }

  @Test(
    arguments: [
      ("filter --rules p.policy", 2), ("run --no-report --rules p.policy", 2),
      ("scan -o x.tally", 2),
      ("sweep", 2),
    ] as [(String, Int32)])
  func `a list that cannot be read ends every command alike`(command: String, code: Int32) throws {
    let directory = try Self.prepared()
    try directory.file("cut.gz", [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 75])
    for list in ["gone.txt", "cut.gz"] {
      try directory.audit("\(command) \(list)", code: code)
      try directory.audit("\(command) -q \(list)", code: code)
    }
    try directory.audit("filter --rules p.policy -o kept.txt cut.gz", code: 2)
    #expect(directory.text("kept.txt") == nil)
  }
}
