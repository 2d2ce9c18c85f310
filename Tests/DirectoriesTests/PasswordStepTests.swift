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
  func `steps are as the vectors say, by text and by hash, both ways`() throws {
    for row in try VectorFile("directory/step-vectors.jsonl").rows(as: Row.self, by: snakeCase) {
      let (old, new) = (Array(row.old.utf8), Array(row.new.utf8))
      try #require("\(PasswordStep(from: old, to: new))" == row.step, "\(row)")
      if !new.isEmpty { try #require("\(PasswordStep(from: new, to: old))" == row.step) }
      let newHash = try #require(textHash(new))
      try #require("\(PasswordStep(between: old, and: newHash))" == row.step, "\(row)")
    }
  }
}
