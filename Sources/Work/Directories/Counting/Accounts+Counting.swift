extension Accounts {
  /// Finds the kind of each account, and which accounts count: users that are not known to be
  /// disabled, and those that are included; the hash of the empty password may stand for none.
  package mutating func settle(
    including others: Set<IncludedAccounts> = [], isBlankNone: Bool = false
  ) {
    for account in 0..<count {
      if isBlankNone, rows[account] == HashRows.blank { rows[account] = HashRows.none }
      let kind = AccountKind(
        user: Array(name(of: account)), rid: identifier(of: account).map(UInt64.init),
        state: facts[account].state, userAccountControl: facts[account].statedKind?.flags)
      facts[account].kind = kind
      let isIncluded =
        switch kind {
        case .user: true
        case .machine: others.contains(.machines)
        case .system: others.contains(.system)
        }
      facts[account].counts =
        isIncluded && !facts[account].isExcluded
        && (facts[account].state != .disabled || others.contains(.disabled))
    }
  }

  /// Takes accounts out of those that count, before ``settle(including:)``.
  package mutating func exclude(_ excluded: some Sequence<Int>) {
    for account in excluded { facts[account].isExcluded = true }
  }

  /// The newest day on which any password was set; nil if no day is known.
  package var newestDay: Int32? {
    var newest: Int32?
    for account in 0..<count where facts[account].dateForm == .day {
      newest = max(newest ?? .min, days[account])
    }
    return newest
  }
}

/// When a password was set, as a policy's day parts time; that day itself is after.
package enum PolicyTime: Int, CaseIterable, Sendable {
  case after, before, unknown
}

extension Accounts {
  /// Whether an account's password was set since a day.
  package func time(of account: Int, since first: Int32) -> PolicyTime {
    guard case .day(let day) = date(of: account) else { return .unknown }
    return day >= first ? .after : .before
  }
}

extension AccountKind {
  /// The bits of userAccountControl that stand for the kind.
  fileprivate var flags: UInt64 { self == .machine ? 0x1000 : 0x200 }
}

/// Accounts that count only if they are asked for.
package enum IncludedAccounts: String, CaseIterable, Sendable {
  case disabled, machines, system
}
