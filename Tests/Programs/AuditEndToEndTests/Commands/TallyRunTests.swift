import Foundation
import TestSupport
import Testing

/// `scan` and `report` together give the same results as `run`.
@Suite struct TallyRunTests {
  private static let policies = ["typical-site.txt", "legacy-bank.txt"]
    .map { Repository.root.appending(path: "Datasets/Policies/\($0)").path }
  private static let sample = Repository.root
    .appending(path: "Datasets/Samples/synthetic-100k.txt.gz").path

  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// The first lines of the sample: enough for every kind of fact, and quick to read.
  @discardableResult
  static func lines(_ count: Int, in directory: TemporaryDirectory) throws -> [String] {
    let script = "gzip -dc '\(sample)' | head -n \(count) | tee list.txt"
    return try directory.shell(script).output.split(separator: "\n").map(String.init)
  }

  /// Runs both ways and compares every file.
  private func compare(
    _ options: [String], scan: [String], lists: [String] = ["list.txt"], reading: [String] = [],
    code: Int32 = 0
  ) throws {
    let year = ["--reference-year", "2026"]
    try directory.audit(
      ["scan", "--force", "-o", "x.tally"] + scan + reading + year + lists, code: code)
    try compareReport(options, lists: reading + lists, code: code)
  }

  private func compareReport(_ options: [String], lists: [String], code: Int32 = 0) throws {
    // Without a date pages state the days of their files.
    let options = options + ["--date", "2026-11-25"]
    try directory.audit(
      options + ["--reference-year", "2026", "-q", "-o", "run"] + lists, code: code)
    try directory.audit(
      ["report"] + options + ["-q", "-o", "report", "x.tally"], code: code)
    #expect(directory.names(in: "run").contains("audit.json"))
    directory.expectSameFiles("run", "report", "\(options)")
  }

  @Test func `a report from a tally has the bytes of a run, whatever the options`() throws {
    try Self.lines(3000, in: directory)
    let rules = Self.policies.flatMap { ["--rules", $0] }
    let forRules = Self.policies.flatMap { ["--for", $0] }
    try compare([], scan: [])
    for options in [
      rules, rules + ["--space", "--fail-under", "0"], rules + ["--split"],
      ["--preset", "nist-63b-4"] + rules, rules + ["--strength", "meter"],
      rules + ["--strength", "none", "--no-page"],
      ["--no-blocklist", "--strength", "none"] + rules,
    ] {
      try compare(options, scan: forRules)
    }
  }

  @Test func `scan and run give a directory the same name`() throws {
    try FileManager.default.createDirectory(
      atPath: directory.path + "/leaks", withIntermediateDirectories: false)
    for name in ["one", "two"] { _ = try directory.file("leaks/\(name).txt", "Passw0rd\n") }
    let strength = ["--strength", "none"]
    // Lists of the same bytes count twice.
    try compare(strength, scan: strength, lists: ["leaks"], code: 1)
    let manifest = try #require(directory.text("report/audit.json"))
    #expect(manifest.contains("\"dataset\" : \"leaks\""))
  }

  @Test func `a sweep over a tally and one over its lists print the same`() throws {
    try Self.lines(2000, in: directory)
    for strength in ["none", "zxcvbn"] {
      try directory.audit([
        "scan", "--force", "--distinct", "--strength", strength, "-o", "x.tally", "list.txt",
      ])
      let sweep = [
        "sweep", "--strength", strength, "--blocklist", "none,default", "--format", "csv",
      ]
      let lists = try directory.audit(sweep + ["list.txt"])
      let tally = try directory.audit(sweep + ["x.tally"])
      #expect(tally.output == lists.output && !tally.output.isEmpty)
    }
    try directory.audit("scan --strength none -o y.tally list.txt")
    let sweep = try directory.audit("sweep --strength none y.tally", code: 2)
    #expect(sweep.errors.contains("the tally does not record distinct passwords"))
  }

  /// Random lines of all printable characters: more signatures than 16 MiB can hold.
  private func manyKinds() throws {
    var generator = SeededGenerator(seed: 11)
    var text: [UInt8] = []
    for _ in 0..<90_000 {
      for _ in 0..<Int.random(in: 6...18, using: &generator) {
        text.append(UInt8.random(in: 0x20...0x7E, using: &generator))
      }
      text.append(10)
    }
    try directory.file("list.txt", text)
  }

  @Test func `a scan of too many signatures forgets the finest facts, with a warning`() throws {
    try manyKinds()
    let scan = ["scan", "--strength", "none", "-o", "x.tally", "list.txt"]
    let bounded = try directory.audit(scan + ["--memory", "16MiB", "--threads", "2"], code: 1)
    #expect(
      bounded.errors.contains(
        "more signatures than --memory has room for; not recorded: runs of one kind"))
    let info = try directory.audit("tally info x.tally")
    #expect(info.output.contains("\nforgotten, since memory was short: runs of one kind; "))

    // The remaining facts give the same answers as a run.
    try directory.file("kept.txt", "minlength: 9; required: digit; max-consecutive: 2;")
    let rules = ["--rules", "kept.txt", "--strength", "none", "-q"]
    try directory.audit(["run"] + rules + ["-o", "run", "list.txt"])
    try directory.audit(["report"] + rules + ["-o", "report", "x.tally"])
    #expect(directory.text("report/audit.csv") == directory.text("run/audit.csv"))
    try directory.file("lost.txt", "[lost]\nmax-class-run: 3;")
    let lost = try directory.audit(
      "report --rules lost.txt --strength none -o lost x.tally", code: 2)
    #expect(lost.errors.contains("does not record the longest class run"))
    #expect(!directory.names().contains("lost"))
  }

  @Test func `distinct passwords are recorded on request`() throws {
    try Self.lines(3000, in: directory)
    let options = Self.policies.flatMap { ["--rules", $0] } + ["--strength", "meter"]
    let distinct = ["--distinct", "--weights", "accounts", "--head-only"]
    try compare(options + distinct, scan: ["--strength", "meter", "--distinct"])
    try compareReport(options, lists: ["list.txt"])
    let info = try directory.audit("tally info x.tally")
    #expect(
      info.output.contains(
        "\nWhat it says of other accounts:\n  with 3,000 accounts nothing within a factor of two can be said "
      ))
    #expect(
      info.output.contains("\n  that holds if its 3000 passwords are those of as many accounts"))
    let json = try directory.audit("tally info --format json x.tally")
    #expect(json.output.contains(#""bounds":{"confidence":99,"ends":[{"guesses":1,"lower":0."#))
    #expect(json.output.contains(#"}],"resolved":0}"#))
    // A list without rare passwords is the top of a longer one, for reports, too.
    let top = (0..<100).map { "word\($0)\n" }.joined()
    try directory.file("top.txt", top + top)
    try directory.audit("scan --strength none --distinct -o top.tally top.txt")
    let told = try directory.audit("tally info top.tally")
    #expect(told.output.hasSuffix("other accounts:\n  nothing: it is the top of a longer list\n"))
    let merge = try directory.audit("merge x.tally x.tally -o y.tally", code: 2)
    #expect(merge.errors.contains("x.tally: error: its distinct passwords would"))
    #expect(!directory.names().contains("y.tally"))
  }

  @Test func `a tally answers all real policies at once, as a run does`() throws {
    try Self.lines(1000, in: directory)
    let rules = VectorFile("password-rules/apple-password-rules.json").url.path
    try compare(
      ["--rules", rules, "--strength", "none"], scan: ["--for", rules, "--strength", "none"])
  }

  @Test func `a scan that is interrupted leaves a tally that says so`() throws {
    // More than a chunk, so that some of it is counted before the signal.
    let program = try RunningProgram(
      ["scan", "--strength", "none", "-o", "x.tally", "-"], in: directory,
      writing: String(repeating: "Password1\nshort\n", count: 500_000).utf8)
    #expect(program.hasRead())
    program.end(by: SIGINT)
    #expect(!program.isKilled && program.status == 1)
    let info = try directory.audit("tally info x.tally")
    #expect(info.output.contains("\npartial: not all lists were read to their ends\n"))
    try directory.audit("report --strength none -q -o r x.tally", code: 1)
    #expect(directory.text("r/audit.json")?.contains("\"complete\" : false") == true)
  }

  @Test func `tallies of parts add up to the tally of the whole, in any grouping`() throws {
    let lines = try Self.lines(3000, in: directory)
    let names = ["a.txt", "b.txt", "c.txt", "d.txt", "e.txt"]
    for (number, name) in names.enumerated() {
      let part = lines.enumerated().filter { $0.offset % names.count == number }.map(\.element)
      try directory.file(name, part.joined(separator: "\n") + "\n")
      try directory.audit(["scan", "--strength", "meter", "-o", "\(number).tally", name])
    }
    func merge(_ parts: [String], _ target: String) throws {
      try directory.audit(["merge"] + parts.map { "\($0).tally" } + ["-o", "\(target).tally"])
    }
    try merge(["3", "1"], "31")
    try merge(["0", "4", "2"], "042")
    try merge(["31", "042"], "x")
    try merge(["4", "3", "2", "1", "0"], "y")
    try directory.audit(["scan", "--strength", "meter", "-o", "whole.tally"] + names)
    let sum = try directory.bytes("x.tally")
    #expect(try sum == directory.bytes("y.tally") && sum == directory.bytes("whole.tally"))
    try compareReport(["--strength", "meter"], lists: names)

    try directory.audit("scan --strength none -o n.tally a.txt")
    let unlike = try directory.audit("merge x.tally n.tally -o z.tally", code: 2)
    #expect(unlike.errors.contains("n.tally: error: recorded differently from"))
    #expect(!directory.names().contains("z.tally"))
  }

  @Test func `a report uses the blocklists of the scan`() throws {
    let lines = try Self.lines(3000, in: directory)
    let refused = Set(lines.prefix(500)).sorted().joined(separator: "\n") + "\n"
    try directory.file("refused.txt", refused)
    let lists = ["--blocklist", "refused.txt", "--blocklist-match", "fold"]
    try compare(lists, scan: lists)
    // The same values under another name are the same list.
    try directory.file("other.txt", refused)
    try compare(["--blocklist", "other.txt", "--blocklist-match", "fold"], scan: lists)
    try directory.file("refused.txt", "changed\n")
    let run = try directory.audit(["report"] + lists + ["-o", "late", "x.tally"], code: 2)
    #expect(run.errors.contains("x.tally") && run.errors.contains("--blocklist FILE"))
    #expect(directory.names(in: "late").isEmpty)
  }

  @Test func `counts, users and encodings are recorded`() throws {
    try directory.file("counted.txt", "   3 abcdef1\n  20 Passw0rd\n")
    try directory.file("users.txt", "anna:anna1970\nbert@x.org:hunter22\nno separator\n")
    try directory.file(
      "auto.txt", (0..<20).map { "user\($0)@x.org:user\($0)pass\n" }.joined())
    try directory.file("latin.txt", [0x67, 0xFC, 0x6E, 0x0A, 0x61, 0x62, 0x63, 0x0A])
    try directory.file("u.policy", "minlength: 6; context: username;")
    let rules = ["--rules", "u.policy"]
    for (list, reading, code) in [
      ("counted.txt", ["--layout", "counted"], 0), ("users.txt", ["--layout", "user:password"], 1),
      ("auto.txt", ["--layout", "auto"], 0), ("latin.txt", ["--encoding", "latin-1"], 0),
      ("latin.txt", ["--fallback", "windows-1252"], 0), ("latin.txt", ["--max-bytes", "4"], 1),
    ] as [(String, [String], Int32)] {
      try compare(rules, scan: ["--for", "u.policy"], lists: [list], reading: reading, code: code)
    }
    try compare(
      rules, scan: ["--for", "u.policy"], lists: ["latin.txt", "users.txt"], code: 1)
  }

  @Test(arguments: [
    ("username", "username", 2), ("username substring", "username-substring", 3),
  ])
  func `a tally answers a rule on one relation to users' names as a run does`(
    rule: String, id: String, count: Int
  ) throws {
    try directory.file("list.txt", "ann:ann1\nbob:bob\nelaine:myelaine\neve:abcdefgh\n")
    try directory.file("u.policy", "allowed: unicode; context: \(rule);")
    try compare(
      ["--rules", "u.policy"], scan: ["--for", "u.policy"], reading: ["--layout", "user:password"])
    let table = directory.text("report/audit.csv") ?? ""
    #expect(table.contains(",u,violation,\(id),0,entries,\(count),"))
  }

  @Test func `a report names a missing fact and the command that records it`() throws {
    try directory.file("list.txt", "abcdef1\n")
    try directory.file("e.policy", "minlength: 6; required: [e];")
    try directory.audit("scan --strength meter -o x.tally list.txt")
    for (options, fact, option) in [
      ([], "the strength score", "--strength combined"),
      (["--strength", "meter", "--rules", "e.policy"], "whether", "--for RULES"),
    ] {
      let run = try directory.audit(["report", "-o", "r"] + options + ["x.tally"], code: 2)
      #expect(run.errors.contains("x.tally: error: the tally does not record \(fact)"))
      #expect(run.errors.contains("audit scan \(option) LIST -o FILE"))
      #expect(directory.names(in: "r").isEmpty)
    }
  }

  @Test func `a tally replaces no file except a tally`() throws {
    try directory.file("list.txt", "abcdef1\n")
    for _ in 0..<2 {
      try directory.audit("scan --force -o x.tally list.txt")
    }
    try directory.audit("scan -o x.tally list.txt", code: 2)
    let run = try directory.audit("scan --force -o list.txt list.txt", code: 2)
    #expect(run.errors.contains("list.txt: error: "))
    #expect(directory.text("list.txt") == "abcdef1\n")
  }

  @Test func `a tally contains no line of its list`() throws {
    let lines = try Self.lines(3000, in: directory)
    try directory.audit("scan --strength none -o x.tally list.txt")
    let bytes = Data(try directory.bytes("x.tally"))
    try directory.file("one.txt", "\n")
    try directory.audit("scan --strength none -o 0.tally one.txt", code: 1)
    let empty = Data(try directory.bytes("0.tally"))
    let long = Set(lines.filter { $0.utf8.count >= 8 })
    #expect(long.count > 500)
    // Words such as 'password' belong to the schema, whatever the list contains.
    let found = long.filter {
      bytes.range(of: Data($0.utf8)) != nil && empty.range(of: Data($0.utf8)) == nil
    }
    #expect(found == [])
  }

  @Test func `info lists the recorded facts and the questions that they answer`() throws {
    try directory.file("list.txt", "abcdef1\nx9!qLmzT#w\n")
    try directory.audit("scan -o x.tally list.txt")
    let run = try directory.audit("tally info x.tally")
    #expect(
      run.output.hasPrefix(
        "2 passwords, as counts of 2 groups that no rule tells apart\nno password is in the file, only "
          + "these counts\ncomplete: each list was read to its end\nlist 'list.txt': plain, 19 bytes"
      ))
    #expect(
      run.output.contains("\nIt can answer questions about:\n")
        && run.output.contains("\nIt cannot answer questions about:\n"))
  }

  @Test func `zxcvbn answers a tally of both estimates as a run does, in whole decades`() throws {
    let words = ["password", "letmein", "qwertz", "Tr0ub4dor&3", "monkey", "zxcvbn", "3kf8Qm"]
    let lines = words.flatMap { word in (0..<40).map { "\(word)\($0 * $0 * 37)" } }
    try directory.file("list.txt", lines.joined(separator: "\n") + "\n")
    let year = ["--reference-year", "2026"]
    try directory.audit(["scan", "-o", "x.tally"] + year + ["list.txt"])
    let zxcvbn = ["--strength", "zxcvbn", "--rules", "minlength: 8; allowed: unicode;", "-q"]
    for words in [["run"] + year + zxcvbn + ["list.txt"], ["report"] + zxcvbn + ["x.tally"]] {
      try directory.audit(words + ["-o", words[0]])
    }
    func rows(_ report: String) -> (decades: [String: Int], others: [Substring]) {
      let lines = directory.rows("\(report)/audit.csv")
      let (decades, others) = (
        lines.filter { $0.contains("guesses_log10,") },
        lines.filter { !$0.contains("guesses_log10,") }
      )
      var counts: [String: Int] = [:]
      for line in decades {
        // list, policy, metric, bucket, order, unit, count, share
        let cells = line.split(separator: ",", omittingEmptySubsequences: false)
        let decade = cells[3].prefix { $0 != "." }
        if report == "report" { #expect(cells[3].hasSuffix(".0")) }
        counts["\(cells[1]) \(cells[2]) \(decade)", default: 0] += Int(cells[6]) ?? 0
      }
      return (counts, others)
    }
    let (run, report) = (rows("run"), rows("report"))
    #expect(report.others == run.others && run.others.count > 50)
    #expect(report.decades == run.decades && run.decades.count > 6)
  }
}
