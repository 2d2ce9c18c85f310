package import Auditing
package import Diagnostics
package import PasswordPolicies
package import PasswordSpaces

/// The settings for made-up passwords that keep or break the rules of policies.
package struct RuleVectorSettings {
  private let lists: BlocklistSettings
  private let strength: StrengthSettings

  /// Makes settings: the blocklists that policies may name, and how strength is estimated.
  package init(_ lists: BlocklistSettings, _ strength: StrengthSettings) {
    (self.lists, self.strength) = (lists, strength)
  }

  /// The vectors of a policy, of which no accepted one is on a list.
  ///
  /// - Throws: ``ProblemsTold`` if a list cannot be read, `SchemaError` if the policy has too many
  ///   rules.
  package func vectors(
    of policy: Policy, tell: @escaping @Sendable (Problem) -> Void
  ) throws -> RuleVectors {
    let single = policy.alternatives.map { rules in
      Policy(
        name: policy.name, alternatives: [rules], location: policy.location,
        maxConsecutive: policy.maxConsecutive)
    }
    let named = single.contains { !$0.lists.isEmpty }
    let loaded = try (named ? lists : .off).load(
      for: single, names: strength.contextWords, marksUsers: false, tell: tell)
    let checker = try PasswordChecker(single, loaded, strength)
    let scratch = CheckScratch()
    let ids = zip(single, policy.rulesOfAlternatives).map { single, rules in
      Dictionary(
        zip(single.ruleIDs.map(\.text), rules.map(\.id)), uniquingKeysWith: { first, _ in first })
    }
    return RuleVectors(policy) { password in
      zip(ids, checker.violations(in: Array(password.utf8)[...], scratch)).map { ids, violated in
        violated.compactMap { ids[$0] }
      }
    }
  }
}
