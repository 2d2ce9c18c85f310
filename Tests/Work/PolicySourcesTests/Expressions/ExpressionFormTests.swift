import PasswordPolicies
import PolicySources
import Testing

/// The forms that rules can say, one by one, and their neighbours that no rule says.
@Suite struct ExpressionFormTests {
  @Test(arguments: [
    // A set with a quantifier
    ("^[a-z]{2,5}$", "allowed: lower; minlength: 2; maxlength: 5;"),
    ("^(?:[a-z]{2,3}){2,3}$", "allowed: lower; minlength: 4; maxlength: 9;"),
    ("^(?:ab){2}$", nil), ("^(?:[a-z]{2}){1,2}$", nil), ("^(?:[a-z]{2})*$", nil),
    // P* S, with P everything but S
    ("^(?=[^\\d]*\\d)", "required: digit; allowed: unicode;"), ("^(?=[a-z]*\\d)", nil),
    // A number of characters of a class
    ("^(?=.*\\d.*\\d)", "allowed: unicode; at-least: 2 digit;"),
    ("^(?=(?:.*\\d){2})", "allowed: unicode; at-least: 2 digit;"),
    ("^(?=(?:\\D*\\d){2,}$)", nil), ("^(?=(?:[a-z]*\\d){2})", nil), ("^(?=.*\\d.*[a-z])", nil),
    ("^(?!(?:.*\\d){3})", "allowed: unicode; at-most: 2 digit;"), ("^(?=.*\\d\\d)", nil),
    // A text
    ("^(?!.*[aA][bB]1)", "allowed: unicode; context: \"ab1\" substring;"),
    ("^(?!.*ab1)", nil), ("^(?!.*[aA][bB])", nil), ("^(?=.*[aA][bB]1)", nil),
    // A character again
    ("^(?!.*(.)\\1)", "allowed: unicode; max-repeating: 1;"),
    ("^(?!.*(.)\\1{2,})", "allowed: unicode; max-repeating: 2;"),
    ("^(?!(.)\\1*$)", "allowed: unicode; min-unique: 2;"),
    ("^(?!.*([ab])\\1)", nil), ("^(?!.*(.).*\\1)", nil), ("^(?!.*(..)\\1)", nil),
    ("^(?=.*(.)\\1)", nil),
    // Something nowhere
    ("^(?:(?!\\d).){8,}$", "allowed: unicode except digit; minlength: 8;"),
    ("^(?:(?!(.)\\1).){8,}$", "allowed: unicode; max-repeating: 1; minlength: 8;"),
    // The first and the last character
    (
      "^[a-z]\\w{3,14}$",
      "allowed: upper, lower, digit, [_]; minlength: 4; maxlength: 15; first: lower;"
    ), ("^(?!-)", "allowed: unicode; minlength: 1; first: unicode except [-];"),
    ("[^.]$", "allowed: unicode; minlength: 1; last: unicode except [.];"),
    ("^.[a-z]", nil), ("[a-z].$", nil),
    // Lengths
    ("^(?!.{9})", "allowed: unicode; maxlength: 8;"), (".{8}", "allowed: unicode; minlength: 8;"),
    ("^(?=.{8,}$)(?!.{13})", "allowed: unicode; minlength: 8; maxlength: 12;"),
    // Alternatives
    ("^(?:(?=.*\\d)|(?=.*[a-z]))", "required: lower, digit; allowed: unicode;"),
    (
      "^(?:(?=(?:.*\\d){2})|(?=(?:.*[a-z]){2}))",
      "allowed: unicode; at-least: 2 digit;\nor\nallowed: unicode; at-least: 2 lower;"
    ),
    ("^(?:.{12,}|.{8,})$", "allowed: unicode; minlength: 8;"),
    // Within what can be consumed, more is everything
    ("^(?=\\S+$)[a-z]{8,}$", "allowed: lower; minlength: 8;"),
    ("^(?=\\S*\\d)[a-z\\d]{8,}$", "required: digit; allowed: lower, digit; minlength: 8;"),
    // Where a search begins
    ("(?=.*\\d).{8,}", "required: digit; allowed: unicode; minlength: 8;"),
    ("(?=.*\\d)", "required: digit; allowed: unicode;"),
    ("\\d", "required: digit; allowed: unicode;"), ("(?!.*\\d)", nil),
  ])
  func `an expression is exactly this policy, or none`(expression: String, text: String?) {
    let reading = ExpressionReader.read(expression)
    if let text {
      #expect(reading.policies.map(\.text) == [text])
      #expect(reading.outcome() != .refused)
    } else {
      #expect(reading.outcome() == .refused)
    }
  }

  @Test func `a text with a control character is refused, since no policy can hold it`() {
    let reading = ExpressionReader.read("^(?!.*\\t\\t1).*$")
    #expect(
      reading.remarks.map(\.text) == [
        "a text with a control character; "
          + "'context: \"word\" substring' forbids three characters or more in any case"
      ])
    #expect(reading.policies.map(\.text) == ["allowed: unicode;"])
  }

  @Test func `remarks quote the part and give its place`() {
    #expect(
      said("  /^[A-z]{8}$/x ") == [
        "cannot 1:15 x: the flag 'x'", "note 1:6 A-z: the range A-z includes 6 other symbols",
      ])
    #expect(said("^[a-z]{2,}\\d+$") == ["cannot 1:2 [a-z]{2,}\\d+: characters at certain places"])
    #expect(
      said("^.{8,16}") == [
        "note 1:2 .{8,16}: the upper limit 16 has no effect, since no '$' follows"
      ])
    #expect(said("^\\x2 $") == ["cannot 1:2 \\x2 : '\\x' without its digits"])
    #expect(said("^[~-~]{8,}$") == ["note 1:3 ~-~: the range ~-~ is one character"])
  }

  private func said(_ expression: String) -> [String] {
    ExpressionReader.read(expression).remarks.map {
      "\($0.kind.rawValue) \($0.place) \($0.part): \($0.text)"
    }
  }
}
