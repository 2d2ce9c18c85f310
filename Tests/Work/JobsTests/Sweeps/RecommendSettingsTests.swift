import Auditing
import Diagnostics
import Intake
import Jobs
import Metrics
import PasswordPolicies
import PasswordStrength
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

  /// Lists between tallies are read in one pass, and none is passed over.
  @Test(arguments: ["tllt", "ltl", "tt", "lltlt", "l"])
  func `lists and tallies are counted in the order in which they are named`(kinds: String) throws {
    let paths = try kinds.enumerated().map { number, kind in
      let words = Self.words.prefix(number + 2).map { $0 + "\n" }.joined()
      let list = try directory.file("n\(number).txt", words)
      guard kind == "t" else { return list }
      var audit = try JobsTests.settings("minlength: 1; allowed: unicode;", [list])
      audit.estimate = .zxcvbn
      let path = directory.path + "/n\(number).tally"
      let scan = try audit.prepareScan(ScanSettings(to: path, version: "1")) { _ in }.run()
      #expect(try scan.conclude { _ in } == .done)
      return path
    }
    let settings = try settings(paths, GridSettings(minLengths: [4], classes: [0]))
    let counted = try settings.counted(
      takingYear: false, stop: StopFlag(), showing: nil, tell: { _ in })
    #expect(counted.lists.map(\.name) == paths.indices.map { "n\($0)" })
    #expect(counted.table.lists.map(\.passwords) == paths.indices.map { UInt64($0 + 2) })
  }

  @Test func `a policy accepts what password managers generate, or it does not`() throws {
    let list = try directory.file("some.txt", "password\n")
    let settings = try settings(
      [list], GridSettings(minLengths: [8, 60], classes: [0]), countsManagers: true)
    let counted = try settings.counted(
      takingYear: false, stop: StopFlag(), showing: nil, tell: { _ in })
    #expect(counted.table.policies.map(\.managers) == [true, false])
  }

  /// A tally of a list, by an estimate.
  private func tally(
    _ name: String, _ lines: [String], _ estimate: FactDemand.StrengthDetail = .zxcvbn,
    change: (inout AuditSettings) -> Void = { _ in }
  ) throws -> String {
    let list = try directory.file("\(name).txt", lines.map { $0 + "\n" }.joined())
    var audit = AuditSettings(
      JudgingSettings(
        lists: ListSettings(names: [list]), strength: StrengthSettings(referenceYear: 2026)),
      estimate)
    audit.blocklists = .off
    change(&audit)
    let path = "\(directory.path)/\(name).tally"
    let scan = try audit.prepareScan(ScanSettings(to: path, version: "1")) { _ in }.run()
    _ = try scan.conclude { _ in }
    return path
  }

  private func counted(
    _ settings: RecommendSettings, _ listener: Listener = Listener()
  ) throws -> CountedLists {
    try settings.counted(takingYear: false, stop: StopFlag(), showing: nil, tell: listener.tell)
  }

  @Test func `a list and its tally are counted alike, in whatever order they are named`() throws {
    let grid = GridSettings(minLengths: [3, 6, 9], classes: [0, 3])
    let halves = [Array(Self.words.prefix(5)), Array(Self.words.dropFirst(5))]
    let tallies = try halves.enumerated().map { try tally("part\($0)", $1) }
    let lists = tallies.map { $0.replacing(".tally", with: ".txt") }
    for names in [[0, 1], [1, 0]] {
      let tables = try [
        names.map { lists[$0] }, names.map { tallies[$0] }, [lists[names[0]], tallies[names[1]]],
        [tallies[names[0]], lists[names[1]]],
      ].map { try counted(settings($0, grid)) }
      #expect(
        tables.allSatisfy { $0.lists.map(\.name) == names.map { "part\($0)" } && !$0.areInPart })
      let first = Recommendation(tables[0].table).json
      #expect(tables.allSatisfy { Recommendation($0.table).json == first })
    }
  }

  @Test func `the lists between tallies keep their places, and twins are told`() throws {
    let one = try tally("one", Array(Self.words.prefix(5)))
    let list = try directory.file("list.txt", "meadow\nlark\n")
    let listener = Listener()
    let found = try counted(
      settings([one, list, one], GridSettings(minLengths: [4], classes: [0])), listener)
    #expect(found.lists.map(\.name) == ["one", "list", "one-2"])
    #expect(listener.told.count == 1 && listener.told[0].contains("the same list as "))
  }

  @Test func `a tally without scores, or of another estimate, is told by its option`() throws {
    let grid = GridSettings(minLengths: [4], classes: [0])
    let plain = try tally("plain", ["meadow", "lark"], .none)
    #expect(
      problem { try counted(settings([plain], grid)) }?.message == """
        \(plain): error: the tally does not record the strength score
          Record it: audit scan --strength combined LIST -o FILE
        """)
    let scored = try tally("scored", ["meadow", "lark"])
    let list = try directory.file("list.txt", "otter\n")
    var audit = AuditSettings(
      JudgingSettings(
        lists: ListSettings(names: [scored, list]), strength: StrengthSettings(referenceYear: 2026)),
      nil)
    audit.blocklists = .off
    let mixed = RecommendSettings(
      audit, grid: grid, against: .loginPage, standards: [], countsManagers: false)
    let told = problem { try counted(mixed) }
    #expect(told?.code == "different-estimates")
    #expect(
      told?.found.hasPrefix("guesses of 'scored' are by the estimate 'zxcvbn") == true,
      "\(told?.found ?? "")")
    #expect(told?.found.contains(", of 'list' by 'combined") == true)
  }

  @Test func `lists without a password are no counts, and a list of part is incomplete`() throws {
    let grid = GridSettings(minLengths: [4], classes: [0])
    let empty = try directory.file("empty.txt", "\n")
    let listener = Listener()
    #expect(throws: ProblemsTold.self) { try counted(settings([empty], grid), listener) }
    #expect(listener.told.count == 1 && listener.told[0].contains("no passwords"))
    let list = try directory.file("list.txt", "meadow\n")
    let damaged = try directory.file("leak.gz", [0x1F, 0x8B, 8, 0, 0])
    #expect(try counted(settings([list, damaged], grid)).areInPart)
    #expect(try !counted(settings([list], grid)).areInPart)
  }

  @Test func `policies beside the grid are one's own, but presets are not`() throws {
    let list = try directory.file("list.txt", "meadow\nlark\n")
    var audit = AuditSettings(
      JudgingSettings(
        lists: ListSettings(names: [list]), strength: StrengthSettings(referenceYear: 2026)),
      .zxcvbn)
    audit.blocklists = .off
    let settings = try RecommendSettings(
      audit, grid: GridSettings(minLengths: [4, 5], classes: [0]), against: .loginPage,
      standards: ["pci-4.0.1", "no standard"], countsManagers: false
    ).loading(PolicySettings(files: ["minlength: 5; allowed: unicode;"], presets: ["nist-63b-4"])) {
      _ in
    }
    let policies = try counted(settings).table.policies
    #expect(policies.map(\.own) == [nil, nil, true, nil])
    #expect(policies.map(\.managers) == [nil, nil, nil, nil])
  }

  @Test func `a table is read from its file`() throws {
    let list = try directory.file("list.txt", "meadow\nlark\n")
    let table = try counted(settings([list], GridSettings(minLengths: [4], classes: [0]))).table
    let path = try directory.file("table.json", table.json)
    #expect(try Recommendation(RecommendationTable(file: path)).json == Recommendation(table).json)
    #expect(problem { try RecommendationTable(file: path + "x") }?.code == "unreadable-counts")
  }
}
