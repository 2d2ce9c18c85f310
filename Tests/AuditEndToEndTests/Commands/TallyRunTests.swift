import Foundation
import TestSupport
import Testing

/// `scan` and `report` together give the same results as `run`.
@Suite struct TallyRunTests {
  private static let policies = ["typical-site.txt", "legacy-bank.txt"]
    .map { Repository.root.appending(path: "Datasets/Policies/\($0)").path }
  private static let sample = Repository.root
    .appending(path: "Datasets/Samples/synthetic-100k.txt.gz").path

  /// The first lines of the sample: enough for every kind of fact, and quick to read.
  static func lines(_ count: Int, in directory: TemporaryDirectory) throws -> [String] {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["sh", "-c", "gzip -dc '\(sample)' | head -n \(count)"]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let text = String(decoding: bytes, as: UTF8.self)
    _ = try directory.file("list.txt", text)
    return text.split(separator: "\n", omittingEmptySubsequences: true).map(String.init)
  }

  /// Runs both ways and compares every file.
  private func compare(
    _ options: [String], scan: [String], lists: [String] = ["list.txt"],
    reading: [String] = [], in directory: TemporaryDirectory, code: Int32 = 0
  ) throws {
    let year = ["--reference-year", "2026"]
    let scanned = try Program.run(
      ["scan", "-o", "x.tally"] + scan + reading + year + lists, in: directory)
    #expect(scanned.code == code, "\(scanned.errors)")
    try compareReport(options, lists: reading + lists, in: directory, code: code)
  }

  private func compareReport(
    _ options: [String], lists: [String], in directory: TemporaryDirectory, code: Int32 = 0
  ) throws {
    // Without a date pages state the days of their files.
    let options = options + ["--date", "2026-11-25"]
    let run = try Program.run(
      options + ["--reference-year", "2026", "-q", "-o", "run"] + lists, in: directory)
    let report = try Program.run(
      ["report"] + options + ["-q", "-o", "report", "x.tally"], in: directory)
    #expect(run.code == code && report.code == code, "\(run.errors)\(report.errors)")
    let names = directory.names(in: "run")
    #expect(names.contains("audit.json") && names.count > 1)
    #expect(directory.names(in: "report") == names)
    for name in names {
      let isEqual = directory.text("run/\(name)") == directory.text("report/\(name)")
      #expect(isEqual, "\(name) differs with \(options)")
    }
  }

  @Test func `a report from a tally has the bytes of a run, whatever the options`() throws {
    let directory = try TemporaryDirectory()
    _ = try Self.lines(3000, in: directory)
    let rules = Self.policies.flatMap { ["--rules", $0] }
    let forRules = Self.policies.flatMap { ["--for", $0] }
    try compare([], scan: [], in: directory)
    for options in [
      rules, rules + ["--space", "--fail-under", "0"], rules + ["--split"],
      ["--preset", "nist-63b-4"] + rules, rules + ["--strength", "meter"],
      rules + ["--strength", "none", "--no-page"],
      ["--no-blocklist", "--strength", "none"] + rules,
    ] {
      try compare(options, scan: forRules, in: directory)
    }
  }

  @Test func `scan and run give a directory the same name`() throws {
    let directory = try TemporaryDirectory()
    try FileManager.default.createDirectory(
      atPath: directory.path + "/leaks", withIntermediateDirectories: false)
    for name in ["one", "two"] { _ = try directory.file("leaks/\(name).txt", "Passw0rd\n") }
    let strength = ["--strength", "none"]
    try compare(strength, scan: strength, lists: ["leaks"], in: directory)
    let manifest = try #require(directory.text("report/audit.json"))
    #expect(manifest.contains("\"dataset\" : \"leaks\""))
  }

  @Test func `a sweep over a tally and one over its lists print the same`() throws {
    let directory = try TemporaryDirectory()
    _ = try Self.lines(2000, in: directory)
    for strength in ["none", "zxcvbn"] {
      let scan = try Program.run(
        ["scan", "--distinct", "--strength", strength, "-o", "x.tally", "list.txt"], in: directory)
      #expect(scan.code == 0, "\(scan.errors)")
      let sweep = [
        "sweep", "--strength", strength, "--blocklist", "none,default", "--format", "csv",
      ]
      let lists = try Program.run(sweep + ["list.txt"], in: directory)
      let tally = try Program.run(sweep + ["x.tally"], in: directory)
      #expect(lists.code == 0 && tally.code == 0, "\(lists.errors)\(tally.errors)")
      #expect(tally.output == lists.output && !tally.output.isEmpty)
    }
    let plain = try Program.run(
      ["scan", "--strength", "none", "-o", "y.tally", "list.txt"], in: directory)
    #expect(plain.code == 0)
    let sweep = try Program.run(["sweep", "--strength", "none", "y.tally"], in: directory)
    #expect(sweep.code == 2)
    #expect(sweep.errors.contains("the tally does not record distinct passwords"))
  }

  /// Random lines of all printable characters: more signatures than 16 MiB can hold.
  private static func manyKinds(in directory: TemporaryDirectory) throws {
    var generator = SeededGenerator(seed: 11)
    var text: [UInt8] = []
    for _ in 0..<90_000 {
      for _ in 0..<Int.random(in: 6...18, using: &generator) {
        text.append(UInt8.random(in: 0x20...0x7E, using: &generator))
      }
      text.append(10)
    }
    _ = try directory.file("list.txt", text)
  }

  @Test func `a scan of too many signatures forgets the finest facts, with a warning`() throws {
    let directory = try TemporaryDirectory()
    try Self.manyKinds(in: directory)
    let scan = ["scan", "--strength", "none", "-o", "x.tally", "list.txt"]
    let bounded = try Program.run(scan + ["--memory", "16MiB", "--lanes", "2"], in: directory)
    #expect(bounded.code == 1)
    #expect(
      bounded.errors.contains(
        "more signatures than --memory has room for; not recorded: runs of one kind"))
    let info = try Program.run(["tally", "info", "x.tally"], in: directory)
    #expect(info.output.contains("\nforgotten, since memory was short: runs of one kind; "))

    // The remaining facts give the same answers as a run.
    _ = try directory.file("kept.txt", "minlength: 9; required: digit; max-consecutive: 2;")
    let rules = ["--rules", "kept.txt", "--strength", "none", "-q"]
    let run = try Program.run(["run"] + rules + ["-o", "run", "list.txt"], in: directory)
    let report = try Program.run(["report"] + rules + ["-o", "report", "x.tally"], in: directory)
    #expect(run.code == 0 && report.code == 0, "\(report.errors)")
    #expect(directory.text("report/audit.csv") == directory.text("run/audit.csv"))
    _ = try directory.file("lost.txt", "[lost]\nmax-class-run: 3;")
    let lost = try Program.run(
      ["report", "--rules", "lost.txt", "--strength", "none", "-o", "lost", "x.tally"],
      in: directory)
    #expect(lost.code == 2 && lost.errors.contains("does not record the longest class run"))
    #expect(!directory.names().contains("lost"))
  }

  @Test func `distinct passwords are recorded on request`() throws {
    let directory = try TemporaryDirectory()
    _ = try Self.lines(3000, in: directory)
    let options = Self.policies.flatMap { ["--rules", $0] } + ["--strength", "meter"]
    let distinct = ["--distinct", "--weights", "accounts", "--head-only"]
    try compare(
      options + distinct, scan: ["--strength", "meter", "--distinct"], in: directory)
    try compareReport(options, lists: ["list.txt"], in: directory)
    let merge = try Program.run(["merge", "x.tally", "x.tally", "-o", "y.tally"], in: directory)
    #expect(
      merge.code == 2 && merge.errors.contains("x.tally: error: its distinct passwords would"))
    #expect(!directory.names().contains("y.tally"))
  }

  @Test func `a tally answers all real policies at once, as a run does`() throws {
    let directory = try TemporaryDirectory()
    _ = try Self.lines(1000, in: directory)
    let rules = VectorFile("password-rules/apple-password-rules.json").url.path
    try compare(
      ["--rules", rules, "--strength", "none"], scan: ["--for", rules, "--strength", "none"],
      in: directory)
  }

  @Test func `a scan that is interrupted leaves a tally that says so`() throws {
    let directory = try TemporaryDirectory()
    let process = Program.start(
      ["scan", "--strength", "none", "-o", "x.tally", "-"], in: directory)
    let stdin = Pipe()
    process.standardInput = stdin
    process.standardError = FileHandle(forWritingAtPath: try directory.file(".stderr", ""))
    try process.run()
    // More than a chunk, so that some of it is counted before the signal.
    let text = String(repeating: "Password1\nshort\n", count: 500_000)
    try stdin.fileHandleForWriting.write(contentsOf: Data(text.utf8))
    #expect(wait { unreadByteCount(stdin.fileHandleForReading.fileDescriptor) == 0 })
    kill(process.processIdentifier, SIGINT)
    process.waitUntilExit()
    #expect(process.terminationReason == .exit && process.terminationStatus == 1)
    try stdin.fileHandleForWriting.close()
    let info = try Program.run(["tally", "info", "x.tally"], in: directory)
    #expect(info.output.contains("\npartial: not all lists were read to their ends\n"))
    let report = try Program.run(
      ["report", "--strength", "none", "-q", "-o", "r", "x.tally"], in: directory)
    #expect(report.code == 1)
    #expect(directory.text("r/audit.json")?.contains("\"complete\" : false") == true)
  }

  @Test func `tallies of parts add up to the tally of the whole, in any grouping`() throws {
    let directory = try TemporaryDirectory()
    let lines = try Self.lines(3000, in: directory)
    let names = ["a.txt", "b.txt", "c.txt", "d.txt", "e.txt"]
    for (number, name) in names.enumerated() {
      let part = lines.enumerated().filter { $0.offset % names.count == number }.map(\.element)
      _ = try directory.file(name, part.joined(separator: "\n") + "\n")
      let scan = try Program.run(
        ["scan", "--strength", "meter", "-o", "\(number).tally", name], in: directory)
      #expect(scan.code == 0, "\(scan.errors)")
    }
    func merge(_ parts: [String], _ target: String) throws {
      let run = try Program.run(
        ["merge"] + parts.map { "\($0).tally" } + ["-o", "\(target).tally"], in: directory)
      #expect(run.code == 0, "\(run.errors)")
    }
    func bytes(_ name: String) throws -> Data {
      try Data(contentsOf: URL(filePath: directory.path).appending(path: "\(name).tally"))
    }
    try merge(["3", "1"], "31")
    try merge(["0", "4", "2"], "042")
    try merge(["31", "042"], "x")
    try merge(["4", "3", "2", "1", "0"], "y")
    let scan = try Program.run(
      ["scan", "--strength", "meter", "-o", "whole.tally"] + names, in: directory)
    #expect(scan.code == 0)
    #expect(try bytes("x") == bytes("y"))
    #expect(try bytes("x") == bytes("whole"))
    try compareReport(["--strength", "meter"], lists: names, in: directory)

    let other = try Program.run(
      ["scan", "--strength", "none", "-o", "n.tally", "a.txt"], in: directory)
    #expect(other.code == 0)
    let unlike = try Program.run(["merge", "x.tally", "n.tally", "-o", "z.tally"], in: directory)
    #expect(unlike.code == 2 && unlike.errors.contains("n.tally: error: recorded differently from"))
    #expect(!directory.names().contains("z.tally"))
  }

  @Test func `a report uses the blocklists of the scan`() throws {
    let directory = try TemporaryDirectory()
    let lines = try Self.lines(3000, in: directory)
    let refused = Set(lines.prefix(500)).sorted().joined(separator: "\n") + "\n"
    _ = try directory.file("refused.txt", refused)
    let lists = ["--blocklist", "refused.txt", "--blocklist-match", "fold"]
    try compare(lists, scan: lists, in: directory)
    // The same values under another name are the same list.
    _ = try directory.file("other.txt", refused)
    try compare(
      ["--blocklist", "other.txt", "--blocklist-match", "fold"], scan: lists, in: directory)
    _ = try directory.file("refused.txt", "changed\n")
    let run = try Program.run(["report"] + lists + ["-o", "late", "x.tally"], in: directory)
    #expect(run.code == 2)
    #expect(run.errors.contains("x.tally") && run.errors.contains("--blocklist FILE"))
    #expect(directory.names(in: "late").isEmpty)
  }

  @Test func `counts, users and encodings are recorded`() throws {
    let directory = try TemporaryDirectory()
    _ = try directory.file("counted.txt", "   3 abcdef1\n  20 Passw0rd\n")
    _ = try directory.file("users.txt", "anna:anna1970\nbert@x.org:hunter22\nno separator\n")
    _ = try directory.file(
      "auto.txt", (0..<20).map { "user\($0)@x.org:user\($0)pass\n" }.joined())
    _ = try directory.file("latin.txt", [0x67, 0xFC, 0x6E, 0x0A, 0x61, 0x62, 0x63, 0x0A])
    _ = try directory.file("u.policy", "minlength: 6; context: username;")
    let rules = ["--rules", "u.policy"]
    for (list, reading, code) in [
      ("counted.txt", ["--layout", "counted"], 0), ("users.txt", ["--layout", "user:password"], 1),
      ("auto.txt", ["--layout", "auto"], 0), ("latin.txt", ["--encoding", "latin-1"], 0),
      ("latin.txt", ["--fallback", "windows-1252"], 0), ("latin.txt", ["--max-bytes", "4"], 1),
    ] as [(String, [String], Int32)] {
      try compare(
        rules, scan: ["--for", "u.policy"], lists: [list], reading: reading, in: directory,
        code: code)
    }
    try compare(
      rules, scan: ["--for", "u.policy"], lists: ["latin.txt", "users.txt"], in: directory)
  }

  @Test(arguments: [
    ("username", "username", 2), ("username substring", "username-substring", 3),
  ])
  func `a tally answers a rule on one relation to users' names as a run does`(
    rule: String, id: String, count: Int
  ) throws {
    let directory = try TemporaryDirectory()
    _ = try directory.file("list.txt", "ann:ann1\nbob:bob\nelaine:myelaine\neve:abcdefgh\n")
    _ = try directory.file("u.policy", "allowed: unicode; context: \(rule);")
    try compare(
      ["--rules", "u.policy"], scan: ["--for", "u.policy"],
      reading: ["--layout", "user:password"], in: directory)
    let table = directory.text("report/audit.csv") ?? ""
    #expect(table.contains(",u,violation,\(id),0,entries,\(count),"), "\(table)")
  }

  @Test func `a report names a missing fact and the command that records it`() throws {
    let directory = try TemporaryDirectory()
    _ = try directory.file("list.txt", "abcdef1\n")
    _ = try directory.file("e.policy", "minlength: 6; required: [e];")
    #expect(
      try Program.run(
        ["scan", "--strength", "meter", "-o", "x.tally", "list.txt"], in: directory
      ).code == 0)
    for (options, fact, option) in [
      ([], "the strength score", "--strength combined"),
      (["--strength", "meter", "--rules", "e.policy"], "whether", "--for RULES"),
    ] {
      let run = try Program.run(["report", "-o", "r"] + options + ["x.tally"], in: directory)
      #expect(run.code == 2)
      #expect(
        run.errors.contains("x.tally: error: the tally does not record \(fact)"), "\(run.errors)")
      #expect(run.errors.contains("audit scan \(option) LIST -o FILE"), "\(run.errors)")
      #expect(directory.names(in: "r").isEmpty)
    }
  }

  @Test func `a tally replaces no file except a tally`() throws {
    let directory = try TemporaryDirectory()
    _ = try directory.file("list.txt", "abcdef1\n")
    for _ in 0..<2 {
      #expect(try Program.run(["scan", "-o", "x.tally", "list.txt"], in: directory).code == 0)
    }
    let run = try Program.run(["scan", "-o", "list.txt", "list.txt"], in: directory)
    #expect(run.code == 2 && run.errors.contains("a file that is not a tally is in the way"))
    #expect(directory.text("list.txt") == "abcdef1\n")
  }

  @Test func `a tally contains no line of its list`() throws {
    let directory = try TemporaryDirectory()
    let lines = try Self.lines(3000, in: directory)
    #expect(
      try Program.run(["scan", "--strength", "none", "-o", "x.tally", "list.txt"], in: directory)
        .code == 0)
    let bytes = try Data(contentsOf: URL(filePath: directory.path).appending(path: "x.tally"))
    _ = try directory.file("one.txt", "\n")
    #expect(
      try Program.run(["scan", "--strength", "none", "-o", "0.tally", "one.txt"], in: directory)
        .code == 1)
    let empty = try Data(contentsOf: URL(filePath: directory.path).appending(path: "0.tally"))
    let long = Set(lines.filter { $0.utf8.count >= 8 })
    #expect(long.count > 500)
    // Words such as 'password' belong to the schema, whatever the list contains.
    let found = long.filter {
      bytes.range(of: Data($0.utf8)) != nil && empty.range(of: Data($0.utf8)) == nil
    }
    #expect(found == [])
  }

  @Test func `a file that is no tally, or damaged, makes no report`() throws {
    let directory = try TemporaryDirectory()
    _ = try directory.file("list.txt", "abcdef1\nx9!qLmzT#w\n")
    #expect(try Program.run(["scan", "-o", "x.tally", "list.txt"], in: directory).code == 0)
    let whole = Array(
      try Data(contentsOf: URL(filePath: directory.path).appending(path: "x.tally")))
    var newer = whole
    newer[63] = 99
    var generator = SeededGenerator(seed: 14)
    var damaged: [[UInt8]] = [[], Array("no tally".utf8), Array(whole.prefix(5000)), newer]
    for _ in 0..<8 {
      var bytes = whole
      bytes[Int.random(in: 100..<bytes.count, using: &generator)] ^=
        1 << UInt8.random(in: 0...7, using: &generator)
      damaged.append(bytes)
    }
    for bytes in damaged {
      _ = try directory.file("bad.tally", bytes)
      let run = try Program.run(["report", "-o", "r", "bad.tally"], in: directory)
      let info = try Program.run(["tally", "info", "bad.tally"], in: directory)
      // A flip in an unused part of the file changes nothing.
      if run.code == 0, bytes.count == whole.count { continue }
      #expect(run.code == 2 && info.code == 2, "\(run.errors)")
      #expect(run.errors.contains("bad.tally"))
      #expect(directory.names(in: "r").isEmpty)
    }
  }

  @Test func `info lists the recorded facts and the questions that they answer`() throws {
    let directory = try TemporaryDirectory()
    _ = try directory.file("list.txt", "abcdef1\nx9!qLmzT#w\n")
    #expect(try Program.run(["scan", "-o", "x.tally", "list.txt"], in: directory).code == 0)
    let run = try Program.run(["tally", "info", "x.tally"], in: directory)
    #expect(run.code == 0)
    #expect(
      run.output.hasPrefix(
        "2 passwords, 2 distinct signatures\ncomplete\nlist 'list.txt': plain, 19 bytes"))
    #expect(run.output.contains("\nanswers:\n") && run.output.contains("\ndoes not hold:\n"))
  }
}
