import Bytes
import CMalloc
package import Diagnostics
import Jobs
package import PasswordPolicies
package import PasswordSpaces
package import Reports
import Workers

/// Counts keyspaces: one at a time, each within a second; caches the latest without their rows.
///
/// A policy can be made to take minutes; its author must not keep other users waiting. Nor may hard
/// policies take memory one after the other: each thread that counts has memory of its own, which
/// the C library keeps for it unless it is given back.
package actor Spaces {
  /// The time limit of a keyspace.
  private let limit: Duration
  private struct Key: Hashable {
    let name: String
    let rules: Policy.CanonicalKey
  }

  /// A keyspace, or the reason why there is none.
  package enum Counted: Sendable {
    case space(PolicySpace)
    case problem(Problem)
  }

  private nonisolated let known = Locked(RecentValues<Key, Counted>(most: 64))
  private nonisolated let queue: CountingQueue

  /// Sets the time limit of each keyspace, and who waits.
  package init(limit: Duration = .seconds(1), queue: CountingQueue = CountingQueue()) {
    self.limit = limit
    self.queue = queue
  }

  /// Counts the passwords that a policy permits.
  ///
  /// - Returns: The counts, or the reason why there are none.
  package nonisolated func space(
    of policy: Policy, comparing alphabet: ComparisonAlphabet = .ascii
  ) async -> Counted {
    guard queue.enter() else { return .problem(.busyCounting) }
    defer { queue.leave() }
    return await counted(policy, alphabet)
  }

  /// What was counted of a policy earlier; nil if nothing was, or if it was forgotten.
  ///
  /// Does not wait for what is being counted.
  nonisolated func known(of policy: Policy) -> Counted? {
    let key = Key(name: policy.name, rules: policy.canonicalKey)
    return known.withLock { $0.value(for: key) }
  }

  private func counted(_ policy: Policy, _ alphabet: ComparisonAlphabet) -> Counted {
    let key = Key(name: policy.name, rules: policy.canonicalKey)
    if let result = known.withLock({ $0.value(for: key) }) { return result }
    let result = givingMemoryBack { () -> Counted in
      var counter = KeyspaceCounter(comparing: alphabet, deadline: .now + limit)
      do throws(KeyspaceProblem) {
        return .space(try PolicySpace(policy, &counter, GeneratorSettings.managers).withoutRows())
      } catch { return .problem(error.problem) }
    }
    known.withLock { $0.keep(result, for: key) }
    return result
  }

  /// Generates random passwords that satisfy a policy and can be typed.
  ///
  /// - Parameters:
  ///   - policy: The policy; its keyspace must have been counted.
  ///   - settings: The blocklists to use.
  ///   - count: The number of passwords, of ``usualLength`` if the policy permits it.
  /// - Returns: The passwords; fewer if a list or a score refuses nearly all.
  /// - Throws: `KeyspaceProblem` if generating takes too many states, or too long.
  func examples(
    of policy: Policy, _ settings: AuditSettings, count: Int
  ) throws -> [String] {
    try givingMemoryBack { try generated(policy, settings, count: count) }
  }

  /// Does some work, and gives the memory that it took back to the system if it took long.
  private nonisolated func givingMemoryBack<Result>(
    _ work: () throws -> Result
  ) rethrows -> Result {
    let start = ContinuousClock.now
    defer { if ContinuousClock.now - start > Self.littleTime { return_free_memory() } }
    return try work()
  }

  /// The time in which no work takes more than some megabytes.
  private static let littleTime = Duration.milliseconds(50)

  private nonisolated func generated(
    _ policy: Policy, _ settings: AuditSettings, count: Int
  ) throws -> [String] {
    let range = LengthRange(policy)
    guard let lengths = range.lengths else { return [] }
    let wanted = min(max(Self.usualLength, lengths.lowerBound), lengths.upperBound)
    let typable = ComparisonAlphabet.ascii.repertoire
    let deadline = ContinuousClock.now + limit
    let generator = try PasswordGenerator(
      policy, lengths: wanted...wanted, repertoire: typable, mostNumbers: Self.mostNumbers,
      deadline: deadline)
    guard !generator.isEmpty else { return [] }
    let lineFilter = try GenerateFilter(policy, settings.blocklists, settings.strength) { _ in }
    var random = SystemRandomNumberGenerator()
    var passwords: [String] = []
    while passwords.count < count, ContinuousClock.now < deadline,
      let password = lineFilter.next(from: generator, using: &random, tries: 1000)
    {
      passwords.append(password)
    }
    return passwords
  }

  /// The most numbers to store for generating; they take some ten megabytes.
  private static let mostNumbers = 1 << 18

  /// The length of generated passwords, if the policy permits it.
  static let usualLength = 14
}

/// The questions that wait for a keyspace, with the one that is counted.
package final class CountingQueue: Sendable {
  /// The most that wait; others are told to ask again.
  private static let most = 4
  private let count = Locked(0)

  /// Makes an empty queue.
  package init() {}

  /// Joins the queue; false if it is full.
  package func enter() -> Bool {
    count.withLock { count in
      if count >= Self.most { return false }
      count += 1
      return true
    }
  }

  /// Leaves it.
  package func leave() { count.withLock { $0 -= 1 } }
}

extension Problem {
  /// Too many keyspaces are requested at once.
  fileprivate static var busyCounting: Problem {
    Problem("busy-counting", "other policies are being counted", remedy: "Ask again in a second.")
  }
}
