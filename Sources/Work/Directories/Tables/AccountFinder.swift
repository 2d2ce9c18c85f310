/// Finds accounts by names that tables, groups and other files give.
///
/// Among accounts with the user's name, in any case, the one counts that shares most domain names
/// with the file's line, if it is the only one that does; else the only one of that name.
package struct AccountFinder {
  private let accounts: Accounts
  /// The first account of each name, and for each account the next one of its name plus one.
  private var index = NameIndex()
  private var next: [UInt32]
  private var last: [Int: Int] = [:]
  private let foldedDomains: [[UInt8]]

  /// Why no account was found.
  package enum Failure: Error {
    /// No account has the name.
    case missing
    /// Several have it, and the domains do not decide.
    case ambiguous
  }

  /// Indexes all accounts by their users' names.
  package init(_ accounts: Accounts) {
    self.accounts = accounts
    foldedDomains = accounts.domainNames.map(FoldedName.of)
    next = Array(repeating: 0, count: accounts.count)
    for account in 0..<accounts.count {
      let folded = FoldedName.of(Array(accounts.name(of: account)))
      guard let other = first(named: folded) else {
        index.add(account, NameIndex.hash(folded))
        continue
      }
      next[last[other] ?? other] = UInt32(account + 1)
      last[other] = account
    }
    last = [:]
  }

  /// Finds the account of a name without a domain, or why there is none; domains are folded.
  package func find(_ user: [UInt8], domains: [[UInt8]]) -> Result<Int, Failure> {
    let named = accounts(named: user)
    if named.count <= 1 { return named.first.map { .success($0) } ?? .failure(.missing) }
    let shared = named.map { account in
      self.domains(of: account).count { mine in
        domains.contains { FoldedName.isSameDomain(mine, $0) }
      }
    }
    let most = shared.max() ?? 0
    let best = named.indices.filter { shared[$0] == most }
    return most > 0 && best.count == 1 ? .success(named[best[0]]) : .failure(.ambiguous)
  }

  /// Finds the account of a name with a domain, which may be empty.
  package func find(_ user: [UInt8], domain: [UInt8]) -> Result<Int, Failure> {
    find(user, domains: domain.isEmpty ? [] : [FoldedName.of(domain)])
  }

  /// All accounts with a name.
  private func accounts(named user: [UInt8]) -> [Int] {
    var found = first(named: FoldedName.of(user))
    var named: [Int] = []
    while let account = found {
      named.append(account)
      found = next[account] == 0 ? nil : Int(next[account]) - 1
    }
    return named
  }

  /// The first account with a folded name.
  private func first(named folded: [UInt8]) -> Int? {
    index.accounts(with: NameIndex.hash(folded)).first {
      FoldedName.of(Array(accounts.name(of: $0))) == folded
    }
  }

  /// The different domain names of an account: that of its line, and that stated for its dump.
  private func domains(of account: Int) -> [[UInt8]] {
    let own = foldedDomains[Int(accounts.domains[account])]
    let stated = accounts.files.first { $0.accounts.contains(account) }?.domain ?? []
    let dump = FoldedName.of(stated)
    return (own == dump ? [own] : [own, dump]).filter { !$0.isEmpty }
  }
}
