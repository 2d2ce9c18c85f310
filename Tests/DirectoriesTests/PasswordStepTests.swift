import Directories
import Foundation
import TestSupport
import Testing

@Suite
struct PasswordStepTests {
  struct Row: Decodable {
    let old: String
    let new: String
    let step: String
  }

  @Test
  func `steps are as the vectors say, both ways`() throws {
    for row in try VectorFile("directory/step-vectors.jsonl").rows(as: Row.self, by: snakeCase) {
      let (old, new) = (Array(row.old.utf8), Array(row.new.utf8))
      for (known, other) in new.isEmpty ? [(old, new)] : [(old, new), (new, old)] {
        let hash = try #require(textHash(other))
        try #require("\(PasswordStep(between: known, and: hash))" == row.step, "\(row)")
      }
    }
  }
}
