import Passwords

/// The accounts of dumps, in the order of files and lines: about 40 bytes each, and their names.
///
///     var accounts = Accounts()
///     var dump = DumpTable(named: "corp.example")
///     dump.take(line, into: &accounts)
///     dump.end(&accounts)
package struct Accounts: Sendable, Concealing {
  /// The distinct hashes of accounts and their history.
  package internal(set) var hashes = HashRows()
  /// The row of each account's current hash.
  package internal(set) var rows: [UInt32] = []
  /// What else is known of each account.
  package internal(set) var facts: [AccountFacts] = []
  /// The day on which each password was set; ``AccountFacts/dateForm`` says whether there is one.
  var days: [Int32] = []
  /// The number of each account's domain.
  package internal(set) var domains: [UInt32] = []
  private(set) var identifiers: [UInt32] = []
  private(set) var nameEnds: [Int] = []
  private(set) var names: [UInt8] = []
  /// The names of domains as dumps spell them, by number; the first is empty.
  package private(set) var domainNames: [[UInt8]] = [[]]
  private var domainNumbers: [[UInt8]: UInt32] = [[]: 0]
  /// The accounts of each file, and the domain that was stated for it.
  package internal(set) var files: [(accounts: Range<Int>, domain: [UInt8])] = []
  /// Where each account's history begins in ``historyRows``; empty as long as there is none.
  var historyStarts: [Int] = []
  var historyRows: [UInt32] = []
  /// The lines of dumps by kind.
  package internal(set) var lines = Array(repeating: UInt64(0), count: DumpLineKind.allCases.count)

  /// Makes a directory without accounts.
  package init() {}

  /// The number of accounts.
  package var count: Int { rows.count }

  /// Roughly the bytes that a run needs for these accounts, their hashes and what is worked out of
  /// them.
  package var byteCount: Int {
    count * 80 + names.count + hashes.count * 40 + historyRows.count * 4
  }

  /// An account's name without the domain.
  package func name(of account: Int) -> ArraySlice<UInt8> {
    names[(account == 0 ? 0 : nameEnds[account - 1])..<nameEnds[account]]
  }

  /// An account's domain as its dump spells it; empty if none is known.
  package func domain(of account: Int) -> [UInt8] { domainNames[Int(domains[account])] }

  /// An account's relative identifier; nil if its dump has none.
  package func identifier(of account: Int) -> UInt32? {
    facts[account].hasIdentifier ? identifiers[account] : nil
  }

  /// When an account's password was set; nil if unknown.
  package func date(of account: Int) -> PasswordDate? {
    switch facts[account].dateForm {
    case .unknown, .unclear: nil
    case .never: .never
    case .day: .day(days[account])
    }
  }

  /// The rows of an account's earlier hashes, the newest first.
  package func history(of account: Int) -> ArraySlice<UInt32> {
    guard account < historyStarts.count else { return [] }
    let end = account + 1 < historyStarts.count ? historyStarts[account + 1] : historyRows.count
    return historyRows[historyStarts[account]..<end]
  }

  /// The number of a domain.
  mutating func number(ofDomain name: [UInt8]) -> UInt32 {
    if let number = domainNumbers[name] { return number }
    let number = UInt32(domainNames.count)
    domainNames.append(name)
    domainNumbers[name] = number
    return number
  }

  /// Adds an account of the current file.
  mutating func add(
    _ user: Span<UInt8>, domain: UInt32, row: UInt32, rid: UInt64?, facts known: AccountFacts,
    date: PasswordDate??
  ) {
    for place in user.indices { names.append(user[place]) }
    nameEnds.append(names.count)
    rows.append(row)
    domains.append(domain)
    var known = known
    known.hasIdentifier = rid.map { $0 <= UInt64(UInt32.max) } ?? false
    identifiers.append(UInt32(truncatingIfNeeded: rid ?? 0))
    facts.append(known)
    days.append(0)
    set(date, of: rows.count - 1)
  }

  /// States when an account's password was set.
  mutating func set(_ date: PasswordDate??, of account: Int) {
    switch date {
    case nil, .some(nil): facts[account].dateForm = .unknown
    case .some(.some(.never)): facts[account].dateForm = .never
    case .some(.some(.unclear)): facts[account].dateForm = .unclear
    case .some(.some(.day(let day))):
      facts[account].dateForm = .day
      days[account] = day
    }
  }
}

/// Small facts of an account, in two bytes.
package struct AccountFacts: Sendable {
  private var bits: UInt16 = 0

  /// What is known of the date.
  enum DateForm: UInt16 {
    case unknown, never, unclear, day
  }

  init(state: AccountState, lm: LMForm) {
    self.state = state
    self.lm = lm
  }

  private subscript(bits count: UInt16, from first: UInt16) -> UInt16 {
    get { bits >> first & ((1 << count) - 1) }
    set { bits = bits & ~(((1 << count) - 1) << first) | newValue << first }
  }

  /// Whether the account may sign in.
  package internal(set) var state: AccountState {
    get { AccountState(rawValue: UInt8(self[bits: 2, from: 0])) ?? .unknown }
    set { self[bits: 2, from: 0] = UInt16(newValue.rawValue) }
  }

  /// The form of the LM hash.
  package private(set) var lm: LMForm {
    get { LMForm(rawValue: UInt8(self[bits: 2, from: 2])) ?? .unknown }
    set { self[bits: 2, from: 2] = UInt16(newValue.rawValue) }
  }

  /// What the account is for; not known before all tables are read.
  package internal(set) var kind: AccountKind {
    get { AccountKind(rawValue: UInt8(self[bits: 2, from: 4])) ?? .user }
    set { self[bits: 2, from: 4] = UInt16(newValue.rawValue) }
  }

  var dateForm: DateForm {
    get { DateForm(rawValue: self[bits: 2, from: 6]) ?? .unknown }
    set { self[bits: 2, from: 6] = newValue.rawValue }
  }

  var hasIdentifier: Bool {
    get { self[bits: 1, from: 8] != 0 }
    set { self[bits: 1, from: 8] = newValue ? 1 : 0 }
  }

  /// Whether a line said that the password is stored reversibly.
  package internal(set) var isReversible: Bool {
    get { self[bits: 1, from: 9] != 0 }
    set { self[bits: 1, from: 9] = newValue ? 1 : 0 }
  }

  /// Whether the account counts: the metrics are about such accounts.
  package internal(set) var counts: Bool {
    get { self[bits: 1, from: 10] != 0 }
    set { self[bits: 1, from: 10] = newValue ? 1 : 0 }
  }

  /// Whether a file named the account among those that do not count.
  package internal(set) var isExcluded: Bool {
    get { self[bits: 1, from: 11] != 0 }
    set { self[bits: 1, from: 11] = newValue ? 1 : 0 }
  }
  /// What userAccountControl of a table says that the account is for; nil if nothing does.
  var statedKind: AccountKind? {
    get {
      self[bits: 2, from: 12] == 0 ? nil : AccountKind(rawValue: UInt8(self[bits: 2, from: 12] - 1))
    }
    set { self[bits: 2, from: 12] = newValue.map { UInt16($0.rawValue) + 1 } ?? 0 }
  }
}
