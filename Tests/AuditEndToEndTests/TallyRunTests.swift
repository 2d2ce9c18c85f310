import Foundation
import TestSupport
import Testing

/// What `scan` and `report` say together is what `run` says.
struct TallyRunTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  private static let policies = ["typical-site.txt", "legacy-bank.txt"]
    .map { root.appending(path: "Datasets/Policies/\($0)").path }
  private static let sample = root.appending(path: "Datasets/Samples/synthetic-100k.txt.gz").path

  /// The first lines of the sample: enough for every kind of fact, and soon read.
  private static func lines(_ count: Int, in directory: TemporaryDirectory) throws -> [String] {
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

  @Test func `a report from a tally has the bytes of a run, whatever is asked`() throws {
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

  @Test func `distinct passwords are recorded where that is asked for`() throws {
    let directory = try TemporaryDirectory()
    _ = try Self.lines(3000, in: directory)
    let options = Self.policies.flatMap { ["--rules", $0] } + ["--strength", "meter"]
    let distinct = ["--distinct", "--weights", "accounts", "--head-only"]
    try compare(
      options + distinct, scan: ["--strength", "meter", "--distinct"], in: directory)
    try compareReport(options, lists: ["list.txt"], in: directory)
    let merge = try Program.run(["merge", "x.tally", "x.tally", "-o", "y.tally"], in: directory)
    #expect(merge.code == 2 && merge.errors.contains("x.tally: error: distinct passwords"))
    #expect(!directory.names().contains("y.tally"))
  }

  @Test func `real policies are answered as a run answers them, all at once`() throws {
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

  @Test func `tallies of parts add up to that of the whole, grouped at will`() throws {
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
    #expect(unlike.code == 2 && unlike.errors.contains("n.tally: error: not recorded as"))
    #expect(!directory.names().contains("z.tally"))
  }

  @Test func `lists of refused values are the ones of the scan`() throws {
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

  @Test func `what was not recorded is named, with the command that records it`() throws {
    let directory = try TemporaryDirectory()
    _ = try directory.file("list.txt", "abcdef1\n")
    _ = try directory.file("e.policy", "minlength: 6; required: [e];")
    #expect(
      try Program.run(
        ["scan", "--strength", "meter", "-o", "x.tally", "list.txt"], in: directory
      ).code == 0)
    for (options, fact, option) in [
      ([], "the strength score", "--strength zxcvbn"),
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

  @Test func `a tally never takes the place of anything but a tally`() throws {
    let directory = try TemporaryDirectory()
    _ = try directory.file("list.txt", "abcdef1\n")
    for _ in 0..<2 {
      #expect(try Program.run(["scan", "-o", "x.tally", "list.txt"], in: directory).code == 0)
    }
    let run = try Program.run(["scan", "-o", "list.txt", "list.txt"], in: directory)
    #expect(run.code == 2 && run.errors.contains("something that is no tally"))
    #expect(directory.text("list.txt") == "abcdef1\n")
  }

  @Test func `a tally holds no line of its list`() throws {
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
    // Words such as 'password' are those of the schema, whatever the list holds.
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
      // A flip in a part of the file that nothing uses changes nothing.
      if run.code == 0, bytes.count == whole.count { continue }
      #expect(run.code == 2 && info.code == 2, "\(run.errors)")
      #expect(run.errors.contains("bad.tally"))
      #expect(directory.names(in: "r").isEmpty)
    }
  }

  @Test func `info says what was recorded and what it answers`() throws {
    let directory = try TemporaryDirectory()
    _ = try directory.file("list.txt", "abcdef1\nx9!qLmzT#w\n")
    #expect(try Program.run(["scan", "-o", "x.tally", "list.txt"], in: directory).code == 0)
    let run = try Program.run(["tally", "info", "x.tally"], in: directory)
    #expect(run.code == 0)
    #expect(
      run.output.hasPrefix("2 entries in 2 signatures\ncomplete\nlist 'list.txt': plain, 19 bytes"))
    #expect(run.output.contains("\nanswers:\n") && run.output.contains("\ndoes not hold:\n"))
  }
}
