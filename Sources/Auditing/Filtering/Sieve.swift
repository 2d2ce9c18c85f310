package import PasswordRules
@_spi(House) package import Passwords

/// Which passwords are let through: those that every policy accepts, that no refused list holds, and
/// that are strong enough; or, turned round, all others.
package struct Sieve: Sendable {
  /// What signatures are packed by.
  package let recipe: Recipe
  private let matchers: [PolicyMatcher]
  private let refusedLists: UInt32
  private let leastScore: Int
  private let isInverted: Bool

  /// Puts a sieve together.
  ///
  /// - Parameters:
  ///   - recipe: What signatures are packed by.
  ///   - matchers: Policies, compiled against the recipe.
  ///   - refusedLists: Bits of the blocklists whose values are refused whatever the policies say.
  ///   - leastScore: The least score let through; 0 lets all through, more needs a recipe that
  ///     records scores.
  ///   - isInverted: Whether to let through what would be refused, and refuse the rest.
  package init(
    recipe: Recipe, matchers: [PolicyMatcher], refusedLists: UInt32 = 0, leastScore: Int = 0,
    isInverted: Bool = false
  ) {
    precondition(leastScore == 0 || recipe.demand.score, "no score is recorded")
    self.recipe = recipe
    self.matchers = matchers
    self.refusedLists = refusedLists
    self.leastScore = leastScore
    self.isInverted = isInverted
  }

  /// Whether passwords of a signature are let through.
  ///
  /// - Complexity: O(rules).
  package func passes(_ signature: Signature) -> Bool {
    let profile = recipe.profile(of: signature)
    let isGood =
      profile.lists & refusedLists == 0 && profile.score ?? 0 >= leastScore
      && matchers.allSatisfy { $0.verdict(on: profile).isCompliant }
    return isGood != isInverted
  }
}
