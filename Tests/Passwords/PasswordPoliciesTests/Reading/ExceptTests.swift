import Diagnostics
import PasswordPolicies
import Passwords
import TestSupport
import Testing

@Suite struct ExceptTests {
  @Test(arguments: [
    ("allowed: unicode except [<>];", "allowed: unicode except [<>];"),
    (
      "allowed: upper, lower except [IO], [lo];",
      "allowed: [ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz];"
    ),
    ("allowed: ascii-printable except special;", "allowed: upper, lower, digit;"),
    (
      "required: unicode except upper, lower, digit; allowed: unicode;",
      "required: unicode except upper, lower, digit; allowed: unicode;"
    ),
    (
      "allowed: unicode; at-least: 2 special except [ ];",
      "allowed: unicode; at-least: 2 [-!\"#$%&'()*+,./:;<=>?@[\\^_`{|}~]];"
    ),
    ("allowed: unicode except ascii-printable;", "allowed: unicode except ascii-printable;"),
    ("allowed: unicode except [-]];", "allowed: unicode except [-]];"),
    ("allowed: unicode, lower except digit", "allowed: unicode except digit;"),
  ])
  func `a class may leave characters out`(text: String, printed: String) throws {
    let line = try firstPolicy(ofFile: text).line(.minified)
    #expect(line == printed)
    #expect(try firstPolicy(ofFile: line).canonicalKey == firstPolicy(ofFile: text).canonicalKey)
    #expect(
      try firstPolicy(ofFile: try firstPolicy(ofFile: text).line()).canonicalKey
        == firstPolicy(ofFile: text).canonicalKey)
  }

  @Test func `what is left out is refused, and all else beyond ASCII permitted`() throws {
    let rules = try PasswordPolicy(parsing: "allowed: unicode except [<>], digit;")
    #expect(rules.isSatisfied(by: "\u{E9}\u{6F22} \u{7}~"))
    #expect(
      rules.violations(in: "a<1b").map(\.message) == [
        "2 characters of the password are not permitted; all characters except digits and the "
          + "characters '<>' are."
      ])
    let other = try PasswordPolicy(
      parsing: "allowed: unicode; required: unicode except upper, lower, digit;")
    #expect(other.isSatisfied(by: "a\u{E9}") && other.isSatisfied(by: "a-"))
    #expect(
      other.violations(in: "aA1").map(\.message) == [
        "The password needs at least one character other than upper-case letters, lower-case "
          + "letters and digits; it has none."
      ])
  }

  @Test func `a required class may bring characters back, with a warning`() throws {
    let text = "required: special; allowed: unicode except [<>], digit;"
    #expect(
      messages(text) == [
        "p:1:29: warning: 'allowed' leaves out the characters '<>', which another class permits\n"
          + "  Repeat 'except' in 'required', and name no such character in another 'allowed'."
      ])
    #expect(
      try firstPolicy(ofFile: text).line(.minified)
        == "required: special; allowed: unicode except digit;")
    #expect(messages("required: special except [<>]; allowed: unicode except [<>];").isEmpty)
  }

  @Test(arguments: [
    (
      "required: lower except ascii-printable;",
      "p:1:17: error: nothing is left of the class in 'required'"
    ),
    (
      "first: digit except unicode; allowed: unicode;",
      "p:1:14: error: nothing is left of the class in 'first'"
    ),
    ("at-least: 2 [a] except lower;", "p:1:17: error: nothing is left of the class in 'at-least'"),
    (
      "allowed: lower except [a] except [b];",
      "p:1:27: error: 'except' after a class; expected ',' or ';'"
    ),
    ("allowed: lower except ;", "p:1:23: error: ';'; expected a class name or '[…]'"),
  ])
  func `faults have their place`(text: String, message: String) {
    #expect(messages(text).first?.split(separator: "\n").first.map(String.init) == message)
  }

  @Test func `an empty allowed class is a warning, as without except`() {
    #expect(
      messages("allowed: lower except lower; required: digit;").first
        == "p:1:10: warning: an empty class in 'allowed'\n  Remove it, or name its characters.")
  }

  @Test func `Apple's language has no such word`() {
    let error = #expect(throws: PasswordRules.ParseError.self) {
      try PasswordRules(parsing: "allowed: unicode except [<>];")
    }
    #expect(
      error?.problems.first?.description.contains("'except', which is not in Apple's language")
        == true)
  }

  @Test func `the portable text permits less, and says so`() throws {
    let portable = try firstPolicy(
      ofFile: "required: unicode except digit; allowed: unicode except [<>]; minlength: 8;"
    ).portable
    #expect(
      portable.losses.map(\.sentence) == [
        "Of 'required: unicode except digit' only 'required: upper, lower, special' can be "
          + "expressed in Apple's language."
      ])
    let narrow = try firstPolicy(ofFile: "allowed: unicode except [<>]; minlength: 8;").portable
    #expect(
      narrow.rules.descriptor
        == "allowed: upper, lower, digit, [- !\"#$%&'()*+,./:;=?@[\\^_`{|}~]]; minlength: 8;")
    #expect(narrow.losses.count == 1)
  }
}
