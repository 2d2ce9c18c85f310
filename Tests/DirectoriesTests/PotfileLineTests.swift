import Directories
import Testing

@Suite
struct PotfileLineTests {
  struct Row: Decodable {
    let lineHex: String
    let outcome: String
    let hash: String?
    let plainHex: String?
  }

  @Test
  func `lines are read as the vectors say`() throws {
    for row in try rows("potfile-line", as: Row.self) {
      let line = bytes(row.lineHex)
      let text = line.span
      switch PotfileLine(text) {
      case .hashed(let hash, let plain):
        try #require(row.outcome == "nt")
        try #require(digits(hash) == row.hash)
        try #require(text.array(plain) == row.plainHex.map(bytes))
      case .cleartext(let plain, _):
        try #require(row.outcome == "text")
        try #require(text.array(plain) == row.plainHex.map(bytes))
      case .lm: try #require(row.outcome == "lm")
      case .other: try #require(row.outcome == "other")
      case .empty: try #require(row.outcome == "empty")
      }
    }
  }
}
