import Directories
import Testing

@Suite
struct DumpTableTests {
  struct Row: Decodable {
    let lines: [String]
    let dumpLines: [String: UInt64]
    let accounts: [Account]
  }

  struct Account: Decodable, Equatable {
    let domain: String
    let user: String
    let rid: UInt32?
    let nt: String
    let history: [String]
  }

  @Test
  func `whole files are read as the vectors say`() throws {
    for row in try rows("dump-file", as: Row.self) {
      let accounts = accounts(row.lines)
      let counts = Dictionary(
        uniqueKeysWithValues: DumpLineKind.allCases.map { ("\($0)", accounts.lines[$0.rawValue]) })
      try #require(counts.filter { $0.value > 0 } == row.dumpLines, "\(row)")
      try #require((0..<accounts.count).map { account(accounts, $0) } == row.accounts, "\(row)")
      try #require(counts.values.reduce(0, +) == UInt64(row.lines.count))
    }
  }

  private func account(_ accounts: Accounts, _ number: Int) -> Account {
    let hash = { (row: UInt32) in
      row == HashRows.none ? "" : digits(accounts.hashes.hash(of: row))
    }
    return Account(
      domain: text(accounts.domain(of: number)),
      user: text(accounts.name(of: number)),
      rid: accounts.identifier(of: number), nt: hash(accounts.rows[number]),
      history: accounts.history(of: number).map(hash))
  }

  @Test
  func `accounts of two files are two accounts, and a stated domain is for lines without one`() {
    var accounts = Accounts()
    for domain in ["north.example", "south.example"] {
      accounts.take(["ann", "CORP\\bob", "Ann"].map { "\($0):\(someHash)" }, domain: domain)
    }
    #expect(
      (0..<accounts.count).map { text(accounts.domain(of: $0)) }
        == ["north.example", "CORP", "south.example", "CORP"])
    #expect(accounts.lines[DumpLineKind.repeated.rawValue] == 2)
    #expect(accounts.hashes.count == 1)
  }

  @Test
  func `clear text marks its account and is no key`() {
    let accounts = accounts([
      "EX\\bob:CLEARTEXT:x", "EX\\bob:1::\(someHash):::", "ann:2::\(someHash):::",
      "EX\\ann:CLEARTEXT_HEX:00", "ann:aes256-cts-hmac-sha1-96:ab",
    ])
    #expect(accounts.facts.map(\.isReversible) == [true, false])
    let kinds = [DumpLineKind.account, .cleartext, .key].map { accounts.lines[$0.rawValue] }
    #expect(kinds == [2, 2, 1])
  }

  @Test
  func `clear text of a file of its own is placed in the end, where one account fits`() {
    var accounts = Accounts()
    accounts.take(["A\\ann:1::\(someHash):::", "B\\ann:2::\(someHash):::", "bob:3::\(someHash):::"])
    accounts.take(["A\\ann:CLEARTEXT:x", "bob:CLEARTEXT:x", "carl:CLEARTEXT:x"])
    #expect(!accounts.facts.contains { $0.isReversible })
    accounts.placeCleartext()
    let found = (0..<accounts.count).filter { accounts.facts[$0].isReversible }
    #expect(found.map { text(accounts.name(of: $0)) } == ["ann", "bob"])
  }

  @Test
  func `a row of a table is an account unless its name is there`() {
    var accounts = Accounts()
    var table = DumpTable(after: accounts)
    let names = [("EX", "ann"), ("ex", "Ann"), ("", "ann"), ("EX", "bob")]
    let found = names.enumerated().map { line, name in
      table.take((Array(name.0.utf8), Array(name.1.utf8)), .blank, line: line, into: &accounts)
    }
    #expect(found == [0, nil, 1, 2])
  }

  @Test
  func `lines that were skipped are counted, and number those behind them`() {
    var accounts = Accounts()
    var table = DumpTable(after: accounts)
    table.take(Array("ann:1::\(someHash)::: (status=)".utf8).span, into: &accounts)
    table.skip(0)
    table.skip(2)
    table.take(Array("[*] x".utf8).span, into: &accounts)
    table.take(Array("".utf8).span, into: &accounts)
    #expect(table.unreadStates.words == [[]] && table.unreadStates.lines.line == 1)
    let (lines, first) = table.end(&accounts)
    func of(_ counts: [UInt64]) -> [UInt64] {
      [DumpLineKind.account, .malformed, .other, .empty, .key].map { counts[$0.rawValue] }
    }
    #expect(of(lines) == [1, 2, 1, 1, 0] && of(first) == [1, 3, 4, 5, 0])
    #expect(FirstAndCount().line == 0 && UnreadStates().lines.count == 0)
  }

  @Test
  func `secrets of services are other lines, among them what looks like an account`() {
    let lines = [
      "[*] Dumping local SAM hashes (uid:rid:lmhash:nthash)", "ann:1105::\(someHash):::",
      "[*] Dumping LSA Secrets", "[*] NL$KM ",
      " 0000   AB CD EF 01 23 45 67 89  AB CD EF 01 23 45 67 89   ....#Eg.....#Eg.",
      "NL$KM:ab", "[*] _SC_MSSQL ", "EX\\svcsql:Lampe2019!", "EX\\svcweb:\(someHash)",
      "[2026-01-31 10:00:00] [*] DefaultPassword ", "ROOT#123",
      "[2026-01-31 10:00:01] [*] Dumping Domain Credentials (domain\\uid:rid:lmhash:nthash)",
      "EX\\bob:1106::\(someHash):::", "EX\\carl:\(someHash)", "neither of both",
    ]
    var accounts = Accounts()
    accounts.take(lines)
    #expect((0..<accounts.count).map { text(accounts.name(of: $0)) } == ["ann", "bob", "carl"])
    #expect(accounts.lines[DumpLineKind.other.rawValue] == 11)
    #expect(accounts.lines[DumpLineKind.malformed.rawValue] == 1)
  }

  @Test(arguments: [
    ("Disabled=true,Expired=false", AccountState.disabled), ("disabled=FALSE", .enabled),
    ("Disabled=True", .disabled), ("Disabled=wahr", .unknown),
  ])
  func `a comment tells the state in any case, or its word is kept`(
    comment: String, state: AccountState
  ) {
    var accounts = Accounts()
    var table = DumpTable(after: accounts)
    table.take(Array("ann:1105::\(someHash):\(comment)::".utf8).span, into: &accounts)
    table.end(&accounts)
    #expect(accounts.facts[0].state == state)
    #expect(table.unreadStates.words == (state == .unknown ? [Array("wahr".utf8)] : []))
  }

  @Test
  func `a table of many hashes finds each again`() throws {
    var rows = HashRows()
    for number in UInt64(0)..<20_000 {
      try #require(rows.add(NTHash(high: number << 40, low: number & 7)) == UInt32(number))
    }
    for number in UInt64(0)..<20_000 {
      try #require(rows.row(of: NTHash(high: number << 40, low: number & 7)) == UInt32(number))
      try #require(rows.hash(of: UInt32(number)) == NTHash(high: number << 40, low: number & 7))
    }
    #expect(rows.row(of: NTHash(high: 1, low: 1)) == nil)
    #expect(rows.add(nil) == HashRows.none)
    #expect(rows.add(.blank) == HashRows.blank)
    #expect(rows.count == 20_000)
  }
}
