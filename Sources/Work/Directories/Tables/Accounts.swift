import Passwords

/// The accounts of dumps, in the order of files and lines: about 45 bytes each, and their names.
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
  /// The accounts of lines of clear text whose own file has none of their name.
  var unplacedCleartext: [(domain: [UInt8], user: [UInt8])] = []
  /// The lines of dumps by kind.
  package internal(set) var lines = Array(repeating: UInt64(0), count: DumpLineKind.allCases.count)

  /// Makes a directory without accounts.
  package init() {}

  /// The number of accounts.
  package var count: Int { rows.count }

  /// Roughly the bytes that a run needs for these accounts, their hashes and what is worked out of
  /// them.
  package var byteCount: Int {
    count * 90 + names.count + hashes.count * 40 + historyRows.count * 4
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

  /// Finds the accounts of clear text that stands in a file of its own, as impacket writes it.
  package mutating func placeCleartext() {
    if unplacedCleartext.isEmpty { return }
    let finder = AccountFinder(self)
    for (domain, user) in unplacedCleartext {
      if case .success(let account) = finder.find(user, domain: domain) {
        facts[account].isReversible = true
      }
    }
    unplacedCleartext = []
  }

  /// Adds an account of the current file.
  mutating func add(_ user: Span<UInt8>, _ fields: DumpedAccount, domain: UInt32, row: UInt32) {
    names.append(user)
    nameEnds.append(names.count)
    rows.append(row)
    domains.append(domain)
    let rid = fields.rid.flatMap { UInt32(exactly: $0) }
    identifiers.append(rid ?? 0)
    facts.append(
      AccountFacts(
        state: fields.facts.state ?? .unknown, lm: fields.lm, hasIdentifier: rid != nil))
    days.append(0)
    set(fields.facts.set, of: rows.count - 1)
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

/// Small facts of an account, in nine bytes.
package struct AccountFacts: Sendable {
  /// Whether the account may sign in.
  package internal(set) var state: AccountState
  /// The form of the LM hash.
  package let lm: LMForm
  /// What the account is for; not known before all tables are read.
  package internal(set) var kind = AccountKind.user
  /// What userAccountControl of a table says that the account is for; nil if nothing does.
  var statedKind: AccountKind?
  /// What is known of the date.
  var dateForm = DateForm.unknown
  var hasIdentifier = false
  /// Whether a line said that the password is stored reversibly.
  package internal(set) var isReversible = false
  /// Whether the account counts: the metrics are about such accounts.
  package internal(set) var counts = false
  /// Whether a file named the account among those that do not count.
  package internal(set) var isExcluded = false

  enum DateForm { case unknown, never, unclear, day }
}
