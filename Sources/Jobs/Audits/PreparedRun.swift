package import Auditing
import Diagnostics
package import Intake
import Metrics
package import Overview
import PasswordPolicies
import PasswordSpaces
import Passwords
package import Requests
package import Tallies
import Workers

/// An audit that is ready to read its lists.
///
///     let settings = AuditSettings(policies: policies, lists: ListSettings(names: ["leak.txt"]))
///     let run = try settings.prepare { print($0.message) }
///     let found = try run.read()
///     found.findings.policies[0].compliant
package struct PreparedRun: Sendable {
  /// The lists, and the rules that judge their passwords.
  package let reading: PreparedReading
  /// The keyspaces of the policies that could be counted; nil unless requested.
  package let spaces: [PolicySpace?]?
  /// The answers before anything was read.
  private let unanswered: Answers
  /// The policies held against standards, for which nothing need be read; made after that.
  private let standards: MadeAhead<StandardsOverview>

  init(_ settings: AuditSettings, stop: StopFlag, tell: @escaping ProblemHandler) throws {
    reading = try PreparedReading(
      settings, recording: settings.askedFacts,
      marksUsers: settings.lists.layout.mayHaveUsers, stop: stop, tell: tell)
    if settings.separatesLists, reading.lists.inputs.count > FoundLists.mostLabels {
      throw TooManyParts(count: reading.lists.inputs.count)
    }
    spaces = settings.spaces(tell: tell)
    let (rulebook, workers) = (reading.rulebook, reading.plan.lists.workers)
    unanswered = try Answers(settings, rulebook, workers)
    standards = MadeAhead(by: workers) {
      StandardsOverview(settings.policies.map { ($0.name, $0) })
    }
  }

  /// The findings of a tally, apart from those of other tallies.
  func findings(of tally: Tally) -> Findings {
    var findings = unanswered.unanswered
    findings.absorb(tally)
    return findings
  }

  /// Reads the lists and applies the policies.
  ///
  /// - Parameter read: Runs the plan; callers with checkpoints or a progress bar pass their own.
  /// - Returns: The findings, complete except for their shortfalls.
  /// - Throws: The errors of `read`, `GroupingProblem`, ``TooManyFalseHits``, an error if the counts
  ///   of lines overflow, and `RecipeError` if a policy has more rules than can be read from text.
  package func read(
    by read: (AuditPlan, @escaping @Sendable (Tally) -> Void) throws -> [ListSummary] = {
      $0.run(absorb: $1)
    }
  ) throws -> AuditFindings {
    let answers = Locked(unanswered)
    let separates = reading.settings.separatesLists && reading.lists.inputs.count > 1
    let parts = Locked(
      separates ? FindingsByList(unanswered.unanswered) : nil)
    let listEnded: @Sendable (Int) -> Void = { _ in parts.withLock { $0?.endList() } }
    let lists = try reading.record(
      by: read,
      absorb: { tally in
        answers.withLock { $0.absorb(tally) }
        parts.withLock { $0?.absorb(tally) }
      },
      absorbDistinct: { part in answers.withLock { $0.absorb(part) } },
      listEnded: separates ? listEnded : nil)
    var found = try answers.withLock(\.self).findings(of: lists, spaces: spaces, tell: reading.tell)
    found.add(parts.withLock { $0?.ended ?? [] })
    found.standards = standards
    return found
  }
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
  ) throws -> PreparedRun {
    try PreparedRun(self, stop: stop, tell: tell)
  }

  /// Counts the passwords that each policy permits; reports policies that cannot be counted exactly.
  ///
  /// - Returns: The keyspace of each policy, nil if it could not be counted; nil unless requested.
  func spaces(tell: ProblemHandler) -> [PolicySpace?]? {
    guard countsSpace else { return nil }
    var counter = KeyspaceCounter(comparing: spaceAlphabet)
    return policies.map { policy in
      do throws(KeyspaceProblem) { return try PolicySpace(policy, &counter) } catch {
        tell(UncountedSpace(policy: policy.name, problem: error))
        return nil
      }
    }
  }
}

/// The passwords of a policy cannot be counted.
private struct UncountedSpace: Diagnosable {
  let policy: String
  let problem: KeyspaceProblem

  var location: Location? { Location(file: policy) }
  var found: String { problem.found }
  var expected: String? { problem.expected }
  var remedy: String? { problem.remedy }
  var severity: Severity { problem.severity }
}

/// The findings of each list of a run, collected while the lists are read in order.
struct FindingsByList {
  private let nothing: Findings
  private var current: Findings
  /// The findings of finished lists, in order.
  private(set) var ended: [Findings] = []

  /// Starts before the first list; `nothing` is the empty findings of each list.
  init(_ nothing: Findings) {
    self.nothing = nothing
    current = nothing
  }

  /// Adds a tally of the current list.
  mutating func absorb(_ tally: Tally) { current.absorb(tally) }

  /// Goes on to the next list.
  mutating func endList() {
    ended.append(current)
    current = nothing
  }
}

/// There are too many lists to report each.
struct TooManyParts: Diagnosable {
  let count: Int
  var location: Location? { nil }
  var found: String { "\(grouped(count)) lists are too many for --by-list" }
  var expected: String? { "at most \(grouped(FoundLists.mostLabels))" }
  var remedy: String? { "Leave --by-list out, or name fewer lists at once." }
}
