import Diagnostics
import PasswordPolicies
import Testing

/// Rules that are said twice, of which one has no effect.
@Suite struct RepeatedRuleTests {
  private func messages(_ text: String) -> [String] {
    PasswordPoliciesTests.messages("allowed: unicode; \(text)")
  }

  @Test(arguments: [
    ("minlength: 10; minlength: 8", 45, "minlength: 8", "minlength: 10"),
    ("minlength: 8; minlength: 10", 44, "minlength: 8", "minlength: 10"),
    ("maxlength: 8; maxlength: 10", 44, "maxlength: 10", "maxlength: 8"),
    ("max-consecutive: 2; max-consecutive: 3", 56, "max-consecutive: 3", "max-consecutive: 2"),
    ("min-classes: 3; min-classes: 2", 48, "min-classes: 2", "min-classes: 3"),
    ("max-class-run: 3; max-class-run: 4", 52, "max-class-run: 4", "max-class-run: 3"),
    ("min-score: 3; min-score: 2", 44, "min-score: 2", "min-score: 3"),
  ])
  func `a number that a stricter one overrules is a finding`(
    text: String, column: Int, idle: String, counting: String
  ) {
    #expect(
      messages("\(text);") == [
        """
        p:1:\(column): warning: '\(idle)' has no effect beside '\(counting)'
          The stricter one counts; remove the other.
        """
      ])
  }

  @Test func `the same rule again is a finding`() {
    #expect(
      messages("minlength: 8; minlength: 8;") == [
        "p:1:44: warning: 'minlength: 8' again\n  Remove it."
      ])
    #expect(
      messages("blocklist: default; blocklist: default exact;") == [
        "p:1:50: warning: 'blocklist: default exact' again\n  Remove it."
      ])
  }

  @Test func `alternatives, other classes and zeros repeat nothing`() {
    #expect(messages("minlength: 8;\nor\nminlength: 10; allowed: unicode;").isEmpty)
    #expect(messages("at-least: 2 digit; at-least: 1 upper;").isEmpty)
    #expect(
      messages("minlength: 8; minlength: 0;") == [
        "p:1:44: warning: 0 as the value of 'minlength', which has no effect"
      ])
  }
}
