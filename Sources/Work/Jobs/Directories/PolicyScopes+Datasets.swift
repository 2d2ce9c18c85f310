import Diagnostics
import Directories
import Metrics
import PasswordPolicies

extension PolicyScopes {
  /// Finds for whom each policy is in force: of those that name a dataset of an account the first,
  /// and the one for everyone for all others.
  ///
  /// - Throws: ``Problem`` if a dataset is unknown, or two policies are for one.
  init(
    _ policies: [JudgedPolicy], accounts: Int, datasets: [(label: String, members: [Int])]
  ) throws(Problem) {
    self.init(policies.map { (day: $0.day, isOfSome: $0.audience != nil) }, accounts: accounts)
    let fold = { (label: String) in FoldedName.of(Array(label.utf8)) }
    var taken: [Int: String] = [:]
    var last: Int?
    for (number, policy) in policies.enumerated() {
      guard let audience = policy.audience else { continue }
      if policy.name == Metric.inForce { throw .namedAsSum(policy) }
      var place = datasets.count
      if case .dataset(let label) = audience {
        guard let found = datasets.firstIndex(where: { fold($0.label) == fold(label) }) else {
          throw .unknownAudience(policy, label, among: datasets.map(\.label))
        }
        place = found
        assign(datasets[found].members, to: number)
      } else {
        last = number
      }
      if let other = taken.updateValue(policy.name, forKey: place) {
        throw .sameAudience(policy, as: other)
      }
    }
    if let last { assign(0..<accounts, to: last) }
  }
}

extension Problem {
  /// A policy is for a dataset that the directory does not have.
  fileprivate static func unknownAudience(
    _ policy: JudgedPolicy, _ label: String, among labels: [String]
  ) -> Problem {
    Problem(
      "unknown-audience", at: policy.location,
      "policy '\(policy.name)' is for '\(label)', which is no dataset",
      expected: "one of " + (labels.map { "'\($0)'" } + ["everyone"]).joined(separator: ", "),
      remedy: nearest(to: label, among: labels).map { "Did you mean '\($0)'?" }
        ?? "--group and --by make datasets; strata with fewer accounts than --min-cell are joined.")
  }

  /// Two policies are for the same accounts.
  fileprivate static func sameAudience(_ policy: JudgedPolicy, as other: String) -> Problem {
    Problem(
      "same-audience", at: policy.location,
      "policy '\(policy.name)' is for \(policy.audience?.value ?? "") as '\(other)' is",
      expected: "one policy for each dataset", remedy: "Take 'for' out of one of them.")
  }

  /// A policy has the name of the rows that sum policies up.
  fileprivate static func namedAsSum(_ policy: JudgedPolicy) -> Problem {
    Problem(
      "named-as-sum", at: policy.location,
      "a policy is called '\(policy.name)', which sums up the policies that say for whom they are",
      remedy: "Give its section another name.")
  }

  /// A policy is in force for no account.
  static func idleAudience(_ policy: JudgedPolicy) -> Problem {
    Problem(
      "idle-audience", at: policy.location,
      "policy '\(policy.name)' is in force for no account that counts",
      remedy:
        "Of several policies the first that fits an account is in force for it: name narrower datasets "
        + "first.", .warning)
  }

  /// A tally of a directory knows known passwords, but not when they were set or whose they are.
  static func notRecorded(_ policy: Policy, _ what: String, _ file: String) -> Problem {
    Problem(
      "not-in-tally", at: policy.location,
      "policy '\(policy.name)' asks of known passwords \(what), which the tally '\(file)' does not record",
      remedy: "Audit the dumps: audit --potfile POTFILE --rules POLICY DUMP")
  }

  /// A policy says for whom it is in force, but the lists have no accounts.
  static func noDirectory(_ policy: Policy) -> Problem {
    Problem(
      "no-directory", at: policy.location,
      "policy '\(policy.name)' says for whom it is in force, but the lists are no dumps of a directory",
      remedy: "Give what was cracked with --potfile, or take 'for' out of the policy.")
  }
}

extension JudgingSettings {
  /// Refuses policies that are in force for datasets of a directory.
  func requireNoAudience() throws(Problem) {
    if let policy = policies.first(where: { $0.audience != nil }) { throw .noDirectory(policy) }
  }
}
