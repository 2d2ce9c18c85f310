package import Auditing
package import Blocklists
import Intake
import Keyspaces
package import PasswordRules
import PasswordStrength
import Passwords

/// Refuses generated passwords that counting characters cannot exclude: listed or weak ones.
package final class GenerateSieve {
  /// Nil where the policy has no such rule.
  private let judge: Judge?
  private let strength: StrengthReading
  private lazy var bench = ScorerBench(strength)

  private struct Judge {
    let profiler: Profiler
    let matcher: PolicyMatcher
    let blocklists: BlocklistSet
  }

  /// Loads the lists that the policy names.
  ///
  /// - Throws: ``ProblemsTold`` when a list cannot be read.
  package init(
    _ policy: Policy, _ lists: BlocklistSettings, _ strength: StrengthReading,
    tell: @escaping ProblemHandler
  ) throws {
    self.strength = strength
    guard policy.hasUncountedRules else {
      judge = nil
      return
    }
    let loaded = try lists.load(
      for: [policy], names: strength.contextWords, stop: StopFlag(), tell: tell)
    let rulebook = try Rulebook([policy], loaded)
    judge = Judge(
      profiler: Profiler(rulebook.recipe), matcher: try rulebook.matcher(policy),
      blocklists: loaded.set)
  }

  private var asksForScore: Bool { judge?.profiler.recipe.demand.score ?? false }

  /// Makes sure that the lists are those that were opened, after the last password.
  package func checkUnchanged() throws(CompiledProblem) { try judge?.blocklists.checkUnchanged() }

  /// Whether a password may pass.
  package func passes(_ password: String) -> Bool {
    guard let judge else { return true }
    let bytes = Array(password.utf8)
    var profile = judge.profiler.profile(of: bytes.span)
    profile.lists = judge.blocklists.lists(holding: bytes.span)
    if asksForScore { profile.score = bench.scorer.score(bytes.span).score }
    return judge.matcher.verdict(on: profile).isCompliant
  }
}
