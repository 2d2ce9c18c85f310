package import PasswordPolicies
@_spi(Internal) package import Passwords

/// The rules by which passwords pass: every policy accepts them, no refused list holds them, and
/// they are strong enough.
///
/// Inverted, all other passwords pass.
package struct LineFilter: Sendable {
  /// The schema of the signatures.
  package let schema: Schema
  private let matchers: [PolicyMatcher]
  private let refusedLists: UInt32
  private let leastScore: Int
  private let isInverted: Bool

  /// Makes a filter.
  ///
  /// - Parameters:
  ///   - schema: The schema of the signatures.
  ///   - matchers: Policies compiled for the schema.
  ///   - refusedLists: The bits of blocklists that refuse their values even if no policy uses them.
  ///   - leastScore: The least score that passes; 0 passes all, more requires a schema that records
  ///     scores.
  ///   - isInverted: Whether to pass passwords that would be refused, and refuse the rest.
  package init(
    schema: Schema, matchers: [PolicyMatcher], refusedLists: UInt32 = 0, leastScore: Int = 0,
    isInverted: Bool = false
  ) {
    precondition(leastScore == 0 || schema.demand.score, "no score is recorded")
    self.schema = schema
    self.matchers = matchers
    self.refusedLists = refusedLists
    self.leastScore = leastScore
    self.isInverted = isInverted
  }

  /// Whether passwords with this signature pass.
  ///
  /// - Complexity: O(rules).
  package func passes(_ signature: Signature) -> Bool {
    let profile = schema.profile(of: signature)
    let isGood =
      profile.lists & refusedLists == 0 && profile.score ?? 0 >= leastScore
      && matchers.allSatisfy { $0.verdict(on: profile).isCompliant }
    return isGood != isInverted
  }
}
