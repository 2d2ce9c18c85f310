package import Auditing
import Blocklists
package import PasswordPolicies
package import PasswordStrength
@_spi(House) package import Passwords
package import Requests

/// Judges single passwords by several policies, and estimates their strength.
///
///     let trial = try PasswordTrial(policies, lists, strength)
///     trial.judgement(of: password).broken   // the rules of each policy that it breaks
///
/// It stores nothing of a password.
package struct PasswordTrial: Sendable {
  private let rulebook: Rulebook
  private let matchers: [PolicyMatcher]
  private let strength: StrengthSettings

  /// The judgement of one password.
  package struct Judgement: Sendable {
    /// The rules that it breaks, for each policy in order; none if it complies.
    package let broken: [[Policy.Rule]]
    /// Its level on the four-criteria meter.
    package let level: MeterLevel
    /// zxcvbn's estimate, with advice.
    package let estimate: PasswordStrength.StrengthEstimate
  }

  /// Compiles policies against one recipe.
  ///
  /// - Throws: `RecipeError` if a recipe has no room for the facts needed.
  package init(
    _ policies: [Policy], _ lists: LoadedBlocklists, _ strength: StrengthSettings
  ) throws(RecipeError) {
    self.strength = strength
    var facts = FactDemand()
    facts.meter = true
    rulebook = try Rulebook(policies, lists, strength, adding: facts)
    matchers = try rulebook.matchers()
  }

  /// Judges a password.
  package func judgement(of password: [UInt8]) -> Judgement {
    let profile = CheckScratch().profile(of: password.span, nil, by: rulebook.criteria)
    let broken = zip(rulebook.policies, matchers).map { policy, matcher in
      let ids = Set(matcher.verdict(on: profile).indices.map { matcher.ruleIDs[$0] })
      return policy.rules.filter { ids.contains($0.id) }
    }
    let trial = LaneScorer(strength)
    return Judgement(
      broken: broken, level: profile.meter ?? .weak,
      estimate: trial.scorer.estimate(password.span))
  }
}
