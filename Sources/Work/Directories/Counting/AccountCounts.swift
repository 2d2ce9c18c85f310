package import Workers

/// The accounts of one dataset, counted by every metric.
package struct AccountCounts: Sendable {
  /// The counts of each metric by its number, in the order of its bins; none if it was not counted.
  private var bins = AccountMetric.allCases.map {
    Array(repeating: UInt64(0), count: $0.bins.count)
  }
  /// Counting accounts.
  package private(set) var accounts: UInt64 = 0
  /// Counting accounts by the number of the judgement of their password; 0 is for no text.
  package private(set) var judged: [UInt64]
  /// For each policy with a scope the same of its accounts, by whether their password was set since
  /// its day, before, or at an unknown time; none for others.
  package private(set) var scoped: [[[UInt64]]]
  private let scopes: PolicyScopes
  /// Whether anything was left out of `finding`, since nothing could be found.
  private let shown: [AccountFinding]

  /// Counts accounts, each once; parts tell who shares beyond them, the whole does not.
  ///
  /// `judgements` are the numbers of the judgements of each row's password, from 1, or 0 without one;
  /// `blank` is that of the empty password.
  package init<Members: RandomAccessCollection<Int> & Sendable>(
    _ directory: Directory, of members: Members, judgements: [UInt32], judgementCount: Int,
    blank: UInt32, scopes: PolicyScopes = PolicyScopes(), isWhole: Bool,
    workers: WorkerPool = .alone
  ) where Members.Index == Int, Members.SubSequence: Sendable {
    judged = Array(repeating: 0, count: judgementCount + 1)
    scoped = scopes.policies.map { scope in
      scope.day == nil && !scope.isOfSome
        ? [] : Array(repeating: Array(repeating: 0, count: judgementCount + 1), count: 3)
    }
    self.scopes = scopes
    shown = directory.shownFindings
    let nothing = self
    let parts = workers.map(slices(of: members)) { members in
      var part = nothing
      for account in members {
        part.count(account, directory)
        guard directory.accounts.facts[account].counts else { continue }
        let row = directory.accounts.rows[account]
        part.judge(
          account,
          row == HashRows.none ? 0 : Int(row == HashRows.blank ? blank : judgements[Int(row)]),
          directory.accounts)
      }
      return part
    }
    for part in parts { merge(part) }
    let inside = isWhole ? [] : directory.passwords(of: members)
    for holders in isWhole ? directory.holders : inside.map({ directory.holders[Int($0.row)] })
    where holders > 0 {
      add(.sharedPasswords, AccountMetric.bin(ofSize: holders))
    }
    countCommonest(isWhole ? directory.holders : inside.map(\.count))
    if !isWhole { countAcross(inside, directory) }
    leaveOut(directory, isWhole: isWhole)
  }

  /// Adds the counts of other accounts.
  private mutating func merge(_ other: AccountCounts) {
    let add = { (counts: inout [UInt64], others: [UInt64]) in
      for bin in counts.indices { counts[bin] += others[bin] }
    }
    accounts += other.accounts
    add(&judged, other.judged)
    for metric in bins.indices { add(&bins[metric], other.bins[metric]) }
    for policy in scoped.indices {
      for time in scoped[policy].indices { add(&scoped[policy][time], other.scoped[policy][time]) }
    }
  }

  /// The bins of a metric with their counts; nil if it was not counted.
  package func bins(of metric: AccountMetric) -> [(String, UInt64)]? {
    counts(of: metric).map { counts in
      zip(metric.bins, counts).filter { name, _ in
        metric != .finding || shown.contains { $0.rawValue == name }
      }
    }
  }

  /// The counts of a metric in the order of its bins; nil if it was not counted.
  package func counts(of metric: AccountMetric) -> [UInt64]? {
    bins[metric.rawValue].isEmpty ? nil : bins[metric.rawValue]
  }

  private mutating func add(_ metric: AccountMetric, _ bin: Int, _ count: UInt64 = 1) {
    bins[metric.rawValue][bin] += count
  }

  private mutating func count(_ account: Int, _ directory: Directory) {
    let facts = directory.accounts.facts[account]
    add(.kind, Int(facts.kind.rawValue))
    if facts.kind == .user {
      add(.state, facts.isExcluded ? 3 : Int(facts.state.rawValue))
    }
    let hasHash = directory.accounts.hasHash(account)
    if facts.kind == .machine, hasHash {
      add(.machineDefault, directory.marks[account].isMachineDefault ? 0 : 1)
    }
    guard facts.counts else { return }
    accounts += 1
    let password = directory.password(of: account)
    add(.password, password.rawValue)
    add(.age, directory.ageBin(of: account))
    add(.lm, Int(facts.lm.rawValue))
    add(.reversible, facts.isReversible ? 0 : 1)
    for (bin, finding) in AccountFinding.allCases.enumerated()
    where directory.has(finding, account, password) {
      add(.finding, bin)
    }
    guard hasHash else { return }
    let (size, mark) = (
      AccountMetric.bin(ofSize: directory.size(of: account)), directory.marks[account]
    )
    add(.shared, size)
    if directory.acrossGroups[account] != nil { add(.sharedGroups, size) }
    let isFound = password == .cracked || password == .unproven
    add(.listed, directory.isListed(account) ? isFound ? 0 : 1 : 2)
    add(.userName, mark.isOwnName ? isFound ? 0 : 1 : 2)
    if mark.reuse != .noHistory { add(.historyReuse, Int(mark.reuse.rawValue)) }
    if mark.step != .noHistory { add(.historyStep, Int(mark.step.rawValue)) }
  }

  /// Counts the judgement of a counting account's password.
  private mutating func judge(_ account: Int, _ judgement: Int, _ accounts: Accounts) {
    judged[judgement] += 1
    for policy in scoped.indices where !scoped[policy].isEmpty && scopes.isFor(account, policy) {
      let day = scopes.policies[policy].day
      let time = day.map { accounts.time(of: account, since: $0) } ?? .unknown
      scoped[policy][time.rawValue][judgement] += 1
    }
  }

  /// Counting accounts for which a policy is in force, by the number of their password's judgement.
  package func judged(by policy: Int) -> [UInt64] {
    guard scopes.policies[policy].isOfSome, let first = scoped[policy].first else { return judged }
    return scoped[policy].dropFirst().reduce(first) { sums, counts in
      zip(sums, counts).map { $0 + $1 }
    }
  }

  /// Counts the accounts that have the commonest passwords, by the accounts of each password.
  private mutating func countCommonest(_ sizes: [UInt32]) {
    var passwords: [UInt32: Int] = [:]
    for size in sizes where size > 0 { passwords[size, default: 0] += 1 }
    let sorted = passwords.sorted { $0.key > $1.key }
    bins[AccountMetric.commonest.rawValue] = AccountMetric.ranks.map { rank in
      var (left, accounts) = (rank, UInt64(0))
      for (size, count) in sorted where left > 0 {
        accounts += UInt64(size) * UInt64(min(count, left))
        left -= count
      }
      return accounts
    }
  }

  /// Counts who shares a password inside the dataset, and who with an account outside.
  private mutating func countAcross(
    _ inside: [(row: UInt32, count: UInt32)], _ directory: Directory
  ) {
    for (row, count) in inside {
      let holders = directory.holders[Int(row)]
      let bin = holders == 1 ? 0 : holders > count ? 2 : 1
      add(.sharedAcross, bin, UInt64(count))
    }
  }

  /// Leaves out what the directory cannot tell.
  private mutating func leaveOut(_ directory: Directory, isWhole: Bool) {
    var missing: [AccountMetric] = isWhole ? [.sharedAcross] : []
    if directory.groups.isEmpty { missing.append(.sharedGroups) }
    if directory.listed == nil { missing.append(.listed) }
    if !directory.hasCleartext { missing.append(.reversible) }
    if !directory.hasHistory { missing += [.historyReuse, .historyStep] }
    for metric in missing { bins[metric.rawValue] = [] }
  }
}

extension Directory {
  /// The rows of counting accounts among some, with how many of these have them.
  fileprivate func passwords(of members: some Sequence<Int>) -> [(row: UInt32, count: UInt32)] {
    var passwords: [(row: UInt32, count: UInt32)] = []
    for row in members.filter(isHashed).map({ accounts.rows[$0] }).sorted() {
      if passwords.last?.row == row {
        passwords[passwords.count - 1].count += 1
      } else {
        passwords.append((row, 1))
      }
    }
    return passwords
  }

  /// The findings that can be made.
  fileprivate var shownFindings: [AccountFinding] {
    AccountFinding.allCases.filter { finding in
      switch finding {
      case .sharedAcross: !groups.isEmpty
      case .reversible: hasCleartext
      case .historyReuse, .increment: hasHistory
      case .listed: listed != nil
      case .blank, .cracked, .userName, .shared, .lm: true
      }
    }
  }

  /// The bin of an account's age.
  fileprivate func ageBin(of account: Int) -> Int {
    let first = AccountMetric.ages.count
    switch accounts.date(of: account) {
    case .never: return first + 1
    case .day(let day):
      let days = Int(asOf ?? day) - Int(day)
      return days < 0
        ? first + 2 : AccountMetric.ages.firstIndex { days <= $0.most } ?? first
    case nil, .unclear: return first + 3
    }
  }
}
