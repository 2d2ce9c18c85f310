import Auditing
package import Diagnostics
package import Intake
import Metrics
import PasswordPolicies
import PasswordSpaces
import Passwords
import Reports
import Tallies
import Workers

/// An audit that is ready to read its lists.
///
///     let settings = AuditSettings(JudgingSettings(policies: policies, lists: lists))
///     let found = try settings.prepare { print($0.message) }.run()
///     found.findings.policies[0].compliant
struct PreparedRun: Job {
  let pass: Pass
  /// The keyspaces of the policies that could be counted; nil unless requested.
  private let spaces: [PolicySpace?]?
  /// The answers before anything was read.
  private let unanswered: Answers
  /// The policies held against standards, for which nothing need be read; made after that.
  private let standards: MadeAhead<StandardsOverview>

  var lists: FoundLists { pass.lists }
  var reading: ListsToRead { pass.reading }

  init(_ settings: AuditSettings, stop: StopFlag, tell: @escaping ProblemHandler) throws {
    try settings.validate()
    pass = try Pass(
      settings, recording: settings.askedFacts,
      marksUsers: settings.judging.lists.layout.mayHaveUsers, stop: stop, tell: tell)
    if settings.separatesLists, pass.lists.inputs.count > FoundLists.mostLabels {
      throw Problem.tooManyParts(pass.lists.inputs.count)
    }
    spaces = settings.spaces(tell: tell)
    let workers = pass.reading.workers
    unanswered = try Answers(settings, pass.policySet, workers)
    standards = MadeAhead(by: workers) { settings.overview(of: settings.judging.policies) }
  }

  func run(showing display: (any ProgressDisplay)?) throws -> AuditFindings {
    let settings = pass.settings
    if let directory = settings.directory { return try run(directory, showing: display) }
    let receiver = AnswersByList(
      unanswered, separating: settings.separatesLists && lists.inputs.count > 1,
      keeping: settings.checkpoints == nil ? nil : Tally(schema: pass.policySet.schema))
    let (lists, answered) = try pass.read(into: receiver, showing: display)
    let (answers, parts) = answered.whole
    var found = try findings(answers, of: lists)
    found.add(parts)
    if !isStopped { found.finished = settings.checkpoints }
    return found
  }

  /// The findings of a tally, apart from those of other tallies.
  func findings(of tally: Tally) -> Findings {
    var findings = unanswered.findings
    findings.add(tally)
    return findings
  }

  /// The findings about lists of which one tally is everything.
  func findings(of tally: Tally, in lists: ReadLists) throws -> AuditFindings {
    var answers = unanswered
    answers.findings.add(tally)
    return try findings(answers, of: lists)
  }

  private func findings(_ answers: Answers, of lists: ReadLists) throws -> AuditFindings {
    var found = try answers.findings(of: lists, spaces: spaces, tell: pass.tell)
    found.standards = standards
    return found
  }
}

/// The answers about all lists, and those about each.
private struct AnswersByList: PassReceiver {
  private var answers: Answers
  /// What finds the findings of each list; nil if lists are not separated.
  private var parts: CountsByList<Findings>?
  /// Everything added, so that a checkpoint can store it; nil if no checkpoint is saved.
  private var kept: Tally?

  init(_ answers: Answers, separating separates: Bool, keeping kept: Tally?) {
    self.answers = answers
    parts = separates ? CountsByList(answers.findings) : nil
    self.kept = kept
  }

  var separatesLists: Bool { parts != nil }
  var sum: Tally? { kept }

  /// The answers about everything, and the findings about each list.
  var whole: (Answers, [Findings]) {
    var answers = answers
    if let kept { answers.findings.add(kept) }
    return (answers, parts?.ended ?? [])
  }

  mutating func resume(from tally: Tally, of file: CheckpointSettings) throws {
    if tally.schema != kept?.schema { throw file.hasOtherFacts }
    kept = tally
  }

  mutating func add(_ tally: Tally) -> Bool {
    if kept == nil { answers.findings.add(tally) } else { kept?.merge(tally) }
    parts?.current.add(tally)
    return true
  }

  mutating func add(_ spectrum: Spectrum) { answers.add(spectrum) }
  mutating func endList() { parts?.endList() }
}

extension AuditSettings {
  /// Prepares an audit: finds and opens everything, and checks that it is consistent.
  ///
  /// - Parameters:
  ///   - stop: Ends the reading early when raised.
  ///   - tell: Receives every problem, now and while the lists are read.
  /// - Returns: The audit, ready to read the lists.
  /// - Throws: ``ProblemsTold``, or the one problem that ends the preparation.
  package func prepare(
    stop: StopFlag = StopFlag(), tell: @escaping ProblemHandler
  ) throws -> some Job<AuditFindings> {
    try PreparedRun(self, stop: stop, tell: tell)
  }

  /// Counts the passwords that each policy permits, and what it accepts of what generators make;
  /// reports policies that cannot be counted exactly.
  ///
  /// - Returns: The keyspace of each policy, nil if it could not be counted; nil unless requested.
  func spaces(tell: ProblemHandler) -> [PolicySpace?]? {
    guard let space else { return nil }
    var counter = KeyspaceCounter(comparing: space)
    return judging.policies.map { policy in
      do throws(KeyspaceProblem) {
        return try PolicySpace(policy, &counter, GeneratorSettings.judges)
      } catch {
        tell(error.problem.of(policy.name))
        return nil
      }
    }
  }
}

/// The counts of each list of a pass, collected while the lists are read in order.
struct CountsByList<Counts: Sendable>: Sendable {
  private let nothing: Counts
  /// Those of the current list.
  var current: Counts
  /// Those of finished lists, in order.
  private(set) var ended: [Counts] = []

  /// Starts before the first list; `nothing` are the empty counts of each list.
  init(_ nothing: Counts) {
    self.nothing = nothing
    current = nothing
  }

  /// Goes on to the next list.
  mutating func endList() {
    ended.append(current)
    current = nothing
  }
}

extension Problem {
  /// There are too many lists to report each.
  fileprivate static func tooManyParts(_ count: Int) -> Problem {
    Problem(
      "many-lists-apart", "\(grouped(count)) lists are too many for --by-list",
      expected: "at most \(grouped(FoundLists.mostLabels))",
      remedy: "Leave --by-list out, or name fewer lists at once.")
  }
}
