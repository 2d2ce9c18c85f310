import PasswordPolicies
import Passwords
import TestSupport
import Testing

@Suite struct EndRuleTests {

  @Test(arguments: [
    ("Abc1", nil), ("abc1", "The first character must be one of these: upper-case letters."),
    ("Abc!", "The last character must be one of these: digits and the characters '-_'."),
    (
      "", "The password has no first character; it must be one of these: upper-case letters."
    ), ("A", "The last character must be one of these: digits and the characters '-_'."),
    ("\u{C9}bc1", "The first character must be one of these: upper-case letters."),
  ])
  func `the character at an end is judged`(password: String, message: String?) throws {
    let rules = try PasswordPolicy(
      parsing: "allowed: unicode; first: upper; last: digit, [-_];")
    #expect(rules.violations(in: password).first?.message == message)
  }

  @Test func `its place is marked, and the rule is known to callers`() throws {
    let rules = try PasswordPolicy(parsing: "allowed: unicode; first: upper; last: digit;")
    let violations = rules.violations(in: "a\u{E9}b")
    #expect(violations.map(\.positions) == [[0..<1], [2..<3]])
    #expect(violations.map(\.rule) == [.first(.upper), .last(.digit)])
    #expect(violations.map { "\($0)" } == ["first (first: upper)", "last (last: digit)"])
  }

  @Test func `of several all hold, and an unlimited one still asks for a character`() throws {
    let rules = try PasswordPolicy(
      parsing: "allowed: unicode; last: lower, digit; last: digit, upper; first: unicode;")
    #expect(rules.violations(in: "x").map(\.id) == ["last[1]"])
    #expect(rules.violations(in: "1").isEmpty)
    #expect(rules.violations(in: "").map(\.id) == ["first", "last[0]", "last[1]"])
  }

  @Test func `they permit nothing beyond the allowed characters`() throws {
    #expect(
      try firstPolicy(ofFile: "allowed: lower; first: digit;").unsatisfiable
        == "no character of digit is permitted")
    #expect(
      try firstPolicy(ofFile: "first: lower; last: digit; maxlength: 1;").unsatisfiable
        == "the required characters alone take 2, above maxlength 1")
    #expect(
      try firstPolicy(ofFile: "first: lower; last: digit; maxlength: 2;").unsatisfiable == nil)
  }

  @Test(arguments: [
    ("first: lower; required: upper, lower; allowed: ascii-printable;", "required[0]"),
    ("first: lower; last: digit; min-classes: 2;", "min-classes"),
    ("first: lower; last: digit; minlength: 2; maxlength: 9;", "minlength"),
    ("first: lower; minlength: 1; maxlength: 9;", "minlength"),
    ("first: upper, lower; first: lower;", "first[0]"),
    ("first: ascii-printable; minlength: 3;", "first"),
    ("first: lower; last: lower; minlength: 4;", nil), ("first: lower; at-least: 2 lower;", nil),
  ])
  func `it implies what it asks for`(text: String, implied: String?) throws {
    let found = try firstPolicy(ofFile: text).lint().compactMap { finding -> String? in
      if case .impliedRule(let rule, by: _, permits: _) = finding.kind { rule.id.text } else { nil }
    }
    #expect(found == [implied].compactMap(\.self))
  }

  @Test func `Apple's language says it in part, and standards find it`() throws {
    let policy = try firstPolicy(
      ofFile: "minlength: 15; first: upper, lower; last: special; allowed: unicode;")
    #expect(
      policy.portable.rules.descriptor
        == "required: upper, lower; required: special; allowed: unicode; minlength: 15;")
    #expect(
      policy.portable.losses.map(\.sentence) == [
        "Of 'first: upper, lower' only 'required: upper, lower' can be expressed in Apple's language.",
        "Of 'last: special' only 'required: special' can be expressed in Apple's language.",
      ])
    #expect(
      policy.rules.map(\.words) == [
        "at least 15 characters", "begins with one of upper, lower",
        "ends with a special character",
      ])
  }

  @Test(arguments: [
    ("first: unicode except [<>];", "first: unicode except [<>];"),
    (
      "last: ascii-printable except [ ];",
      "last: upper, lower, digit, [-!\"#$%&'()*+,./:;<=>?@[\\^_`{|}~]];"
    ),
    ("first: lower, upper; first: lower, upper;", "first: upper, lower; first: upper, lower;"),
  ])
  func `it is printed as it is read`(text: String, printed: String) throws {
    let line = try firstPolicy(ofFile: text).line(.minified)
    #expect(line == printed)
    #expect(try firstPolicy(ofFile: line).canonicalKey == firstPolicy(ofFile: text).canonicalKey)
  }
}
