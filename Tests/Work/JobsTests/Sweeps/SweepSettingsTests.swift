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

@Suite struct SweepSettingsTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func settings(_ lists: [String]) -> SweepSettings {
    var audit = AuditSettings(
      JudgingSettings(
        lists: ListSettings(names: lists), strength: StrengthSettings(referenceYear: 2026)))
    audit.estimate = .none
    audit.distinct = CountingSettings(memory: 16 << 20, directory: directory.path)
    return SweepSettings(
      audit,
      grid: GridSettings(minLengths: [4, 8], classes: [0], blocklists: ["none", "default"]))
  }

  @Test func `a sweep is prepared, read and reported from values`() throws {
    let list = try directory.file("leak.txt", "password\nabc\nx9qvzt2k\nlmnk\n")
    let listener = Listener()
    let found = try settings([list]).prepare(tell: listener.tell).run()
    #expect(found.shortfalls.isEmpty)
    let report = found.report()
    let rows = String(decoding: report.table.bytes(), as: UTF8.self).split(separator: "\n")
    #expect(
      report.rows.map(\.cell.name) == [
        "length 4", "length 8", "length 4, blocklist default", "length 8, blocklist default",
      ])
    #expect(
      rows.dropFirst().map { $0.split(separator: ",", omittingEmptySubsequences: false)[6] }
        == ["3", "2", "2", "1"])
    #expect(listener.told == [])
  }

  @Test func `a sweep of part of a list is incomplete, and one without passwords fails`()
    throws
  {
    let list = try directory.file("leak.txt", "password\n")
    let damaged = try directory.file("leak.gz", [0x1F, 0x8B, 8, 0, 0])
    let part = try settings([list, damaged]).prepare(tell: { _ in }).run()
    #expect(part.shortfalls == [.readInPart, .warned])
    #expect(part.shortfalls.outcome == .incomplete && !part.report().isComplete)
    #expect(part.report().warnings.count == 1)
    #expect(try settings([list]).prepare { _ in }.run().report().isComplete)
    let nothing = try settings([damaged]).prepare(tell: { _ in }).run()
    #expect(nothing.shortfalls.outcome == .impossible)
  }

  /// The cells of a table's lines.
  private func cells(_ table: [UInt8]) -> [[Substring]] {
    String(decoding: table, as: UTF8.self).split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
  }

  /// The text of a policy of a grid, by its name: `length 4, classes 2, at-most: 1 digit`.
  private static func text(ofName name: String, besides base: String) -> String {
    let words = [
      "length": "minlength", "classes": "min-classes", "repeats": "max-repeating",
      "score": "min-score", "blocklist": "blocklist",
    ]
    let rules = name.split(separator: ", ").map { part in
      let (word, value) = (part.prefix { $0 != " " }, part.drop { $0 != " " })
      return words[String(word)].map { "\($0):\(value)" } ?? String(part)
    }
    return ([base] + rules).map { "\($0);" }.joined(separator: " ")
  }

  @Test(arguments: [
    (GridSettings(minLengths: [3, 5], classes: [0, 1, 2]), "allowed: ascii-printable", 4),
    (
      GridSettings(minLengths: [3], classes: [0, 1], maxRepeating: [nil, 1], allowsUnicode: true),
      "allowed: unicode", 4
    ),
    (
      try GridSettings(
        minLengths: [2, 4], classes: [0],
        axes: [GridAxis("at-most: none,0-1 digit"), GridAxis(" max-sequential : 2 ")]),
      "allowed: ascii-printable", 6
    ),
    (
      try GridSettings(
        minLengths: [4], classes: [0], minScores: [0], blocklists: ["none", "default"],
        base: policies("maxlength: 3; required: lower; min-score: 4; blocklist: default;").first),
      "required: lower", 2
    ),
  ])
  func `each policy of a grid accepts what the policy of its name does`(
    grid: GridSettings, base: String, count: Int
  ) throws {
    let words = [
      "password", "abc", "x9qvzt2k", "lmnk", "aab", "a1", "Aa1-", "\u{E9}\u{E9}\u{E9}1", "12345",
      "ABCD", "zz9",
    ]
    let list = try directory.file("leak.txt", words.map { $0 + "\n" }.joined())
    var audit = try JobsTests.settings("minlength: 1; allowed: unicode;", [list])
    audit.policies = []
    audit.distinct = CountingSettings(memory: 16 << 20, directory: directory.path)
    let report = try SweepSettings(audit, grid: grid).prepare { _ in }.run().report()
    let table = String(decoding: report.table.bytes(), as: UTF8.self).split(separator: "\n")
      .map { $0.split(separator: ",", omittingEmptySubsequences: false) }
    let column = try #require(table.first?.firstIndex(of: "accepted"))
    #expect(report.rows.count == count && table.count == 1 + count)
    for (row, cells) in zip(report.rows, table.dropFirst()) {
      let text = Self.text(ofName: row.cell.name, besides: base)
      var one = try JobsTests.settings(text, [list])
      one.blocklists = text.contains("blocklist") ? BlocklistSettings() : .off
      let accepted = try one.prepare { _ in }.run().findings.policies.map(\.compliant)
      #expect(accepted.map { "\($0)" } == [String(cells[column])], "\(text)")
    }
  }

  @Test(arguments: [
    ("at-most", "is no rule with numbers to vary"), ("at-most: x digit", "is no rule with numbers"),
    ("minlength: 8,9", "is no rule with numbers"),
    ("between: 1-2 digit", "is no rule with numbers"),
    ("at-most: none digit", "is no rule with numbers"),
    ("at-most: 1,,2 digit", "is no rule with numbers"),
    ("at-least: 0 digit", "has no effect"), ("at-most: 1-9999 digit", "is no rule with numbers"),
    ("at-most: 1 digits", "unknown class"), ("max-class-run: 3,4", ""), ("at-most: 0 digit", ""),
  ])
  func `a rule to vary has numbers`(text: String, told: String) {
    let found = problem { () throws -> GridAxis in try GridAxis(text) }
    #expect(found?.message.contains(told) ?? told.isEmpty, "\(found?.message ?? "")")
  }

  @Test func `a sweep of a tally finds what the sweep of its list does`() throws {
    let list = try directory.file("leak.txt", "password\nabc\nx9qvzt2k\nlmnk\nlmnk\n")
    var audit = try JobsTests.settings("minlength: 1;", [list])
    audit.policies = try policies("[own]\nminlength: 5; allowed: unicode;")
    audit.distinct = CountingSettings(
      memory: 16 << 20, directory: directory.path, weights: .lists)
    let path = "\(directory.path)/leak.tally"
    let scan = try audit.prepareScan(ScanSettings(to: path, version: "1")) { _ in }.run()
    _ = try scan.conclude { _ in }
    let sweep = SweepSettings(audit, grid: GridSettings(minLengths: [3, 6], classes: [0, 2]))
    let (one, other) = try (
      sweep.prepare { _ in }.run(),
      SweepSettings.findings(inTally: path, takingYear: true, tell: { _ in }) { sweep }
    )
    #expect(one.report().table.bytes() == other.report().table.bytes())
    #expect(cells(one.report().table.bytes()).dropFirst().allSatisfy { $0[1] == "lists" })
    #expect(one.report().rows.map(\.cell.name).last == "own" && !one.report().references.isEmpty)
    #expect(one.report().references.map(\.cell.name) == other.report().references.map(\.cell.name))
    let floors = one.report().rows.map { $0.cell.floorBits }
    #expect(floors.allSatisfy { ($0 ?? 0) > 1 })
    for (row, floor) in zip(one.report().rows, floors)
    where row.cell.place?.classes == 0 || row.cell.place == nil {
      let length = Double(row.cell.place?.minLength ?? 5)
      #expect(abs((floor ?? 0) - length * log2(95)) < 1e-9, "\(row.cell.name)")
    }
    #expect(one.report(dataset: "x").dataset == "x" && other.report().dataset == "leak")
    // A folded tally has everything but a median.
    let sum = try RecordingSum(
      to: RecordingSum.Destination(path + ".folded", replacing: false, besides: []), counting: nil,
      threads: 1,
      fold: FoldSettings(entries: 2)
    ) { _ in }
    try sum.add(scan.recording, from: path)
    try sum.finish()
    func folded(_ measure: SweepReport.Measure) throws -> SweepReport {
      try SweepSettings.findings(inTally: path + ".folded", takingYear: true, tell: { _ in }) {
        SweepSettings(audit, grid: GridSettings(minLengths: [3], classes: [0]), measure: measure)
      }.report()
    }
    #expect(try folded(.ten).rows.count == 2)
  }

  @Test func `a policy of a file is the base of the grid, and a sweep of nothing says so`() throws {
    let list = try directory.file("leak.txt", "\n")
    let listener = Listener()
    let sweep = try settings([list]).loading(
      PolicySettings(files: ["required: digit; minlength: 9; allowed: unicode;"]), tell: { _ in })
    let found = try sweep.prepare(tell: listener.tell).run()
    #expect(found.conclude(tell: listener.tell) == .incomplete)
    #expect(listener.told.count == 1 && listener.told[0].contains("no passwords"))
    let report = found.report()
    #expect(report.rows.first?.cell.rules.contains("required: digit") == true)
    let preset = try settings([list]).loading(
      PolicySettings(presets: ["nist-63b-4"]), tell: { _ in })
    #expect(
      try preset.prepare { _ in }.run().report().rows.first?.cell.rules.contains("minlength: 4")
        == true)
    #expect(
      try settings([list]).loading(PolicySettings(), tell: { _ in }).prepare { _ in }.run().report()
        .rows.count == 4)
  }

  /// Presets to compare with stand beside the grid, each with its own numbers.
  @Test func `references accept what an audit of them does`() throws {
    let words = [
      "password", "abc", "x9qvzt2k", "Aa1-xyzw", "12345678", "Mxadowlark77!", "correct horse x",
    ]
    let list = try directory.file("leak.txt", words.map { $0 + "\n" }.joined())
    var audit = try JobsTests.settings("minlength: 1;", [list])
    audit.policies = []
    audit.distinct = CountingSettings(memory: 16 << 20, directory: directory.path)
    let report = try SweepSettings(
      audit,
      grid: GridSettings(minLengths: [1, 30], classes: [0], blocklists: ["none", "default"])
    ).prepare { _ in }.run().report()
    #expect(report.references.count > 2)
    for row in report.references {
      var one = try JobsTests.settings("minlength: 1;", [list])
      one.policies = [
        try #require(Preset.references.first { $0.policy().name == row.cell.name })
          .policy()
      ]
      one.blocklists = BlocklistSettings()
      let accepted = try one.prepare { _ in }.run().findings.policies.map(\.compliant)
      #expect(accepted.map { UInt128($0) } == [row.found.accepted.lowerBound], "\(row.cell.name)")
    }
  }

  @Test(arguments: [nil, [3]] as [[Int]?])
  func `a dictionary needs an estimate, or a score in the grid`(scores: [Int]?) throws {
    let words = try directory.file("words.txt", "quorvane\n")
    let list = try directory.file("leak.txt", "quorvane77\n")
    var judging = JudgingSettings(lists: ListSettings(names: [list]))
    judging.sources = StrengthSources(year: 2026, dictionaries: [words])
    let sweep = SweepSettings(
      AuditSettings(judging, FactDemand.StrengthDetail.none),
      grid: GridSettings(minLengths: [4], classes: [0], minScores: scores))
    let told = problem { try sweep.loading(PolicySettings(), tell: { _ in }) }
    #expect(
      (told?.found.hasPrefix("--dictionary is of zxcvbn's guesses") == true) == (scores == nil))
  }
}
