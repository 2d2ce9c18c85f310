import Directories
import Testing

@Suite
struct AccountFinderTests {
  struct Row: Decodable {
    let accounts: [String]
    let member: String?
    let row: Named?
    let found: Int?
    let why: String
  }

  struct Named: Decodable {
    let domains: [String]
    let user: String
  }

  @Test
  func `members and rows are found as the vectors say`() throws {
    for row in try rows("member", as: Row.self) {
      let finder = AccountFinder(accounts(row.accounts))
      let found: Result<Int, AccountFinder.Failure>
      if let named = row.row {
        found = finder.find(
          Array(named.user.utf8), domains: named.domains.map { FoldedName.of(Array($0.utf8)) })
      } else {
        let member = FoldedName.foreign(Array((row.member ?? "").utf8))
        found = finder.find(
          member.user, domains: member.domain.isEmpty ? [] : [FoldedName.of(member.domain)])
      }
      switch found {
      case .success(let account): try #require(account == row.found, "\(row)")
      case .failure(let failure):
        try #require(row.found == nil, "\(row)")
        try #require("\(failure)" == row.why, "\(row)")
      }
    }
  }

  /// A dump for each account, with the domain behind the stroke.
  private func accounts(_ names: [String]) -> Accounts {
    var accounts = Accounts()
    for name in names {
      let parts = name.split(separator: "|", maxSplits: 1)
      accounts.take(["\(parts[0]):\(someHash)"], domain: parts.count == 2 ? "\(parts[1])" : "")
    }
    return accounts
  }

  @Test
  func `bytes that are no text stay as they are in a folded name`() {
    let name: [UInt8] = [0x41, 0xFF, 0xC3, 0x84, 0xFE, 0x42]
    #expect(FoldedName.of(name) == [0x61, 0xFF, 0xC3, 0xA4, 0xFE, 0x62])
    #expect(FoldedName.text(name) == "A\u{FFFD}Ä\u{FFFD}B")
  }

  @Test
  func `members are names by line, or the blocks of PowerView`() {
    let names = Members(Array("ann\r\nCORP\\bob\n\n carl@corp.example \n".utf8).span)
    #expect(
      names.members.map { text($0.user) } == ["ann", "bob", "carl"])
    #expect(
      names.members.map { text($0.domain) }
        == ["", "CORP", "corp.example"])
    let blocks = """

      GroupName    : Domain Admins
      MemberDomain : corp.example
      MemberName   : ann

      MemberDomain : south.example
      MemberName   : bob
      """
    let found = Members(Array(blocks.utf8).span).members
    #expect(found.map { text($0.user) } == ["ann", "bob"])
    #expect(found.map(\.line) == [4, 7])
    #expect(text(found[1].domain) == "south.example")
  }
}
