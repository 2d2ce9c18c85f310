package import BigInt
package import PasswordRules
import Passwords

/// Which passwords a policy permits, as numbers: how many of each length.
///
///     var keyspace = try Keyspace(policy)
///     try keyspace.count(length: 8)  // four classes: 3 025 989 069 143 040
///
/// A password is a string of Unicode scalars. Every number is exact, or there is none.
package struct Keyspace {
  /// The rules that it cannot count and leaves out: what lists and scores refuse has no pattern.
  package let uncounted: [String]
  private let terms: Alternatives
  private var counter: KeyspaceCounter

  /// Prepares to count what a policy permits.
  ///
  /// - Throws: ``KeyspaceProblem/tooManyAlternatives(ways:)``.
  package init(
    _ policy: Policy, repertoire: Repertoire = .all
  ) throws(KeyspaceProblem) {
    uncounted = policy.rules.filter(\.test.isUncounted).map(\.id)
    terms = try Alternatives(policy.constraints, in: repertoire)
    counter = KeyspaceCounter(repertoire)
  }

  /// The number of passwords of one length, in code points.
  ///
  /// - Throws: ``KeyspaceProblem`` where an exact number is out of reach.
  package mutating func count(length: Int) throws(KeyspaceProblem) -> BigUInt {
    try counts(lengths: length...length)[0]
  }

  /// The numbers of passwords of each of these lengths.
  ///
  /// - Throws: ``KeyspaceProblem`` where an exact number is out of reach.
  package mutating func counts(
    lengths: ClosedRange<Int>
  ) throws(KeyspaceProblem) -> [BigUInt] {
    try terms.counts(lengths: lengths, &counter)
  }

  /// The number of passwords of all these lengths together.
  ///
  /// - Throws: ``KeyspaceProblem`` where an exact number is out of reach.
  package mutating func total(
    lengths: ClosedRange<Int>
  ) throws(KeyspaceProblem) -> BigUInt {
    let permitted = terms.terms.map(\.constraints)
    let lower = max(lengths.lowerBound, permitted.map(\.shortest).min() ?? .max)
    let upper = min(lengths.upperBound, permitted.map { $0.longest ?? .max }.max() ?? 0)
    return lower <= upper ? try counts(lengths: lower...upper).reduce(0, +) : 0
  }
}

extension Policy {
  /// What each alternative asks for, as far as it can be counted.
  package var constraints: [Constraints] {
    alternatives.indices.map { Constraints(rules(ofAlternative: $0).map(\.test)) }
  }

  /// Whether there are rules that a keyspace leaves out: lists and scores.
  package var hasUncountedRules: Bool { rules.contains(where: \.test.isUncounted) }

  /// The rules of one alternative, with the ids that they would have if it were the only one.
  func rules(ofAlternative index: Int) -> [Rule] {
    Policy(
      name: name, alternatives: [alternatives[index]], location: location,
      maxConsecutive: maxConsecutive
    ).rules
  }
}

extension Policy.Test {
  /// Whether it refuses strings without a pattern that could be counted.
  var isUncounted: Bool {
    switch self {
    case .unlisted, .minScore: true
    default: false
    }
  }
}
