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
  private var waiting: [WaitingLine] = []
  private var waitingNames: [UInt8] = []
  private var cleartext: [(domain: [UInt8], user: [UInt8])] = []
  /// The domain of the line before, whose number most lines share.
  private var lastDomain: (name: [UInt8], number: UInt32) = ([], 0)
  private var lines = Array(repeating: UInt64(0), count: DumpLineKind.allCases.count)
  /// The number of the first line of each kind, from 1.
  private var firstLines = Array(repeating: UInt64(0), count: DumpLineKind.allCases.count)
  private var lineNumber: UInt64 = 0

  /// A line of history, which is placed at the end of the file.
  private struct WaitingLine {
    let line: UInt64
    let domain: UInt32
    let name: Int
    let userCount: Int
    let markCount: Int
    let index: Int
    let hash: NTHash?
    let rid: UInt64?
    let facts: AccountFacts
    let date: PasswordDate??
  }

  /// Begins a file.
  ///
  /// - Parameters:
  ///   - accounts: The accounts of earlier files.
  ///   - domain: The domain of accounts whose lines name none; empty if it was not stated.
  ///   - keepsHistory: Whether earlier hashes are kept, and not only counted.
  package init(after accounts: Accounts, domain: [UInt8] = [], keepsHistory: Bool = true) {
    first = accounts.count
    self.domain = domain
    self.keepsHistory = keepsHistory
  }

  /// Takes a line, without its LF.
  package mutating func take(_ text: Span<UInt8>, into accounts: inout Accounts) {
    lineNumber += 1
    switch DumpLine(text) {
    case .account(let line):
      let row = accounts.hashes.add(line.hash)
      let domain = number(of: text.extracting(line.domain), in: &accounts)
      add(
        text.extracting(line.user), domain: domain, row: row, rid: line.rid,
        facts: AccountFacts(state: line.facts.state ?? .unknown, lm: line.lm),
        date: line.facts.set, to: &accounts, line: lineNumber)
    case .history(let line, let mark):
      let domain = number(of: text.extracting(line.domain), in: &accounts)
      waiting.append(
        WaitingLine(
          line: lineNumber, domain: domain, name: waitingNames.count, userCount: line.user.count,
          markCount: mark.place.count, index: mark.index,
          hash: line.hash, rid: line.rid,
          facts: AccountFacts(state: line.facts.state ?? .unknown, lm: line.lm),
          date: line.facts.set))
      for place in line.user { waitingNames.append(text[place]) }
      for place in mark.place { waitingNames.append(text[place]) }
    case .cleartext(let domain, let user):
      count(.cleartext, lineNumber)
      cleartext.append((text.array(domain), text.array(user)))
    case .key: count(.key, lineNumber)
    case .other: count(.other, lineNumber)
    case .empty: count(.empty, lineNumber)
    case .malformed: count(.malformed, lineNumber)
    }
  }

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
      if let account = find(user.span, domain: number, in: accounts) {
        accounts.facts[account].isReversible = true
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

  /// Adds an account unless the file has one of its name.
  private mutating func add(
    _ user: Span<UInt8>, domain: UInt32, row: UInt32, rid: UInt64?, facts: AccountFacts,
    date: PasswordDate??, to accounts: inout Accounts, line: UInt64
  ) {
    let folded = FoldedName.of(user.array(user.indices))
    let foldedDomain = FoldedName.of(accounts.domainNames[Int(domain)])
    let hash = NameIndex.hash(folded, seed: NameIndex.hash(foldedDomain))
    let other = index.add(accounts.count, hash) {
      Self.isNamed(accounts, $0, folded, domain, foldedDomain)
    }
    guard let other else {
      count(.account, line)
      return accounts.add(user, domain: domain, row: row, rid: rid, facts: facts, date: date)
    }
    count(accounts.rows[other] == row ? .repeated : .conflicting, line)
  }

  private func find(_ user: Span<UInt8>, domain: UInt32, in accounts: Accounts) -> Int? {
    let folded = FoldedName.of(user.array(user.indices))
    let foldedDomain = FoldedName.of(accounts.domainNames[Int(domain)])
    let hash = NameIndex.hash(folded, seed: NameIndex.hash(foldedDomain))
    return index.find(hash) { Self.isNamed(accounts, $0, folded, domain, foldedDomain) }
  }

  private static func isNamed(
    _ accounts: Accounts, _ account: Int, _ folded: [UInt8], _ domain: UInt32,
    _ foldedDomain: [UInt8]
  ) -> Bool {
    let other = accounts.domains[account]
    guard other == domain || FoldedName.of(accounts.domainNames[Int(other)]) == foldedDomain else {
      return false
    }
    return FoldedName.of(Array(accounts.name(of: account))) == folded
  }

  // MARK: History

  private struct PastHash {
    let account: Int
    let index: Int
    let line: UInt64
    let hash: NTHash
  }

  private mutating func placeHistory(_ accounts: inout Accounts) {
    var past: [PastHash] = []
    let names = waitingNames
    for line in waiting {
      let end = line.name + line.userCount
      let user = names.span.extracting(line.name..<end)
      let base = find(user, domain: line.domain, in: accounts)
      guard let base, Self.mayBelong(line.rid, to: base, of: accounts) else {
        add(
          names.span.extracting(line.name..<end + line.markCount), domain: line.domain,
          row: accounts.hashes.add(line.hash), rid: line.rid, facts: line.facts,
          date: line.date, to: &accounts, line: line.line)
        continue
      }
      if let hash = line.hash, hash != .blank {
        past.append(
          PastHash(account: base, index: line.index, line: line.line, hash: hash))
      } else {
        count(.history, line.line)
      }
    }
    waiting = []
    waitingNames = []
    past.sort { ($0.account, $0.index, $0.line) < ($1.account, $1.index, $1.line) }
    let kept = countingLines(of: past)
    if keepsHistory { enter(kept, into: &accounts) }
  }

  /// Whether a line's relative identifier does not contradict that of an account.
  private static func mayBelong(_ rid: UInt64?, to account: Int, of accounts: Accounts) -> Bool {
    guard let rid, let other = accounts.identifier(of: account) else { return true }
    return rid == UInt64(other)
  }

  /// The hashes without second ones of the same number, whose lines are counted as such.
  private mutating func countingLines(of past: [PastHash]) -> [PastHash] {
    var kept: [PastHash] = []
    for hash in past {
      if let last = kept.last, last.account == hash.account, last.index == hash.index {
        count(last.hash == hash.hash ? .repeated : .conflicting, hash.line)
      } else {
        count(.history, hash.line)
        kept.append(hash)
      }
    }
    return kept
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
        accounts.rows[hash.account] != HashRows.none
      else { continue }
      withPast += 1
      if rows[place] == accounts.rows[hash.account] { beginning += 1 }
    }
    let leavesOutFirst = beginning * 10 >= withPast * 9
    while accounts.historyStarts.count < first {
      accounts.historyStarts.append(accounts.historyRows.count)
    }
    var next = 0
    for account in first..<accounts.count {
      accounts.historyStarts.append(accounts.historyRows.count)
      var isFirst = true
      while next < past.count, past[next].account == account {
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
