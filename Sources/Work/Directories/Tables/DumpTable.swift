import Passwords

/// Reads the lines of one dump into the table of accounts.
///
/// Within a file, the first account of a name counts; earlier hashes belong to the account whose
/// name stands before their mark, wherever it stands in the file. Every line is counted once.
package struct DumpTable: Concealing {
  private let first: Int
  private let domain: [UInt8]
  private let keepsHistory: Bool
  private var index = NameIndex()
  private var past: [PastHash] = []
  private var waiting: [WaitingLine] = []
  private var waitingNames: [UInt8] = []
  private var cleartext: [(domain: [UInt8], user: [UInt8])] = []
  /// The domain of the line before, whose number most lines share.
  private var lastDomain: (name: [UInt8], number: UInt32) = ([], 0)
  /// The hashes of domain names in any case, by number.
  private var domainHashes: [UInt64] = []
  private var lines = Array(repeating: UInt64(0), count: DumpLineKind.allCases.count)
  /// The number of the first line of each kind, from 1.
  private var firstLines = Array(repeating: UInt64(0), count: DumpLineKind.allCases.count)
  private var lineNumber: UInt64 = 0
  /// Whether the lines are secrets of services, which are no accounts.
  private var isInSecrets = false
  /// The states that are not understood.
  package private(set) var unreadStates = UnreadStates()

  /// A line of history whose account has not come yet.
  private struct WaitingLine {
    let number: UInt64
    let fields: DumpedAccount
    let mark: HistoryMark
    let domain: UInt32
    let hashOfName: UInt64
    /// Where the name begins in ``waitingNames``; its mark follows.
    let start: Int
  }

  /// Begins a file after others, with the domain of accounts whose lines name none; earlier hashes are
  /// kept, or only counted.
  package init(after accounts: Accounts, domain: [UInt8] = [], keepsHistory: Bool = true) {
    first = accounts.count
    self.domain = domain
    self.keepsHistory = keepsHistory
  }

  /// Takes a line, without its LF.
  package mutating func take(_ text: Span<UInt8>, into accounts: inout Accounts) {
    take(text, Line(text), into: &accounts)
  }

  /// A line that was read, with the hash of its user's name.
  package struct Line: Sendable {
    fileprivate let line: DumpLine
    fileprivate let name: UInt64

    /// Reads a line, without its LF.
    package init(_ text: Span<UInt8>) {
      line = DumpLine(text)
      switch line {
      case .account(let fields), .history(let fields, _):
        name = NameIndex.hash(text.array(fields.user))
      default: name = 0
      }
    }
  }

  /// Takes a line, and what was read of it.
  package mutating func take(_ text: Span<UInt8>, _ read: Line, into accounts: inout Accounts) {
    lineNumber += 1
    switch read.line {
    case .account(let fields) where isInSecrets && fields.rid == nil: count(.other, lineNumber)
    case .account(let fields):
      if let state = fields.facts.unreadState {
        unreadStates.add(text.array(state), Int(clamping: lineNumber))
      }
      let domain = number(of: text.extracting(fields.domain), in: &accounts)
      add(
        text.extracting(fields.user), read.name, fields, domain: domain, to: &accounts,
        line: lineNumber)
    case .history(let fields, let mark):
      let domain = number(of: text.extracting(fields.domain), in: &accounts)
      let user = text.extracting(fields.user)
      if place(user, read.name, fields, mark, domain, in: accounts, lineNumber) { return }
      waiting.append(
        WaitingLine(
          number: lineNumber, fields: fields, mark: mark, domain: domain, hashOfName: read.name,
          start: waitingNames.count))
      waitingNames.append(user)
      waitingNames.append(text.extracting(mark.place))
    case .cleartext(let domain, let user):
      count(.cleartext, lineNumber)
      cleartext.append((text.array(domain), text.array(user)))
    case .key: count(.key, lineNumber)
    case .other:
      noteSection(text)
      count(.other, lineNumber)
    case .empty: count(.empty, lineNumber)
    case .malformed: count(isInSecrets ? .other : .malformed, lineNumber)
    }
  }

  /// Notes where secretsdump begins and ends the secrets of the local security authority, among them
  /// passwords of services in clear text.
  private mutating func noteSection(_ text: Span<UInt8>) {
    guard let bracket = text.last(0x5D, in: 0..<text.count) else { return }
    let rest = text.trimmed(bracket + 1..<text.count)
    if text.begins(rest, with: "Dumping ") {
      isInSecrets = text.begins(rest, with: "Dumping LSA Secrets")
    } else if text.begins(rest, with: "Cleaning up") {
      isInSecrets = false
    }
  }

  /// Takes an account of a table whose row begins at a line.
  ///
  /// - Returns: The number of the account; nil if the table has one of its name.
  package mutating func take(
    _ name: (domain: [UInt8], user: [UInt8]), _ hash: NTHash?, line: Int,
    into accounts: inout Accounts
  ) -> Int? {
    let before = accounts.count
    let fields = DumpedAccount(
      domain: 0..<0, user: 0..<0, rid: nil, lm: .unknown, hash: hash, facts: DumpFacts())
    add(
      name.user.span, NameIndex.hash(name.user), fields,
      domain: number(of: name.domain.span, in: &accounts), to: &accounts, line: UInt64(line))
    return accounts.count > before ? before : nil
  }

  /// Counts a row of a table that is no account.
  package mutating func take(_ kind: DumpLineKind, line: Int) { count(kind, UInt64(line)) }

  /// Counts lines that were too long to be read, or cut off.
  package mutating func skip(_ count: UInt64) {
    if count == 0 { return }
    lines[DumpLineKind.malformed.rawValue] += count
    lineNumber += count
    let first = firstLines[DumpLineKind.malformed.rawValue]
    if first == 0 { firstLines[DumpLineKind.malformed.rawValue] = lineNumber }
  }

  /// Ends the file: places its history, and enters its lines.
  ///
  /// - Returns: The lines of the file by kind, and the number of the first line of each kind.
  @discardableResult
  package mutating func end(
    _ accounts: inout Accounts
  ) -> (lines: [UInt64], firstLines: [UInt64]) {
    placeHistory(&accounts)
    for (domain, user) in cleartext {
      let number = accounts.number(ofDomain: domain)
      let name = NameIndex.hash(user)
      if let account = find(user.span, name, domain: number, in: accounts) {
        accounts.facts[account].isReversible = true
      } else {
        accounts.unplacedCleartext.append((domain, user))
      }
    }
    if !domain.isEmpty {
      let number = accounts.number(ofDomain: domain)
      for account in first..<accounts.count where accounts.domains[account] == 0 {
        accounts.domains[account] = number
      }
    }
    accounts.files.append((first..<accounts.count, domain))
    for kind in lines.indices { accounts.lines[kind] += lines[kind] }
    return (lines, firstLines)
  }

  private mutating func count(_ kind: DumpLineKind, _ line: UInt64) {
    lines[kind.rawValue] += 1
    let first = firstLines[kind.rawValue]
    if first == 0 || line < first { firstLines[kind.rawValue] = line }
  }

  private mutating func number(of domain: Span<UInt8>, in accounts: inout Accounts) -> UInt32 {
    if domain.isEmpty { return 0 }
    if domain.count == lastDomain.name.count,
      domain.indices.allSatisfy({ domain[$0] == lastDomain.name[$0] })
    {
      return lastDomain.number
    }
    let name = domain.array(domain.indices)
    lastDomain = (name, accounts.number(ofDomain: name))
    return lastDomain.number
  }

  // MARK: Names

  /// Adds an account unless the file has one of its name, which has the hash `name`.
  private mutating func add(
    _ user: Span<UInt8>, _ name: UInt64, _ fields: DumpedAccount, domain: UInt32,
    to accounts: inout Accounts, line: UInt64
  ) {
    if let other = find(user, name, domain: domain, in: accounts) {
      let row = accounts.rows[other]
      let hash = row == HashRows.none ? nil : accounts.hashes.hash(of: row)
      return count(hash == fields.hash ? .repeated : .conflicting, line)
    }
    let row = accounts.hashes.add(fields.hash)
    index.add(accounts.count, hash(name, domain: domain, in: accounts))
    count(.account, line)
    accounts.add(user, fields, domain: domain, row: row)
  }

  /// The account of the file that has a name and domain in any case; nil if there is none.
  private mutating func find(
    _ user: Span<UInt8>, _ name: UInt64, domain: UInt32, in accounts: Accounts
  ) -> Int? {
    let found = index.accounts(with: hash(name, domain: domain, in: accounts))
    if found.isEmpty { return nil }
    let folded = FoldedName.of(user.array(user.indices))
    let foldedDomain = FoldedName.of(accounts.domainNames[Int(domain)])
    return found.first {
      FoldedName.of(accounts.domain(of: $0)) == foldedDomain
        && FoldedName.of(Array(accounts.name(of: $0))) == folded
    }
  }

  /// The hash of a name and a domain in any case.
  private mutating func hash(_ name: UInt64, domain: UInt32, in accounts: Accounts) -> UInt64 {
    while domainHashes.count < accounts.domainNames.count {
      domainHashes.append(NameIndex.hash(accounts.domainNames[domainHashes.count]))
    }
    return (name ^ domainHashes[Int(domain)]) &* 0x9E37_79B9_7F4A_7C15
  }

  // MARK: History

  private struct PastHash {
    let account: UInt32
    let index: Int
    let line: UInt64
    let hash: NTHash
  }

  /// Places a line of history, if the file has its account; false if it has not.
  private mutating func place(
    _ user: Span<UInt8>, _ name: UInt64, _ fields: DumpedAccount, _ mark: HistoryMark,
    _ domain: UInt32, in accounts: Accounts, _ line: UInt64
  ) -> Bool {
    guard let base = find(user, name, domain: domain, in: accounts),
      Self.mayBelong(fields.rid, to: base, of: accounts)
    else { return false }
    if let hash = fields.hash, hash != .blank {
      past.append(PastHash(account: UInt32(base), index: mark.index, line: line, hash: hash))
    } else {
      count(.history, line)
    }
    return true
  }

  private mutating func placeHistory(_ accounts: inout Accounts) {
    let names = waitingNames
    for line in waiting {
      let end = line.start + line.fields.user.count
      let isPlaced = place(
        names.span.extracting(line.start..<end), line.hashOfName, line.fields, line.mark,
        line.domain, in: accounts, line.number)
      if isPlaced { continue }
      let name = Array(names[line.start..<end + line.mark.place.count])
      add(
        name.span, NameIndex.hash(name), line.fields, domain: line.domain, to: &accounts,
        line: line.number)
    }
    waiting = []
    waitingNames = []
    past.sort { ($0.account, $0.index, $0.line) < ($1.account, $1.index, $1.line) }
    countLinesOfHistory()
    if keepsHistory { enter(past, into: &accounts) }
    past = []
  }

  /// Whether a line's relative identifier does not contradict that of an account.
  private static func mayBelong(_ rid: UInt64?, to account: Int, of accounts: Accounts) -> Bool {
    guard let rid, let other = accounts.identifier(of: account) else { return true }
    return rid == UInt64(other)
  }

  /// Counts the lines of history, and drops second hashes of one number.
  private mutating func countLinesOfHistory() {
    var kept = 0
    for place in past.indices {
      let hash = past[place]
      let last = kept == 0 ? hash : past[kept - 1]
      if kept > 0, last.account == hash.account, last.index == hash.index {
        count(last.hash == hash.hash ? .repeated : .conflicting, hash.line)
      } else {
        count(.history, hash.line)
        past[kept] = hash
        kept += 1
      }
    }
    past.removeLast(past.count - kept)
  }

  /// Enters the history of the file's accounts.
  ///
  /// If it begins with the current hash in 90 % of them or more, the tool writes that one first, and
  /// it is left out.
  private func enter(_ past: [PastHash], into accounts: inout Accounts) {
    if past.isEmpty { return }
    let rows = past.map { accounts.hashes.add($0.hash) }
    var (withPast, beginning) = (0, 0)
    for (place, hash) in past.enumerated() {
      guard place == 0 || past[place - 1].account != hash.account,
        accounts.rows[Int(hash.account)] != HashRows.none
      else { continue }
      withPast += 1
      if rows[place] == accounts.rows[Int(hash.account)] { beginning += 1 }
    }
    let leavesOutFirst = beginning * 10 >= withPast * 9
    while accounts.historyStarts.count < first {
      accounts.historyStarts.append(accounts.historyRows.count)
    }
    var next = 0
    for account in first..<accounts.count {
      accounts.historyStarts.append(accounts.historyRows.count)
      var isFirst = true
      while next < past.count, Int(past[next].account) == account {
        let isCurrent = rows[next] == accounts.rows[account]
        if !(isFirst && leavesOutFirst && isCurrent) {
          accounts.historyRows.append(rows[next])
        }
        isFirst = false
        next += 1
      }
    }
  }
}
