/// The accounts of one dataset, counted by every metric.
package struct AccountCounts: Sendable {
  /// The counts of each metric by its number, in the order of its bins; nil if it was not counted.
  private var bins: [[UInt64]?] = AccountMetric.allCases.map {
    Array(repeating: 0, count: $0.bins.count)
  }
  /// The base of shares of metrics that are not partitions; of others, the sum of their bins.
  package private(set) var totals: [AccountMetric: UInt64] = [:]
  /// Counting accounts.
  package private(set) var accounts: UInt64 = 0
  /// Counting accounts by the number of the judgement of their password; 0 is for no text.
  package private(set) var judged: [UInt64]
  /// For each policy's day the same of accounts whose password was set since then, before, and at
  /// an unknown time.
  package private(set) var since: [[[UInt64]]]
  /// Whether anything was left out of `finding`, since nothing could be found.
  private let shown: [AccountFinding]

  /// Counts accounts.
  ///
  /// - Parameters:
  ///   - directory: The directory.
  ///   - members: The accounts, each once.
  ///   - judgements: The number of the judgement of each row's password, from 1; 0 without one.
  ///   - judgementCount: The number of judgements.
  ///   - blank: The judgement of the empty password.
  ///   - days: The days since which policies are in force.
  ///   - isWhole: Whether these are all accounts; parts tell who shares beyond them.
  package init(
    _ directory: Directory, of members: some Sequence<Int>, judgements: [UInt32],
    judgementCount: Int, blank: UInt32, days: [Int32] = [], isWhole: Bool
  ) {
    judged = Array(repeating: 0, count: judgementCount + 1)
    since = days.map { _ in
      Array(repeating: Array(repeating: 0, count: judgementCount + 1), count: 3)
    }
    shown = directory.shownFindings
    var inside: [UInt32: UInt32] = [:]
    for account in members {
      count(account, directory)
      let facts = directory.accounts.facts[account]
      guard facts.counts else { continue }
      let row = directory.accounts.rows[account]
      let judgement =
        row == HashRows.none ? 0 : Int(row == HashRows.blank ? blank : judgements[Int(row)])
      judged[judgement] += 1
      if !isWhole, row < HashRows.blank { inside[row, default: 0] += 1 }
      for (number, day) in days.enumerated() {
        since[number][directory.accounts.time(of: account, since: day).rawValue][judgement] += 1
      }
    }
    countCommonest(isWhole ? directory.holders.filter { $0 > 0 } : Array(inside.values))
    if !isWhole { countAcross(inside, directory) }
    leaveOut(directory, isWhole: isWhole)
  }

  /// The histogram of a metric: names and counts of its bins, and the base of shares; nil if it was
  /// not counted.
  package func histogram(
    of metric: AccountMetric
  ) -> (bins: [(String, UInt64)], total: UInt64)? {
    guard let counts = self.counts(of: metric) else { return nil }
    var named = Array(zip(metric.bins, counts))
    // Nobody is excluded unless asked for.
    if metric == .state, counts[3] == 0 { named.removeLast() }
    if metric == .finding { named.removeAll { name, _ in !shown.contains { $0.rawValue == name } } }
    return (named, totals[metric] ?? counts.reduce(0, +))
  }

  /// The counts of a metric in the order of its bins; nil if it was not counted.
  package func counts(of metric: AccountMetric) -> [UInt64]? { bins[metric.rawValue] }

  private mutating func add(_ metric: AccountMetric, _ bin: Int, _ count: UInt64 = 1) {
    bins[metric.rawValue]?[bin] += count
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
    let (size, mark) = (Int(directory.size(of: account)), directory.marks[account])
    add(.shared, AccountMetric.sizes.firstIndex { size <= $0.most } ?? AccountMetric.sizes.count)
    let isFound = password == .cracked || password == .unproven
    add(.listed, directory.isListed(account) ? isFound ? 0 : 1 : 2)
    add(.userName, mark.isOwnName ? isFound ? 0 : 1 : 2)
    if mark.reuse != .noHistory { add(.historyReuse, Int(mark.reuse.rawValue)) }
    if mark.step != .noHistory { add(.historyStep, Int(mark.step.rawValue)) }
  }

  /// Counts the accounts that have the commonest passwords of the dataset.
  private mutating func countCommonest(_ sizes: [UInt32]) {
    let sorted = sizes.sorted(by: >)
    totals[.commonest] = sorted.reduce(0) { $0 + UInt64($1) }
    bins[AccountMetric.commonest.rawValue] = AccountMetric.ranks.map { rank in
      sorted.prefix(rank).reduce(0) { $0 + UInt64($1) }
    }
  }

  /// Counts who shares a password inside the dataset, and who with an account outside.
  private mutating func countAcross(_ inside: [UInt32: UInt32], _ directory: Directory) {
    for (row, count) in inside {
      let holders = directory.holders[Int(row)]
      let bin = holders == 1 ? 0 : holders > count ? 2 : 1
      add(.sharedAcross, bin, UInt64(count))
    }
  }

  /// Leaves out what the directory cannot tell.
  private mutating func leaveOut(_ directory: Directory, isWhole: Bool) {
    totals[.finding] = accounts
    var missing: [AccountMetric] = isWhole ? [.sharedAcross] : []
    if directory.listed == nil { missing.append(.listed) }
    if !directory.hasCleartext { missing.append(.reversible) }
    if !directory.hasHistory { missing += [.historyReuse, .historyStep] }
    for metric in missing { bins[metric.rawValue] = nil }
  }
}

extension Directory {
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
