package import Auditing
package import Diagnostics
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
  /// What that is made from when policies are loaded.
  package var sources: StrengthSources
  /// Blocklists that passwords are compared with.
  package var blocklists: BlocklistSettings
  /// The number of workers, including the reader's.
  package var threads: Int

  /// Makes settings, by default with the built-in blocklist.
  package init(
    policies: [Policy] = [], lists: ListSettings = ListSettings(names: []),
    strength: StrengthSettings = StrengthSettings(),
    sources: StrengthSources = StrengthSources(),
    blocklists: BlocklistSettings = BlocklistSettings(), threads: Int = 1
  ) {
    self.policies = policies
    self.lists = lists
    self.strength = strength
    self.sources = sources
    self.blocklists = blocklists
    self.threads = threads
  }
}

extension JudgingSettings: CheckedSettings {
  package func validate() throws(Problem) {
    try lists.validate()
    try blocklists.validate()
    try sources.validate()
    try Self.requireThreads(threads)
  }

  /// Reads policies, and what the estimate of strength is made from; passwords are scored if that is
  /// stated, or a policy asks for it.
  func loading(
    _ policies: PolicySettings?, isScored: Bool, tell: @escaping ProblemHandler
  ) throws -> JudgingSettings {
    var settings = self
    settings.policies = try policies?.load(threads: threads, tell: tell) ?? []
    settings.strength = try sources.load(
      isUsed: isScored || settings.policiesAskForScores, tell: tell)
    return settings
  }

  /// Refuses numbers of threads that no job starts.
  package static func requireThreads(
    _ number: Int?, of option: String = "--threads"
  ) throws(Problem) {
    try Problem.require(number, in: 1...1024, of: option)
  }

  /// Whether a policy has a rule on scores.
  package var policiesAskForScores: Bool { policies.contains { $0.demand.score } }

  /// Loads the blocklists, and makes the rules that judge passwords.
  ///
  /// - Throws: ``ProblemsTold`` if a list cannot be read, `SchemaError` if a schema has no room for
  ///   the facts.
  func policySet(
    adding facts: FactDemand, marksUsers: Bool, stop: StopFlag, tell: @escaping ProblemHandler
  ) throws -> PolicySet {
    let loaded = try blocklists.load(
      for: policies, names: strength.contextWords, marksUsers: marksUsers, stop: stop, tell: tell)
    return try PolicySet(policies, loaded, strength, adding: facts)
  }
}

extension BlocklistSettings: CheckedSettings {
  package func validate() throws(Problem) {
    try Problem.refuse([
      "--no-blocklist excludes --blocklist.": isOff && !files.isEmpty,
      "--no-blocklist excludes --blocklist-match.": isOff && !matches.isEmpty,
    ])
  }
}
