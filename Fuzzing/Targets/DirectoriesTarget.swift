import Directories

/// Fuzzes the readers of dumps, potfiles and tables: every line has one outcome, every account one
/// bin of each partition, and what is proven has its hash.
///
/// The lines before the first empty one are a dump, those before the next one a potfile, the rest a
/// table and a group.
func fuzzDirectories(_ input: [UInt8]) {
  let lines = input.split(separator: 0x0A, omittingEmptySubsequences: false).map { Array($0) }
  let parts = lines.split(maxSplits: 2, omittingEmptySubsequences: false, whereSeparator: \.isEmpty)
  var accounts = Accounts()
  for keepsHistory in [true, false] {
    var dump = DumpTable(after: accounts, domain: [0x78], keepsHistory: keepsHistory)
    for line in parts[0] { dump.take(line.span, into: &accounts) }
    let (kinds, firstLines) = dump.end(&accounts)
    expect(kinds.reduce(0, +) == UInt64(parts[0].count), "a line of a dump without an outcome")
    expect(zip(kinds, firstLines).allSatisfy { ($0 == 0) == ($1 == 0) }, "first lines")
  }
  let table = parts.count > 2 ? Array(parts[2].joined(separator: [0x0A])) : []
  readTable(table, into: &accounts)
  accounts.settle()
  var cracked = CrackedRows(accounts)
  let potfile = parts.count > 1 ? parts[1] : []
  for line in potfile {
    let read = accounts.hashes.joined(line.span)
    if case .proven(let row, _, let password?) = read {
      let hash = NTHash(ofUTF8: password.span)
      expect(hash == accounts.hashes.hash(of: row), "a password without its hash")
    }
    cracked.take(read)
  }
  expect(
    cracked.outcomes.reduce(0, +) == UInt64(potfile.count), "a line of a potfile without an outcome"
  )
  count(Directory(accounts, cracked))
}

/// Adds the rows of a table to the accounts that they name, and reads the same text as a group.
private func readTable(_ text: [UInt8], into accounts: inout Accounts) {
  let finder = AccountFinder(accounts)
  var table = AttributeTable(text)
  while let row = table.next() {
    guard case .success(let account) = finder.find(row.user, domains: row.domains) else { continue }
    if accounts.add(row, to: account), let date = row.date {
      accounts.decide(date.value, by: table.order(of: date.column).order ?? .dayFirst, of: account)
    }
    if case .day(let day) = accounts.date(of: account) {
      let text = PasswordDate.text(ofDay: day)
      expect(PasswordDate(Array(text.utf8).span) == .day(day), "the day \(text)")
    }
  }
  for member in Members(text.span).members {
    _ = finder.find(member.user, domains: [FoldedName.of(member.domain)])
  }
}

private func count(_ directory: Directory) {
  let all = directory.accounts.count
  let judgements = [UInt32](repeating: 0, count: directory.accounts.hashes.count)
  let counts = AccountCounts(
    directory, of: 0..<all, judgements: judgements, judgementCount: 1, blank: 1,
    scopes: PolicyScopes([(day: 0, isOfSome: false)]), isWhole: true)
  let sum = { (metric: AccountMetric) in counts.counts(of: metric)?.reduce(0, +) ?? 0 }
  expect(sum(.kind) == UInt64(all), "kinds")
  expect(sum(.password) == counts.accounts && sum(.age) == counts.accounts, "partitions")
  expect(sum(.shared) == sum(.userName), "accounts with a hash")
  expect(counts.judged.reduce(0, +) == counts.accounts, "judged accounts")
  expect(counts.scoped.joined().joined().reduce(0, +) == counts.accounts, "accounts in time")
  for floor in [1, 3] {
    let strata = directory.accounts.strataByDomain(floor: floor)
    expect(strata.flatMap(\.members).sorted() == Array(0..<all), "strata are no partition")
  }
}
