import Directories
import Testing

@Suite
struct StrataTests {
  struct Row: Decodable {
    let sizes: [String: Int]
    let minCell: Int
    let shown: [String]
    let joined: [String]
  }

  @Test
  func `small strata are joined as the vectors say`() throws {
    for row in try rows("strata", as: Row.self) {
      let (shown, joined) = Strata.joined(
        row.sizes.map { (Array($0.key.utf8), $0.value) }, floor: row.minCell)
      try #require(shown.map { text($0) } == row.shown, "\(row)")
      try #require(joined.map { text($0) }.sorted() == row.joined, "\(row)")
    }
  }
}
