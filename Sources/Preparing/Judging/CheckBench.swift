package import Auditing
import Blocklists
package import PasswordRules
import PasswordStrength
package import Passwords

/// Policies ready to judge single passwords.
package struct CheckBench: Sendable {
  /// What is judged by.
  package let policies: [Policy]
  private let profiler: Profiler
  private let matchers: [PolicyMatcher]
  private let blocklists: BlocklistSet
  private let firstUserBit: UInt32?
  private let needsScore: Bool

  /// Compiles policies against one recipe.
  ///
  /// - Throws: ``RecipeError`` when they ask for more than fits.
  package init(_ policies: [Policy], _ lists: LoadedBlocklists) throws(RecipeError) {
    self.policies = policies
    blocklists = lists.set
    firstUserBit = lists.firstUserBit
    let rulebook = try Rulebook(policies, lists)
    profiler = Profiler(rulebook.recipe)
    needsScore = rulebook.recipe.demand.score
    matchers = try rulebook.matchers()
  }

  /// The ids of the rules that a password breaks, for each policy in order.
  ///
  /// `user` is the name of its user, which counts where the lists mark users.
  package func violations(
    in password: ArraySlice<UInt8>, of user: String? = nil, _ scratch: CheckScratch
  ) -> [[String]] {
    let bytes = password.span
    var profile = profiler.profile(of: bytes)
    profile.lists = blocklists.lists(holding: bytes)
    if let firstUserBit, let user {
      let relation = UserNameRelation(of: bytes, to: Array(user.utf8).span)
      profile.lists |= UInt32(relation.rawValue) << firstUserBit
    }
    if needsScore { profile.score = scratch.bench.scorer.score(bytes).score }
    return matchers.map { matcher in
      matcher.verdict(on: profile).indices.map { matcher.ruleIDs[$0] }
    }
  }
}

/// What one lane needs to judge passwords.
package final class CheckScratch: @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): scratch of one lane; no other has it at the same time.
  private let reading: StrengthReading
  /// The scorer, made when a policy asks for a score.
  package lazy var bench = ScorerBench(reading)

  /// Makes no scorer yet.
  package init(_ reading: StrengthReading) { self.reading = reading }
}
