package import Auditing
package import Blocklists
import Intake
package import PasswordPolicies
package import PasswordSpaces
package import Requests

/// Rejects generated passwords that are listed or weak, which counting characters cannot exclude.
package final class GenerateSieve {
  /// Nil if the policy has no such rule.
  private let checker: PasswordChecker?
  private let lists: LoadedBlocklists?
  private let scratch = CheckScratch()

  /// Loads the lists that the policy uses.
  ///
  /// - Throws: ``ProblemsTold`` if a list cannot be read.
  package init(
    _ policy: Policy, _ lists: BlocklistSettings, _ strength: StrengthSettings,
    tell: @escaping ProblemHandler
  ) throws {
    guard !policy.uncounted.isEmpty else {
      checker = nil
      self.lists = nil
      return
    }
    let loaded = try lists.load(
      for: [policy], names: strength.contextWords, stop: StopFlag(), tell: tell)
    checker = try PasswordChecker([policy], loaded, strength)
    self.lists = loaded
  }

  /// Checks, after the last password, that no list has changed since it was opened.
  package func checkUnchanged() throws(CompiledProblem) { try lists?.checkUnchanged() }

  /// Rejections in a row after which no password is expected to pass.
  package static let mostTries = 100_000

  /// Generates until a password passes that fits on a line.
  ///
  /// - Returns: The password; nil if so many in a row were rejected.
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
    checker?.accepts(Array(password.utf8).span, scratch) ?? true
  }
}
