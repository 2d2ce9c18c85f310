import Passwords
package import Workers

/// A directory whose potfiles are read: answers how many accounts have which password problem.
///
/// Sharing is looked for among all counting accounts, whatever the dataset.
package struct Directory: Sendable, Concealing {
  /// The accounts; those that count are settled.
  package let accounts: Accounts
  /// What the potfiles told.
  package let cracked: CrackedRows
  /// The groups that were named, with their members, each once and ascending.
  package let groups: [(name: String, members: [Int])]
  /// Whether a blocklist holds the password of each row; nil if no list was asked.
  let listed: [Bool]?
  /// The number of counting accounts of each row.
  let holders: [UInt32]
  /// What was worked out of each account.
  let marks: [AccountMarks]
  /// The groups that have members of an account's password outside, for its members.
  private(set) var acrossGroups: [Int: [Int]] = [:]
  /// Whether any counting account has a history.
  let hasHistory: Bool
  /// Whether any line said that a password is stored reversibly.
  package var hasCleartext: Bool { accounts.lines[DumpLineKind.cleartext.rawValue] > 0 }
  /// The day at which ages end; nil if no day is known.
  package let asOf: Int32?

  /// Works out what counting needs of each account: own names, history, and who shares.
  ///
  /// The accounts are settled, and members of groups ascend. Ages end at the newest day of any account
  /// unless a day is given.
  ///
  /// - Complexity: O(accounts); hashes some three names of each counting account, and the
  ///   neighbours of known passwords in histories.
  package init(
    _ accounts: Accounts, _ cracked: CrackedRows,
    groups: [(name: String, members: [Int])] = [], listed: [Bool]? = nil, asOf: Int32? = nil,
    workers: WorkerPool = .alone
  ) {
    self.accounts = accounts
    self.cracked = cracked
    self.groups = groups
    self.listed = listed
    self.asOf = asOf ?? accounts.newestDay
    marks = workers.map(slices(of: 0..<accounts.count)) { part in
      part.map { accounts.marks(of: $0, cracked) }
    }.flatMap(\.self)
    var holders = Array(repeating: UInt32(0), count: accounts.hashes.count)
    var hasHistory = false
    for account in 0..<accounts.count where accounts.facts[account].counts {
      if marks[account].reuse != .noHistory { hasHistory = true }
      if accounts.hasHash(account) { holders[Int(accounts.rows[account])] += 1 }
    }
    self.holders = holders
    self.hasHistory = hasHistory
    findAcross()
  }

  /// Finds the members of each group whose password an account outside has.
  private mutating func findAcross() {
    var inside: [UInt32: UInt32] = [:]
    for (number, group) in groups.enumerated() {
      inside.removeAll(keepingCapacity: true)
      let members = group.members.filter { isHashed($0) }
      for account in members { inside[accounts.rows[account], default: 0] += 1 }
      for account in members {
        let row = accounts.rows[account]
        if holders[Int(row)] > inside[row] ?? 0 {
          acrossGroups[account, default: []].append(number)
        }
      }
    }
  }

  /// Whether an account counts and has a hash that is not blank.
  func isHashed(_ account: Int) -> Bool {
    accounts.facts[account].counts && accounts.hasHash(account)
  }

  /// How much is known of an account's password.
  package func password(of account: Int) -> AccountPassword {
    cracked.password(of: accounts.rows[account])
  }

  /// The number of counting accounts with an account's password.
  package func size(of account: Int) -> UInt32 { holders[Int(accounts.rows[account])] }

  /// Whether a blocklist holds the password of an account with a hash.
  func isListed(_ account: Int) -> Bool { listed?[Int(accounts.rows[account])] ?? false }

  /// What is wrong with the password of a counting account, in order.
  package func findings(of account: Int) -> [AccountFinding] {
    let password = password(of: account)
    return AccountFinding.allCases.filter { has($0, account, password) }
  }

  /// Whether something is wrong with the password of a counting account, of which this is known.
  func has(_ finding: AccountFinding, _ account: Int, _ password: AccountPassword) -> Bool {
    switch finding {
    case .blank: password == .blank
    case .cracked: password == .cracked || password == .unproven
    case .listed: accounts.hasHash(account) && isListed(account)
    case .userName: marks[account].isOwnName
    case .shared: accounts.hasHash(account) && size(of: account) > 1
    case .sharedAcross: !acrossGroups.isEmpty && acrossGroups[account] != nil
    case .lm: accounts.facts[account].lm == .short || accounts.facts[account].lm == .long
    case .reversible: accounts.facts[account].isReversible
    case .historyReuse: marks[account].reuse == .current
    case .increment: marks[account].step == .increment || marks[account].step == .edit
    }
  }

  /// The rows that counting accounts have, ascending.
  package var heldRows: [UInt32] {
    holders.indices.filter { holders[$0] > 0 }.map { UInt32($0) }
  }

  /// The names of the groups with a member's password outside, for a member.
  package func groupsAcross(_ account: Int) -> [String] {
    (acrossGroups[account] ?? []).map { groups[$0].name }
  }

  /// Whether an account is a machine with the password of machines that never joined.
  package func hasMachineDefault(_ account: Int) -> Bool {
    marks[account].isMachineDefault
  }
}

extension Accounts {
  /// Whether an account has a hash that is not blank.
  func hasHash(_ account: Int) -> Bool { rows[account] < HashRows.blank }

  /// Works out the marks of an account.
  ///
  /// A method, since an initialiser would own its arguments, and copy them for each account.
  fileprivate func marks(of account: Int, _ cracked: CrackedRows) -> AccountMarks {
    var marks = AccountMarks()
    guard hasHash(account) else { return marks }
    let (row, facts) = (rows[account], facts[account])
    let hash = hashes.hash(of: row)
    if facts.kind == .machine {
      marks.isMachineDefault = OwnName.isMachineDefault(Array(name(of: account)), hash: hash)
    }
    guard facts.counts else { return marks }
    marks.isOwnName = OwnName.isPassword(of: Array(name(of: account)), hash: hash)
    let past = history(of: account)
    if past.isEmpty { return marks }
    marks.reuse = past.contains(row) ? .current : Set(past).count < past.count ? .earlier : .none
    marks.step = step(row, past, cracked)
    return marks
  }

  private func step(
    _ row: UInt32, _ past: ArraySlice<UInt32>, _ cracked: CrackedRows
  ) -> AccountMarks.Step {
    let steps = zip([row] + past, past).map { cracked.step(from: $1, to: $0, hashes) }
    switch steps.first {
    case .some(.increment): return .increment
    case .some(.edit): return .edit
    default: break
    }
    if steps.dropFirst().contains(where: { $0 == .increment || $0 == .edit }) { return .earlier }
    return steps.contains { $0 == PasswordStep.none } ? .none : .undecidable
  }
}

/// What was worked out of one account.
struct AccountMarks: Sendable {
  /// Whether the password is the account's own name.
  fileprivate(set) var isOwnName = false
  /// Whether the account is a machine with the password of machines that never joined.
  fileprivate(set) var isMachineDefault = false
  fileprivate(set) var reuse = Reuse.noHistory
  fileprivate(set) var step = Step.noHistory

  /// Whether an account's history has a password twice.
  enum Reuse: Int8 {
    case noHistory = -1
    case current, earlier, none
  }

  /// How the current password comes from the one before, or an older one from its own.
  enum Step: Int8 {
    case noHistory = -1
    case increment, edit, earlier, none, undecidable
  }

}

/// Accounts in parts that are enough work for a thread.
func slices<Members: RandomAccessCollection<Int>>(
  of members: Members
) -> [Members.SubSequence] where Members.Index == Int {
  stride(from: members.startIndex, to: members.endIndex, by: 1 << 16).map {
    members[$0..<min($0 + (1 << 16), members.endIndex)]
  }
}

/// When and for whom policies are in force.
///
///     var scopes = PolicyScopes([(day: nil, isOfSome: true), (day: 19_783, isOfSome: false)])
///     scopes.assign([3, 7], to: 0)  // the first policy is in force for two accounts
package struct PolicyScopes: Sendable {
  /// For each policy the day since which it is in force, and whether it is in force for some accounts
  /// only.
  package let policies: [(day: Int32?, isOfSome: Bool)]
  /// The number of each account's policy, from 1; 0 without one; empty if no policy is of some.
  private var numbers: [UInt32] = []

  /// Begins with policies that are in force for no account if they are of some, and for all if not.
  package init(_ policies: [(day: Int32?, isOfSome: Bool)] = [], accounts: Int = 0) {
    self.policies = policies
    if policies.contains(where: \.isOfSome) { numbers = Array(repeating: 0, count: accounts) }
  }

  /// States that a policy is in force for accounts, unless another one is.
  package mutating func assign(_ accounts: some Sequence<Int>, to policy: Int) {
    for account in accounts where numbers[account] == 0 { numbers[account] = UInt32(policy + 1) }
  }

  /// Whether a policy is in force for an account.
  package func isFor(_ account: Int, _ policy: Int) -> Bool {
    !policies[policy].isOfSome || Int(numbers[account]) == policy + 1
  }
}
