import Directories
import Testing

@Suite
struct AccountKindTests {
  struct Row: Decodable {
    let user: String
    let rid: UInt64?
    let state: String
    let userAccountControl: UInt64?
    let kind: String
  }

  @Test
  func `kinds are as the vectors say`() throws {
    for row in try rows("kind", as: Row.self) {
      let state = try #require(AccountState.allCases.first { "\($0)" == row.state })
      let kind = AccountKind(
        user: Array(row.user.utf8), rid: row.rid, state: state,
        userAccountControl: row.userAccountControl)
      try #require("\(kind)" == row.kind, "\(row)")
    }
  }
}
