@_spi(Internal) package import Passwords

/// A policy compiled for a schema: finds the rules that a profile breaks.
///
///     let schema = try Schema(for: policy.demand)
///     let matcher = try PolicyMatcher(policy, schema: schema)
///     matcher.verdict(on: profile).isCompliant
///
/// A compiled policy consists of thresholds and masks; a verdict takes some 10 ns. A matcher is one
/// reference to immutable data, so copies are cheap.
package final class PolicyMatcher: Sendable {
  /// The ids of the policy's rules, in the order of a verdict's bits.
  package let ruleIDs: [RuleID]
  private let first: CompiledAlternative
  private let others: [CompiledAlternative]
  private let policy: Policy
  private let schema: Schema
  private let lists: [ListReference: UInt32]

  /// The number of bits of a verdict: the most rules of all alternatives together.
  package static let mostRules = 64

  /// Compiles a policy.
  ///
  /// `lists` returns the bits of `Profile.lists` for a list: several if it was read from several
  /// files, none if it refuses nothing, nil if the schema does not record it.
  ///
  /// - Throws: ``SchemaError/missingFact(_:)`` if the schema does not record a fact that the policy
  ///   needs; ``SchemaError/tooManyFacts(bits:limit:)`` if the policy has more than ``mostRules``
  ///   rules.
  package init(
    _ policy: Policy, schema: Schema, lists: (ListReference) -> UInt32? = { _ in nil }
  ) throws(SchemaError) {
    ruleIDs = policy.ruleIDs
    guard ruleIDs.count <= Self.mostRules else {
      throw .tooManyFacts(bits: ruleIDs.count, limit: Self.mostRules)
    }
    self.policy = policy
    self.schema = schema
    self.lists = Dictionary(
      policy.lists.compactMap { list in lists(list).map { (list, $0) } },
      uniquingKeysWith: { first, _ in first })
    var compiled: [CompiledAlternative] = []
    var bit: UInt64 = 0
    for rules in policy.rulesOfAlternatives {
      var next = CompiledAlternative()
      for rule in rules {
        try next.add(rule, bit: bit, schema: schema, lists: lists)
        bit += 1
      }
      compiled.append(next)
    }
    first = compiled.removeFirst()
    others = compiled
  }

  /// The rules that a password with this profile breaks.
  ///
  /// The profile must be made with the matcher's schema, or read from its signature.
  ///
  /// - Complexity: O(rules).
  package func verdict(on profile: Profile) -> Verdict {
    var least = first.violations(in: profile)
    guard least != 0, !others.isEmpty else { return Verdict(violated: least) }
    for alternative in others {
      let next = alternative.violations(in: profile)
      if next.nonzeroBitCount < least.nonzeroBitCount { least = next }
    }
    return Verdict(violated: least)
  }

  /// The same policy for the rows of folded tallies.
  package func bounds() -> PolicyBounds {
    PolicyBounds(policy, schema: schema) { lists[$0] }
  }

  /// The number of the first alternative whose rules a compliant password keeps.
  package func firstKept(by profile: Profile) -> Int {
    if others.isEmpty || first.violations(in: profile) == 0 { return 0 }
    return (others.firstIndex { $0.violations(in: profile) == 0 } ?? -1) + 1
  }

  /// The rules that each of several passwords breaks: ``verdict(on:)`` for many profiles.
  ///
  /// - Parameters:
  ///   - columns: Profiles made with the matcher's schema, or read from its signatures.
  ///   - violated: Receives the bits of a verdict for each profile; must have as many elements.
  /// - Complexity: O(profiles × rules); for most rules one nanosecond a profile.
  package func judge(_ columns: ProfileColumns, into violated: inout MutableSpan<UInt64>) {
    precondition(violated.count >= columns.profiles.count, "a verdict a profile")
    guard others.isEmpty else {
      let profiles = columns.profiles.span
      for index in profiles.indices { violated[index] = verdict(on: profiles[index]).violated }
      return
    }
    first.violations(in: columns, into: &violated)
  }
}

/// The rules of a policy that a password broke.
///
/// Bit `i` stands for rule `i` of ``Policy/rules``.
package struct Verdict: Hashable, Sendable {
  /// One bit per broken rule.
  package let violated: UInt64

  /// Makes the verdict with exactly these broken rules.
  @inlinable
  package init(violated: UInt64) { self.violated = violated }

  /// Whether no rule was broken.
  @inlinable package var isCompliant: Bool { violated == 0 }

  /// The number of broken rules.
  @inlinable package var count: Int { violated.nonzeroBitCount }

  /// Whether a rule was broken.
  @inlinable
  package func contains(_ rule: Int) -> Bool { violated >> UInt64(rule) & 1 != 0 }

  /// The indices of the broken rules, ascending.
  package var indices: [Int] { (0..<UInt64.bitWidth).filter(contains) }
}
