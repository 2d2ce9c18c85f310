package import Auditing
package import Blocklists
import Intake
import Keyspaces
package import PasswordRules

/// Refuses generated passwords that counting characters cannot exclude: listed or weak ones.
package final class GenerateSieve {
  /// Nil where the policy has no such rule.
  private let bench: CheckBench?
  private let lists: LoadedBlocklists?
  private let scratch = CheckScratch()

  /// Loads the lists that the policy names.
  ///
  /// - Throws: ``ProblemsTold`` when a list cannot be read.
  package init(
    _ policy: Policy, _ lists: BlocklistSettings, _ strength: StrengthReading,
    tell: @escaping ProblemHandler
  ) throws {
    guard policy.hasUncountedRules else {
      bench = nil
      self.lists = nil
      return
    }
    let loaded = try lists.load(
      for: [policy], names: strength.contextWords, stop: StopFlag(), tell: tell)
    bench = try CheckBench([policy], loaded, strength)
    self.lists = loaded
  }

  /// Makes sure that the lists are those that were opened, after the last password.
  package func checkUnchanged() throws(CompiledProblem) { try lists?.checkUnchanged() }

  /// Whether a password may pass.
  package func passes(_ password: String) -> Bool {
    bench?.accepts(Array(password.utf8).span, scratch) ?? true
  }
}
