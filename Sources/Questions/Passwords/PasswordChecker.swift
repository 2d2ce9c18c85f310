package import Auditing
package import PasswordPolicies
@_spi(House) package import Passwords
package import Requests
import Workers

/// Compiled policies that judge single passwords.
package struct PasswordChecker: Sendable {
  /// The policies.
  package let policies: [Policy]
  private let criteria: Criteria
  private let matchers: [PolicyMatcher]
  private let users = UserSight()

  /// Compiles policies against one recipe.
  ///
  /// - Throws: ``RecipeError`` if a recipe has no room for the facts they need.
  package init(
    _ policies: [Policy], _ lists: LoadedBlocklists, _ strength: StrengthSettings
  ) throws(RecipeError) {
    self.policies = policies
    let rulebook = try Rulebook(policies, lists, strength)
    criteria = rulebook.criteria
    matchers = try rulebook.matchers()
  }

  /// The ids of the rules that a password breaks, for each policy in order.
  ///
  /// `user` is the name of its user, which is used if the lists mark users.
  package func violations(
    in password: ArraySlice<UInt8>, of user: String? = nil, _ scratch: CheckScratch
  ) -> [[String]] {
    if user != nil { users.isSeen.withLock { $0 = true } }
    let profile = scratch.profile(of: password.span, user, by: criteria)
    return matchers.map { matcher in
      matcher.verdict(on: profile).indices.map { matcher.ruleIDs[$0].text }
    }
  }

  /// Reports rules on users' names, which refused nothing, if no password came with a user.
  package func tellOfMissingUsers(_ tell: ProblemHandler) {
    if !users.isSeen.withLock({ $0 }) { DoubtfulList.tellOfMissingUsers(policies, tell) }
  }

  /// Whether a password complies with all policies.
  package func accepts(_ password: Span<UInt8>, _ scratch: CheckScratch) -> Bool {
    let profile = scratch.profile(of: password, nil, by: criteria)
    return matchers.allSatisfy { $0.verdict(on: profile).isCompliant }
  }
}

/// Remembers whether any lane judged a password with its user.
private final class UserSight: Sendable {
  let isSeen = Locked(false)
}

/// Reusable state of one lane for judging passwords by any policies.
package final class CheckScratch: @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): scratch of one lane; no other uses it at the same time.
  private var batch = LineBatch()
  /// Made when the first policy needs a score, then shared by all.
  private var scorer: LaneScorer?

  /// Makes no scorer yet.
  package init() {}

  func profile(of password: Span<UInt8>, _ user: String?, by criteria: Criteria) -> Profile {
    if criteria.recipe.demand.score, scorer == nil { scorer = LaneScorer(criteria.strength) }
    let judge = Judge(criteria, scorer: scorer)
    guard let user else { return judge.profile(of: password, user: nil, &batch) }
    return judge.profile(of: password, user: Array(user.utf8).span, &batch)
  }
}
