import Auditing
package import Diagnostics
package import Intake
import Metrics
import PasswordPolicies
import PasswordSpaces
import Passwords
package import Reports
import Tallies
import Workers

/// The settings of a sweep: a grid of policies, lists, and how the policies are compared.
package struct SweepSettings: Sendable, CheckedSettings {
  private var audit: AuditSettings
  fileprivate var grid: GridSettings
  fileprivate let measure: SweepReport.Measure

  /// Makes the settings of a sweep.
  ///
  /// - Parameters:
  ///   - audit: The lists to read, the policies that are judged in addition to the grid, how
  ///     strength
  ///     is estimated, and how distinct passwords are counted.
  ///   - grid: The grid.
  ///   - measure: The measure by which the front is drawn; nil for the share found in a day, or by ten
  ///     guesses if strength is not estimated.
  package init(
    _ audit: AuditSettings, grid: GridSettings = GridSettings(),
    measure: SweepReport.Measure? = nil
  ) {
    self.audit = audit
    self.grid = grid
    self.measure = measure ?? (audit.estimate == .none ? .ten : .day)
    self.audit.distinct = audit.distinct ?? CountingSettings()
  }

  package func validate() throws(Problem) { try validate(ofTally: false) }

  /// Refuses what makes no sense, of lists or of a tally.
  package func validate(ofTally: Bool) throws(Problem) {
    try grid.validate()
    try Problem.refuse([
      "--strength of sweep is min-auto, guesses, combined, zxcvbn or none, not meter.":
        audit.estimate == .meter
    ])
    try audit.validate(ofTally: ofTally)
    try Problem.refuse([
      "--against \(measure.rawValue) needs --strength combined or zxcvbn.":
        audit.estimate == .none && [.day, .median].contains(measure)
    ])
  }

  /// Reads the policies, of which the first of a file gives the grid its other rules, and what the
  /// estimate of strength is made from.
  package func loading(
    _ policies: PolicySettings, tell: @escaping ProblemHandler
  ) throws -> SweepSettings {
    var settings = self
    settings.audit = try audit.loading(
      policies.isGiven ? policies : nil, isScored: grid.minScores != nil, tell: tell)
    if !policies.files.isEmpty { settings.grid.base = settings.audit.policies.first }
    return settings
  }

  /// Prepares a sweep: finds and opens everything, and checks that it is consistent.
  ///
  /// - Throws: ``ProblemsTold``, or the one problem that ends the preparation.
  package func prepare(
    stop: StopFlag = StopFlag(), tell: @escaping ProblemHandler
  ) throws -> some Job<SweepFindings> {
    try validate()
    let choices = choices
    let pass = try Pass(
      audit(by: choices), recording: facts, marksUsers: false, stop: stop, tell: tell)
    let references = references(choices, pass.policySet)
    return PreparedSweep(
      settings: self, choices: choices, references: references, pass: pass,
      sums: try sums(choices + references, pass.policySet, pass.reading.workers))
  }

  /// The policies of the grid and those beside it.
  var choices: [GridSettings.Choice] {
    grid.choices + audit.policies.map { GridSettings.Choice(policy: $0) }
  }

  /// The settings of the audit that reads the lists.
  func audit(by choices: [GridSettings.Choice]) -> AuditSettings {
    audit.judging(by: choices.map(\.policy))
  }

  private var counting: CountingSettings { audit.distinct ?? CountingSettings() }

  /// The presets that maps show to compare with: those that the facts of a sweep can judge, but
  /// none that is among its policies.
  func references(_ choices: [GridSettings.Choice], _ policySet: PolicySet) -> [GridSettings.Choice]
  {
    let known = Set(choices.map(\.policy.canonicalKey))
    return Preset.references.map { $0.policy() }.filter { policy in
      !known.contains(policy.canonicalKey) && (try? policySet.matcher(policy)) != nil
    }.map { GridSettings.Choice(policy: $0) }
  }

  /// Facts needed in addition to the policies' facts.
  var facts: FactDemand {
    var facts = FactDemand()
    facts.demandGuesses(of: audit.estimate, audit.strength.guessSources)
    if facts.score { facts.guessBudgets = [Attack.day.guesses] }
    return facts
  }

  /// The sums for the guessing metrics of each policy.
  func sums(
    _ choices: [GridSettings.Choice], _ policySet: PolicySet, _ workers: WorkerPool
  ) throws(SchemaError) -> GuessingSums {
    try GuessingSums(
      choices.map(\.policy), schema: policySet.schema, memory: counting.memory, workers: workers,
      compile: policySet.matcher)
  }

  /// Computes the findings of lists that were read, now or earlier.
  func findings(
    _ choices: [GridSettings.Choice], beside references: [GridSettings.Choice],
    _ sums: GuessingSums, of lists: ReadLists, _ lines: LineCounts, tell: ProblemHandler
  ) throws -> SweepFindings {
    let doubts = lists.inputs.doubts()
    for doubt in doubts { lists.heard.passOn(doubt) }
    let warnings = Manifest.warnings(of: lists.inputs, lists.heard.all + doubts.map(\.line))
    let guessing: GuessedPolicies
    if let folded = sums.folded(counting, of: lists, isHead: audit.isHead) {
      if measure == .median { throw Problem.noMedian }
      guessing = GuessedPolicies(folded)
    } else if let found = sums.findings(counting, of: lists, isHead: audit.isHead, tell: tell),
      lists.countsDistinct
    {
      guessing = GuessedPolicies(found)
    } else {
      throw ProblemsTold()
    }
    return SweepFindings(
      settings: self, choices: choices, references: references, read: lists, warnings: warnings,
      lines: lines, guessing: guessing)
  }
}

/// A sweep that is ready to read its lists.
private struct PreparedSweep: Job {
  let settings: SweepSettings
  let choices: [GridSettings.Choice]
  let references: [GridSettings.Choice]
  let pass: Pass
  /// The sums before anything was read.
  let sums: GuessingSums

  var lists: FoundLists { pass.lists }
  var reading: ListsToRead { pass.reading }

  func run(showing display: (any ProgressDisplay)?) throws -> SweepFindings {
    let (lists, found) = try pass.read(into: SweepSums(sums: sums), showing: display)
    var lines = found.lines
    lines.merge(lists.unheld)
    return try settings.findings(
      choices, beside: references, found.sums, of: lists, lines, tell: pass.tell)
  }
}

/// The sums of distinct passwords, from which all cells are computed, and the lines.
private struct SweepSums: PassReceiver {
  var sums: GuessingSums
  var lines = LineCounts()

  mutating func add(_ tally: Tally) -> Bool {
    lines.merge(tally.lines)
    return true
  }
  mutating func add(_ spectrum: Spectrum) { sums.add(spectrum) }
}

/// The findings of a sweep.
package struct SweepFindings: Sendable {
  fileprivate let settings: SweepSettings
  fileprivate let choices: [GridSettings.Choice]
  fileprivate let references: [GridSettings.Choice]
  /// Facts about the lists.
  fileprivate let read: ReadLists
  /// Why numbers may be less than they look, each on one line.
  fileprivate let warnings: [String]
  /// Their lines.
  fileprivate let lines: LineCounts
  /// What guesses find under each policy of the grid, then under each to compare with.
  fileprivate let guessing: GuessedPolicies

  /// The reasons why the findings are incomplete.
  package var shortfalls: Set<Shortfall> {
    read.shortfalls.union(guessing.whole.distinct.lowerBound == 0 ? [.nothingAudited] : [])
      .union(warnings.isEmpty ? [] : [.warned])
  }

  /// Tells if no password was audited.
  package func conclude(tell: (Problem) -> Void) -> Outcome {
    if shortfalls.contains(.nothingAudited) { tell(.noPasswords(read.lists)) }
    return shortfalls.outcome
  }

  /// Makes the report of the grid's cells.
  package func report(dataset: String? = nil) -> SweepReport {
    var report = SweepReport(
      dataset: dataset ?? read.lists.label,
      zip(cells, guessing.policies).map { SweepReport.Row($0, $1) }, of: guessing,
      by: settings.measure, from: settings.grid.base?.name,
      isComplete: !read.shortfalls.contains(.readInPart))
    report.lines = lines
    report.warnings = warnings
    report.references = zip(references, guessing.policies.suffix(references.count)).map {
      SweepReport.Row($0.cell(floorBits: nil), $1)
    }
    return report
  }

  /// The policies with the bits of their shortest random strings.
  private var cells: [SweepReport.GridCell] {
    var counter = KeyspaceCounter(comparing: .ascii)
    return choices.map { choice in
      // If exact counting is impossible, the number is missing.
      var keyspace: PolicyKeyspace?
      if let place = choice.place {
        let length = place.minLength
        let range = LengthRange(choice.policy, from: length, to: max(length, place.classes))
        keyspace = try? PolicyKeyspace(choice.policy, range: range, costs: false, &counter)
      } else {
        keyspace = try? PolicyKeyspace(choice.policy, &counter)
      }
      return choice.cell(floorBits: keyspace?.floor?.bits)
    }
  }
}

extension AuditSettings {
  /// The same for policies, with the built-in blocklist if one of them names it.
  func judging(by policies: [Policy]) -> AuditSettings {
    var settings = self
    settings.policies = policies
    let namesBuiltIn = policies.contains { policy in
      policy.lists.contains { list in
        if case .blocklist(.builtIn, _) = list { true } else { false }
      }
    }
    settings.blocklists = namesBuiltIn ? BlocklistSettings() : .off
    return settings
  }
}

extension Problem {
  /// A folded tally tells no median of guesses.
  fileprivate static var noMedian: Problem {
    Problem(
      "no-median", "the tally is folded, so it tells no median of the guesses",
      expected: "another measure", remedy: "Say --against day, lambda-10 or lambda-1000.")
  }
}

extension SweepSettings {
  /// Applies the policies of the grid to the lists of a tally with distinct passwords, and tells if
  /// it holds only a part.
  ///
  /// - Parameters:
  ///   - file: The tally.
  ///   - takesYear: Whether the tally's reference year replaces that of the settings.
  ///   - tell: Receives every problem.
  ///   - settings: Makes the settings, whose own lists are ignored.
  /// - Returns: The findings of a sweep over the lists.
  /// - Throws: ``Problem``, also if a fact that a policy needs was not recorded; ``ProblemsTold``,
  ///   errors of `settings`.
  package static func findings(
    inTally file: String, takingYear takesYear: Bool, tell: @escaping ProblemHandler,
    _ settings: () throws -> SweepSettings
  ) throws -> SweepFindings {
    let recording = try TallyStore.read(file, tell: tell)
    var settings = try settings()
    try settings.validate(ofTally: true)
    settings.audit = settings.audit.asked(of: recording, takingYear: takesYear)
    return try settings.findings(
      asking: AskedRecording(recording, isAskedOnce: true), of: file, tell: tell)
  }

  private func findings(
    asking recording: AskedRecording, of file: String, tell: @escaping ProblemHandler
  ) throws -> SweepFindings {
    let choices = choices
    let lists = ReadLists(recording.recording, tell: tell)
    let tell = lists.heard.tell
    let (coarse, policySet) = try audit(by: choices).asked(
      of: recording, in: file, facts: facts, marksUsers: false, tell: tell)
    let references = references(choices, policySet)
    var sums = try sums(choices + references, policySet, WorkerPool(width: audit.threads))
    if let spectrum = coarse.recording.spectrum { sums.add(spectrum) }
    return try findings(
      choices, beside: references, sums, of: lists, recording.recording.tally.lines, tell: tell)
  }
}
