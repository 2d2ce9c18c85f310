/// A metric of accounts; numbered, since millions are counted.
package enum AccountMetric: Int, CaseIterable, Sendable {
  case kind
  case state
  case password
  case age
  case commonest
  case finding
  case historyReuse
  case historyStep
  case listed
  case lm
  case machineDefault
  case reversible
  case shared
  case sharedAcross
  case sharedGroups
  case sharedPasswords
  case userName

  /// Its name in reports.
  package var name: String {
    switch self {
    case .kind: "account_kind"
    case .state: "account_state"
    case .password: "account_password"
    case .historyReuse: "history_reuse"
    case .historyStep: "history_step"
    case .machineDefault: "machine_default"
    case .sharedAcross: "shared_across"
    case .sharedGroups: "shared_groups"
    case .sharedPasswords: "shared_passwords"
    case .userName: "user_name_hash"
    case .age, .commonest, .finding, .listed, .lm, .reversible, .shared: "\(self)"
    }
  }

  /// The names of its bins, in reading order.
  package var bins: [String] {
    switch self {
    case .kind: ["user", "machine", "system"]
    case .state: ["enabled", "disabled", "unknown", "excluded"]
    case .password: ["blank", "cracked", "unproven", "uncracked", "no-hash"]
    case .age: Self.ages.map(\.name) + ["3651+", "never", "later", "unknown"]
    case .commonest: Self.ranks.map { String($0) }
    case .finding: AccountFinding.allCases.map(\.rawValue)
    case .historyReuse: ["current", "earlier", "none"]
    case .historyStep: ["increment", "edit", "earlier", "none", "undecidable"]
    case .listed: ["cracked", "uncracked", "unlisted"]
    case .lm: ["absent", "short", "long", "unknown"]
    case .machineDefault: ["default", "other"]
    case .reversible: ["stored", "not-stored"]
    case .shared, .sharedGroups, .sharedPasswords: Self.sizes.map(\.name) + ["101+"]
    case .sharedAcross: ["alone", "within", "across"]
    case .userName: ["cracked", "uncracked", "other"]
    }
  }

  /// Ages in days, with the largest of each bin.
  static let ages: [(most: Int, name: String)] = [
    (30, "0-30"), (90, "31-90"), (180, "91-180"), (365, "181-365"), (730, "366-730"),
    (1825, "731-1825"), (3650, "1826-3650"),
  ]
  /// Numbers of accounts with one password, with the largest of each bin.
  static let sizes: [(most: Int, name: String)] = [
    (1, "1"), (2, "2"), (5, "3-5"), (10, "6-10"), (100, "11-100"),
  ]

  /// The bin of a number of accounts with one password.
  static func bin(ofSize accounts: UInt32) -> Int {
    sizes.firstIndex { accounts <= $0.most } ?? sizes.count
  }

  /// How many of the commonest passwords are counted together.
  static let ranks = [1, 10, 100, 1000]
}

/// What is wrong with the password of an account.
package enum AccountFinding: String, CaseIterable, Sendable {
  case blank, cracked, listed
  case userName = "user-name"
  case shared
  case sharedAcross = "shared-across"
  case lm, reversible
  case historyReuse = "history-reuse"
  case increment
}
