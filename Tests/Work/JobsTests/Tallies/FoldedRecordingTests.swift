import Auditing
import Diagnostics
import Intake
import Jobs
import Metrics
import Passwords
import Tallies
import TestSupport
import Testing

/// Folding a recording, and adding recordings up.
@Suite struct FoldedRecordingTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func scan(
    _ lines: [String], distinct: Bool = false, change: (inout AuditSettings) -> Void = { _ in }
  ) throws -> Recording {
    let list = try directory.file(
      "leak\(directory.names().count).txt", lines.map { $0 + "\n" }.joined())
    var settings = try settings("minlength: 4;", [list])
    if distinct {
      settings.distinct = CountingSettings(memory: 16 << 20, directory: directory.path)
    }
    change(&settings)
    return try settings.prepareScan(ScanSettings(version: "1")) { _ in }.run().recording
  }

  private static let words = (0..<60).map {
    "\("meadowlark".prefix(1 + $0 % 10))\($0 % 3 == 0 ? "7" : "")"
  }

  @Test(arguments: [(5, nil), (5, 4), (2, 60)] as [(Int, Int?)])
  func `a scan folds by both numbers that are asked for`(entries: Int, passwords: Int?) throws {
    let list = try directory.file("leak.txt", (Self.words + Self.words).map { $0 + "\n" }.joined())
    var settings = try settings("minlength: 4;", [list])
    settings.distinct = CountingSettings(memory: 16 << 20, directory: directory.path)
    let scan = ScanSettings(
      version: "1", fold: FoldSettings(entries: entries, passwords: passwords))
    let found = try settings.prepareScan(scan) { _ in }.run().recording
    #expect(found.folding?.least == UInt64(entries))
    #expect(found.folding?.leastPasswords == UInt64(passwords ?? 0))
  }

  @Test(arguments: [2, 5, 20, 60] as [UInt64], [0, 3] as [UInt64])
  func `a folded recording has the same sums, in rows that are large enough, and hides sizes`(
    entries: UInt64, passwords: UInt64
  ) throws {
    let exact = try scan(Self.words, distinct: true)
    let folded = try exact.folded(
      below: GroupSize(entries: entries, passwords: passwords), of: "a.tally")
    #expect(folded.entries == exact.entries && folded.entries == 60)
    #expect(folded.tally.signatureCount <= Int(60 / entries))
    #expect(
      folded.folding?.least == entries && folded.folding?.leastPasswords == passwords)
    #expect(exact.inputs.allSatisfy { $0.textBytes > 0 })
    #expect(folded.inputs.allSatisfy { $0.textBytes == 0 })
    #expect(folded.fingerprints == nil && folded.spectrum != nil)
    // A policy's ends hold its exact count.
    for length in 1...11 {
      let settings = try settings("minlength: \(length); allowed: unicode;", [])
      let (one, other) = try (
        settings.findings(in: AskedRecording(exact), of: "a") { _ in }.findings,
        settings.findings(in: AskedRecording(folded), of: "a") { _ in }.findings
      )
      let count = try #require(one.policies.first?.compliant)
      let (least, most) = try (
        #require(other.policies.first?.compliant),
        #require((other.ofMost ?? other).policies.first?.compliant)
      )
      #expect(least <= count && count <= most)
    }
  }

  @Test func `what tells more than its rows cannot be folded`() throws {
    func code(_ recording: Recording, _ size: GroupSize = GroupSize(entries: 2)) -> String? {
      problem { try recording.folded(below: size, of: "a.tally") }?.code
    }
    let plain = try scan(Self.words)
    #expect(code(plain) == nil)
    #expect(code(plain, GroupSize(entries: 2, passwords: 2)) == "folded-undistinct")
    let folded = try plain.folded(below: GroupSize(entries: 2), of: "a")
    #expect(code(folded) == "folded-already")
    #expect(code(try scan(Self.words) { $0.countsShapes = true }) == "folded-shapes")
    var foreign = try scan(Self.words, distinct: true)
    foreign.spectrum = try scan(Array(Self.words.prefix(5)), distinct: true).spectrum
    #expect(code(foreign) == "folded-distinct")
    let sum = try RecordingSum(
      to: nil, counting: nil, threads: 1, fold: FoldSettings(entries: 2)
    ) { _ in }
    #expect(problem { try sum.add(folded, from: "b.tally") }?.location?.file == "b.tally")
  }

  @Test(arguments: [0, 1, 59, 60, 61, 62])
  func `a folded tally says from how many accepted passwords on answers are narrow`(count: Int)
    throws
  {
    let listener = Listener()
    let lines = (0..<count).map { _ in "meadow" }
    let sum = try RecordingSum(
      to: nil, counting: nil, threads: 1, fold: FoldSettings(entries: 60), tell: listener.tell)
    try sum.add(scan(lines), from: "a.tally")
    let whole = try sum.finish()
    #expect(whole?.entries == UInt64(count))
    #expect(
      listener.told.first { $0.hasPrefix("note: folded") }?.contains(
        "folded at 60: policies may get answers wider than 10 %") == true, "\(listener.told)")
    var recording = try scan(["meadow"])
    recording.folding = nil
    let large = try RecordingSum(
      to: nil, counting: nil, threads: 1, fold: FoldSettings(entries: 2), tell: listener.tell)
    try large.add(scan(["meadow", "meadow", "meadow"]), from: "b.tally")
    try large.add(scan((0..<(1997 + count)).map { _ in "larks" }), from: "c.tally")
    _ = try large.finish()
    // Narrow from a thousand rows' entries on: 2,000 of 2,000 is none.
    #expect(
      listener.told.last { $0.hasPrefix("note: folded at 2") }?.contains(
        "policies with fewer than 2000 accepted passwords") == (count > 0), "\(listener.told)")
  }

  /// The words by which a recording is refused beside another one.
  private func refusal(
    _ first: Recording, _ second: Recording
  ) throws -> (found: String, expected: String?, remedy: String?)? {
    let sum = try RecordingSum(to: nil, counting: nil, threads: 1) { _ in }
    try sum.add(first, from: "a.tally")
    let told = problem { try sum.add(second, from: "b.tally") }
    if let told {
      #expect(told.code == "unlike-tallies" && told.location?.file == "b.tally")
    }
    return told.map { ($0.found, $0.expected, $0.remedy) }
  }

  @Test func `tallies that differ do not add up, and the difference is told`() throws {
    let plain = try scan(["meadow", "lark"])
    #expect(try refusal(plain, scan(["otter"])) == nil)
    let same = "Record both with the same options."
    let meter = try scan(["otter"]) { $0.estimate = .meter }
    let unlike = try #require(try refusal(plain, meter))
    #expect(unlike.found.hasPrefix("recorded differently from the tallies before it: "))
    #expect(unlike.remedy == same && unlike.expected == nil)
    let latin = try scan(["otter"]) { $0.lists.reading = TextSettings(encoding: .latin1) }
    #expect(
      try refusal(plain, latin)?.found
        == "read differently from the tallies before it: encoding is 'latin-1, converted to utf-8', "
        + "not 'utf-8'")
    let distinct = try scan(["otter"], distinct: true)
    #expect(
      try refusal(distinct, try scan(["meadow"], distinct: true))?.found
        == "its distinct passwords would count twice if a tally before it has them, too")
    var large = plain
    large.tally.lines.empty = UInt64(Int64.max)
    var more = try scan(["otter"])
    more.tally.lines.empty = 1
    let overflow = try #require(try refusal(large, more))
    #expect(overflow.found.hasPrefix("more ") && overflow.found.hasSuffix("than can be counted"))
    #expect(overflow.expected == "fewer than 2⁶³")
    more.tally.lines.empty = 0
    #expect(try refusal(large, more) == nil)
  }

  @Test func `the order of tallies does not change their sum`() throws {
    let parts = try [["meadow", "lark"], ["otter77", "lark"], ["x", "meadow", ""]].map {
      try scan($0)
    }
    func sum(_ order: [Int]) throws -> Recording? {
      let sum = try RecordingSum(to: nil, counting: nil, threads: 1) { _ in }
      for number in order { try sum.add(parts[number], from: "\(number).tally") }
      #expect(sum.outcome == .done)
      return try sum.finish()
    }
    let (one, other) = try (#require(try sum([0, 1, 2])), #require(try sum([2, 0, 1])))
    #expect(one.tally == other.tally && one.entries == parts.reduce(0) { $0 + $1.entries })
    #expect(one.inputs.count == 3)
  }

  @Test(arguments: [1, 10, 11, 13])
  func `lists that were in earlier tallies are told, ten of each by name`(count: Int) throws {
    let parts = try (0..<count).map { try scan(["meadow\($0)"]) }
    var merged = parts[0]
    for part in parts.dropFirst() { try merged.merge(part) }
    let listener = Listener()
    let sum = try RecordingSum(to: nil, counting: nil, threads: 1, tell: listener.tell)
    try sum.add(merged, from: "a.tally")
    #expect(sum.outcome == .done && listener.told == [])
    try sum.add(merged, from: "b.tally")
    #expect(sum.outcome == .incomplete)
    #expect(listener.told.count == min(count, 10) + (count > 10 ? 1 : 0))
    for (line, list) in zip(listener.told.prefix(10), merged.inputs) {
      #expect(line.contains("the list '\(list.name)'"))
    }
    for line in listener.told.prefix(10) {
      #expect(
        line.hasPrefix("b.tally: warning: the list '")
          && line.contains(" of 'a.tally'; every password counts twice"))
    }
    if count > 10 {
      #expect(
        listener.told.last?.hasPrefix(
          "b.tally: warning: \(count - 10) more lists are in tallies before it") == true)
    }
    let twice = Listener()
    let again = try RecordingSum(to: nil, counting: nil, threads: 1, tell: twice.tell)
    try again.add(merged, from: "a.tally")
    try again.add(merged, from: "a.tally")
    #expect(again.outcome == .incomplete)
    #expect(
      twice.told.map { $0.prefix { $0 != "\n" } } == [
        "a.tally: warning: named twice; every password counts twice"
      ])
  }

  @Test func `a tally of part of its lists says so, and of which`() throws {
    let whole = try scan(["meadow"])
    for (isCut, count) in [(true, 1), (true, 2), (false, 1), (false, 3)] {
      var part = whole
      part.inputs =
        (0..<count).map { number in
          var input = whole.inputs[0]
          input.name = "list\(number)"
          input.sha256 = "\(number)"
          (input.isComplete, input.hasMalformedLines) = (!isCut, !isCut)
          return input
        } + whole.inputs
      part.isComplete = !isCut
      let listener = Listener()
      let sum = try RecordingSum(to: nil, counting: nil, threads: 1, tell: listener.tell)
      try sum.add(part, from: "a.tally")
      #expect(sum.outcome == .incomplete)
      let all = "'list0'\(count > 1 ? " and \(count - 1) more" : "")"
      #expect(
        listener.told.map { $0.prefix { $0 != "\n" } } == [
          "a.tally: warning: the scan \(isCut ? "did not read all" : "skipped lines") of \(all)"
        ])
    }
  }

  @Test(arguments: [0, 1, 10, 11, 14])
  func `what a scan warned of is told of its tally, ten times by its words`(count: Int) throws {
    var recording = try scan(["meadow"])
    recording.warnings = (0..<count).map { "leak: warning: number \($0)" }
    let path = "\(directory.path)/a.tally"
    let sum = try RecordingSum(
      to: RecordingSum.Destination(path, replacing: false, besides: []), counting: nil, threads: 1
    ) { _ in }
    try sum.add(recording, from: "b.tally")
    try sum.finish()
    let listener = Listener()
    let found = try settings("minlength: 4;", []).findings(
      inTally: path, takingYear: true, tell: listener.tell)
    #expect(listener.told.count == min(count, 10) + (count > 10 ? 1 : 0))
    for (number, line) in listener.told.prefix(10).enumerated() {
      #expect(
        line.contains("the scan warned: leak: warning: ") && line.contains("number ") && number < 10
      )
    }
    if count > 10 {
      #expect(listener.told.last?.contains("the scan warned: and \(count - 10) more times") == true)
    }
    #expect(found.shortfalls == (count > 0 ? [.warned] : []))
  }
}
