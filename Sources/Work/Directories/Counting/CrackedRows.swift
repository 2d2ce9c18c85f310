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

  /// A line of a potfile, joined with the rows and proven.
  package enum Line: Sendable {
    /// A line of which nothing but its outcome is known.
    case other(PotfileOutcome)
    /// No reading of the text has the hash of the row.
    case unproven(UInt32)
    /// The text, in UTF-8, has the hash of the row; nil if the hash is of code units that are none.
    case proven(UInt32, PotfileReading, [UInt8]?)
  }

  /// Takes a line, and returns its outcome.
  @discardableResult
  package mutating func take(_ line: Line) -> PotfileOutcome {
    let outcome = outcome(of: line)
    outcomes[outcome.rawValue] += 1
    return outcome
  }

  private mutating func outcome(of line: Line) -> PotfileOutcome {
    switch line {
    case .other(let outcome): return outcome
    case .unproven(let row):
      states[Int(row)] |= Self.unproven
      return .unproven
    case .proven(let row, let reading, let text):
      let state = states[Int(row)]
      let (before, number) = (state & ~Self.unproven, reading.rawValue + 1)
      if before == 0 || number < before { states[Int(row)] = state & Self.unproven | number }
      if before != 0 { return .repeated }
      if isInHistory[Int(row)], let text { texts[row] = text }
      return .used
    }
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

extension HashRows {
  /// Reads a line of a potfile, without its LF, and proves its text.
  package func joined(_ line: Span<UInt8>) -> CrackedRows.Line {
    switch PotfileLine(line) {
    case .empty: return .other(.empty)
    case .lm: return .other(.lm)
    case .other: return .other(.other)
    case .hashed(let hash, let plain):
      if hash == .blank { return .other(.repeated) }
      guard let row = row(of: hash) else { return .other(.unmatched) }
      let password = ProvenPassword(line.extracting(plain), of: hash)
      return password.map { .proven(row, $0.reading, $0.text) } ?? .unproven(row)
    case .cleartext(let plain, let isHexadecimal):
      guard
        let (hash, password) = ProvenPassword.ofCleartext(
          line.extracting(plain), isHexadecimal: isHexadecimal),
        hash != .blank, let row = row(of: hash)
      else { return .other(.unmatched) }
      return .proven(row, password.reading, password.text)
    }
  }
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
