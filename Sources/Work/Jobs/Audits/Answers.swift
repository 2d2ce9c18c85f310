import Auditing
import Blocklists
import Diagnostics
import Metrics
import PasswordPolicies
import PasswordStrength
import Passwords
import Reports
import Tallies
import Workers

/// Turns tallies into the findings of policies.
///
/// The tallies come from workers while lists are read, in parts so that memory is bounded, or from
/// a recording.
///
///     var answers = try Answers(settings, policy set, workers)
///     answers.findings.add(tally)
///     let found = try answers.findings(of: read, …)
struct Answers: Sendable {
  private let settings: AuditSettings
  private let policySet: PolicySet
  private let records: MadeAhead<PolicyRecords>
  /// The findings of everything added so far, which may be nothing.
  var findings: Findings
  private var sums: GuessingSums

  /// Prepares the policies of the settings.
  ///
  /// - Throws: `SchemaError` if a policy needs a fact that the policy set's schema lacks.
  init(
    _ settings: AuditSettings, _ policySet: PolicySet, _ workers: WorkerPool
  ) throws(SchemaError) {
    self.settings = settings
    self.policySet = policySet
    records = MadeAhead(by: workers) {
      let policies = settings.judging.policies
      return PolicyRecords(
        policies: policies.map(Manifest.Policy.init),
        idle: policySet.blocklists.idleShares(policies))
    }
    findings = try Findings(settings, policySet, workers)
    sums = try settings.guessingSums(policySet, workers)
  }

  /// Adds distinct passwords.
  mutating func add(_ spectrum: Spectrum) {
    findings.add(distinct: spectrum)
    sums.add(spectrum)
  }

  /// The most passwords that are drawn from a model for the curves of attackers who know a policy:
  /// some seconds.
  private static let mostDrawn = 1_600_000

  /// Completes the sums.
  ///
  /// - Parameters:
  ///   - lists: The results of reading the lists, besides the tallies.
  ///   - spaces: The keyspace of each policy; nil if not requested.
  ///   - tell: Receives every problem.
  /// - Returns: The findings of the policies in everything added.
  /// - Throws: ``Problem``, or an error if the counts of lines overflow.
  func findings(
    of lists: ReadLists, spaces: [PolicySpace?]?, tell: ProblemHandler
  ) throws -> AuditFindings {
    var findings = findings
    let blocklists = policySet.blocklists
    findings.add(lists.unheld)
    if !lists.namesUsers { findings.leaveOutRelations() }
    if !lists.countsDistinct { findings.forgetDistinctPasswords() }
    let counting = lists.countsDistinct ? settings.distinct : nil
    let folded = counting.flatMap { sums.folded($0, of: lists, isHead: settings.isHead) }
    var guessing =
      folded == nil
      ? counting.flatMap { sums.findings($0, of: lists, isHead: settings.isHead, tell: tell) } : nil
    if settings.estimate == .minAuto, let model = settings.judging.strength.model, guessing != nil {
      guessing?.addCurves(
        modelAware: try PolicyGuesses.of(
          settings.judging, model, mostDrawn: Self.mostDrawn, tell: { _ in }
        ).map(\.byHalfDecade))
    }
    try settings.judging.blocklists.requireExactness(of: blocklists, lookups: findings.entries)
    blocklists.tellOfIdleDigests(hits: findings.list.passwords.listed, lookups: findings.entries)
    if findings.list.shapes?.isOver == true { tell(Problem.tooManyShapes) }
    if findings.list.lines.areTooMany { throw Problem.tooManyEntries }
    let doubts = lists.inputs.doubts()
    for doubt in doubts { lists.heard.passOn(doubt) }
    var behaviours: BehaviourFindings?
    if let selection = settings.behaviours, let guessing {
      behaviours = BehaviourFindings(
        guessing, selection, seed: lists.seed, workers: findings.workers)
    }
    return AuditFindings(
      settings: settings, read: lists, doubts: doubts.map(\.line), blocklists: blocklists,
      records: records, spaces: spaces, findings: findings,
      guessed: guessing.map(GuessedPolicies.init) ?? folded.map(GuessedPolicies.init),
      behaviours: behaviours)
  }
}

extension AuditSettings {
  /// The sums for guessing metrics of each policy; of none if not requested.
  fileprivate func guessingSums(
    _ policySet: PolicySet, _ workers: WorkerPool
  ) throws(SchemaError) -> GuessingSums {
    try GuessingSums(
      distinct == nil ? [] : judging.policies, schema: policySet.schema,
      memory: distinct?.memory ?? .max, workers: workers, joins: behaviours != nil,
      compile: policySet.matcher)
  }
}

extension Findings {
  /// Makes empty findings for each policy.
  fileprivate init(
    _ settings: AuditSettings, _ policySet: PolicySet, _ workers: WorkerPool
  ) throws(SchemaError) {
    try self.init(
      policySet.policies, schema: policySet.schema,
      lists: policySet.blocklists.entries.map {
        ListValues(
          $0.label, bandCounts: $0.list.bandCounts, isAsked: $0.isAsked,
          hasContextWords: $0.hasContextWords)
      },
      patternNames: DecisivePattern.allCases.map(\.name), attacks: settings.attacks,
      workers: workers, compile: policySet.matcher)
    // Without an estimate there is no map.
    if settings.estimate.hasGuesses {
      compare(with: Preset.references.map { $0.policy() }, compile: policySet.matcher)
    }
  }
}

extension BlocklistSettings {
  /// Fails if the lists must be exact and more than half a false hit is expected.
  ///
  /// - Throws: ``Problem``.
  func requireExactness(of loaded: LoadedBlocklists, lookups: UInt64) throws(Problem) {
    let expected = loaded.set.expectedFalseHits(lookups: Int(clamping: lookups))
    if isExact, expected > 0.5 { throw .tooManyFalseHits(expected) }
  }
}

extension Problem {
  /// The counts of lines add up to more than a number can hold.
  fileprivate static var tooManyEntries: Problem {
    Problem(
      "many-entries", "the counts of the lines add up to 2⁶³ or more", expected: "counts below 2⁶³",
      remedy: "Check with --layout which part of a line is the count.")
  }

  /// More false hits are to be expected than `--exact` allows.
  fileprivate static func tooManyFalseHits(_ number: Double) -> Problem {
    Problem(
      "many-false-hits",
      "about \((number * 10).rounded() / 10) blocklist matches are expected to be false, by "
        + "collisions of fingerprints", expected: "at most 0.5",
      remedy: "Look fewer passwords up at once, or leave out --exact.")
  }

  /// Lists have more shapes than are counted.
  static var tooManyShapes: Problem {
    Problem(
      "many-shapes", ShapeCounts.overWords, expected: "fewer, as in lists of people's passwords",
      remedy: "All else is complete. For shapes, audit the lists one by one.", .warning)
  }
}

extension ShapeCounts {
  /// The problem in words.
  fileprivate static var overWords: String { "more than \(limit) shapes; none is counted" }

  /// The reading of shapes, for the manifest.
  var stated: String { isOver ? Self.overWords : Shape.words }
}
