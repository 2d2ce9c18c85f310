package import Auditing
import Caches
import Diagnostics
import PasswordPolicies
package import Requests

/// Judges passwords, each by a policy of its own, and keeps the latest policies compiled.
///
///     let checker = PolicyLineChecker(PolicySettings(), .off, strength) { print($0.message) }
///     try checker.violations(of: "minlength: 8;", in: "abc")    // ["minlength"]
package final class PolicyLineChecker: @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): scratch of one lane; no other uses it at the same time.
  private let policies: PolicySettings
  private let lists: BlocklistSettings
  private let strength: StrengthSettings
  private let tell: ProblemHandler
  private let scratch = CheckScratch()
  /// The latest policies; questions tend to repeat a policy line after line.
  private var known = RecentValues<String, Result<PasswordChecker, Refusal>>(most: 1024)

  /// Makes a checker without policies.
  ///
  /// - Parameters:
  ///   - policies: How policies are read; its files and presets are not used.
  ///   - lists: The blocklists that policies may name.
  ///   - strength: How strength is estimated.
  ///   - tell: Receives the problems of lists.
  package init(
    _ policies: PolicySettings, _ lists: BlocklistSettings, _ strength: StrengthSettings,
    tell: @escaping ProblemHandler
  ) {
    self.policies = policies
    self.lists = lists
    self.strength = strength
    self.tell = tell
  }

  /// The ids of the rules of a policy that a password breaks; `user` is the name of its user.
  ///
  /// - Throws: ``Refusal`` if the policy has a fault, or its lists cannot be read.
  package func violations(
    of policy: String, in password: String, user: String? = nil
  ) throws(Refusal) -> [String] {
    try checker(for: policy).get().violations(
      in: Array(password.utf8)[...], of: user, scratch
    ).first ?? []
  }

  private func checker(for text: String) -> Result<PasswordChecker, Refusal> {
    if let checker = known.value(for: text) { return checker }
    let checker = Result { () throws(Refusal) in try compile(text) }
    known.keep(checker, for: text)
    return checker
  }

  private func compile(_ text: String) throws(Refusal) -> PasswordChecker {
    let reading = policies.read(Array(text.utf8), file: "policy")
    if let problem = reading.problems.first(where: \.isError) {
      throw Refusal(message: problem.message)
    }
    let policies = reading.policies.first.map { [$0] } ?? []
    do {
      let loaded =
        policies.contains { !$0.lists.isEmpty }
        ? try lists.load(
          for: policies, names: strength.contextWords,
          marksUsers: policies.contains(where: \.asksForUserNames), tell: tell)
        : try LoadedBlocklists(lists.forms, tell: tell)
      return try PasswordChecker(policies, loaded, strength)
    } catch let problem as any Diagnosable {
      throw Refusal(message: problem.message)
    } catch {
      throw Refusal(message: "a list that the policy names cannot be read")
    }
  }
}
