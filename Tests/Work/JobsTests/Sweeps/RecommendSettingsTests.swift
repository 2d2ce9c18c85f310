import Auditing
import Diagnostics
import Intake
import Jobs
import Metrics
import PasswordPolicies
import Passwords
import Reports
import TestSupport
import Testing
import Workers

@Suite struct RecommendSettingsTests {
  private static let words = [
    "password", "abc", "x9qvzt2k", "lmnk", "aab1", "a1", "Aa1-xyz", "12345678", "ABCD", "zz9",
  ]

  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func settings(
    _ names: [String], _ grid: GridSettings, presets: [String] = [],
    estimate: FactDemand.StrengthDetail = .zxcvbn, standards: [String] = [],
    countsManagers: Bool = false, tell: @escaping ProblemHandler = { _ in }
  ) throws -> RecommendSettings {
    var audit = AuditSettings(
      JudgingSettings(
        lists: ListSettings(names: names), strength: StrengthSettings(referenceYear: 2026)),
      estimate)
    audit.blocklists = .off
    return try RecommendSettings(
      audit, grid: grid, against: .loginPage, standards: standards, countsManagers: countsManagers
    ).loading(PolicySettings(presets: presets), tell: tell)
  }

  private static func kinds(_ word: String) -> Int {
    [
      word.contains(where: \.isUppercase), word.contains(where: \.isLowercase),
      word.contains(where: \.isNumber), word.contains("-"),
    ].count { $0 }
  }

  @Test func `each list is counted by itself under each policy`() throws {
    let (some, all) = (Array(Self.words.prefix(4)), Self.words)
    let listener = Listener()
    let paths = try [
      directory.file("some.list.txt", some.map { $0 + "\n" }.joined()),
      directory.file("all.txt", all.map { $0 + "\n" }.joined()),
      directory.file("more/some.txt", some.map { $0 + "\n" }.joined()),
      directory.file("none.txt", "\n"),
    ]
    let settings = try settings(
      paths, GridSettings(minLengths: [4, 8], classes: [0, 2]), presets: ["nist-63b-4"],
      standards: ["nist-63b-4"], tell: listener.tell)
    let counted = try settings.counted(
      takingYear: false, stop: StopFlag(), showing: nil, tell: listener.tell)
    #expect(counted.lists.map(\.name) == ["some", "all", "some-2"])
    #expect(counted.areInPart)
    #expect(
      listener.told.map { $0.replacing(directory.path + "/", with: "") } == [
        "more/some.txt: warning: the same list as some.list.txt; it changes nothing\n  Name each list once."
      ])
    let table = counted.table
    #expect(table.against == .loginPage && table.lists.map(\.passwords) == [4, 10, 4])
    #expect(table.policies.map(\.policy).last == "nist-63b-4")
    #expect(table.policies.map(\.own) == [nil, nil, nil, nil, nil])
    #expect(table.policies.last?.meets == ["nist-63b-4"] && table.policies[0].meets == [])
    for (place, (length, kinds)) in [(4, 0), (4, 2), (8, 0), (8, 2)].enumerated() {
      let policy = table.policies[place]
      for (cell, words) in zip(policy.cells, [some, all, some]) {
        let count = words.count { $0.count >= length && Self.kinds($0) >= kinds }
        #expect(cell?.accepted == UInt64(count)...UInt64(count), "\(policy.policy)")
        #expect(cell.map { $0.guessed.upperBound <= $0.accepted.upperBound } == true)
      }
    }
    // What zxcvbn guesses first is guessed by ten guesses.
    #expect(table.lists[0].guessed?.lowerBound ?? 0 >= 1)
  }

  @Test(arguments: [
    (FactDemand.StrengthDetail.meter, GridSettings(), "what is guessed is its question"),
    (
      .zxcvbn, GridSettings(minLengths: Array(1...101), classes: Array(0...100)),
      "The grid has 10201"
    ),
    (.zxcvbn, GridSettings(minLengths: [0]), "--minlength takes lengths from 1 to"),
    (.zxcvbn, GridSettings(classes: [0, 5]), "--classes goes from 0 to 4, not to 5."),
    (.zxcvbn, GridSettings(minScores: [5]), "--min-score goes from 0 to 4, not to 5."),
    (
      .zxcvbn, GridSettings(maxRepeating: [nil, 0]),
      "--max-repeating takes none and numbers from 1."
    ),
    (.zxcvbn, GridSettings(blocklists: [""]), "--blocklist takes none, default and files"),
    (
      .zxcvbn, GridSettings(minLengths: Array(1...100), classes: Array(repeating: 0, count: 100)),
      ""
    ),
  ])
  func `a grid that makes no sense is refused`(
    estimate: FactDemand.StrengthDetail, grid: GridSettings, told: String
  ) throws {
    let found = problem { try settings(["a.txt"], grid, estimate: estimate).validate() }
    #expect(found?.message.contains(told) ?? told.isEmpty, "\(found?.message ?? "")")
  }

  @Test func `a policy accepts what password managers generate, or it does not`() throws {
    let list = try directory.file("some.txt", "password\n")
    let settings = try settings(
      [list], GridSettings(minLengths: [8, 60], classes: [0]), countsManagers: true)
    let counted = try settings.counted(
      takingYear: false, stop: StopFlag(), showing: nil, tell: { _ in })
    #expect(counted.table.policies.map(\.managers) == [true, false])
  }
}
