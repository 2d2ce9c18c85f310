/// What an account is for.
package enum AccountKind: UInt8, CaseIterable, Sendable {
  /// A person, or a service that signs in like one.
  case user
  /// A computer, a managed service account or a trust.
  case machine
  /// `krbtgt`, or a built-in account that is not known to be enabled.
  case system

  /// Finds the kind of the account with a name without domain; the flags are nil if unknown.
  package init(
    user: [UInt8], rid: UInt64?, state: AccountState, userAccountControl flags: UInt64?
  ) {
    if rid == 502 || Self.isTicketGranting(user) {
      self = .system
    } else if let rid, [501, 503, 504].contains(rid), state != .enabled {
      self = .system
    } else if let flags, flags & 0x3800 != 0 {
      self = .machine
    } else if let flags, flags & 0x200 != 0 {
      self = .user
    } else {
      self = user.last == 0x24 ? .machine : .user
    }
  }

  /// Whether a name is `krbtgt`, or that of a read-only domain controller's account.
  private static func isTicketGranting(_ user: [UInt8]) -> Bool {
    let name = user.span
    let stem: Range<Int> = 0..<min(6, name.count)
    guard name.equalsInAnyCase(stem, "krbtgt") else { return false }
    if name.count == 6 { return true }
    return name[6] == 0x5F && name.isDecimal(7..<name.count, 1...Int.max)
  }
}

/// Whether an account may sign in.
package enum AccountState: UInt8, CaseIterable, Sendable {
  case enabled, disabled, unknown
}

/// The form of an account's LM hash.
package enum LMForm: UInt8, CaseIterable, Sendable {
  /// No LM hash is stored.
  case absent
  /// The second half is empty: the password has at most 7 characters.
  case short
  /// Both halves are used.
  case long
  /// The dump has no LM hashes.
  case unknown
}
