import Directories
import Testing

@Suite
struct PasswordStepTests {
  struct Row: Decodable {
    let old: String
    let new: String
    let step: String
  }

  @Test(arguments: [
    ("lampe", "Lampe", "edit"), ("lampe", "lampE", "none"), ("Lampe1", "lampe1", "edit"),
    ("lampe", "lampe7", "edit"), ("lampe", "lampe!", "edit"), ("lampe", "lampe?", "none"),
    ("1a", "1A", "none"), ("a9", "a10", "increment"), ("a09", "a10", "increment"),
    ("a9b", "a8b", "increment"), ("a9", "a11", "none"),
  ])
  func `steps of neighbours`(old: String, new: String, step: String) throws {
    for (known, other) in [(old, new), (new, old)] {
      let proven = try #require(hash(ofText: Array(other.utf8)))
      #expect("\(PasswordStep(between: Array(known.utf8), and: proven))" == step)
    }
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
