import BigInt
import PasswordPolicies
import PasswordSpaces
import TestSupport
import Testing

/// Bounds of the numbers of characters of classes, against trying every string.
@Suite struct CountBoundsTests {
  /// A random policy of bounds, lengths and kinds, without limits on runs.
  private static func text(_ random: inout SeededGenerator) -> String {
    func pick(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
    func set() -> String {
      let members = "abA1-".filter { _ in pick(0...1) == 0 }
      let dashFirst = (members.contains("-") ? "-" : "") + members.filter { $0 != "-" }
      return members.isEmpty ? "[1]" : "[\(dashFirst)]"
    }
    var rules = ["allowed: [-abA1]"]
    for _ in 0..<pick(1...3) {
      let (least, most) = (pick(0...2), pick(2...4))
      switch pick(0...3) {
      case 0, 1: rules.append("at-most: \(least) \(set())")
      case 2: rules.append("exactly: \(least) \(set())")
      default: rules.append("between: \(least), \(most) \(set())")
      }
    }
    for _ in 0..<pick(0...2) { rules.append("at-least: \(pick(1...3)) \(set())") }
    if pick(0...2) == 0 { rules.append("required: \(set())") }
    if pick(0...3) == 0 { rules.append("minlength: \(pick(1...6))") }
    if pick(0...3) == 0 { rules.append("maxlength: \(pick(1...6))") }
    if pick(0...4) == 0 { rules.append("min-classes: \(pick(1...3))") }
    return rules.joined(separator: "; ") + ";"
  }

  /// Longer than any password that such a policy needs.
  private static let longest = 6

  @Test(.firstFailureOnly, arguments: few(1, of: Array(0..<20 as Range<UInt64>)))
  func `keyspaces, lists and contradictions agree with trying every string`(block: UInt64) throws {
    for seed in block * 100..<block * 100 + 100 {
      var random = SeededGenerator(seed: seed)
      let text = Self.text(&random)
      let policy = PasswordSpacesTests.policy(text)
      let tiny = try TinySpace(policy, Array("abA1-".unicodeScalars), longest: 4)
      var keyspace = try Keyspace(policy)
      let counts = try keyspace.counts(lengths: 0...Self.longest * 3)
      try #require(
        counts.prefix(5) == tiny.permitted.map { BigUInt($0.count) }[...], "seed \(seed): \(text)")
      // A policy that no password meets is found, whatever excludes what.
      let isPossible = counts.contains { $0 > 0 }
      try #require((policy.unsatisfiable == nil) == isPossible, "seed \(seed): \(text)")
      if let shortest = counts.firstIndex(where: { $0 > 0 }) {
        try #require(policy.leastLength == shortest, "seed \(seed): \(text)")
      }
      let order = try PasswordOrder(policy, lengths: 0...4)
      for (length, permitted) in tiny.permitted.enumerated() {
        for rank in stride(from: 0, to: permitted.count, by: max(1, permitted.count / 20)) {
          let password = order.password(length: length, at: BigUInt(rank))
          try #require(password == permitted[rank], "seed \(seed): \(text)")
          try #require(order.rank(of: password) == BigUInt(rank), "seed \(seed): \(text)")
        }
      }
    }
  }

  @Test func `the growth of a keyspace is that of the characters without a limit`() throws {
    for (rules, bits) in [
      ("allowed: lower, digit; at-most: 2 digit;", Optional(4.7004397)),
      ("allowed: lower, digit; at-most: 2 digit; max-repeating: 1;", 4.6438562),
      ("allowed: digit; at-most: 3 [01234]; at-most: 3 [56789];", nil),
      ("allowed: lower; at-most: 0 [abcdefghij];", 4),
      ("allowed: lower; at-least: 2 [a];", 4.7004397),
    ] {
      var counter = KeyspaceCounter()
      let found = try PolicyKeyspace(policy(rules), &counter).bitsPerCharacter
      #expect((found == nil) == (bits == nil), "\(rules)")
      if let found, let bits { #expect(abs(found - bits) < 1e-6, "\(rules): \(found)") }
    }
  }
}
