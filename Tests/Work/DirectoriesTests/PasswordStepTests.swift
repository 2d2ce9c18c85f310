import Directories
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
    for row in try rows("step", as: Row.self) {
      let (old, new) = (Array(row.old.utf8), Array(row.new.utf8))
      for (known, other) in new.isEmpty ? [(old, new)] : [(old, new), (new, old)] {
        let proven = try #require(hash(ofText: other))
        try #require("\(PasswordStep(between: known, and: proven))" == row.step, "\(row)")
      }
    }
  }
}
