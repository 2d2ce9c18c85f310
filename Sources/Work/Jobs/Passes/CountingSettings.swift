import Auditing
package import Diagnostics
import Intake
package import Metrics
import Passwords
import Tallies
import Workers

/// How distinct passwords are counted, and the meaning of repetition.
package struct CountingSettings: Hashable, Sendable, CheckedSettings {
  /// Bytes of memory; the rest is spilled to a temporary file.
  let memory: Int
  private let directory: String
  private let weights: Weights?
  fileprivate let confidence: Confidence
  /// The most users of a million who may have a password, for rows of such a limit; nil for none.
  package var mostPerMillion: UInt64?
  /// Where the fingerprints are written; nil if they are discarded.
  package let fingerprints: FingerprintSettings?

  /// Makes settings, by default with the usual memory.
  ///
  /// - Parameters:
  ///   - memory: Bytes of memory; the rest is spilled to a temporary file.
  ///   - directory: Directory of the temporary file.
  ///   - weights: The meaning of repetition, as the user states it; nil if the lists tell it.
  ///   - confidence: How sure bounds on what guesses find are.
  ///   - fingerprints: Where the fingerprints are written; nil to discard them.
  package init(
    memory: Int? = nil, directory: String = temporaryDirectory, weights: Weights? = nil,
    confidence: Confidence = .usual, fingerprints: FingerprintSettings? = nil
  ) {
    self.memory = memory ?? GroupingLimits.defaultMemory
    self.directory = directory
    self.weights = weights
    self.confidence = confidence
    self.fingerprints = fingerprints
  }

  package func validate() throws(Problem) {
    try Problem.requireMemory(memory, mebibytes: 16)
    try fingerprints?.validate()
  }

  /// Makes the grouping that counts them during a run, with its temporary file.
  func grouping(
    schema: Schema, threads: Int, stop: StopFlag, key: FingerprintKey? = nil
  ) throws(GroupingProblem) -> Grouping {
    try Grouping(
      schema: schema, limits: GroupingLimits(memory: memory, threads: threads),
      directory: directory, stop: stop, key: key)
  }

  /// The meaning of repetition in lists: as stated, or accounts if each line names its user.
  ///
  /// Other lists do not tell their origin, and numbers about lists would look like numbers about
  /// users: their repetitions have no known meaning unless the user states it.
  func weights(in lists: ReadLists) -> Weights {
    weights ?? (lists.areOfUsers ? .accounts : .none)
  }

  /// Describes the meaning of repetition in lists, for the manifest.
  func stated(for lists: ReadLists) -> String {
    switch weights(in: lists) {
    case .accounts: "accounts: a repeated password belongs to another account"
    case .lists: "lists: a repeated password is on another list; no account is counted"
    case .none: "none: a repeated password has no known meaning; no account is counted"
    }
  }
}

extension Grouping {
  /// Passes on the counts part by part, and reports counts that were clamped; only reports if memory
  /// is too short, as this leaves the rest of a report intact.
  ///
  /// - Returns: Whether everything was passed on.
  func handOnIfMemorySuffices(
    _ workers: WorkerPool, passingOn passOn: FingerprintTaker?, tell: ProblemHandler,
    _ body: @escaping @Sendable (Spectrum) -> Void
  ) throws(GroupingProblem) -> Bool {
    do throws(GroupingProblem) {
      if try forEachPart(workers, passingOn: passOn, body) { tell(.occurrencesClamped) }
      return true
    } catch {
      guard case .noMemory = error else { throw error }
      tell(error.problem)
      return false
    }
  }
}

extension GuessingSums {
  /// The guessing metrics; nil if memory was too short for the sums, which is reported.
  func findings(
    _ settings: CountingSettings, of lists: ReadLists, isHead: Bool, tell: ProblemHandler
  ) -> GuessingFindings? {
    if let excess {
      tell(
        .tooManyCounts(
          levels: excess.levels, policies: excess.policies, byteCount: settings.memory))
      return nil
    }
    var found = GuessingFindings(
      self, weights: settings.weights(in: lists), isHead: isHead, isPartial: lists.areInPart,
      confidence: settings.confidence)
    if let most = settings.mostPerMillion { found.limit(perMillion: most) }
    return found
  }

  /// What a folded tally tells of guessing; nil of exact counts.
  func folded(_ settings: CountingSettings, of lists: ReadLists, isHead: Bool) -> FoldedGuessing? {
    folded(
      weights: settings.weights(in: lists), isHead: isHead || lists.areInPart,
      confidence: settings.confidence)
  }
}

extension Problem {
  /// There are more sums than `--memory` allows.
  fileprivate static func tooManyCounts(levels: Int, policies: Int, byteCount: Int) -> Problem {
    Problem(
      "many-counts",
      "metrics of guessing need room for \(levels) numbers of occurrences and more, each for "
        + "\(policies == 1 ? "one policy" : "\(policies) policies")",
      expected: "no more than the \(byteCount) bytes of --memory have room for",
      remedy: "Raise --memory, or name fewer policies.")
  }

  /// The weights of a password exceed the largest count.
  fileprivate static var occurrencesClamped: Problem {
    Problem(
      "occurrences-clamped",
      "a password occurs more than \(UInt64.max) times according to its weights",
      remedy: "It is counted as often as that; check the list's column of counts.", .warning)
  }
}
