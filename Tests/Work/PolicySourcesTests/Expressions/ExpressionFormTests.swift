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
    ("^(?!.*[aAx][bB]1)", nil), ("^(?!.*[aA][bBx]1)", nil),
    // A character again
    ("^(?!.*(.)\\1)", "allowed: unicode; max-repeating: 1;"),
    ("^(?!.*(.)\\1{2,})", "allowed: unicode; max-repeating: 2;"),
    ("^(?!(.)\\1*$)", "allowed: unicode; min-unique: 2;"),
    ("^(?!.*([ab])\\1)", nil), ("^(?!.*(.).*\\1)", nil), ("^(?!.*(..)\\1)", nil),
    ("^(?=.*(.)\\1)", nil),
    // Something nowhere
    ("^(?:(?!\\d).){8,}$", "allowed: unicode except digit; minlength: 8;"),
    ("^(?:(?!(.)\\1).){8,}$", "allowed: unicode; max-repeating: 1; minlength: 8;"),
    // One character of several, with what it is not
    ("^(?:(?!\\d)[a-z\\d]|[A-Z]){8,}$", "allowed: upper, lower; minlength: 8;"),
    ("^(?:(?!\\d)(?![a-z])\\w|[A-Z]){8,}$", "allowed: upper, [_]; minlength: 8;"),
    ("^(?:(?=\\d)\\w|[A-Z]){8,}$", "allowed: upper, digit; minlength: 8;"),
    ("^(?:[a-z](?!\\d)|[A-Z]){8,}$", nil), ("^(?:[a-z]\\d|[A-Z]){8,}$", nil),
    // The first and the last character
    (
      "^[a-z]\\w{3,14}$",
      "allowed: upper, lower, digit, [_]; minlength: 4; maxlength: 15; first: lower;"
    ), ("^(?!-)", "allowed: unicode; minlength: 1; first: unicode except [-];"),
    ("[^.]$", "allowed: unicode; minlength: 1; last: unicode except [.];"),
    ("^.[a-z]", nil), ("[a-z].$", nil),
    (
      "^\\w{3,14}[a-z]$",
      "allowed: upper, lower, digit, [_]; minlength: 4; maxlength: 15; last: lower;"
    ),
    (
      "^[a-z]\\w{3,14}\\d$",
      "allowed: upper, lower, digit, [_]; minlength: 5; maxlength: 16; first: lower; last: digit;"
    ),
    (
      "^\\w[a-z\\dA-Z_]{3,14}\\w$",
      "allowed: upper, lower, digit, [_]; minlength: 5; maxlength: 16;"
    ),
    ("^\\w[a-z]{3,14}$", nil), ("^[a-z]{3,14}\\w$", nil),
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

  /// What is said of expressions that no rule says, in JavaScript and then in HTML's pattern.
  private static let unsaid: [(expression: String, words: String)] = [
    (#"^(?=.*\d.*[a-z])"#, #"cannot 1:5 .*\d.*[a-z]: characters in a certain order"#),
    (
      #"^(?!.*ab1)"#,
      #"cannot 1:5 .*ab1: a text in which case matters; 'context: "word" substring' forbids three characters or more in any case"#
    ),
    (
      #"^(?!.*[aA][bB])"#,
      #"cannot 1:5 .*[aA][bB]: a text of fewer than 3 characters; 'context: "word" substring' forbids three characters or more in any case"#
    ),
    (#"^(?!.*[aAx][bB]1)"#, #"cannot 1:5 .*[aAx][bB]1: several characters in a row"#),
    (#"^(?!.*[bB][aA]{2}c)"#, #"cannot 1:5 .*[bB][aA]{2}c: several characters in a row"#),
    (#"^(?=.*\d\d)"#, #"cannot 1:5 .*\d\d: 2 characters of a class in a row"#),
    (
      #"(?!.*\d)"#,
      #"cannot 1:1 (?!.*\d): no '^' before it, so that it may begin anywhere in the password; begin with '^' and end with '$' if the whole password is meant"#
    ),
    (#"^.[a-z]"#, #"cannot 1:2 .[a-z]: characters at certain places"#),
    (#"(.)(?=x)\1"#, #"cannot 1:4 (?=x): a look-ahead after the first characters"#),
    (#"^(..)\1"#, #"cannot 1:2 (..)\1: a repeated text of several characters"#),
    (#"^(.)a\1"#, #"cannot 1:2 (.)a\1: a character that occurs again elsewhere"#),
    (#"^(.)\1a$"#, #"cannot 1:2 (.)\1a: a character that occurs again elsewhere"#),
    (#"^\1"#, #"cannot 1:2 \1: a reference to a group that is elsewhere"#),
    (#"^a(?<=b)c$"#, #"cannot 1:3 (?<=b): a form that is not read"#),
    (#"^.*(?<=ab)$"#, #"cannot 1:4 (?<=ab): a look-behind of more than one character"#),
    (#"^(?<=a)b"#, #"cannot 1:2 (?<=a): a look-behind at the beginning"#),
    (
      #"^a^b"#,
      #"cannot 1:3 ^: '^' that is not at the beginning; begin with '^' and end with '$' if the whole password is meant"#
    ),
    (#"^a(?=b)"#, #"cannot 1:3 (?=b): a look-ahead after the first characters"#),
    (#".*a(?=b)"#, #"cannot 1:4 (?=b): a look-ahead after the first characters"#),
    (#"^(?:ab){2}$"#, #"cannot 1:5 ab: characters at certain places"#),
    (
      #"^(?:(?:ab)+c)+$"#,
      #"cannot 1:2 (?:(?:ab)+c)+: a repeated group or another form that is not read"#
    ),
    (#"^(.)(?:\1)$"#, #"cannot 1:2 (.)(?:\1: a repeated character at a certain place"#),
    (#"^.*(.)(?:\1){2,}$"#, #"cannot 1:4 (.)(?:\1){2,}: a repeated character at a certain place"#),
    (#"^(.)\1{1,}$"#, #"cannot 1:1 ^(.)\1{1,}$: one character, repeated"#),
    (#"^(.)(\1)*$"#, #"cannot 1:2 (.)(\1)*: a character that occurs again elsewhere"#),
  ]
  private static let errorsOfHTML: [(expression: String, words: String)] = [
    (#"[a-\d]"#, #"cannot 1:2 a-\d: a range whose end is a class; browsers ignore such a pattern"#),
    (#"[\d-z]"#, #"cannot 1:2 \d-z: a range whose end is a class; browsers ignore such a pattern"#),
    (#"[a&&&b]"#, #"cannot 1:3 &&&: '&&&', which is no sign; browsers ignore such a pattern"#),
    (
      #"[a--b&&c]"#,
      #"cannot 1:6 &: '&' after '--' and its side; write each side in brackets of its own; browsers ignore such a pattern"#
    ),
    (
      #"[ab--c]"#,
      #"cannot 1:4 --: '--' beside other members; write each side in brackets of its own; browsers ignore such a pattern"#
    ),
    (
      #"[(]"#,
      #"cannot 1:2 (: '(' in a class is an error in the mode of HTML's pattern; write '\('; browsers ignore such a pattern"#
    ),
    (
      #"[!!]"#,
      #"cannot 1:2 !!: '!!' in a class is an error in the mode of HTML's pattern; browsers ignore such a pattern"#
    ),
    (
      #"[\q{ab}]"#,
      #"cannot 1:1 [\q{ab}]: a class with a text of several characters, which is valid, but no rule says it"#
    ),
    (
      #"[^\q{ab}]"#,
      #"cannot 1:1 [^\q{ab}]: a negated class with a text of several characters; browsers ignore such a pattern"#
    ),
    (#"[\q{\d}]"#, #"cannot 1:2 \q{\d: a class within '\q{…}'; browsers ignore such a pattern"#),
    (#"[\q{a"#, #"cannot 1:2 \q{a: '\q{' that is never closed; browsers ignore such a pattern"#),
    (
      #"[b-a]"#,
      #"cannot 1:2 b-a: a range whose end comes before its start; browsers ignore such a pattern"#
    ),
    (
      #"[]"#,
      #"cannot 1:1 []: ']' as the first of a class is a member in some engines and its end in JavaScript; write '\]'"#
    ),
    (#"[a"#, #"cannot 1:1 [: a '[' that is never closed; browsers ignore such a pattern"#),
    (#"a**"#, #"cannot 1:1 a**: a quantifier after a quantifier; browsers ignore such a pattern"#),
    (#"(a"#, #"cannot 1:1 (: a parenthesis that is never closed; browsers ignore such a pattern"#),
    (#"\"#, #"cannot 1:1 \: a backslash at the end; browsers ignore such a pattern"#),
    (
      #"\-"#,
      #"cannot 1:1 \-: '\-' is an error in Unicode mode; write '-'; browsers ignore such a pattern"#
    ),
    (
      #"x{2,1}"#,
      #"cannot 1:1 x{2,1}: a quantifier whose second number is smaller; browsers ignore such a pattern"#
    ),
    (#"x{,2}"#, #"cannot 1:2 {,2}: '{,n}' is 'up to n' in Python and literal text in JavaScript"#),
    (#"\p{Foo}"#, #"cannot 1:1 \p{Foo}: a Unicode property; name the characters"#),
    (#"\cA"#, #"cannot 1:1 \c: '\c', which engines read differently"#),
    (#"\b"#, #"cannot 1:1 \b: a word boundary"#),
    (
      "{",
      "cannot 1:1 {: '{' alone is an error in Unicode mode; write '\\{'; browsers ignore such a pattern"
    ),
  ]

  @Test(arguments: unsaid) func `what no rule says is told with its place`(
    expression: String, words: String
  ) {
    #expect(said(expression) == [words])
  }

  @Test(arguments: errorsOfHTML) func `what browsers ignore is told with its place`(
    expression: String, words: String
  ) {
    #expect(Self.said(ExpressionReader.read(expression, .full, .html)) == [words])
  }

  private func said(_ expression: String) -> [String] {
    Self.said(ExpressionReader.read(expression))
  }

  private static func said(_ reading: SourceReading) -> [String] {
    reading.remarks.map { "\($0.kind.rawValue) \($0.place) \($0.part): \($0.text)" }
  }
}
