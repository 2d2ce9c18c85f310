import PasswordPolicies
import Passwords
import TestSupport
import Testing

@Suite struct MinUniqueTests {

  @Test(arguments: [
    ("aabb", "The password has 2 different characters; at least 3 are needed."),
    ("aaaa", "The password has 1 different character; at least 3 are needed."),
    ("abc", nil), ("\u{E9}\u{E9}\u{E0}a", nil),
    ("e\u{301}e\u{301}", "The password has 2 different characters; at least 3 are needed."),
  ])
  func `code points are counted as they stand`(password: String, message: String?) throws {
    let rules = try PasswordPolicy(parsing: "allowed: unicode; min-unique: 3;")
    #expect(rules.violations(in: password).first?.message == message)
    #expect(rules.violations(in: password).map(\.id) == (message == nil ? [] : ["min-unique"]))
  }

  @Test func `of several the larger counts, and 0 has no effect`() throws {
    let twice = try firstPolicy(ofFile: "min-unique: 3; min-unique: 5;")
    #expect(twice.line(.minified) == "min-unique: 5;")
    #expect(try firstPolicy(ofFile: "min-unique: 0; allowed: unicode;").rules.isEmpty)
  }

  @Test(arguments: [
    ("min-unique: 4; minlength: 4;", "minlength"), ("min-unique: 3; min-classes: 3;", "min-unique"),
    ("min-unique: 2; required: lower; required: digit; allowed: special;", "min-unique"),
    ("min-unique: 5; minlength: 4;", "minlength"), ("min-unique: 4; minlength: 5;", nil),
    ("min-unique: 4; min-classes: 3;", nil), ("min-unique: 3; at-least: 3 lower;", nil),
  ])
  func `it implies a length, and kinds imply it`(text: String, implied: String?) throws {
    let found = try firstPolicy(ofFile: text).lint().compactMap { finding -> String? in
      if case .impliedRule(let rule, by: _, permits: _) = finding.kind { rule.id.text } else { nil }
    }
    #expect(found == [implied].compactMap(\.self))
  }

  @Test func `more than the permitted characters cannot comply`() throws {
    #expect(
      try firstPolicy(ofFile: "min-unique: 4; allowed: [abc];").unsatisfiable
        == "min-unique is 4, but only 3 characters are permitted")
    #expect(try firstPolicy(ofFile: "min-unique: 3; allowed: [abc];").unsatisfiable == nil)
    #expect(
      try firstPolicy(ofFile: "min-unique: 9; maxlength: 8;").unsatisfiable
        == "the required characters alone take 9, above maxlength 8")
    #expect(try firstPolicy(ofFile: "min-unique: 8; maxlength: 8;").unsatisfiable == nil)
  }

  @Test func `Apple's language cannot say it`() throws {
    let policy = try firstPolicy(ofFile: "minlength: 15; min-unique: 5; allowed: unicode;")
    #expect(policy.portable.losses == [.rule(id: "min-unique", text: "min-unique: 5")])
  }
}
