import PasswordRules
import TestSupport
import Testing

@Suite struct PolicyDeletingTests {
  private static let lines = [
    "minlength: 8", "maxlength: 20", "required: lower", "required: digit", "allowed: upper, [-]",
    "max-consecutive: 3", "max-repeating: 2", "max-sequential: 4", "min-classes: 3",
    "at-least: 2 digit", "at-least: 2 lower", "max-class-run: 5", "blocklist: default",
    "blocklist: \"words.txt\" fold", "context: \"acme\"", "context: \"corp\" substring",
    "context: username", "context: username substring", "min-score: 2",
  ]

  private func policy(without line: Int?) throws -> Policy {
    let text = Self.lines.indices.filter { $0 != line }.map { Self.lines[$0] + ";" }
    return try #require(try policies(ofFile: text.joined(separator: " ")).first)
  }

  @Test func `a policy without a rule is that of its text without the line`() throws {
    let whole = try policy(without: nil)
    try #require(whole.ruleIDs.count == Self.lines.count)
    for (line, id) in whole.ruleIDs.enumerated() {
      let deleted = try #require(whole.deleting(id), "\(id)")
      #expect(deleted.canonicalKey == (try policy(without: line)).canonicalKey, "\(id)")
      #expect(deleted.name == whole.name && deleted.rules != whole.rules, "\(id)")
    }
  }

  @Test func `in several alternatives only the named one changes`() throws {
    let two = try #require(
      try policies(ofFile: "minlength: 8; max-class-run: 3;\nor\nminlength: 8; min-score: 3;").first
    )
    let changed = try #require(two.deleting("or[1].minlength"))
    #expect(
      changed.ruleIDs.map(\.text) == [
        "or[0].minlength", "or[0].allowed", "or[0].max-class-run", "or[1].allowed",
        "or[1].min-score",
      ])
    #expect(two.deleting("or[0].max-class-run")?.ruleIDs.contains("or[0].max-class-run") == false)
  }

  @Test func `what has no line cannot be deleted`() throws {
    let one = try #require(try policies(ofFile: "minlength: 8; at-least: 2 digit;").first)
    for id in [
      "maxlength", "allowed", "required[0]", "at-least[1]", "blocklist", "min-score", "username",
      "or[0].minlength", "or[1].minlength", "alphabet", "",
    ] {
      #expect(one.deleting(RuleID(id)) == nil, "\(id)")
    }
    // A line that says what another says has no effect, but is there.
    let twice = try #require(try policies(ofFile: "required: digit; allowed: digit;").first)
    #expect(twice.deleting("allowed")?.canonicalKey == twice.canonicalKey)
  }
}
