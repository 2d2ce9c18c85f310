package import Auditing
package import Blocklists
import Intake
package import Keyspaces
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

  /// Draws after which a list or a score is taken to refuse everything.
  package static let mostTries = 100_000

  /// Draws until a password passes that a line can hold.
  ///
  /// - Returns: The password; nil when so many in a row were refused.
  package func next(
    from generator: PasswordGenerator, using random: inout some RandomNumberGenerator,
    tries: Int = mostTries
  ) -> String? {
    for _ in 0...tries {
      let password = generator.next(using: &random)
      if !password.utf8.contains(where: { $0 == 10 || $0 == 13 }), passes(password) {
        return password
      }
    }
    return nil
  }

  /// Whether a password may pass.
  private func passes(_ password: String) -> Bool {
    bench?.accepts(Array(password.utf8).span, scratch) ?? true
  }
}
