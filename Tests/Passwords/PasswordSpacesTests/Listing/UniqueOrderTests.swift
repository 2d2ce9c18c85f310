import BigInt
import Diagnostics
import PasswordPolicies
import PasswordSpaces
import Passwords
import TestSupport
import Testing

@Suite struct UniqueOrderTests {
  private func policy(_ text: String) throws -> Policy {
    try #require(
      PolicyReading(policyFile: Array(text.utf8), file: "t.policy").policies.first)
  }

  @Test(arguments: [
    "min-unique: 3; allowed: [abc1];", "min-unique: 4; allowed: [abc1]; max-repeating: 1;",
    "min-unique: 2; allowed: [abc1]; at-least: 2 digit;",
    "min-unique: 3; allowed: [abc1]; max-class-run: 2; or min-unique: 2; allowed: [ab1]; min-classes: 2;",
  ])
  func `passwords with enough different characters are listed once, in order`(text: String) throws {
    let policy = try policy(text)
    let space = try TinySpace(policy, Array("abc1".unicodeScalars), longest: 5)
    let order = try PasswordOrder(policy, lengths: 1...5)
    try compared(atLeast: 60) { count in
      for length in 1...5 {
        let permitted = space.permitted[length]
        #expect(order.count(length: length) == BigUInt(permitted.count))
        for (rank, password) in permitted.enumerated() {
          try #require(order.password(length: length, at: BigUInt(rank)) == password)
          #expect(order.rank(of: password) == BigUInt(rank))
          count += 1
        }
      }
    }
    #expect(order.rank(of: "aaaa") == nil)
  }

  @Test func `with sequences it is refused by name, wherever it is counted`() throws {
    let policy = try policy("min-unique: 3; max-sequential: 2; minlength: 4;")
    let problem = KeyspaceProblem.notTogether("min-unique", "max-sequential")
    #expect(problem.found == "'min-unique' together with 'max-sequential'")
    #expect(throws: problem) { _ = try PasswordOrder(policy, lengths: 4...4) }
    #expect(throws: problem) {
      var keyspace = try Keyspace(policy)
      _ = try keyspace.count(length: 4)
    }
    // A limit that no sequence of these characters can break is none.
    let idle = try self.policy("min-unique: 2; max-sequential: 2; allowed: [ace];")
    var keyspace = try Keyspace(idle)
    #expect(try keyspace.count(length: 2) == 6)
  }
}
