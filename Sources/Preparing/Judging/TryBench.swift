import Auditing
import Intake
package import PasswordRules
package import PasswordStrength
package import Passwords

/// Judges single passwords by several policies, and says how strong they are.
///
///     let bench = try TryBench(settings) { print($0.message) }
///     bench.judgement(of: password).broken   // the rules of each policy that it breaks
///
/// Nothing of a password stays behind but in the caller's memory.
package struct TryBench: Sendable {
  private let rulebook: Rulebook
  private let criteria: Criteria
  private let matchers: [PolicyMatcher]
  private let strength: StrengthReading

  /// What is said of one password.
  package struct Judgement: Sendable {
    /// For each policy in order the rules that it breaks, by id and text; none where it complies.
    package let broken: [[Policy.Rule]]
    /// Its level on the four-criteria meter.
    package let level: MeterLevel
    /// zxcvbn's estimate, with what to do about it.
    package let estimate: PasswordStrength.StrengthEstimate
  }

  /// Loads the blocklists that the policies of the settings name, and compiles the policies.
  ///
  /// - Throws: ``ProblemsTold`` when a list cannot be read, `RecipeError` when they ask for more than
  ///   fits.
  package init(_ settings: AuditSettings, tell: @escaping ProblemHandler) throws {
    strength = settings.strength
    let lists = try settings.blocklists.load(
      for: settings.policies, names: strength.contextWords, stop: StopFlag(), tell: tell)
    var facts = FactDemand()
    facts.meter = true
    rulebook = try Rulebook(settings.policies, lists, adding: facts)
    criteria = rulebook.criteria(strength)
    matchers = try rulebook.matchers()
  }

  /// Judges a password.
  package func judgement(of password: [UInt8]) -> Judgement {
    let profile = CheckScratch().profile(of: password.span, nil, by: criteria)
    let broken = zip(rulebook.policies, matchers).map { policy, matcher in
      let ids = Set(matcher.verdict(on: profile).indices.map { matcher.ruleIDs[$0] })
      return policy.rules.filter { ids.contains($0.id) }
    }
    let bench = ScorerBench(strength)
    return Judgement(
      broken: broken, level: profile.meter ?? .weak,
      estimate: bench.scorer.estimate(password.span))
  }
}
