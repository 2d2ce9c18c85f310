import Directories
import Foundation
import TestSupport
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
    for row in try VectorFile("directory/strata-vectors.jsonl").rows(as: Row.self, by: snakeCase) {
      let (shown, joined) = Strata.joined(
        row.sizes.map { (Array($0.key.utf8), $0.value) }, floor: row.minCell)
      let text = { (label: [UInt8]) in String(decoding: label, as: UTF8.self) }
      try #require(shown.map(text) == row.shown, "\(row)")
      try #require(joined.map(text).sorted() == row.joined, "\(row)")
    }
  }
}
