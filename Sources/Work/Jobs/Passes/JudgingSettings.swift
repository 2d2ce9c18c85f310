package import Auditing
import Diagnostics
import Intake
package import PasswordPolicies
import Passwords

/// The policies and blocklists that judge the passwords of lists, and the workers that do it.
package struct JudgingSettings: Sendable {
  /// The policies, in the order of the output.
  package var policies: [Policy]
  /// The lists to read.
  package var lists: ListSettings
  /// How strength is estimated.
  package var strength: StrengthSettings
  /// Blocklists that passwords are compared with.
  package var blocklists: BlocklistSettings
  /// The number of workers, including the reader's.
  package var threads: Int

  /// Makes settings, by default with the built-in blocklist.
  package init(
    policies: [Policy] = [], lists: ListSettings = ListSettings(names: []),
    strength: StrengthSettings = StrengthSettings(),
    blocklists: BlocklistSettings = BlocklistSettings(), threads: Int = 1
  ) {
    self.policies = policies
    self.lists = lists
    self.strength = strength
    self.blocklists = blocklists
    self.threads = threads
  }
}

extension JudgingSettings {
  /// Whether a policy has a rule on scores.
  package var policiesAskForScores: Bool { policies.contains { $0.demand.score } }

  /// Loads the blocklists, and makes the rules that judge passwords.
  ///
  /// - Throws: ``ProblemsTold`` if a list cannot be read, `SchemaError` if a schema has no room for
  ///   the facts.
  func policySet(
    adding facts: FactDemand, marksUsers: Bool, stop: StopFlag, tell: @escaping ProblemHandler
  ) throws -> PolicySet {
    if facts.brought > strength.guesses.count { throw NoGuessFiles() }
    let loaded = try blocklists.load(
      for: policies, names: strength.contextWords, marksUsers: marksUsers, stop: stop, tell: tell)
    return try PolicySet(policies, loaded, strength, adding: facts)
  }
}

/// Guess numbers are asked for, and no file has them.
private struct NoGuessFiles: Diagnosable {
  var location: Location? { nil }
  var found: String { "no file of guess numbers for --strength guesses" }
  var expected: String? { "--guesses FILE" }
  var remedy: String? { nil }
}
