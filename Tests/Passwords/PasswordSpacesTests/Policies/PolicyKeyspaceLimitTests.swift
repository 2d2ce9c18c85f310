import BigInt
import Diagnostics
import Foundation
import PasswordPolicies
import PasswordSpaces
import Passwords
import TestSupport
import Testing

/// What is said of a policy, against every string over a few characters, and of two alternatives
/// in both orders.
@Suite struct PolicyKeyspaceLimitTests {
  @Test(.firstFailureOnly, arguments: seeds(10, of: 200))
  func `a policy is summed up as trying every string does`(seed: UInt64) throws {
    let space = try TinySpace(seed: seed)
    var counter = KeyspaceCounter(space.repertoire)
    let range = LengthRange(space.policy, from: 1, to: 5)
    let keyspace = try PolicyKeyspace(space.policy, range: range, costs: false, &counter)
    let rules = space.policy.alternatives
    let sets = space.policy.rulesOfAlternatives.map { $0.flatMap(\.conditions).permitted }
    let permitted = space.characters.filter { character in
      sets.contains { $0.contains(character) }
    }
    #expect(keyspace.alphabetSize == permitted.count, "seed \(seed)")
    #expect(keyspace.isUnicode == permitted.contains { !$0.isASCII }, "seed \(seed)")
    #expect(!keyspace.permitsMore)
    var sum = 0
    for (row, length) in zip(keyspace.rows, 1...5) {
      let count = space.permitted[length].count
      sum += count
      #expect(row.length == length && row.count == BigUInt(count), "seed \(seed)")
      #expect(row.cumulative == BigUInt(sum) && row.isPermitted == (count > 0))
      #expect(row.baselines.ascii == BigUInt(95).power(length))
      #expect(row.baselines.unicode == BigUInt(1_112_064).power(length))
      #expect(row.baselines.own == BigUInt(permitted.count).power(length))
      let bits = count == 0 ? nil : log2(Double(count))
      #expect(
        agree(row.bits, bits) && agree(row.cumulativeBits, sum == 0 ? nil : log2(Double(sum))))
      func lost(_ size: Int) -> Double? { bits.map { log2(Double(size)) * Double(length) - $0 } }
      #expect(agree(row.lostFromASCII, lost(95)), "seed \(seed)")
      #expect(agree(row.lostFromUnicode, lost(1_112_064)), "seed \(seed)")
      #expect(agree(row.lostFromOwnAlphabet, lost(permitted.count)), "seed \(seed)")
    }
    #expect(keyspace.rows.count == 5 && keyspace.total == BigUInt(sum))
    #expect(keyspace.floor?.length == (1...5).first { !space.permitted[$0].isEmpty })
    #expect((keyspace.impossible == nil) == (sum > 0))
    let runs = rules.map { [$0.maxConsecutive, $0.maxRepeating].compactMap(\.self).min() }
    #expect(keyspace.maxRun == (runs.contains(nil) ? nil : runs.compactMap(\.self).max()))
    let asking = space.policy.rules.count { rule in
      ["required", "at-least", "min-classes", "min-unique", "first", "last"].contains(rule.id.name)
        || rule.id.name == "exactly" && !rule.text.contains(": 0 ")
        || rule.id.name == "between" && !rule.text.contains(": 0,")
    }
    #expect(keyspace.obligations.all == asking, "seed \(seed)")
  }

  private func keyspace(
    _ rules: String, on alphabet: ComparisonAlphabet = .policy, range: LengthRange? = nil
  ) throws -> PolicyKeyspace {
    var counter = KeyspaceCounter(comparing: alphabet)
    return try PolicyKeyspace(policy(rules), range: range, &counter)
  }

  private static let summaries: [(rules: String, run: Int?, effective: Int, bits: Double?)] = [
    ("max-repeating: 2; maxlength: 8;\nor\nmax-repeating: 3; maxlength: 8;", 3, 0, nil),
    ("max-repeating: 3; maxlength: 8;\nor\nmax-repeating: 2; maxlength: 8;", 3, 0, nil),
    ("max-repeating: 3;\nor\nallowed: digit;", nil, 0, log2(95)),
    ("max-consecutive: 2; max-repeating: 3; maxlength: 8;", 2, 0, nil),
    ("required: digit; required: lower; allowed: upper;", nil, 2, log2(62)),
    ("required: digit; required: digit;", nil, 0, log2(10)),
    ("required: digit; at-least: 2 digit; allowed: lower;", nil, 1, log2(36)),
    ("min-classes: 3;", nil, 1, log2(95)), ("min-classes: 4;", nil, 4, log2(95)),
    ("first: upper, lower; allowed: ascii-printable;", nil, 1, log2(95)),
    (
      "first: upper, lower; last: lower; required: digit; allowed: ascii-printable;", nil, 3,
      log2(95)
    ),
    ("first: upper, lower; last: lower, digit; min-classes: 2;", nil, 3, log2(95)),
    ("required: digit; min-classes: 2; allowed: lower, upper;", nil, 2, log2(62)),
    ("min-classes: 2;\nor\nmin-classes: 3;", nil, 2, log2(95)),
    ("allowed: digit;\nor\nallowed: lower;", nil, 0, log2(26)),
    ("allowed: lower;\nor\nallowed: digit;", nil, 0, log2(26)),
  ]

  @Test(arguments: summaries)
  func `of alternatives the loosest counts, and needs where they have an effect`(
    rules: String, run: Int?, effective: Int, bits: Double?
  ) throws {
    let keyspace = try keyspace(rules)
    #expect(keyspace.maxRun == run)
    #expect(keyspace.obligations.effective == effective)
    if let bits {
      let stated = try #require(keyspace.bitsPerCharacter)
      // Limits on runs take a little.
      #expect(abs(stated - bits) < 1e-5)
    }
  }

  private static let caveats: [(rules: String, from: Int?, to: Int?, letters: [Caveat])] = [
    ("minlength: 3; maxlength: 5;", nil, nil, [.strings]),
    ("minlength: 3;", nil, nil, [.strings, .horizon]),
    ("minlength: 3;", nil, 5, [.strings]), ("minlength: 3;", 3, nil, [.strings, .horizon]),
    ("maxlength: 5; allowed: unicode;", nil, nil, [.strings, .unicode]),
    ("maxlength: 5; min-score: 1;", nil, nil, [.strings, .uncounted]),
    ("maxlength: 5; blocklist: default;", nil, nil, [.strings, .uncounted]),
    ("maxlength: 5; context: \"abc\";", nil, nil, [.strings, .uncounted]),
    ("minlength: 5; maxlength: 4;", nil, nil, [.strings, .impossible]),
    // A range that was chosen says nothing of the policy.
    ("minlength: 5; maxlength: 9;", 1, 4, [.strings]),
    ("minlength: 5; maxlength: 9;", nil, 4, [.strings]),
    ("minlength: 5; maxlength: 9;", 10, nil, [.strings]),
  ]

  @Test(arguments: caveats)
  func `each caveat is made where it holds`(
    rules: String, from: Int?, to: Int?, letters: [Caveat]
  ) throws {
    let reading = PolicyReading(policyFile: Array(rules.utf8), file: "p")
    let policy = try #require(reading.policies.first)
    var counter = KeyspaceCounter()
    let keyspace = try PolicyKeyspace(
      policy, range: LengthRange(policy, from: from, to: to), &counter)
    #expect(keyspace.caveats == letters)
    let isEmpty = keyspace.total == 0
    #expect((keyspace.impossible != nil) == isEmpty && (keyspace.floorCosts == nil) == isEmpty)
  }

  @Test func `a reason names the range, and the alphabet if that is narrower`() throws {
    func reason(_ on: ComparisonAlphabet) throws -> String? {
      let policy = policy("minlength: 5; maxlength: 9;")
      var counter = KeyspaceCounter(comparing: on)
      return try PolicyKeyspace(policy, range: LengthRange(policy, from: 2, to: 4), &counter)
        .impossible
    }
    #expect(try reason(.policy) == "no string of 2 to 4 characters meets all rules")
    #expect(
      try reason(.ascii) == "no string of 2 to 4 characters of printable ASCII meets all rules")
  }

  @Test(arguments: [
    ("allowed: ascii-printable;", false, 95), ("allowed: digit;", false, 10),
    ("allowed: unicode;", true, 95), ("allowed: digit;\nor\nallowed: unicode;", true, 95),
  ])
  func `a policy permits more than is counted where it permits more than ASCII`(
    rules: String, permitsMore: Bool, size: Int
  ) throws {
    let ascii = try keyspace(rules, on: .ascii)
    #expect(ascii.permitsMore == permitsMore && ascii.alphabetSize == size && !ascii.isUnicode)
    let own = try keyspace(rules)
    #expect(!own.permitsMore && own.isUnicode == permitsMore)
    #expect(own.alphabetSize == (permitsMore ? 1_112_064 : size))
  }

  @Test func `bits at the reference lengths are those of the rows, within the range or not`() throws
  {
    for (rules, permitted) in [
      ("allowed: digit; minlength: 9; maxlength: 16;", [nil, 12, 16, nil]),
      ("allowed: digit; minlength: 8; maxlength: 15;", [8, 12, nil, nil]),
      ("allowed: digit;", [8, 12, 16, 20]),
      ("allowed: digit; maxlength: 12;\nor\nallowed: digit; minlength: 20;", [8, 12, nil, 20]),
    ] as [(String, [Int?])] {
      var counter = KeyspaceCounter()
      for range in [LengthRange(policy(rules)), LengthRange(policy(rules), from: 10, to: 12)] {
        let bits = try PolicyKeyspace(policy(rules), range: range, &counter).referenceBits
        #expect(bits.count == 4)
        for (one, length) in zip(bits, permitted) {
          #expect(agree(one, length.map { Double($0) * log2(10) }), "\(rules)")
        }
      }
    }
  }

  /// Constraints of two alternatives, met together.
  @Test(arguments: [
    ("max-class-run: 1;", "max-class-run: 2;"), ("max-repeating: 1;", "max-repeating: 2;"),
    ("max-sequential: 1;", "max-sequential: 2;"), ("maxlength: 2;", "maxlength: 4;"),
    ("minlength: 2;", "minlength: 4;"), ("minlength: 2; maxlength: 3;", "minlength: 3;"),
    ("required: [a];", "required: [b];"), ("at-least: 2 [a];", "at-least: 3 [a];"),
    ("at-least: 2 [ab];", "at-least: 2 [b1];"), ("min-classes: 2;", "min-classes: 3;"),
    ("max-class-run: 2; required: [a];", "max-repeating: 1; max-sequential: 2;"),
    ("allowed: [ab];", "allowed: [b1];"), ("max-class-run: 1;", "max-repeating: 1;"),
  ])
  func `passwords that meet two alternatives count once`(one: String, other: String) throws {
    let characters = Array("abcA1".unicodeScalars)
    for (first, second) in [(one, other), (other, one)] {
      let policies = [first + "\nor\n" + second, first, second].map { policy($0) }
      let spaces = try policies.map { policy in
        try TinySpace(policy, Array(characters).sorted(), longest: 5)
      }
      var keyspace = try Keyspace(policies[0], repertoire: Repertoire(characters))
      let counts = try keyspace.counts(lengths: 0...5)
      for length in 0...5 {
        let union = Set(spaces[1].permitted[length]).union(spaces[2].permitted[length])
        #expect(counts[length] == BigUInt(union.count), "\(first) or \(second), length \(length)")
        #expect(spaces[0].permitted[length].count == union.count)
      }
    }
  }

  @Test(.firstFailureOnly, arguments: seeds(3, of: 100))
  func `over several lengths each password has its own rank`(seed: UInt64) throws {
    let space = try TinySpace(seed: seed)
    for lengths in [1...3, 3...4] {
      let generator = try PasswordGenerator(
        space.policy, lengths: lengths, repertoire: space.repertoire)
      let all = lengths.flatMap { space.permitted[$0] }
      try #require(generator.count == BigUInt(all.count) && generator.isEmpty == all.isEmpty)
      for (rank, password) in all.enumerated() {
        try #require(generator.password(at: BigUInt(rank)) == password, "seed \(seed), \(lengths)")
        try #require(generator.rank(of: password) == BigUInt(rank), "seed \(seed), \(lengths)")
      }
      try #require(generator.password(atDecimal: "\(all.count)") == nil)
      if let last = all.last {
        try #require(generator.password(atDecimal: "\(all.count - 1)") == last)
      }
      for length in 0...5 where !lengths.contains(length) {
        for password in space.permitted[length].prefix(3) {
          try #require(generator.rank(of: password) == nil)
        }
      }
    }
  }
}
