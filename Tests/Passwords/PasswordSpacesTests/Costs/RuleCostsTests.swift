import Foundation
import PasswordPolicies
import PasswordSpaces
import TestSupport
import Testing

/// The cost of writing a line, found by reading the policy again without it.
@Suite struct RuleCostsTests {
  // Here the union of all classes is printable ASCII, which the normal form writes as one class.
  private static let deletions: [(rules: String, rule: String, regained: Double?)] = [
    ("required: upper; allowed: lower, digit, special;", "required[0]", 69.0 / 26),
    ("required: upper; allowed: lower, digit, special;", "alphabet", 1),
    ("required: upper; required: lower; allowed: digit, special; maxlength: 1;", "alphabet", nil),
    ("allowed: ascii-printable;", "alphabet", 1), ("allowed: digit;", "alphabet", 95.0 / 10),
    ("required: digit;", "required[0]", 95.0 / 10), ("required: digit;", "alphabet", nil),
    ("required: digit; allowed: digit;", "alphabet", 1),
    ("required: digit; allowed: digit;", "required[0]", 1),
    ("required: digit; allowed: lower; allowed: upper;", "alphabet", 1),
    ("required: [-]; allowed: unicode;", "required[0]", 1_112_064),
  ]

  @Test(arguments: deletions)
  func `deleting a line removes the characters that no other line permits`(
    rules: String, rule: String, regained: Double?
  ) throws {
    var counter = KeyspaceCounter()
    let costs = try RuleCosts(policy(rules), length: 1, &counter)
    let cost = try #require(costs.rules.first { $0.rule.text == rule })
    #expect(agree(cost.deleteLine, regained.map(log2)), "\(cost)")
  }

  @Test func `real policies are read again without each line`() throws {
    var counter = KeyspaceCounter()
    var seen: Set<String> = []
    let all = try Vectors.realRules().filter { seen.insert($0).inserted }
    try compared(atLeast: 200) { count in
      for rules in few(60, of: all) {
        let whole = policy(rules)
        let space = try PolicyKeyspace(whole, costs: false, &counter)
        guard let floor = space.floor else { continue }
        let length = floor.length
        let costs = try RuleCosts(whole, length: length, &counter)
        for cost in costs.rules {
          let left = Self.lines(of: rules, without: cost.rule.text)
          var other = try Keyspace(policy(left.joined(separator: ";")))
          let isWritten = left.count < Self.lines(of: rules, without: "nothing").count
          let expected =
            isWritten ? bitsLost(from: try other.count(length: length), to: floor.count) : nil
          try #require(agree(cost.deleteLine, expected), "\(rules) without \(cost.rule)")
          count += 1
        }
      }
    }
  }

  @Test func `Apple's own reading of two large classes is read again too`() throws {
    var counter = KeyspaceCounter()
    let text = "required: digit; required: ascii-printable; allowed: unicode;"
    let reading = PolicyReading(
      rulesString: Array(text.utf8), name: "both", file: "both", .lenient)
    let policy = try #require(reading.policies.first)
    let costs = try RuleCosts(policy, length: 1, &counter)
    // Of the two large classes the first counts; without it, the other does.
    #expect(agree(costs.rules[1].deleteLine, log2(95.0 / 10)))
    #expect(agree(costs.rules[2].deleteLine, 0))
  }

  /// The lines of a text without the one with a rule's id.
  private static func lines(of rules: String, without id: String) -> [String] {
    var lines = [""]
    var isInClass = false
    let characters = Array(rules)
    for (index, character) in characters.enumerated() {
      if character == ";", !isInClass {
        lines.append("")
        continue
      }
      lines[lines.count - 1].append(character)
      if character == "[" { isInClass = true }
      // As a member, `]` stands just before the closing one.
      if character == "]", characters.dropFirst(index + 1).first != "]" { isInClass = false }
    }
    lines = lines.map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    let number = id.wholeMatch(of: /required\[(\d+)\]/).flatMap { Int($0.1) }
    let name = id == "alphabet" ? "allowed" : id
    var required = -1
    return lines.filter { line in
      if line.hasPrefix("required:") { required += 1 }
      return line.hasPrefix("required:") ? required != number : !line.hasPrefix(name + ":")
    }
  }
}
