package import Auditing
import Blocklists
import Diagnostics
import Findings
package import Intake
import Keyspaces
import PasswordRules
import PasswordStrength
import Passwords
package import Reporting
package import Tallies
import Workers

/// An audit that is ready to read its lists.
///
///     let settings = AuditSettings(policies: policies, lists: ListSettings(names: ["leak.txt"]))
///     let run = try settings.prepare { print($0.message) }
///     let found = try run.read()
///     found.findings.policies[0].compliant
package struct PreparedRun: Sendable {
  /// The lists, and what their passwords are judged by.
  package let reading: PreparedReading
  /// The keyspaces of the policies that could be counted; nil unless that was asked for.
  package let spaces: [PolicySpace]?
  /// Findings before anything was read.
  private let nothing: Findings

  init(_ settings: AuditSettings, stop: StopFlag, tell: @escaping ProblemHandler) throws {
    reading = try PreparedReading(
      settings, recording: settings.strengthFacts,
      marksUsers: settings.lists.layout.mayHaveUsers, stop: stop, tell: tell)
    if settings.separatesLists, reading.lists.inputs.count > FoundLists.mostLabels {
      throw TooManyParts(count: reading.lists.inputs.count)
    }
    spaces = settings.spaces(tell: tell)
    nothing = try Findings(settings, reading.rulebook, reading.plan.workers)
  }

  /// Reads the lists, and finds what the policies make of them.
  ///
  /// - Parameter read: Runs the plan; a caller with checkpoints or a progress bar has a way of its
  ///   own.
  /// - Returns: The findings, complete but for what their shortfalls name.
  /// - Throws: What `read` throws, `GroupingProblem`, ``TooManyFalseHits``, and an error where
  ///   the counts of lines do not add up to a number.
  package func read(
    by read: (AuditPlan, @escaping @Sendable (Tally) -> Void) throws -> [ListSummary] = {
      $0.run(absorb: $1)
    }
  ) throws -> RunFindings {
    let whole = Locked(nothing)
    let settings = reading.settings
    let sums = Locked(try settings.guessingSums(reading.rulebook, reading.plan.workers))
    let separates = settings.separatesLists && reading.lists.inputs.count > 1
    let parts = Locked(FindingsByList(nothing))
    let listEnded: @Sendable (Int) -> Void = { _ in parts.withLock { $0.endList() } }
    let recording = try reading.record(
      by: read,
      absorb: { tally in
        whole.withLock { $0.absorb(tally) }
        if separates { parts.withLock { $0.absorb(tally) } }
      },
      absorbDistinct: { part in
        whole.withLock { $0.absorb(distinct: part) }
        sums.withLock { $0.absorb(part) }
      },
      listEnded: separates ? listEnded : nil)
    var findings = whole.withLock { $0 }
    let lists = reading.rulebook.blocklists
    findings.add(recording.summaries)
    if !recording.namesUsers { findings.leaveOutLists(from: lists.set.blocklists.count) }
    if !recording.countsDistinct { findings.forgetDistinctPasswords() }
    let guessing =
      recording.countsDistinct
      ? settings.distinct.flatMap { counting in
        sums.withLock(\.self).findings(counting, isHead: settings.isHead, tell: reading.tell)
      } : nil
    try lists.checkExactness(lookups: findings.entries, settings.blocklists)
    lists.tellOfIdleDigests(hits: findings.list.listed, lookups: findings.entries)
    if findings.list.lines.areTooMany { throw TooManyEntries() }
    let byList = zip(parts.withLock(\.ended), recording.summaries).map { part, summary in
      var findings = part
      findings.add([summary])
      if !recording.namesUsers { findings.leaveOutLists(from: lists.set.blocklists.count) }
      return findings
    }
    return RunFindings(
      run: self, recording: recording, findings: findings, guessing: guessing, byList: byList)
  }
}

extension AuditSettings {
  /// Prepares an audit: finds and opens everything, and checks that it fits together.
  ///
  /// - Parameters:
  ///   - stop: Ends the reading early when raised.
  ///   - tell: Takes every problem, now and while the lists are read.
  /// - Returns: The audit, of which nothing is left to do but to read.
  /// - Throws: ``ProblemsTold``, or the one problem that ends the preparation.
  package func prepare(
    stop: StopFlag = StopFlag(), tell: @escaping ProblemHandler
  ) throws -> PreparedRun {
    try PreparedRun(self, stop: stop, tell: tell)
  }

  /// Counts what each policy permits; those that cannot be counted exactly are told and left out.
  ///
  /// - Returns: Nil unless that was asked for.
  func spaces(tell: ProblemHandler) -> [PolicySpace]? {
    guard countsSpace else { return nil }
    var counter = KeyspaceCounter(comparing: spaceAlphabet)
    var spaces: [PolicySpace] = []
    for policy in policies {
      do throws(KeyspaceProblem) { spaces.append(try PolicySpace(policy, &counter)) } catch {
        tell(UncountedSpace(policy: policy.name, problem: error))
      }
    }
    return spaces
  }

  /// Room for what guessing metrics need of each policy; of none where nobody asks.
  func guessingSums(
    _ rulebook: Rulebook, _ workers: WorkerPool
  ) throws(RecipeError) -> GuessingSums {
    try GuessingSums(
      distinct == nil ? [] : policies, recipe: rulebook.recipe,
      memory: distinct?.memory ?? .max, workers: workers, compile: rulebook.matcher)
  }
}

extension Findings {
  /// Room for what is found of each policy.
  init(
    _ settings: AuditSettings, _ rulebook: Rulebook, _ workers: WorkerPool
  ) throws(RecipeError) {
    let lists = rulebook.blocklists
    try self.init(
      rulebook.policies, recipe: rulebook.recipe,
      listNames: lists.set.blocklists.map(\.name) + lists.userRelations,
      listBands: lists.set.blocklists.map(\.bandCounts),
      patternNames: DecisivePattern.allCases.map(\.name), attacks: settings.attacks,
      workers: workers, compile: rulebook.matcher)
  }

  /// Adds what readers counted themselves.
  fileprivate mutating func add(_ summaries: [ListSummary]) {
    for summary in summaries {
      skippedLines &+= summary.overLongLines
      cutLines &+= summary.cutLines
    }
  }
}

/// The counts of lines add up to more than can be told apart.
struct TooManyEntries: Diagnosable {
  var location: Location? { nil }
  var found: String { "the counts of the lines add up to 2⁶³ or more" }
  var expected: String? { "passwords that people have" }
  var remedy: String? { "Is it the count that the lines hold there? See --layout." }
}

/// A policy whose passwords cannot be counted.
private struct UncountedSpace: Diagnosable {
  let policy: String
  let problem: KeyspaceProblem

  var location: Location? { Location(file: policy) }
  var found: String { problem.found }
  var expected: String? { problem.expected }
  var remedy: String? { problem.remedy }
  var severity: Severity { problem.severity }
}
