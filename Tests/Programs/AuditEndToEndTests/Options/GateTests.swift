import Foundation
import TestSupport
import Testing

/// What makes a run fail in a pipeline: gates, and whatever makes a report less than it looks.
@Suite struct GateTests {
  /// Of five passwords three comply; `password1` is on the built-in list.
  private static let policy = "minlength: 8; allowed: unicode;"

  private static func prepared() throws -> TemporaryDirectory {
    let directory = try TemporaryDirectory()
    try directory.file("list.txt", "password1\nlampe lampe 7\ntisch tisch\nkanne\nabc\n")
    try directory.file("p.policy", policy)
    return directory
  }

  /// `audit.json` of a run or report.
  private static func manifest(_ text: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  @Test(
    arguments: [
      ("--fail-under 60%", 0, ""), ("--fail-under 60.1%", 1, "expected at least 60.1 %"),
      ("--fail-over 60%", 0, ""), ("--fail-over 59.9%", 1, "expected at most 59.9 %"),
      ("--fail-listed", 1, "1 of 3 passwords accepted by 'p' are on a blocklist; expected none"),
      ("--fail-under 60% --fail-over 60%", 0, ""),
      ("--fail-over 100 --fail-listed --blocklist none.txt", 0, ""),
    ] as [(String, Int32, String)])
  func `a gate is missed by what it says`(gate: String, code: Int32, words: String) throws {
    let directory = try Self.prepared()
    try directory.file("none.txt", "zylinder\n")
    let common = "--strength none --rules p.policy \(gate)"
    let run = try directory.audit("run -q --no-report \(common) list.txt", code: code)
    let blocklist = gate.contains("--blocklist") ? "--blocklist none.txt" : ""
    try directory.audit("scan -q --strength none \(blocklist) list.txt -o list.tally")
    let report = try directory.audit("report -q --no-report \(common) list.tally", code: code)
    #expect(words.isEmpty ? run.errors.isEmpty : run.errors.contains(words), "\(run.errors)")
    #expect(report.errors == run.errors)
  }

  @Test func `passwords that comply and are listed are counted in audit.json`() throws {
    let directory = try Self.prepared()
    let run = try directory.audit(
      "run -q --no-report --strength none --format json --rules p.policy list.txt")
    let results = try #require(try Self.manifest(run.output)["results"] as? [[String: Any]])
    let survivors = try #require(results.first?["survivors"] as? [String: Any])
    #expect(survivors["onBlocklist"] as? Int == 1)
    #expect(survivors["onBlocklistShare"] as? Double == 0.333333)
    #expect(try Self.manifest(run.output)["warnings"] as? [String] == [])
  }

  @Test(arguments: ["--fail-above", "--fail-below", "--fail-upper=5%", "--fail-uner", "--fail-ovr"])
  func `a misspelled gate is answered with all of them`(option: String) throws {
    let run = try Self.prepared().audit("run --rules p.policy \(option) 5% list.txt", code: 64)
    #expect(run.errors.contains("Unknown option '\(option.split(separator: "=")[0])'"))
    for name in ["--fail-under", "--fail-over", "--fail-listed"] {
      #expect(run.errors.contains(name))
    }
    #expect(!run.errors.contains("Did you mean"))
  }

  @Test func `listed passwords are asked of lists`() throws {
    let directory = try Self.prepared()
    let run = try directory.audit(
      "run --rules p.policy --no-blocklist --fail-listed list.txt", code: 64)
    #expect(run.errors.contains("--no-blocklist turns off"))
    try directory.audit("scan -q --strength none --no-blocklist list.txt -o bare.tally")
    try directory.audit(
      "report -q --strength none --no-report --fail-listed --rules p.policy bare.tally", code: nil)
  }

  /// Lists and options by which a report is less than it looks, with words of the warning.
  private static let doubtful: [(lists: String, options: String, words: String)] = [
    ("list.txt list.txt", "", "every password counts twice"),
    ("list.txt copy.txt", "", "the same bytes as 'list.txt'; every password counts twice"),
    (
      "list.txt list.txt.gz", "",
      "list.txt.gz: warning: very likely the same text as 'list.txt'; every password counts twice"
    ),
    ("long.txt", "", "1 line is longer than passwords (64 KiB)"),
    ("hashes.txt", "", "hash"),
    ("list.txt", "--blocklist digests.txt --blocklist-form plain", "expected words, as stated"),
  ]

  @Test(arguments: doubtful.indices)
  func `what makes a report less than it looks is in it, and in the exit code`(
    number: Int
  ) throws {
    let (lists, options, words) = Self.doubtful[number]
    let directory = try Self.prepared()
    try directory.file("copy.txt", directory.text("list.txt") ?? "")
    try directory.shell("gzip -k list.txt")
    try directory.file("long.txt", "lampe lampe\n" + String(repeating: "a", count: 70_000) + "\n")
    let hashes = (1...40).map { number in
      String(repeating: String(number % 10), count: 20) + "abcdef012345"
    }
    try directory.file(
      "hashes.txt", (hashes.prefix(8) + (1...32).map { "lampe\($0)tisch" }).joined(separator: "\n"))
    try directory.file("digests.txt", hashes.joined(separator: "\n") + "\n")
    let common = "--strength none --reference-year 2026 \(options) -q"
    let run = try directory.audit("run \(common) --rules p.policy -o run \(lists)", code: 1)
    #expect(run.errors.contains("warning: ") && run.errors.contains(words), "\(run.errors)")
    let warnings = try #require(
      try Self.manifest(directory.text("run/audit.json") ?? "")["warnings"] as? [String])
    #expect(warnings.contains { $0.contains(words) } && warnings.count == 1, "\(warnings)")
    // The tally says the same, and so does its report.
    try directory.audit("scan \(common) \(lists) -o lists.tally", code: 1)
    let report = try directory.audit(
      "report \(common) --rules p.policy -o report lists.tally", code: 1)
    #expect(report.errors.contains(words), "\(report.errors)")
    #expect(directory.text("report/audit.json") == directory.text("run/audit.json"))
    // Other commands that read lists end alike.
    try directory.audit(
      "sweep --strength none -q --minlength 8 --classes 0 \(lists)", code: number < 5 ? 1 : 0)
    if options.isEmpty {
      try directory.audit("filter -q --rules p.policy \(lists)", code: 1)
    }
  }

  @Test func `a blocklist of hash-like words is built with exit code 1`() throws {
    let directory = try Self.prepared()
    try directory.file(
      "digests.txt",
      (1...40).map { String(repeating: String($0 % 10), count: 20) + "abcdef012345" }
        .joined(separator: "\n") + "\n")
    try directory.audit(
      "blocklist build -q digests.txt -o d.blocklist --blocklist-form plain", code: nil)
    let run = try directory.audit(
      "blocklist build -q --force digests.txt -o d.blocklist --blocklist-form plain", code: 1)
    #expect(run.errors.contains("warning: "))
  }

  @Test func `over-long lines of standard input end with 1 in every format`() throws {
    let directory = try Self.prepared()
    let input = Array("lampe\n".utf8) + Array(repeating: 97, count: 70_000) + [10]
    for format in ["text", "csv", "markdown", "json"] {
      for command in ["check --rules p.policy", "score", "blocklist test list.txt"] {
        let run = try directory.audit("\(command) --format \(format)", input: input, code: 1)
        #expect(run.output.contains("over-long"), "\(command) \(format)")
      }
    }
  }

  @Test func `the reference year is recorded`() throws {
    let directory = try Self.prepared()
    let run = try directory.audit(
      "run -q --no-report --reference-year 2019 --format json --rules p.policy list.txt")
    let readings = try Self.manifest(run.output)["readings"] as? [String: String]
    #expect(readings?["reference year"] == "2019")
    try directory.audit("scan -q --reference-year 2019 list.txt -o list.tally")
    #expect(try directory.audit("tally info list.tally").output.contains("reference year 2019"))
  }
}
