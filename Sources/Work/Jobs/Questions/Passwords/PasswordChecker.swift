package import Auditing
import Blocklists
import Diagnostics
package import PasswordPolicies
package import PasswordStrength
@_spi(Internal) package import Passwords
import Workers

/// Compiled policies that judge single passwords.
struct PasswordChecker: Sendable {
  let policies: [Policy]
  private let criteria: Criteria
  private let matchers: [PolicyMatcher]
  /// The rules of each policy that have numbers, in words.
  private let words: [[RuleID: String]]
  private let users = UserSight()

  /// Compiles policies against one schema.
  ///
  /// - Throws: ``SchemaError`` if a schema has no room for the facts they need.
  init(
    _ policies: [Policy], _ lists: LoadedBlocklists, _ strength: StrengthSettings
  ) throws(SchemaError) {
    self.policies = policies
    let policySet = try PolicySet(policies, lists, strength)
    criteria = policySet.criteria
    matchers = try policySet.matchers()
    words = policies.map { policy in
      Dictionary(
        policy.rules.filter(\.id.isNumbered).map { rule in
          let alternative = rule.id.alternative.map { "\($0 + 1): " } ?? ""
          return (rule.id, alternative + rule.stated.textWithoutCommas)
        }, uniquingKeysWith: { first, _ in first })
    }
  }

  /// The ids of the rules that a password breaks, for each policy in order.
  ///
  /// `user` is the name of its user, which is used if the lists mark users. With `words`, a rule
  /// that its id only numbers is stated as the policy writes it: `required: lower or upper`.
  func violations(
    in password: ArraySlice<UInt8>, of user: String? = nil, _ scratch: CheckScratch,
    words: Bool = false
  ) -> [[String]] {
    if user != nil { users.isSeen.withLock { $0 = true } }
    let profile = scratch.profile(of: password.span, user, by: criteria)
    return matchers.enumerated().map { number, matcher in
      matcher.verdict(on: profile).indices.map { rule in
        let id = matcher.ruleIDs[rule]
        return words && id.isNumbered ? self.words[number][id] ?? id.text : id.text
      }
    }
  }

  /// Reports rules on users' names, which refused nothing, if no password came with a user.
  func tellOfMissingUsers(_ tell: ProblemHandler) {
    if !users.isSeen.withLock({ $0 }) { policies.tellOfMissingUsers(tell) }
  }

  /// Whether a password complies with all policies.
  func accepts(_ password: Span<UInt8>, _ scratch: CheckScratch) -> Bool {
    let profile = scratch.profile(of: password, nil, by: criteria)
    return matchers.allSatisfy { $0.verdict(on: profile).isCompliant }
  }
}

/// Remembers whether any worker judged a password with its user.
private final class UserSight: Sendable {
  let isSeen = Locked(false)
}

/// Reusable state of one worker for judging passwords by any policies.
final class CheckScratch: @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): scratch of one worker; no other uses it at the same time.
  private var batch = LineBatch()
  /// Made when the first policy needs a score, then shared by all.
  private var scorer: WorkerScorer?

  func profile(of password: Span<UInt8>, _ user: String?, by criteria: Criteria) -> Profile {
    if criteria.schema.demand.score, scorer == nil { scorer = WorkerScorer(criteria.strength) }
    let judge = Judge(criteria, scorer: scorer)
    guard let user else { return judge.profile(of: password, user: nil, &batch) }
    return judge.profile(of: password, user: Array(user.utf8).span, &batch)
  }
}

/// Judges single passwords by several policies, and estimates their strength.
///
///     let trial = try PasswordTrial(policies, lists, strength)
///     trial.judgement(of: password).broken   // the rules of each policy that it breaks
///
/// It stores nothing of a password.
package struct PasswordTrial: Sendable {
  private let policySet: PolicySet
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

  /// Compiles policies against one schema.
  ///
  /// - Throws: `SchemaError` if a schema has no room for the facts needed.
  package init(
    _ policies: [Policy], _ lists: LoadedBlocklists, _ strength: StrengthSettings
  ) throws(SchemaError) {
    self.strength = strength
    var facts = FactDemand()
    facts.meter = true
    policySet = try PolicySet(policies, lists, strength, adding: facts)
    matchers = try policySet.matchers()
  }

  /// Judges a password.
  package func judgement(of password: [UInt8]) -> Judgement {
    let profile = CheckScratch().profile(of: password.span, nil, by: policySet.criteria)
    let broken = zip(policySet.policies, matchers).map { policy, matcher in
      let ids = Set(matcher.verdict(on: profile).indices.map { matcher.ruleIDs[$0] })
      return policy.rules.filter { ids.contains($0.id) }
    }
    let trial = WorkerScorer(strength)
    return Judgement(
      broken: broken, level: profile.meter ?? .weak,
      estimate: trial.scorer.estimate(password.span))
  }
}
