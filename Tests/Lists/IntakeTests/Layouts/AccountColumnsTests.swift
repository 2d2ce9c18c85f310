import Intake
import Testing

@Suite struct AccountColumnsTests {
  private func columns(_ text: String) -> AccountColumns? {
    guard case .accounts(let columns) = LayoutRequest(text)?.choice else { return nil }
    return columns
  }

  @Test func `columns of accounts make a table a dump`() throws {
    let all = try #require(
      columns(
        "csv:Password,user=Name, a long one,by=Department,state=4,set=Changed,by=Site,domain=D"))
    #expect(all.secret == .name("Password"))
    #expect(!all.holdsHashes)
    #expect(all.user == .name("Name, a long one"))
    #expect(all.strata == [.name("Department"), .name("Site")])
    #expect(all.state == .number(4))
    #expect(all.set == .name("Changed"))
    #expect(all.domain == .name("D"))
    let hashes = try #require(columns("csv:hash=NTHash,user=2"))
    #expect(hashes.secret == .name("NTHash"))
    #expect(hashes.holdsHashes)
    #expect(hashes.user == .number(2))
  }

  @Test func `a password and a user are no dump`() {
    #expect(LayoutRequest("csv:a,user=b")?.choice == .table(.name("a"), user: .name("b")))
    #expect(LayoutRequest("csv:a, b")?.choice == .table(.name("a, b")))
    #expect(LayoutRequest("csv:a=b,c=d")?.choice == .table(.name("a=b,c=d")))
    #expect(LayoutRequest("csv:a,user=b")?.isOfAccounts == false)
    #expect(LayoutRequest("csv:a,user=b,by=c")?.isOfAccounts == true)
  }

  @Test(arguments: [
    "csv:a,by=b", "csv:hash=a", "csv:a,user=b,user=c,by=d", "csv:a,user=,by=c", "csv:,user=b,by=c",
    "csv:a,user=b,set=c,set=d", "csv:a,user=0,by=c",
  ])
  func `columns that are missing, twice or empty are refused`(text: String) {
    #expect(LayoutRequest(text) == nil)
  }
}
