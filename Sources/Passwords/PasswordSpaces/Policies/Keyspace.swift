package import BigInt
package import PasswordPolicies
import Passwords

/// The number of passwords that a policy permits, for each length.
///
///     var keyspace = try Keyspace(policy)
///     try keyspace.count(length: 8)  // four classes: 3 025 989 069 143 040
///
/// A password is a string of Unicode scalars. Every number is exact; if that is impossible, the
/// methods throw.
package struct Keyspace {
  /// The rules that are left out: refusals by lists and scores cannot be counted, since they follow
  /// no pattern.
  package let uncounted: [RuleID]
  private let terms: Alternatives
  private var counter: KeyspaceCounter

  /// Prepares to count the passwords of a policy.
  ///
  /// - Throws: ``KeyspaceProblem/tooManyAlternatives(ways:)``.
  package init(
    _ policy: Policy, repertoire: Repertoire = .all
  ) throws(KeyspaceProblem) {
    uncounted = policy.uncounted
    terms = try Alternatives(policy.constraints, in: repertoire)
    counter = KeyspaceCounter(repertoire)
  }

  /// The number of passwords of one length, in code points.
  ///
  /// - Throws: ``KeyspaceProblem`` if an exact number cannot be computed.
  package mutating func count(length: Int) throws(KeyspaceProblem) -> BigUInt {
    try counts(lengths: length...length)[0]
  }

  /// The number of passwords of each of these lengths.
  ///
  /// - Throws: ``KeyspaceProblem`` if an exact number cannot be computed.
  package mutating func counts(
    lengths: ClosedRange<Int>
  ) throws(KeyspaceProblem) -> [BigUInt] {
    try terms.counts(lengths: lengths, &counter)
  }

  /// The number of passwords of all these lengths together.
  ///
  /// - Throws: ``KeyspaceProblem`` if an exact number cannot be computed.
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
  /// The countable constraints of each alternative.
  package var constraints: [Constraints] {
    rulesOfAlternatives.map { Constraints($0.flatMap(\.conditions)) }
  }

  /// The rules that a keyspace leaves out: lists and scores.
  package var uncounted: [RuleID] {
    rules.filter(\.isUncounted).map(\.id)
  }
}
