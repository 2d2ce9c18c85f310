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
  private let strength: StrengthOptions
  private lazy var bench = ScorerBench(strength.reading)

  private struct Judge {
    let profiler: Profiler
    let matcher: PolicyMatcher
    let blocklists: BlocklistSet
  }

  /// Prepares what the policy asks for.
  init(_ policy: Policy, _ lists: BlocklistOptions, _ strength: StrengthOptions) throws {
    self.strength = strength
    guard policy.hasUncountedRules else {
      judge = nil
      return
    }
    let loaded = try lists.load(
      for: [policy], names: strength.contextWords, stop: StopFlag())
    let rulebook = try Rulebook([policy], loaded)
    judge = Judge(
      profiler: Profiler(rulebook.recipe), matcher: try rulebook.matcher(policy),
      blocklists: loaded.set)
  }

  private var asksForScore: Bool { judge?.profiler.recipe.demand.score ?? false }

  /// Makes sure that the lists are those that were opened, after the last password.
  func checkUnchanged() throws(CompiledProblem) { try judge?.blocklists.checkUnchanged() }

  /// Whether a password may pass.
  func passes(_ password: String) -> Bool {
    guard let judge else { return true }
    let bytes = Array(password.utf8)
    var profile = judge.profiler.profile(of: bytes.span)
    profile.lists = judge.blocklists.lists(holding: bytes.span)
    if asksForScore { profile.score = bench.scorer.score(bytes.span).score }
    return judge.matcher.verdict(on: profile).isCompliant
  }
}
