import BigInt
import Bytes
import Diagnostics
import Foundation
import PasswordPolicies
import PasswordSpaces
import Reports
import TestSupport
import Testing

extension KeyspaceTable {
  /// The cells of its rows.
  fileprivate func rows(_ keyspace: PolicyKeyspace, _ costs: [RuleCosts] = []) -> [[String]] {
    String(decoding: filled([(keyspace, costs)]).rows(as: .text), as: UTF8.self)
      .split(separator: "\n").map {
        $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      }
  }
}

/// A policy called `test`.
private func policy(_ rules: String) throws -> Policy {
  try #require(PolicyReading(policyFile: Array(rules.utf8), file: "test.policy").policies.first)
}

/// Whether two numbers agree within a relative error of 10⁻⁹, or absolute near 0.
private func agree(_ a: Double?, _ b: Double?) -> Bool {
  guard let a, let b else { return a == nil && b == nil }
  return abs(a - b) <= 1e-9 * max(1e-3, abs(a), abs(b))
}

/// Each cell of the tables, by its column's name.
@Suite struct KeyspaceTableTests {
  private func rows(
    _ table: KeyspaceTable, _ keyspace: PolicyKeyspace, costs: [RuleCosts] = []
  ) throws -> [[String: String]] {
    let columns = table.schema.fields.map(\.name)
    return try table.rows(keyspace, costs).map { row in
      try #require(row.count == columns.count)
      return Dictionary(zip(columns, row), uniquingKeysWith: { first, _ in first })
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
    let policy = try policy(rules)
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
      "caveats_in_words": keyspace.caveats.map(\.sentence).joined(separator: " "),
      "counted_on": alphabet.rawValue,
    ]
    #expect(Set(expected.keys) == Set(KeyspaceTable.policy.schema.fields.map(\.name)))
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
    let keyspace = try PolicyKeyspace(try policy(rules), costs: false, &counter)
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
    let policy = try policy(rules)
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

  @Test func `tables have a cell for every column, also of a policy that nobody can meet`() throws {
    var counter = KeyspaceCounter(comparing: .policy)
    let rules = "minlength: 8; maxlength: 9; required: digit; allowed: unicode;"
    for rules in [rules, "minlength: 5; maxlength: 4;"] {
      let policy = try policy(rules)
      let keyspace = try PolicyKeyspace(policy, &counter)
      let costs = keyspace.floor == nil ? [] : [try RuleCosts(policy, length: 8, &counter)]
      for table in KeyspaceTable.allCases {
        for row in table.rows(keyspace, costs) {
          #expect(row.count == table.schema.fields.count, "\(table)")
        }
      }
    }
    let some = try PolicyKeyspace(try policy(rules), &counter)
    #expect(KeyspaceTable.keyspace.rows(some)[0][6] == "2.53627e+28")
  }
}
