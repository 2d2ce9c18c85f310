import Auditing
import Diagnostics
import Intake
import Jobs
import Metrics
import Passwords
import Reports
import TestSupport
import Testing

/// Settings that `audit` refuses, of any front end, with the words of `audit`.
@Suite struct SettingsProblemTests {
  private let directory: TemporaryDirectory
  private let list: String

  init() throws {
    directory = try TemporaryDirectory()
    list = try directory.file("list", "password\nSecret 77\n")
  }

  /// Settings of an audit by a least length, without strength.
  private func audit(_ change: (inout AuditSettings) -> Void = { _ in }) throws -> AuditSettings {
    var settings = AuditSettings(
      JudgingSettings(
        policies: try policies("minlength: 8;"), lists: ListSettings(names: [list]),
        blocklists: .off), FactDemand.StrengthDetail.none)
    change(&settings)
    return settings
  }

  /// The words by which a job refuses its settings; nil if it does not.
  private func refusal(_ body: () throws -> Void) throws -> String? {
    do { try body() } catch let problem as Problem {
      #expect(problem.isUsage)
      return problem.found
    }
    return nil
  }

  @Test(arguments: AuditChange.all)
  func `an audit refuses what audit run refuses`(_ change: AuditChange) throws {
    let settings = try audit(change.make)
    #expect(try refusal { _ = try settings.prepare { _ in } } == change.words)
    #expect(try refusal { try settings.validate() } == change.words)
  }

  @Test func `an audit with none of these settings is prepared`() throws {
    #expect(try refusal { _ = try audit().prepare { _ in }.run() } == nil)
  }

  @Test func `a tally may have guess numbers of its own, but has the other rules`() throws {
    var settings = try audit { $0.estimate = .guesses }
    #expect(try refusal { try settings.validate(ofTally: true) } == nil)
    settings.isHead = true
    let words = "--head-only describes metrics of guessing; give --distinct too."
    #expect(
      try refusal { _ = try settings.findings(inTally: "gone", takingYear: true) { _ in } }
        == words)
  }

  @Test(arguments: [
    (
      ScanChange(fold: FoldSettings(entries: 1)),
      "--min-group takes a number from 2 to 1000000000, not 1."
    ),
    (ScanChange(fold: FoldSettings(passwords: 5)), "--min-group-distinct goes with --min-group."),
    (
      ScanChange(fold: FoldSettings(entries: 5, passwords: 5)),
      "--min-group-distinct needs --distinct."
    ),
    (ScanChange(memory: 1 << 20), "--memory takes at least 16MiB."),
    (ScanChange(output: "-"), "--output takes a file, not standard output."),
  ])
  func `a scan refuses what audit scan refuses`(_ change: ScanChange, words: String) throws {
    let settings = try audit()
    let scan = ScanSettings(
      to: change.output, version: "1", memory: change.memory, fold: change.fold)
    #expect(try refusal { _ = try settings.prepareScan(scan) { _ in } } == words)
  }

  @Test func `a sum refuses what audit merge refuses`() throws {
    let words = "--min-group takes a number from 2 to 1000000000, not -3."
    #expect(
      try refusal {
        _ = try RecordingSum(
          to: nil, counting: nil, threads: 1, fold: FoldSettings(entries: -3)
        ) { _ in }
      } == words)
  }

  @Test func `a sum with joined rows has no fingerprints`() throws {
    let sum = try RecordingSum(
      to: nil, counting: nil, threads: 1, fold: FoldSettings(entries: 5)
    ) { _ in }
    #expect(
      try refusal { try sum.finish(fingerprints: directory.path + "/f") }
        == "--min-group excludes --fingerprints-output, which records single passwords.")
  }

  @Test(arguments: [
    (GridSettings(minLengths: [0]), "--minlength takes lengths from 1 to 4096, not 0."),
    (GridSettings(classes: [5]), "--classes goes from 0 to 4, not to 5."),
    (GridSettings(classes: [-1]), "--classes goes from 0 to 4, not to -1."),
    (GridSettings(minScores: [0, 9]), "--min-score goes from 0 to 4, not to 9."),
    (GridSettings(maxRepeating: [nil, 0]), "--max-repeating takes none and numbers from 1."),
    (
      GridSettings(blocklists: ["none", ""]),
      "--blocklist takes none, default and files, with commas between."
    ),
    (
      GridSettings(minLengths: Array(1...2000), classes: [0, 2, 3]),
      "The grid has 6000 policies; at most 4096 are compared."
    ),
  ])
  func `a sweep refuses what audit sweep refuses`(_ grid: GridSettings, words: String) throws {
    let sweep = SweepSettings(try audit(), grid: grid)
    #expect(try refusal { _ = try sweep.prepare { _ in } } == words)
  }

  @Test func `a sweep without strength compares by ten guesses, not by those of a day`() throws {
    let grid = GridSettings(minLengths: [8], classes: [0])
    #expect(try refusal { try SweepSettings(try audit(), grid: grid).validate() } == nil)
    let sweep = SweepSettings(try audit(), grid: grid, measure: .day)
    #expect(
      try refusal { try sweep.validate() } == "--against day needs --strength combined or zxcvbn.")
  }

  @Test func `a filter, a model, a blocklist and a generator refuse what their commands refuse`()
    throws
  {
    let judging = JudgingSettings(lists: ListSettings(names: [list]), blocklists: .off)
    func filter(_ settings: FilterSettings) throws {
      _ = try settings.prepare(to: nil, standardOutput: 1, replacing: false) { _ in }
    }
    #expect(
      try refusal { try filter(FilterSettings(judging, leastScore: 5)) }
        == "--min-score takes a score from 0 to 4, not 5.")
    #expect(
      try refusal { try filter(FilterSettings(judging)) }?.hasPrefix("Nothing says what to keep.")
        == true)
    func model(_ form: TrainingSettings.Form, memory: Int? = nil) throws {
      _ = try TrainingSettings(judging.lists, form, memory: memory)
        .prepare(to: directory.path + "/model") { _ in }
    }
    func form(order: Int = 6, least: Int = 2, weight: Double = 0.5) -> TrainingSettings.Form {
      TrainingSettings.Form(order: order, leastCount: least, isDistinct: false, weight: weight)
    }
    #expect(
      try refusal { try model(form(order: 9)) } == "--order takes a number from 2 to 6, not 9.")
    #expect(
      try refusal { try model(form(least: -1)) }
        == "--prune takes a number from 1 to 1000000000, not -1.")
    #expect(
      try refusal { try model(form(weight: 2)) }
        == "--weight takes a number from 0 to 1, not 2.0.")
    #expect(
      try refusal { try model(form(), memory: 1) } == "--memory takes at least 64MiB.")
    #expect(
      try refusal {
        _ = try CompilationSettings(first: 3).compile(
          [list, list], to: directory.path + "/b", show: { _ in }, tell: { _ in })
      } == "--first takes one list: ranks of several do not compare.")
    #expect(
      try refusal { _ = try KeyspaceSettings(lengths: LengthSettings(from: 9, to: 8)) }
        == "--from 9 is above --to 8.")
    #expect(
      try refusal {
        _ = try GenerateSettings(
          onlyOneOf: try policies("minlength: 8;"), lengths: LengthSettings(to: 5000))
      } == "Lengths go from 0 to 4096, so not 5000.")
  }

  @Test func `sources of strength are refused before they are read`() throws {
    #expect(
      try refusal { _ = try StrengthSources(dictionaries: ["-"]).load { _ in } }
        == "--dictionary takes a file, not standard input.")
    #expect(
      try refusal { _ = try StrengthSources(guesses: [GuessFile("a=-")]).load { _ in } }
        == "--guesses takes a file, not standard input.")
    let words = try directory.file("words", "acme\n")
    let settings = AuditSettings(
      JudgingSettings(sources: StrengthSources(dictionaries: [words])),
      FactDemand.StrengthDetail.none)
    #expect(
      try refusal { _ = try settings.loading(nil) { _ in } }?.hasPrefix(
        "--dictionary is of zxcvbn's guesses, which nothing asks for here") == true)
  }
}

/// A change of settings, and the words by which they are refused then.
struct AuditChange: Sendable, CustomTestStringConvertible {
  let words: String
  let make: @Sendable (inout AuditSettings) -> Void

  init(_ words: String, _ make: @escaping @Sendable (inout AuditSettings) -> Void) {
    (self.words, self.make) = (words, make)
  }

  var testDescription: String { words }

  static let all = [
    AuditChange("--threads takes a number from 1 to 1024, not 0.") { $0.threads = 0 },
    AuditChange("--memory takes at least 16MiB.") { $0.distinct = CountingSettings(memory: 1) },
    AuditChange("--head-only describes metrics of guessing; give --distinct too.") {
      $0.isHead = true
    },
    AuditChange("--behaviour is about how common passwords are; give --distinct too.") {
      $0.behaviours = BehaviourSelection([.uniform], nil)
    },
    AuditChange("--by-list does not go with --shapes, which counts all lists together.") {
      ($0.separatesLists, $0.countsShapes) = (true, true)
    },
    AuditChange("--checkpoint does not go with --distinct: it holds no password's traces.") {
      $0.distinct = CountingSettings()
      $0.checkpoints = CheckpointSettings("state", every: 60, version: "1")
    },
    AuditChange("--by-list does not go with --checkpoint, which holds one tally of all lists.") {
      $0.separatesLists = true
      $0.checkpoints = CheckpointSettings("state", every: 60, version: "1")
    },
    AuditChange(
      "--checkpoint-every takes a time from 0 to 86400 seconds (1d), not 90000.0 seconds."
    ) { $0.checkpoints = CheckpointSettings("state", every: 90_000, version: "1") },
    AuditChange("--min-shape-count takes numbers from 1.") { $0.shapeListing.least = 0 },
    AuditChange("--no-blocklist excludes --blocklist.") {
      $0.blocklists = BlocklistSettings(files: ["a"], isOff: true)
    },
    AuditChange("--fail-listed asks blocklists, which --no-blocklist turns off.") {
      $0.gates = Gates(refusesListed: true)
    },
    AuditChange("--strength guesses needs --guesses FILE.") { $0.estimate = .guesses },
    AuditChange(
      "--guesses is of --strength guesses, which is the default with it, or min-auto, not none."
    ) { $0.judging.sources.guesses = [GuessFile("a=b")] },
    AuditChange("--model is of the combined estimate; it needs --strength combined.") {
      $0.judging.sources.model = "own.model"
    },
    AuditChange("--reference-year takes a year from 1900 to 9999, not 1800.") {
      $0.judging.sources.year = 1800
    },
    AuditChange(
      "--separator goes with layouts that name a user, a hash or a column, and with auto."
    ) { $0.judging.lists.layout.separator = 9 },
    AuditChange("--potfile makes the lists dumps, which do not go with --distinct.") {
      $0.distinct = CountingSettings()
      $0.directory = DirectorySettings(separating: [], including: [])
      $0.directory?.potfiles = ["pot"]
    },
  ]
}

/// A change of the settings of a scan.
struct ScanChange: Sendable {
  var output: String?
  var memory: Int?
  var fold = FoldSettings()
}
