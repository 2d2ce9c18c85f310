import Diagnostics
import PasswordPolicies
import TestSupport
import Testing

@Suite struct PolicyExpressionTests {

  @Test(arguments: [
    ("minlength: 8; allowed: unicode;", #"^[\s\S]{8,}$"#),
    ("allowed: lower, [-];", #"^[\-a-z]*$"#), ("maxlength: 4; allowed: digit;", "^[0-9]{0,4}$"),
    ("required: digit; allowed: ascii-printable;", "^(?=[^0-9]*[0-9])[ -~]*$"),
    ("at-least: 2 digit; allowed: unicode;", #"^(?=(?:[^0-9]*[0-9]){2})[\s\S]*$"#),
    (
      "at-most: 2 digit; allowed: unicode;", #"^(?=(?:[^0-9]*[0-9]){0,2}[^0-9]*$)[\s\S]*$"#
    ),
    ("at-most: 0 digit; allowed: unicode;", #"^(?=[^0-9]*$)[\s\S]*$"#),
    ("exactly: 1 digit; allowed: unicode;", #"^(?=(?:[^0-9]*[0-9]){1}[^0-9]*$)[\s\S]*$"#),
    ("between: 1, 3 digit; allowed: unicode;", #"^(?=(?:[^0-9]*[0-9]){1,3}[^0-9]*$)[\s\S]*$"#),
    ("at-most: 3 unicode; allowed: unicode;", #"^(?=[\s\S]{0,3}$)[\s\S]*$"#),
    ("allowed: unicode except [-<>]];", #"^[^\-<>\]]*$"#),
    (
      "first: lower; last: unicode except [ ]; allowed: unicode;",
      #"^(?=[a-z])(?=[\s\S]*[^ ]$)[\s\S]*$"#
    ),
    ("max-repeating: 2; allowed: unicode;", #"^(?![\s\S]*([\s\S])\1{2})[\s\S]*$"#),
    ("max-sequential: 9; allowed: digit;", #"^(?![\s\S]*(?:abcdefghij|jihgfedcba|"#),
    (
      "max-class-run: 2; allowed: digit;",
      #"^(?![\s\S]*(?:[a-z]{2}[a-z]|[A-Z]{2}[A-Z]|[0-9]{2}[0-9]|[ -\/:-@\[-`\{-~]{2}[ -\/:-@\[-`\{-~]|[^ -~]{2}[^ -~]))[0-9]*$"#
    ),
    ("max-run-of: 3 digit; allowed: digit;", #"^(?![\s\S]*(?:[0-9]{3}[0-9]))[0-9]*$"#),
    ("min-unique: 2; allowed: digit;", #"^(?=([\s\S]))(?!\1*$)[0-9]*$"#),
    ("min-classes: 4; allowed: ascii-printable;", #"^(?=[^A-Z]*[A-Z])(?=[^a-z]*[a-z])"#),
    ("min-classes: 1; allowed: ascii-printable;", #"^(?:(?=[^A-Z]*[A-Z])|(?=[^a-z]*[a-z])|"#),
    (
      "minlength: 9; allowed: lower; or max-repeating: 1; allowed: digit; or max-repeating: 2; allowed: upper;",
      #"^(?:[a-z]{9,}|(?![\s\S]*([\s\S])\1{1})[0-9]*|(?![\s\S]*([\s\S])\2{2})[A-Z]*)$"#
    ),
    ("minlength: 9; maxlength: 3; allowed: lower;", "^(?!)$"),
  ])
  func `a policy is one expression`(text: String, expression: String) throws {
    let written = try PolicyExpression(firstPolicy(ofFile: text)).text
    #expect(expression.hasSuffix("$") ? written == expression : written.hasPrefix(expression))
  }

  @Test(arguments: [
    (
      "blocklist: default; allowed: unicode;",
      "no expression says 'blocklist: default exact', which needs a list"
    ),
    (
      "context: \"acme\" substring; allowed: unicode;",
      "no expression says 'context: \"acme\" substring', which needs a list"
    ),
    ("min-score: 3; allowed: unicode;", "no expression says 'min-score: 3', which is estimated"),
    (
      "min-classes: 3 unicode; allowed: unicode;",
      "no expression says 'min-classes: 3 unicode', since engines differ in letters of other scripts"
    ),
    (
      "min-unique: 3; allowed: unicode;",
      "no expression says 'min-unique: 3', which engines that try every choice would not end in time"
    ),
  ])
  func `a rule that no expression says is named`(text: String, found: String) throws {
    let policy = try firstPolicy(ofFile: text)
    let refusal = #expect(throws: PolicyExpression.UnsayableRule.self) {
      try PolicyExpression(policy)
    }
    #expect(refusal?.problem.found.hasSuffix(": \(found)") == true)
  }

  @Test(arguments: [
    (
      "minlength: 8; maxlength: 64; required: digit; allowed: unicode;",
      #"minlength="8" maxlength="64" passwordrules="required: digit; allowed: unicode; minlength: 8; maxlength: 64;""#
    ),
    (
      "required: [\"]; allowed: unicode; minlength: 8; or minlength: 15; allowed: unicode;",
      #"minlength="8" passwordrules="required: [&quot;]; allowed: unicode; minlength: 8;""#
    ),
    ("allowed: ascii-printable;", #"passwordrules="""#),
    (
      "maxlength: 9; allowed: ascii-printable; or maxlength: 12; allowed: digit;",
      #"maxlength="12" passwordrules="maxlength: 9;""#
    ),
  ])
  func `a field's attributes refuse nothing that complies`(text: String, html: String) throws {
    #expect(try firstPolicy(ofFile: text).htmlAttributes == html)
  }

  @Test func `comments of a source hold no controls`() {
    let source = PolicySource(
      kind: .okta, outcome: .bound,
      remarks: [Remark(.notJudged, "a\u{202E}b\nc", at: .start, "text\u{1B}[2J")])
    #expect(
      source.comments
        == "# okta, bound\n# not judged, so that the system refuses more: a\\u{202E}b\\u{A}c: "
        + "text\\u{1B}[2J\n")
    #expect(source.refusesMore == "refuses more: a\\u{202E}b\\u{A}c")
  }
}
