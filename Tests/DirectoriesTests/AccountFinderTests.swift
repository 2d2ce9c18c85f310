import Directories
import Foundation
import TestSupport
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
    for row in try VectorFile("directory/member-vectors.jsonl").rows(as: Row.self, by: snakeCase) {
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
      var dump = DumpTable(
        after: accounts, domain: parts.count == 2 ? Array(parts[1].utf8) : [])
      let line = parts[0] + ":8846f7eaee8fb117ad06bdd830b7586c"
      dump.take(Array(line.utf8).span, into: &accounts)
      dump.end(&accounts)
    }
    return accounts
  }

  @Test
  func `members are names by line, or the blocks of PowerView`() {
    let names = Members(Array("ann\r\nCORP\\bob\n\n carl@corp.example \n".utf8).span)
    #expect(
      names.members.map { String(decoding: $0.user, as: UTF8.self) } == ["ann", "bob", "carl"])
    #expect(
      names.members.map { String(decoding: $0.domain, as: UTF8.self) }
        == ["", "CORP", "corp.example"])
    let blocks = """

      GroupName    : Domain Admins
      MemberDomain : corp.example
      MemberName   : ann

      MemberDomain : south.example
      MemberName   : bob
      """
    let found = Members(Array(blocks.utf8).span).members
    #expect(found.map { String(decoding: $0.user, as: UTF8.self) } == ["ann", "bob"])
    #expect(found.map(\.line) == [4, 7])
    #expect(String(decoding: found[1].domain, as: UTF8.self) == "south.example")
  }
}
