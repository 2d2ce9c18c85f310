import Auditing
import Blocklists
import Intake
import Keyspaces
import PasswordRules
import PasswordStrength
import Passwords

/// Keeps out passwords that no counting of characters rules out: listed or too weak ones.
final class GenerateSieve {
  /// Nil where the policy has no such rule.
  private let judge: Judge?
  private var scorer: Scorer

  private struct Judge {
    let profiler: Profiler
    let matcher: PolicyMatcher
    let blocklists: BlocklistSet
  }

  /// Prepares what the policy asks for.
  init(_ policy: Policy, _ lists: BlocklistOptions, _ strength: StrengthOptions) throws {
    scorer = Scorer(
      referenceYear: strength.referenceYear, contextWords: strength.contextWords,
      cuts: strength.cuts)
    guard policy.hasUncountedRules else {
      judge = nil
      return
    }
    let loaded = try lists.load(for: [policy], stop: StopFlag())
    var demand = policy.demand
    demand.formUnion(loaded.set.demand)
    let recipe = try Recipe(for: demand)
    judge = Judge(
      profiler: Profiler(recipe),
      matcher: try PolicyMatcher(policy, recipe: recipe, lists: loaded.mask(of:)),
      blocklists: loaded.set)
  }

  /// Whether a password may pass.
  func passes(_ password: String) -> Bool {
    guard let judge else { return true }
    let bytes = Array(password.utf8)
    var profile = judge.profiler.profile(of: bytes.span)
    profile.lists = judge.blocklists.lists(holding: bytes.span)
    profile.score = scorer.score(bytes.span).score
    return judge.matcher.verdict(on: profile).isCompliant
  }
}
