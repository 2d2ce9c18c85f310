package import Auditing
package import PasswordRules
@_spi(House) package import Passwords

/// Policies ready to judge single passwords.
package struct CheckBench: Sendable {
  /// What is judged by.
  package let policies: [Policy]
  private let criteria: Criteria
  private let matchers: [PolicyMatcher]

  /// Compiles policies against one recipe.
  ///
  /// - Throws: ``RecipeError`` when they ask for more than fits.
  package init(
    _ policies: [Policy], _ lists: LoadedBlocklists, _ strength: StrengthReading
  ) throws(RecipeError) {
    self.policies = policies
    let rulebook = try Rulebook(policies, lists)
    criteria = rulebook.criteria(strength)
    matchers = try rulebook.matchers()
  }

  /// The ids of the rules that a password breaks, for each policy in order.
  ///
  /// `user` is the name of its user, which counts where the lists mark users.
  package func violations(
    in password: ArraySlice<UInt8>, of user: String? = nil, _ scratch: CheckScratch
  ) -> [[String]] {
    let profile = scratch.profile(of: password.span, user, by: criteria)
    return matchers.map { matcher in
      matcher.verdict(on: profile).indices.map { matcher.ruleIDs[$0] }
    }
  }

  /// Whether a password complies with all policies.
  package func accepts(_ password: Span<UInt8>, _ scratch: CheckScratch) -> Bool {
    let profile = scratch.profile(of: password, nil, by: criteria)
    return matchers.allSatisfy { $0.verdict(on: profile).isCompliant }
  }
}

/// What one lane needs to judge passwords, by whatever policies.
package final class CheckScratch: @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): scratch of one lane; no other has it at the same time.
  private var batch = LineBatch()
  /// Made when a policy asks for a score, and used for all that do.
  private var scorer: ScorerBench?

  /// Makes no scorer yet.
  package init() {}

  func profile(of password: Span<UInt8>, _ user: String?, by criteria: Criteria) -> Profile {
    if criteria.recipe.demand.score, scorer == nil { scorer = ScorerBench(criteria.strength) }
    let judge = Judge(criteria, scorer: scorer)
    guard let user else { return judge.profile(of: password, user: nil, &batch) }
    return judge.profile(of: password, user: Array(user.utf8).span, &batch)
  }
}
