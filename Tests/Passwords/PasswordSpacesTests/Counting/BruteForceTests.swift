import BigInt
import PasswordPolicies
import PasswordSpaces
import TestSupport
import Testing

/// Compares counting and listing with trying every string with the matcher.
@Suite struct BruteForceTests {
  @Test(.firstFailureOnly, arguments: few(1, of: Array(0..<20 as Range<UInt64>)))
  func `counts agree with trying every string`(block: UInt64) throws {
    for seed in block * 100..<block * 100 + 100 {
      let tiny = try TinySpace(seed: seed)
      var keyspace = try Keyspace(tiny.policy, repertoire: tiny.repertoire)
      let counts = try keyspace.counts(lengths: 0...tiny.longest)
      try #require(
        counts == tiny.permitted.map { BigUInt($0.count) },
        "seed \(seed): \(tiny.policy.rules.map(\.text))")
    }
  }

  @Test(.firstFailureOnly, arguments: few(1, of: Array(0..<8 as Range<UInt64>)))
  func `all permitted strings are listed in order, and each knows its number`(
    block: UInt64
  ) throws {
    for seed in 10_000 + block * 25..<10_025 + block * 25 {
      let tiny = try TinySpace(seed: seed)
      let order = try PasswordOrder(
        tiny.policy, lengths: 0...tiny.longest, repertoire: tiny.repertoire)
      for (length, permitted) in tiny.permitted.enumerated() {
        try #require(order.count(length: length) == BigUInt(permitted.count), "seed \(seed)")
        // Some lengths have a thousand strings, of which a sample is enough.
        let step = max(1, permitted.count / 100)
        for rank in stride(from: 0, to: permitted.count, by: step) {
          let password = order.password(length: length, at: BigUInt(rank))
          try #require(password == permitted[rank], "seed \(seed) length \(length) rank \(rank)")
          try #require(order.rank(of: password) == BigUInt(rank), "seed \(seed) \(password)")
        }
      }
    }
  }

  @Test(.firstFailureOnly, arguments: few(1, of: Array(0..<2 as Range<UInt64>)))
  func `a string that is not permitted has no number`(block: UInt64) throws {
    for seed in block * 50..<block * 50 + 50 {
      let tiny = try TinySpace(seed: seed)
      let order = try PasswordOrder(
        tiny.policy, lengths: 0...3, repertoire: tiny.repertoire)
      let permitted = Set(tiny.permitted[2])
      for first in "ab1-AÉ中Z" {
        for second in "ab1-AÉ中Z" {
          let password = String([first, second])
          try #require(
            (order.rank(of: password) != nil) == permitted.contains(password), "seed \(seed)")
        }
      }
    }
  }
}
