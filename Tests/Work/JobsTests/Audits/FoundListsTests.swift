import Auditing
import Diagnostics
import Files
import Intake
import Jobs
import Metrics
import Reports
import Tallies
import TestSupport
import Testing

/// Names of lists in reports, and what is told of lists together.
@Suite struct FoundListsTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// The findings in files, each with a text.
  private func run(
    _ files: [(name: String, text: String)], asking names: [String]? = nil,
    _ listener: Listener = Listener(), change: (inout AuditSettings) -> Void = { _ in }
  ) throws -> AuditFindings {
    for (name, text) in files { try directory.file(name, text) }
    var settings = try settings(
      "minlength: 4;", (names ?? files.map(\.name)).map { "\(directory.path)/\($0)" })
    change(&settings)
    return try settings.prepare(tell: listener.tell).run()
  }

  private func told(_ listener: Listener) -> [String] {
    listener.told.map { $0.replacing(directory.path + "/", with: "") }
  }

  @Test(arguments: [
    (["a.txt"], "a"), (["a.txt", "b.txt"], "a+1"),
    (["c/x.gz.txt", "c/y.txt", "d/z.txt"], "x.gz+2"),
  ])
  func `lists are called after the first of them, and the number of the others`(
    names: [String], label: String
  ) throws {
    let files = names.enumerated().map { ($1, "word\($0)\n") }
    let found = try run(files)
    #expect(found.report(version: "1").manifest.dataset == label)
    #expect(found.lists.label == label)
    // The same from a recording.
    var settings = try settings("minlength: 4;", names.map { "\(directory.path)/\($0)" })
    settings.blocklists = .off
    let recording = try settings.prepareScan(ScanSettings(version: "1")) { _ in }.run().recording
    let asked = try settings.findings(in: AskedRecording(recording), of: "a.tally") { _ in }
    #expect(asked.lists.label == label)
  }

  @Test func `a directory is one name, of whatever lists lie in it`() throws {
    let files = [("deep/more/a.txt", "worda\n"), ("deep/b.txt", "wordb\n"), ("c.txt", "wordc\n")]
    for (name, label) in [
      (".hidden", "lists"), ("a.b", "a.b"),
      ("deep/..", directory.path.split(separator: "/").last.map(String.init) ?? ""),
    ] {
      let found = try run(files + [(".hidden/a.txt", "x\n"), ("a.b/a.txt", "x\n")], asking: [name])
      #expect(found.lists.label == label)
    }
    for (names, label) in [
      (["deep"], "deep"), (["deep/", "c.txt"], "deep+1"), (["c.txt", "deep"], "c+1"),
    ] {
      let found = try run(files, asking: names)
      #expect(found.lists.label == label)
      #expect(found.findings.entries == (names.count == 1 ? 2 : 3))
      let settings = try settings("minlength: 4;", names.map { "\(directory.path)/\($0)" })
      let recording = try settings.prepareScan(ScanSettings(version: "1")) { _ in }.run().recording
      let asked = try settings.findings(in: AskedRecording(recording), of: "a.tally") { _ in }
      #expect(asked.lists.label == label)
    }
  }

  @Test(arguments: [
    (["2018/dump.txt", "2019/dump.txt", "forum.txt"], ["2018/dump", "2019/dump", "forum"]),
    (["a.txt", "b.txt"], ["a", "b"]), (["a.txt", "a+1.txt"], ["a", "a+1-2"]),
    (["x/a.txt", "x/a.csv", "y/b.txt"], ["a", "a.csv", "b"]),
  ])
  func `the lists of a report have labels of their own`(names: [String], labels: [String]) throws {
    let found = try run(names.enumerated().map { ($1, "word\($0)\n") }) { $0.separatesLists = true }
    let report = found.report(version: "1")
    #expect(report.parts.map(\.dataset) == labels)
    let whole = report.manifest.dataset
    #expect(Set(labels + [whole]).count == labels.count + 1)
    #expect(report.parts.map(\.findings.entries).reduce(0, +) == found.findings.entries)
  }

  @Test func `a member of an archive is named harmlessly, with its size and whether it is whole`()
    throws
  {
    /// A tar archive of one file.
    func tar(_ name: String, _ text: String) -> [UInt8] {
      var header = [UInt8](repeating: 0, count: 512)
      func put(_ text: String, at place: Int) {
        for (number, byte) in text.utf8.enumerated() { header[place + number] = byte }
      }
      let octal = String(text.utf8.count, radix: 8)
      put(name, at: 0)
      put("0000644\0" + "0000000\0" + "0000000\0", at: 100)
      put(String(repeating: "0", count: 11 - octal.count) + octal + "\0" + "00000000000\0", at: 124)
      put("        0", at: 148)
      put("ustar\0" + "00", at: 257)
      let sum = String(header.reduce(0) { $0 + Int($1) }, radix: 8)
      put(String(repeating: "0", count: 6 - sum.count) + sum + "\0 ", at: 148)
      let body = Array(text.utf8)
      return header + body + [UInt8](repeating: 0, count: (512 - body.count % 512) % 512 + 1024)
    }
    let path = try directory.file("leak.tar", tar("a\u{1B}b.txt", "meadow\nlark1\n"))
    let found = try settings("minlength: 5;", [path]).prepare { _ in }.run()
    #expect(found.findings.entries == 2 && found.findings.policies.map(\.compliant) == [2])
    let manifest = String(
      decoding: try ManifestFile(found.report(version: "1")).serialized(), as: UTF8.self)
    #expect(manifest.contains(#""name" : "a\\u{1b}b.txt""#), "\(manifest.prefix(2000))")
  }

  @Test(arguments: 0...4) func `empty lists beside others are told together`(count: Int) throws {
    let listener = Listener()
    let empty = (0..<count).map { ("empty\($0).txt", "") }
    _ = try run(empty + [("full.txt", "meadow\n")], listener)
    let more = ["", "", "; so does 1 more", "; so do 2 more", "; so do 3 more"][count]
    #expect(
      told(listener)
        == (count == 0 ? [] : ["empty0.txt: note: an empty list, which adds nothing\(more)"]))
    let all = Listener()
    if count > 0 {
      let found = try run(empty, all)
      #expect(all.told == [])
      #expect(found.shortfalls == [.nothingAudited])
      #expect(found.conclude(tell: all.tell) == .incomplete)
      let place = count == 1 ? "empty0.txt: " : ""
      #expect(
        told(all).map { $0.prefix { $0 != "\n" } } == [
          "\(place)error: no passwords; expected at least one"
        ])
    }
  }

  @Test(arguments: [2, 11, 12, 14])
  func `lists that count twice are told, ten by name`(count: Int) throws {
    let listener = Listener()
    let found = try run((0..<count).map { ("l\($0).txt", "meadow\nlark\n") }, listener)
    let named = min(count - 1, 10)
    #expect(told(listener).count == named + (count > 11 ? 1 : 0))
    for (number, line) in told(listener).prefix(named).enumerated() {
      #expect(
        line.hasPrefix("l\(number + 1).txt: warning: ")
          && line.contains("'\(directory.path)/l0.txt'") == false)
      #expect(line.contains("every password counts twice"))
    }
    if count > 11 {
      let rest = count - 11
      #expect(
        told(listener).last?.hasPrefix(
          "warning: \(rest) more list\(rest == 1 ? "" : "s") of the same text")
          == true)
    }
    #expect(found.shortfalls == [.warned])
    #expect(found.report(version: "1").manifest.complete)
    let twice = Listener()
    _ = try run([("l0.txt", "meadow\nlark\n")], asking: ["l0.txt", "l0.txt"], twice)
    #expect(told(twice).first?.hasPrefix("l0.txt: warning: named twice") == true)
  }

  @Test(arguments: [
    ("one.policy", "minlength: 8;\n", true), ("two.policy", "[a]\nminlength: 8;\n", true),
    ("three.txt", "minlength: x;\n", false), ("four.txt", "meadow\nlark\n", false),
    ("five.txt", "user:meadow\nother:lark\n", false), ("minlen.conf", "minlen = 8\n", true),
    ("six.txt", "minlen\n", false), ("seven.txt", "^.{8,}$\n", false),
  ])
  func `a policy that is named as a list is refused, unless any bytes are`(
    name: String, text: String, isPolicy: Bool
  ) throws {
    let listener = Listener()
    let found = try? run([(name, text)], listener)
    #expect((found == nil) == isPolicy)
    #expect(
      told(listener).first?.hasPrefix(
        "\(name): error: the file is a policy, and is named as a list")
        ?? false == isPolicy)
    _ = try run([(name, text)]) { $0.lists.reading = TextSettings(takesAnyBytes: true) }
    // One in a directory was not named.
    _ = try run([("dir/" + name, text)], asking: ["dir"])
  }

  @Test(arguments: [
    (TextSettings(encoding: .utf8), "utf-8"),
    (TextSettings(encoding: .latin1), "latin-1, converted to utf-8"),
    (
      TextSettings(encoding: .windows1252),
      "windows-1252, converted to utf-8; a byte it lacks is ill-formed"
    ),
    (
      TextSettings(encoding: .utf16LittleEndian),
      "utf-16le, converted to utf-8; an unpaired surrogate is ill-formed"
    ),
    (
      TextSettings(encoding: .utf16BigEndian),
      "utf-16be, converted to utf-8; an unpaired surrogate is ill-formed"
    ),
    (
      TextSettings(encoding: nil, fallback: .latin1),
      "utf-16 where the first bytes say so, converted to utf-8 (an unpaired surrogate is ill-formed); "
        + "utf-8 otherwise; lines that are not utf-8 as latin-1"
    ),
    (
      TextSettings(encoding: .utf8, takesAnyBytes: true),
      "utf-8; whatever the first bytes look like"
    ),
  ])
  func `how text is read is stated`(reading: TextSettings, words: String) throws {
    let found = try run([("a.txt", "m\u{0}e\u{0}\n\u{0}")]) { $0.lists.reading = reading }
    #expect(found.report(version: "1").manifest.readings["encoding"] == words)
  }

  @Test(arguments: [1, 100, 101, 103]) func `missing lists are told, a hundred by name`(
    count: Int
  ) throws {
    let listener = Listener()
    let names = (0..<count).map { "gone\($0).txt" }
    let found = try run([("a.txt", "meadow\n")], asking: ["a.txt"] + names, listener)
    let named = told(listener).filter { $0.hasPrefix("gone") }
    #expect(named.enumerated().allSatisfy { $1.hasPrefix("gone\($0).txt: error: ") })
    #expect(named.count == min(count, 100))
    #expect(told(listener).count == min(count, 101))
    #expect(found.shortfalls == [.readInPart, .warned])
  }
}
