package import Auditing
import Diagnostics
package import Findings
package import Intake
package import Passwords
package import Tallies
import Workers

/// How distinct passwords are counted, and what it means that one occurs again.
package struct CountingSettings: Hashable, Sendable {
  /// Bytes of memory; what it has no room for goes to a temporary file.
  package var memory: Int
  /// Directory of the temporary file.
  package var directory: String
  /// What it means that a password occurs again.
  ///
  /// Nothing, unless somebody who knows the list says so: most lists do not say where they come
  /// from, and numbers about users that are numbers about lists would look just as good.
  package var weights: Weights
  /// Where the fingerprints are written; nil where they are forgotten.
  package var fingerprints: FingerprintSettings?

  /// The least that makes sense as ``memory``.
  package static let leastMemory = GroupingLimits.leastMemory

  /// Counts in memory of a gibibyte, unless something else is said.
  package init(
    memory: Int = GroupingLimits.defaultMemory, directory: String = temporaryDirectory,
    weights: Weights = .none
  ) {
    self.memory = memory
    self.directory = directory
    self.weights = weights
  }

  /// Makes what counts them during a run, with its temporary file.
  package func grouping(
    recipe: Recipe, lanes: Int, stop: StopFlag, key: FingerprintKey? = nil
  ) throws(GroupingProblem) -> Grouping {
    try Grouping(
      recipe: recipe, limits: GroupingLimits(memory: memory, lanes: lanes), directory: directory,
      stop: stop, key: key)
  }

  /// Says in words how repetition was read, for the manifest.
  package var stated: String {
    switch weights {
    case .accounts: "accounts: a password that occurs again is that of another account"
    case .lists: "lists: a password that occurs again is on another list; no account is counted"
    case .none: "none: that a password occurs again has no known meaning; no account is counted"
    }
  }
}

extension Grouping {
  /// Hands on what was counted, part by part, and tells where a count did not fit.
  func handOn(
    _ workers: WorkerPool, passingOn passOn: FingerprintTaker?, tell: ProblemHandler,
    _ body: @escaping @Sendable (Spectrum) -> Void
  ) throws(GroupingProblem) {
    if try forEachPart(workers, passingOn: passOn, body) { tell(OccurrencesClamped()) }
  }

  /// The same; a memory too short to add it up is told only, as the rest of a report does not suffer
  /// from that.
  ///
  /// - Returns: Whether all of it was handed on.
  func handOnIfMemorySuffices(
    _ workers: WorkerPool, passingOn passOn: FingerprintTaker?, tell: ProblemHandler,
    _ body: @escaping @Sendable (Spectrum) -> Void
  ) throws(GroupingProblem) -> Bool {
    do throws(GroupingProblem) {
      try handOn(workers, passingOn: passOn, tell: tell, body)
      return true
    } catch {
      guard case .noMemory = error else { throw error }
      tell(error)
      return false
    }
  }
}

extension GuessingSums {
  /// What guessing takes; nil where memory had no room for the sums, which is told.
  func findings(
    _ settings: CountingSettings, isHead: Bool, tell: ProblemHandler
  ) -> GuessingFindings? {
    if let excess {
      tell(
        TooManyCounts(
          levels: excess.levels, policies: excess.policies, byteCount: settings.memory))
      return nil
    }
    return GuessingFindings(self, weights: settings.weights, isHead: isHead)
  }
}

/// More sums than `--memory` allows.
private struct TooManyCounts: Diagnosable {
  let levels: Int
  let policies: Int
  let byteCount: Int

  var location: Location? { nil }
  var found: String {
    "metrics of guessing need room for \(levels) numbers of occurrences and more, each for "
      + "\(policies == 1 ? "one policy" : "\(policies) policies")"
  }
  var expected: String? { "no more than the \(byteCount) bytes of --memory have room for" }
  var remedy: String? { "Raise --memory, or name fewer policies." }
}

/// A password whose weights pass what can be counted.
private struct OccurrencesClamped: Diagnosable {
  var location: Location? { nil }
  var severity: Severity { .warning }
  var found: String { "a password occurs more than \(UInt64.max) times by its weights" }
  var expected: String? { nil }
  var remedy: String? { "It is counted as often as that; check the list's column of counts." }
}
