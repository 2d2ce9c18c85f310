extension Accounts {
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
