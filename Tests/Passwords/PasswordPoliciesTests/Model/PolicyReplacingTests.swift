import PasswordPolicies
import Passwords
import TestSupport
import Testing

@Suite struct PolicyReplacingTests {
  private static let lines = [
    "minlength: 8", "maxlength: 20", "required: lower", "required: digit", "allowed: upper, [-]",
    "max-consecutive: 3", "max-repeating: 2", "max-sequential: 4", "min-classes: 3",
    "at-least: 2 digit", "at-least: 2 lower", "max-class-run: 5", "max-run-of: 3 digit",
    "blocklist: default",
    "blocklist: \"words.txt\" fold", "context: \"acme\"", "context: \"corp\" substring",
    "context: username", "context: username substring", "min-score: 2",
  ]

  /// Another rule for each line.
  private static let others: [PasswordRules.Rule] = [
    .minLength(9), .maxLength(21), .required(.upper), .required(.special), .allowed(.unicode),
    .maxConsecutive(4), .maxRepeating(3), .maxSequential(5), .minClasses(2, of: .unicode),
    .atLeast(3, .upper), .atLeast(1, .lower), .maxClassRun(6), .maxRunOf(2, .lower),
    .blocklist(.builtIn, .fold),
    .blocklist(.file("other.txt", directory: "")),
    PasswordRules.Rule(.unlisted(.context(["widgets", "acme"]))),
    PasswordRules.Rule(.unlisted(.contextParts(["corps"]))),
    PasswordRules.Rule(.unlisted(.userName(.whole))),
    PasswordRules.Rule(.unlisted(.userName(.part))), .minScore(4),
  ]

  private func policy(without line: Int?, with other: PasswordRules.Rule? = nil) throws -> Policy {
    let text = Self.lines.indices.compactMap { index in
      index == line ? other?.description : Self.lines[index]
    }
    return try firstPolicy(ofFile: text.map { $0 + ";" }.joined(separator: " "))
  }

  @Test func `a policy with another rule is that of its text with the line changed`() throws {
    let whole = try policy(without: nil)
    for (line, id) in whole.ruleIDs.enumerated() {
      let other = Self.others[line]
      let changed = try #require(whole.replacing(id, with: other), "\(id)")
      #expect(changed.rules == (try policy(without: line, with: other)).rules, "\(id)")
      // Without the rule, the other one is added.
      let without = try #require(whole.replacing(id, with: nil), "\(id)")
      let added = try #require(without.replacing(RuleID(id.name, 99), with: other), "\(id)")
      #expect(Set(added.rules.map(\.text)) == Set(changed.rules.map(\.text)), "\(id)")
    }
  }

  @Test func `a policy without a rule is that of its text without the line`() throws {
    let whole = try policy(without: nil)
    try #require(whole.ruleIDs.count == Self.lines.count)
    for (line, id) in whole.ruleIDs.enumerated() {
      let deleted = try #require(whole.replacing(id, with: nil), "\(id)")
      #expect(deleted.canonicalKey == (try policy(without: line)).canonicalKey, "\(id)")
      #expect(deleted.name == whole.name && deleted.rules != whole.rules, "\(id)")
    }
  }

  @Test func `a policy that was read leniently changes as one that was read strictly`() throws {
    let text = Self.lines[..<8].map { $0 + ";" }.joined(separator: " ")
    let strict = try firstPolicy(ofFile: text)
    let reading = PolicyReading(policyFile: Array(text.utf8), file: "p", .lenient)
    let lenient = try #require(reading.policies.first)
    for id in strict.ruleIDs {
      for other in Self.others[..<8].map(Optional.some) + [nil] {
        let expected = try #require(strict.replacing(id, with: other))
        let changed = try #require(lenient.replacing(id, with: other))
        #expect(changed.rules == expected.rules, "\(id) \(String(describing: other))")
        #expect(changed.canonicalKey == expected.canonicalKey)
      }
    }
  }

  @Test func `in several alternatives only the named one changes`() throws {
    let two = try firstPolicy(
      ofFile: "minlength: 8; max-class-run: 3;\nor\nminlength: 8; min-score: 3;")
    let changed = try #require(two.replacing("or[1].minlength", with: nil))
    #expect(
      changed.ruleIDs.map(\.text) == [
        "or[0].minlength", "or[0].allowed", "or[0].max-class-run", "or[1].allowed",
        "or[1].min-score",
      ])
    #expect(
      two.replacing("or[0].max-class-run", with: nil)?.ruleIDs.contains("or[0].max-class-run")
        == false)
  }

  @Test func `what has no line cannot be deleted`() throws {
    let one = try firstPolicy(ofFile: "minlength: 8; at-least: 2 digit;")
    for id in [
      "maxlength", "allowed", "required[0]", "at-least[1]", "blocklist", "min-score", "username",
      "or[0].minlength", "or[1].minlength", "alphabet", "",
    ] {
      #expect(one.replacing(RuleID(id), with: nil) == nil, "\(id)")
    }
    // A line that says what another says has no effect, but is there.
    let twice = try firstPolicy(ofFile: "required: digit; allowed: digit;")
    #expect(twice.replacing("allowed", with: nil)?.canonicalKey == twice.canonicalKey)
  }
}
