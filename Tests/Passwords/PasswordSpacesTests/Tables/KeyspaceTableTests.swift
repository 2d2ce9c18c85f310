import BigInt
import Diagnostics
import Foundation
import PasswordPolicies
import PasswordSpaces
import TestSupport
import Testing

/// Each cell of the tables, by its column's name.
@Suite struct KeyspaceTableTests {
  private func text(_ cell: KeyspaceTable.Cell) -> String {
    switch cell {
    case .plain(let text), .text(let text): text
    }
  }

  private func rows(
    _ table: KeyspaceTable, _ keyspace: PolicyKeyspace, costs: [RuleCosts] = []
  ) throws -> [[String: String]] {
    try table.rows(keyspace, costs: costs).map { row in
      try #require(row.count == table.columns.count)
      return Dictionary(
        zip(table.columns, row.map(text)), uniquingKeysWith: { first, _ in first })
    }
  }

  private func bits(_ number: Double?) -> String {
    number.map { String(format: "%.6f", $0) } ?? ""
  }

  /// Policies whose numbers all differ: of unequal limits, alphabets, ranges and rules.
  private static let policies: [(rules: String, alphabet: ComparisonAlphabet)] = [
    ("minlength: 3; maxlength: 17; required: digit; required: [ab1]; allowed: lower;", .policy),
    ("minlength: 3; maxlength: 17; required: digit; allowed: lower; max-repeating: 2;", .ascii),
    ("minlength: 9; required: upper; allowed: unicode;", .policy),
    ("minlength: 9; required: upper; allowed: unicode;", .ascii),
    (
      "maxlength: 12; at-least: 2 digit; allowed: unicode; blocklist: default; min-score: 2;",
      .unicode
    ),
    (
      "minlength: 3; maxlength: 5; max-repeating: 3;\nor\nminlength: 8; maxlength: 9;",
      .policy
    ),
  ]

  @Test(arguments: policies)
  func `a policy's row states its numbers`(rules: String, alphabet: ComparisonAlphabet) throws {
    let policy = policy(rules)
    var counter = KeyspaceCounter(comparing: alphabet)
    let keyspace = try PolicyKeyspace(policy, &counter)
    let all = try rows(.policy, keyspace)
    let row = try #require(all.first)
    #expect(all.count == 1)
    let floor = try #require(keyspace.rows.first { !$0.count.isZero })
    func log(_ number: BigUInt) -> Double { log2(Double(number)) }
    let minima = policy.alternatives.map(\.minLength)
    let maxima = policy.alternatives.map(\.maxLength)
    let expected: [String: String] = [
      "policy": policy.name, "rules": policy.line(), "alphabet": "\(keyspace.alphabetSize)",
      "obligations": "\(keyspace.obligations.all)",
      "obligations_effective": "\(keyspace.obligations.effective)",
      "max_run": keyspace.maxRun.map { "\($0)" } ?? "",
      "min_length": minima.contains(nil) ? "" : "\(minima.compactMap(\.self).min() ?? 0)",
      "max_length": maxima.contains(nil) ? "" : "\(maxima.compactMap(\.self).max() ?? 0)",
      "lower_from": keyspace.range.lowerFrom.rawValue,
      "upper_from": keyspace.range.upperFrom.rawValue,
      "floor_bits": bits(floor.bits), "floor_length": "\(floor.length)",
      "bits_per_char": bits(keyspace.bitsPerCharacter),
      "bits_8": bits(keyspace.referenceBits[0]), "bits_12": bits(keyspace.referenceBits[1]),
      "bits_16": bits(keyspace.referenceBits[2]), "bits_20": bits(keyspace.referenceBits[3]),
      "total_bits": bits(keyspace.rows.reduce(0) { $0 + $1.count }.bits),
      "lost_ascii_floor": bits(Double(floor.length) * log2(95) - (floor.bits ?? .nan)),
      "costliest_rule": keyspace.floorCosts?.costliest?.rule.text ?? "", "impossible": "0",
      "uncounted": keyspace.uncounted.map(\.text).joined(separator: " "),
      "caveats": keyspace.caveats.letters, "counted_on": alphabet.rawValue,
    ]
    #expect(Set(expected.keys) == Set(KeyspaceTable.policy.columns))
    for (column, cell) in expected {
      // Differences of large logarithms end in another digit.
      if column == "lost_ascii_floor" {
        #expect(agree(Double(row[column] ?? ""), Double(cell)), "\(column)")
      } else {
        #expect(row[column] == cell, "\(column)")
      }
    }
  }

  @Test(arguments: policies)
  func `a length's row states its numbers`(rules: String, alphabet: ComparisonAlphabet) throws {
    var counter = KeyspaceCounter(comparing: alphabet)
    let keyspace = try PolicyKeyspace(policy(rules), costs: false, &counter)
    let all = try rows(.keyspace, keyspace)
    #expect(all.map { $0["length"] } == keyspace.rows.map { "\($0.length)" })
    var sum = BigUInt()
    for (row, known) in zip(all, keyspace.rows) {
      sum += known.count
      let length = Double(known.length)
      #expect(row["policy"] == "test" && row["count"] == "\(known.count)")
      #expect(row["cumulative_count"] == "\(sum)")
      #expect(row["bits"] == bits(known.count.bits))
      #expect(row["cumulative_bits"] == bits(sum.bits))
      let share = known.count.isZero ? 0 : known.count.share(of: BigUInt(95).power(known.length))
      #expect(row["share_ascii"] == String(format: "%.6g", share))
      for (column, size) in [
        ("lost_ascii", 95), ("lost_unicode", 1_112_064),
        ("lost_own_alphabet", keyspace.alphabetSize),
      ] {
        let lost = known.count.bits.map { length * log2(Double(size)) - $0 }
        let stated = row[column].flatMap { Double($0) }
        #expect((stated == nil) == (lost == nil))
        if let stated, let lost { #expect(abs(stated - lost) < 2e-6, "\(column)") }
      }
    }
  }

  @Test(arguments: policies)
  func `a rule's row states its costs`(rules: String, alphabet: ComparisonAlphabet) throws {
    var counter = KeyspaceCounter(comparing: alphabet)
    let policy = policy(rules)
    let keyspace = try PolicyKeyspace(policy, &counter)
    let costs = try [9, 10].map { try RuleCosts(policy, length: $0, &counter) }
    let all = try rows(.ruleCost, keyspace, costs: costs)
    let known = costs.flatMap { costs in costs.rules.map { (costs.length, $0) } }
    #expect(all.count == known.count && !all.isEmpty)
    for (row, (length, cost)) in zip(all, known) {
      #expect(
        row == [
          "policy": "test", "length": "\(length)", "rule": cost.rule.text, "kind": cost.rule.name,
          "alone_bits": Numbers.bits(cost.alone), "last_bits": Numbers.bits(cost.last),
          "shapley_bits": Numbers.bits(cost.shapley),
          "delete_line_bits": Numbers.bits(cost.deleteLine), "implied": cost.isImplied ? "1" : "0",
        ])
    }
  }

  @Test func `an impossible policy's row has no floor`() throws {
    let reading = PolicyReading(policyFile: Array("minlength: 5; maxlength: 4;".utf8), file: "p")
    var counter = KeyspaceCounter()
    let keyspace = try PolicyKeyspace(try #require(reading.policies.first), &counter)
    let row = try #require(try rows(.policy, keyspace).first)
    for column in [
      "floor_bits", "floor_length", "total_bits", "lost_ascii_floor", "costliest_rule",
    ] {
      #expect(row[column] == "", "\(column)")
    }
    #expect(row["impossible"] == "1" && row["min_length"] == "5" && row["max_length"] == "4")
  }

  @Test func `each problem of counting reads as a sentence`() {
    let countable = "; expected a policy that can be counted exactly\n  "
    #expect(
      [
        KeyspaceProblem.tooManyNeeds(terms: 7), .tooManyStates(limit: 8, rules: ["required"]),
        .tooManyAlternatives(ways: 9), .lengthOutOfReach(11, limit: 10), .outOfTime,
      ].map(\.message) == [
        "error: the rules on required characters overlap in more than 7 ways" + countable
          + "Require fewer classes that share characters, or lift a limit on runs.",
        "error: 'required' takes more than 8 states to keep track of" + countable
          + "Choose fewer characters, or drop one of these rules.",
        "error: the alternatives can be met together in more than 9 ways" + countable
          + "Split the policy, and count its alternatives one by one.",
        "error: length 11; expected at most 10, so that counting ends\n  Choose a shorter length.",
        "error: counting takes longer than the page allows" + countable
          + "'audit keyspace --rules FILE' takes its time.",
      ])
  }
}
