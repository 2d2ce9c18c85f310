import Passwords

/// What potfiles tell of the rows of a directory: which hashes have a proven password.
///
/// Every line has exactly one outcome; all but the difference between used and repeated lines is
/// the same for lines in any order.
package struct CrackedRows: Sendable, Concealing {
  /// For each row the proven reading plus one, and ``unproven`` if a line of it had no proof.
  private var states: [UInt8]
  /// The lines by outcome.
  package private(set) var outcomes =
    Array(repeating: UInt64(0), count: PotfileOutcome.allCases.count)
  /// The passwords of rows that are in an account's history, or followed by one.
  private var texts: [UInt32: [UInt8]] = [:]
  private let isInHistory: [Bool]

  private static let unproven: UInt8 = 0x80

  /// Begins without a line.
  package init(_ accounts: Accounts) {
    states = Array(repeating: 0, count: accounts.hashes.count)
    isInHistory = accounts.rowsInHistory
  }

  /// Takes a line of a potfile, without its LF, and returns its outcome.
  ///
  /// `proven` receives the row and the password, in UTF-8, of a line that is used.
  @discardableResult
  package mutating func take(
    _ line: Span<UInt8>, _ hashes: HashRows, proven: (UInt32, [UInt8]) -> Void
  ) -> PotfileOutcome {
    let outcome = outcome(of: line, hashes, proven: proven)
    outcomes[outcome.rawValue] += 1
    return outcome
  }

  private mutating func outcome(
    of line: Span<UInt8>, _ hashes: HashRows, proven: (UInt32, [UInt8]) -> Void
  ) -> PotfileOutcome {
    switch PotfileLine(line) {
    case .empty: return .empty
    case .lm: return .lm
    case .other: return .other
    case .hashed(let hash, let plain):
      if hash == .blank { return .repeated }
      guard let row = hashes.row(of: hash) else { return .unmatched }
      guard let password = ProvenPassword(line.extracting(plain), of: hash) else {
        states[Int(row)] |= Self.unproven
        return .unproven
      }
      return enter(password, row, proven)
    case .cleartext(let plain, let isHexadecimal):
      guard
        let (hash, password) = ProvenPassword.ofCleartext(
          line.extracting(plain), isHexadecimal: isHexadecimal),
        hash != .blank, let row = hashes.row(of: hash)
      else { return .unmatched }
      return enter(password, row, proven)
    }
  }

  private mutating func enter(
    _ password: ProvenPassword, _ row: UInt32, _ proven: (UInt32, [UInt8]) -> Void
  ) -> PotfileOutcome {
    let state = states[Int(row)]
    let (before, reading) = (state & ~Self.unproven, password.reading.rawValue + 1)
    if before == 0 || reading < before {
      states[Int(row)] = state & Self.unproven | reading
    }
    if before != 0 { return .repeated }
    if let text = password.text {
      if isInHistory[Int(row)] { texts[row] = text }
      proven(row, text)
    }
    return .used
  }

  /// Counts lines that were too long to be read, or cut off.
  package mutating func skip(_ count: UInt64) {
    outcomes[PotfileOutcome.other.rawValue] += count
  }

  /// The reading that a row's password was proven by; nil if none was.
  package func reading(of row: UInt32) -> PotfileReading? {
    let state = states[Int(row)] & ~Self.unproven
    return state == 0 ? nil : PotfileReading(rawValue: state - 1)
  }

  /// Whether lines of a row had no proof, and none had one.
  package func isUnproven(_ row: UInt32) -> Bool { states[Int(row)] == Self.unproven }

  /// How the password of a row was found; of rows without numbers, what they stand for.
  package func password(of row: UInt32) -> AccountPassword {
    switch row {
    case HashRows.none: .noHash
    case HashRows.blank: .blank
    default:
      reading(of: row) != nil ? .cracked : isUnproven(row) ? .unproven : .uncracked
    }
  }

  /// The relation of the passwords of two rows that follow each other; nil if neither is known.
  func step(from old: UInt32, to new: UInt32, _ hashes: HashRows) -> PasswordStep? {
    for (known, other) in [(old, new), (new, old)] {
      if let text = texts[known] {
        return PasswordStep(between: text, and: hashes.hash(of: other))
      }
    }
    return nil
  }
}

/// How much is known of an account's password.
package enum AccountPassword: Int, CaseIterable, Sendable {
  case blank, cracked, unproven, uncracked, noHash
}

extension Accounts {
  /// Whether each row is in the history of an account, or its current one.
  fileprivate var rowsInHistory: [Bool] {
    var isIn = Array(repeating: false, count: hashes.count)
    for account in 0..<min(count, historyStarts.count) {
      let past = history(of: account)
      if past.isEmpty || rows[account] >= HashRows.blank { continue }
      isIn[Int(rows[account])] = true
      for row in past { isIn[Int(row)] = true }
    }
    return isIn
  }
}
