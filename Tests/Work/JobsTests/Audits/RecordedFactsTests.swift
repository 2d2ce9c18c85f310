import Auditing
import Diagnostics
import Intake
import Jobs
import Metrics
import PasswordStrength
import Passwords
import Reports
import Tallies
import TestSupport
import Testing

/// What a tally answers, by what its scan recorded and what is asked, over every combination.
@Suite struct RecordedFactsTests {
  private static let estimates: [FactDemand.StrengthDetail] = [.none, .meter, .zxcvbn, .combined]

  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func asked(
    _ estimate: FactDemand.StrengthDetail, _ rules: String = "minlength: 4;"
  ) throws -> AuditSettings {
    var settings = try settings(rules, [])
    settings.estimate = estimate
    return settings
  }

  private func recording(
    _ estimate: FactDemand.StrengthDetail, _ change: (inout AuditSettings) -> Void = { _ in }
  ) throws -> Recording {
    let list = try directory.file("leak.txt", "meadow\nlark\nmeadow\notter77\n")
    var settings = try settings("minlength: 4;", [list])
    settings.estimate = estimate
    change(&settings)
    return try settings.prepareScan(ScanSettings(version: "1")) { _ in }.run().recording
  }

  /// What an estimate needs, as a tally that lacks it says, and the options that record it.
  private static func lacked(
    _ asked: FactDemand.StrengthDetail, by recorded: FactDemand.StrengthDetail
  ) -> (fact: String, remedy: String)? {
    let rank = { (detail: FactDemand.StrengthDetail) in estimates.firstIndex(of: detail) ?? 4 }
    if rank(asked) <= rank(recorded) { return nil }
    return switch (asked, recorded) {
    case (.meter, _):
      (
        "the level of the four-criteria meter",
        "--strength meter LIST -o FILE. Or say --strength none"
      )
    case (_, .none), (_, .meter):
      (
        "the strength score", "--strength combined LIST -o FILE. Or say --strength meter or none"
      )
    case (.minAuto, _):
      (
        "the guesses of the model alone",
        "--strength min-auto LIST -o FILE. Or say --strength combined"
      )
    default:
      ("the combined estimate", "--strength combined LIST -o FILE. Or say --strength zxcvbn")
    }
  }

  @Test(arguments: estimates)
  func `an estimate is answered where it was recorded, and else told with its option`(
    recorded: FactDemand.StrengthDetail
  ) throws {
    let recording = try recording(recorded)
    for estimate in Self.estimates + [.minAuto] {
      let lacked = Self.lacked(estimate, by: recorded)
      let found = problem {
        try asked(estimate).findings(in: AskedRecording(recording), of: "a.tally") { _ in }
      }
      #expect(
        found?.message
          == lacked.map {
            "a.tally: error: the tally does not record \($0.fact)\n  Record it: audit scan \($0.remedy)"
          }, "\(estimate) of \(recorded)")
    }
  }

  @Test(arguments: estimates, [false, true])
  func `as far as a tally goes, all is answered, and each fact that it lacks is told once`(
    recorded: FactDemand.StrengthDetail, hasLists: Bool
  ) throws {
    let recording = try recording(recorded) {
      $0.blocklists = hasLists ? BlocklistSettings() : .off
      if hasLists {
        $0.distinct = CountingSettings(memory: 16 << 20, directory: directory.path)
      }
    }
    for estimate in Self.estimates {
      for asksMore in [false, true] {
        var settings = try asked(estimate)
        settings.blocklists = asksMore ? BlocklistSettings() : .off
        settings.distinct = asksMore ? CountingSettings() : nil
        let (found, missing) = try settings.asFarAs(recording, of: "a.tally")
        let isWithoutScore = estimate.hasGuesses && !recorded.hasGuesses
        let expected: FactDemand.StrengthDetail =
          switch (estimate, recorded) {
          case (.combined, .zxcvbn): .zxcvbn
          case _ where isWithoutScore: recorded
          case (.meter, .none): .none
          default: estimate
          }
        #expect(found.estimate == expected, "\(estimate) of \(recorded)")
        let facts = missing.map { $0.found.replacing("the tally does not record ", with: "") }
        #expect(
          facts == (isWithoutScore ? ["the strength score"] : [])
            + (asksMore && !hasLists
              ? ["distinct passwords", "which passwords a blocklist holds"] : []))
        #expect((found.distinct != nil) == (asksMore && hasLists))
        #expect(found.judging.blocklists.isOff == !(asksMore && hasLists))
        // And it is an answer.
        let answer = try found.findings(in: AskedRecording(recording), of: "a.tally") { _ in }
        #expect(answer.findings.entries == 4)
      }
    }
  }

  @Test(arguments: ["shapes", "habits", "distinct"])
  func `what a scan was not asked to count is told by its option`(option: String) throws {
    func change(_ settings: inout AuditSettings) {
      settings.countsShapes = option == "shapes"
      settings.countsHabits = option == "habits"
      settings.distinct = option == "distinct" ? CountingSettings() : nil
    }
    let scratch = directory.path
    let (plain, counted) = try (
      recording(.none),
      recording(.none) {
        change(&$0)
        if $0.distinct != nil {
          $0.distinct = CountingSettings(memory: 16 << 20, directory: scratch)
        }
      }
    )
    var settings = try asked(.none)
    _ = try settings.findings(in: AskedRecording(plain), of: "a.tally") { _ in }
    change(&settings)
    let told = problem { try settings.findings(in: AskedRecording(plain), of: "a.tally") { _ in } }
    #expect(told?.code == "missing-fact")
    #expect(told?.remedy == "Record it: audit scan --\(option) LIST -o FILE")
    let found = try settings.findings(in: AskedRecording(counted), of: "a.tally") { _ in }
    #expect(found.findings.entries == 4)
    #expect((found.findings.habits != nil) == (option == "habits"))
    #expect((found.findings.list.shapes != nil) == (option == "shapes"))
    #expect((found.findings.distinctCount != nil) == (option == "distinct"))
  }

  @Test(
    arguments: [
      ([], "scores with the reference year 2026 (only 2019)"),
      (["acme"], "scores with the reference year 2026 (only 2019)"),
    ] as [([String], String)])
  func `scores of another year or of other words are others`(
    words: [String], fact: String
  ) throws {
    let list = try directory.file("leak.txt", "meadow\n")
    func settings(_ year: Int, _ words: [String], _ cuts: [Double] = [1e3, 1e6, 1e8, 1e10]) throws
      -> AuditSettings
    {
      var settings = try JobsTests.settings("minlength: 4;", [list])
      settings.estimate = .zxcvbn
      settings.strength = StrengthSettings(
        referenceYear: year, contextWords: words, cuts: try #require(ScoreCuts(cuts)))
      return settings
    }
    let recorded = try settings(2019, words).prepareScan(ScanSettings(version: "1")) { _ in }.run()
      .recording
    func told(_ settings: AuditSettings) -> String? {
      problem { try settings.findings(in: AskedRecording(recorded), of: "a") { _ in } }?.found
        .replacing("the tally does not record ", with: "")
    }
    #expect(try told(settings(2019, words)) == nil)
    #expect(try told(settings(2026, words)) == fact)
    #expect(
      try told(settings(2019, words + ["acne"]))
        == "scores with these context words and dictionaries")
    #expect(
      try told(settings(2019, words, [1e3, 1e6, 1e8, 1e11])) == "scores with these cuts")
  }

  @Test func `a folded tally tells nothing of what each password's own number is needed for`()
    throws
  {
    let recording = try recording(.none) {
      $0.distinct = CountingSettings(memory: 16 << 20, directory: directory.path)
    }
    let folded = try recording.folded(below: GroupSize(entries: 2), of: "a.tally")
    var settings = try asked(.none)
    settings.distinct = CountingSettings()
    _ = try settings.findings(in: AskedRecording(folded), of: "a.tally") { _ in }
    settings.behaviours = BehaviourSelection([.uniform], nil)
    let change = { (change: (inout AuditSettings) -> Void, recording: Recording) -> String? in
      var changed = settings
      change(&changed)
      return problem {
        try changed.findings(in: AskedRecording(recording), of: "a.tally") { _ in }
      }?
      .found
    }
    #expect(
      change({ _ in }, folded)
        == "the tally is folded, so it tells nothing of models of behaviour")
    #expect(
      change(
        {
          $0.behaviours = nil
          $0.distinct?.mostPerMillion = 10
        }, folded) == "the tally is folded, so it tells nothing of a limit on popularity")
    #expect(change({ $0.distinct?.mostPerMillion = 10 }, recording) == nil)
  }

  @Test(arguments: [
    (Weights.accounts, "accounts: a repeated password belongs to another account"),
    (.lists, "lists: a repeated password is on another list; no account is counted"),
    (.none, "none: a repeated password has no known meaning; no account is counted"),
  ])
  func `the meaning of repetition is as stated, or as each list tells`(
    weights: Weights, words: String
  ) throws {
    let users = try directory.file("users.txt", "ann:meadow\nbob:lark\n")
    let plain = try directory.file("plain.txt", "meadow\nlark\n")
    func stated(_ lists: [String], _ layout: LayoutRequest, _ weights: Weights?) throws -> String? {
      var settings = try settings("minlength: 4;", lists)
      settings.lists.layout = layout
      settings.distinct = CountingSettings(
        memory: 16 << 20, directory: directory.path, weights: weights)
      return try settings.prepare { _ in }.run().report(version: "1").manifest.readings[
        "repetition"]
    }
    let byUser = LayoutRequest(.stated(.user))
    #expect(try stated([plain], .plain, weights) == words)
    #expect(try stated([users], byUser, weights) == words)
    #expect(try stated([users], byUser, nil)?.hasPrefix("accounts") == true)
    #expect(try stated([plain], .plain, nil)?.hasPrefix("none") == true)
    #expect(
      try stated([users, plain], LayoutRequest(.auto), nil)?.hasPrefix("none") == true)
  }

  @Test func `an estimate is stated with its year and its meter`() throws {
    let list = try directory.file("leak.txt", "meadow\n")
    for (estimate, words, scored) in [
      (.none, "none", false), (.meter, "four-criteria meter", false), (.zxcvbn, "zxcvbn", true),
      (.combined, "combined with ", true),
    ] as [(FactDemand.StrengthDetail, String, Bool)] {
      var settings = try settings("minlength: 4;", [list])
      settings.estimate = estimate
      let report = try settings.prepare { _ in }.run().report(version: "1")
      let readings = report.manifest.readings
      #expect(readings["strength"]?.hasPrefix(words) == true, "\(readings)")
      #expect(readings["strength"]?.hasSuffix("four-criteria meter") == (estimate != .none))
      #expect((readings["reference year"] == "2026") == scored)
      #expect(readings["guesses"] == nil && readings["min-auto"] == nil)
      #expect(readings["max-consecutive"] == "repeats" && readings["habits"] == nil)
    }
  }

  /// Two lists of as many values in the same ranks.
  @Test func `a blocklist is another one if its values are`() throws {
    let files = try ["lark\nmeadow\n", "lark\notter\n"].enumerated().map {
      try directory.file("list\($0).txt", $1)
    }
    let recording = try recording(.none) { $0.blocklists = BlocklistSettings(files: [files[0]]) }
    for (file, isRecorded) in zip(files, [true, false]) {
      var settings = try asked(.none)
      settings.blocklists = BlocklistSettings(files: [file])
      let told = problem {
        try settings.findings(in: AskedRecording(recording), of: "a.tally") { _ in }
      }
      #expect(told?.code == (isRecorded ? nil : "missing-fact"))
    }
  }
}
