import PasswordPolicies
import Passwords
import TestSupport
import Testing

@Suite struct MaxRunOfTests {
  @Test(arguments: [
    ("a1234", "The password has 4 in a row of these: digits; at most 3 are permitted.", [1..<5]),
    ("q123x456w", nil, []), ("", nil, []), ("12é34", nil, []),
    ("\u{661}\u{662}\u{663}\u{664}", nil, []),
    (
      "00000a1111", "The password has 5 in a row of these: digits; at most 3 are permitted.",
      [0..<5, 6..<10]
    ),
  ])
  func `digits in a row are counted, wherever they stand`(
    password: String, message: String?, places: [Range<Int>]
  ) throws {
    let policy = try PasswordPolicy(parsing: "allowed: unicode; max-run-of: 3 digit;")
    let violations = policy.violations(in: password)
    #expect(violations.map(\.message) == [message].compactMap(\.self))
    #expect(violations.flatMap(\.positions) == places)
    #expect(violations.allSatisfy { $0.id == "max-run-of[0]" && $0.rule == .maxRunOf(3, .digit) })
    #expect(policy.isSatisfied(by: password) == violations.isEmpty)
  }

  @Test(arguments: [
    ("max-run-of: 3 letters;", "p:1:15: error: unknown class 'letters'"),
    (
      "max-run-of: 3 [abc];",
      "p:1:15: error: unknown word '[abc]' in 'max-run-of'; expected 'lower'"
    ),
    ("max-run-of: 3 lower, upper;", "p:1:15: error: unknown word 'upper, lower' in 'max-run-of'"),
    (
      "max-run-of: digit 3;",
      "p:1:13: error: 'digit' as the value of 'max-run-of'; expected a whole"
    ),
    ("max-run-of: 1, 3 digit;", "p:1:13: error: 1, 3 as the numbers of 'max-run-of'"),
  ])
  func `one named class and one number are its value`(text: String, message: String) {
    let reading = PolicyReading(policyFile: Array(text.utf8), file: "p")
    #expect(reading.problems.filter(\.isError).count == 1)
    #expect(reading.problems.first { $0.isError }?.description.hasPrefix(message) == true)
  }

  @Test func `several are several rules, and print as they are read`() throws {
    let text = "max-class-run: 5; max-run-of: 3 digit; max-run-of: 0 upper;"
    let policy = try firstPolicy(ofFile: text)
    #expect(policy.line(.minified) == text)
    #expect(policy.ruleIDs.suffix(2) == ["max-run-of[0]", "max-run-of[1]"])
    let rules = policy.alternatives[0].others
    #expect(
      rules.map(\.words).suffix(2) == [
        "at most 3 digits in a row", "exactly 0 upper-case letters in a row",
      ])
    #expect(
      rules.map(\.brief).suffix(2) == ["at most 3 digit in a row", "exactly 0 upper in a row"])
    #expect(policy.portable.losses.count == 3)
  }

  @Test(arguments: [
    ("max-run-of: 3 digit; max-class-run: 3;", "max-run-of[0]"),
    ("max-run-of: 3 digit; maxlength: 3;", "max-run-of[0]"),
    ("max-run-of: 3 digit; max-run-of: 2 digit;", "max-run-of[0]"),
    ("max-run-of: 3 digit; max-run-of: 2 lower;", nil),
    ("max-run-of: 3 digit; max-class-run: 4;", nil),
  ])
  func `stricter limits imply it`(text: String, implied: String?) throws {
    let found = try firstPolicy(ofFile: text + " allowed: unicode;").lint().compactMap {
      finding -> String? in
      if case .impliedRule(let rule, by: _, permits: _) = finding.kind { rule.id.text } else { nil }
    }
    #expect(found == [implied].compactMap(\.self))
  }

  @Test func `digits alone end with it`() throws {
    let policy = try firstPolicy(ofFile: "max-run-of: 3 digit; minlength: 4; allowed: digit;")
    #expect(policy.unsatisfiable?.contains("the run limits end a password after 3") == true)
    #expect(
      try firstPolicy(ofFile: "max-run-of: 3 digit; minlength: 4; allowed: lower;").unsatisfiable
        == nil)
  }
}
