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

  /// Whether an account's password was set since a day.
  package func time(of account: Int, since first: Int32) -> PolicyTime {
    guard case .day(let day) = date(of: account) else { return .unknown }
    return day >= first ? .after : .before
  }

  /// Adds what a row of a table says of an account, where its dump and earlier tables say nothing.
  ///
  /// - Returns: Whether the row's date is the account's, and does not tell day from month.
  package mutating func add(_ row: AttributeTable.Row, to account: Int) -> Bool {
    if let flags = row.flags, facts[account].statedKind == nil {
      facts[account].statedKind =
        flags & 0x3800 != 0 ? .machine : flags & 0x200 != 0 ? .user : nil
    }
    if facts[account].state == .unknown { facts[account].state = row.state }
    guard facts[account].dateForm == .unknown, let date = row.date?.value else { return false }
    set(date, of: account)
    return facts[account].dateForm == .unclear
  }

  /// Decides a date that does not tell day from month; it is unknown if there is no such day.
  package mutating func decide(
    _ date: PasswordDate, by order: PasswordDate.Order, of account: Int
  ) {
    set(date.decided(by: order), of: account)
  }
}

/// When a password was set, as a policy's day parts time; that day itself is after.
package enum PolicyTime: Int, CaseIterable, Sendable {
  case after, before, unknown
}

extension AccountKind {
  /// The bits of userAccountControl that stand for the kind.
  fileprivate var flags: UInt64 { self == .machine ? 0x1000 : 0x200 }
}

/// Accounts that count only if they are asked for.
package enum IncludedAccounts: String, CaseIterable, Sendable {
  case disabled, machines, system
}

/// A label that each account has, such as its department.
package struct AccountLabels: Sendable {
  /// What the labels are, such as `Department`.
  package let family: String
  /// The labels by number; the first is none.
  private(set) var labels: [[UInt8]] = [[]]
  private var numbersByLabel: [[UInt8]: UInt32] = [[]: 0]
  /// The number of each account's label.
  private(set) var numbers: [UInt32]

  /// Begins without a label.
  package init(_ family: String, accounts: Int) {
    self.family = family
    numbers = Array(repeating: 0, count: accounts)
  }

  /// Labels an account, unless it has a label; an empty one is none.
  package mutating func set(_ label: [UInt8], of account: Int) {
    if numbers[account] != 0 { return }
    let number = numbersByLabel[label] ?? UInt32(labels.count)
    if number == labels.count {
      labels.append(label)
      numbersByLabel[label] = number
    }
    numbers[account] = number
  }
}
