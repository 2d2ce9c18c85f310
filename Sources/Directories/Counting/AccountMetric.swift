/// A metric of accounts, by its name in reports.
package enum AccountMetric: String, CaseIterable, Sendable {
  case kind = "account_kind"
  case state = "account_state"
  case password = "account_password"
  case age
  case commonest
  case finding
  case historyReuse = "history_reuse"
  case historyStep = "history_step"
  case listed
  case lm
  case machineDefault = "machine_default"
  case reversible
  case shared
  case sharedAcross = "shared_across"
  case userName = "user_name_hash"

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
    case .shared: Self.sizes.map(\.name) + ["101+"]
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
