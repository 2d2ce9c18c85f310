import PasswordPolicies
import TestSupport
import Testing

@Suite struct StrictReaderTests {
  @Test(arguments: [
    (
      "required: lower; required: digits; minlength: 8",
      """
      <rules>:1:28: error: unknown class 'digits'; expected a class name or '[…]'
        Did you mean 'digit'?
      """
    ),
    (
      "minlength: 8 ;",
      """
      <rules>:1:13: error: space after the number of 'minlength'; expected ';'
        Remove the space: because of it Apple's parser ignores the rule.
      """
    ),
    (
      "maxLength: 30",
      """
      <rules>:1:1: error: unknown rule 'maxLength'
        Did you mean 'maxlength'?
      """
    ),
    (
      "required: [a-z]",
      """
      <rules>:1:13: error: '-' within a class
        Only a '-' right after '[' is a member; there are no ranges, so write 'lower' for a-z.
      """
    ),
    (
      "allowed: ascii-printable, unicode",
      """
      <rules>:1:10: error: 'ascii-printable' and 'unicode' together
        Keep one of them: 'unicode' includes the other, but to some readers the first one counts. \
      All four classes in one 'required' count as 'ascii-printable'.
      """
    ),
    (
      "required: upper, lower, digit, special; allowed: unicode",
      """
      <rules>:1:1: warning: 'required: upper, lower, digit, special' asks for one of these classes, not \
      for each; hardly any password lacks one
        For all four write 'required: upper; required: lower; required: digit; required: special;'.
      <rules>:1:50: error: 'ascii-printable' and 'unicode' together
        Keep one of them: 'unicode' includes the other, but to some readers the first one counts. \
      All four classes in one 'required' count as 'ascii-printable'.
      """
    ),
    (
      "min-classes: 3",
      """
      <rules>:1:1: error: 'min-classes', which is not in Apple's language
        It is allowed only in a policy file.
      """
    ),
    (
      "minlength: 8 maxlength: 9",
      "<rules>:1:14: error: 'maxlength' where a rule should have ended; expected ';'"
    ),
    (
      "allowed: [é\u{2019}a&quot;]; minlength: 0",
      """
      <rules>:1:11: warning: 'é' '’' in a class, where only printable ASCII counts
        Remove it; 'unicode' is the only class beyond ASCII.
      <rules>:1:14: warning: '&quot;' in a class; it is not decoded
        Write the character itself.
      <rules>:1:34: warning: 0 as the value of 'minlength', which has no effect
      """
    ),
    (
      "required: []; required: ; minlength: 5000",
      """
      <rules>:1:11: warning: an empty class in 'required'
        Remove it, or name its characters.
      <rules>:1:15: warning: 'required' without a value, which has no effect
      <rules>:1:38: warning: the number 5000 as the value of 'minlength'; expected at most 4096
      """
    ),
    (
      "minlength: 20; maxlength: 10",
      "<rules>:1:1: warning: no password can meet the policy: minlength 20 is above maxlength 10"
    ),
  ])
  func `each problem is reported with place, expectation and remedy`(
    text: String, message: String
  ) {
    let problems = PasswordRules.problems(in: text)
    #expect(problems.map(\.description).joined(separator: "\n") == message)
  }

  @Test func `all problems of a text are reported at once`() {
    let text = """
      minlenght: 8;
      required: lowr, [abc
      allowed: upper digit;; max-consecutive: two
      maxlength: 20
      """
    let problems = PasswordRules.problems(in: text)
    #expect(
      problems.map { "\($0.line):\($0.column) \($0.code)" } == [
        "1:1 unknown-property", "2:11 unknown-class", "2:17 class-unterminated",
        "3:1 expected-semicolon", "3:16 junk-after-value", "3:22 expected-property",
        "3:41 expected-integer",
      ])
  }

  @Test func `an error is thrown with every problem, warnings too`() throws {
    let error = #expect(throws: PasswordRules.ParseError.self) {
      try PasswordRules(parsing: "minlength: 0; foo: 1")
    }
    #expect(error?.problems.map(\.code) == ["zero", "unknown-property"])
    #expect(error?.problems.map(\.isError) == [false, true])
  }

  @Test(
    arguments: [
      ("", []),
      ("required: lower, UPPER; required: [-]]", [.required(.lower, .upper), .required("-]")]),
      ("minlength: 8; minlength: 12; minlength: 0", [.minLength(12)]),
      (
        "maxlength: 8; maxlength: 12; max-consecutive: 3; max-consecutive:2;",
        [
          .maxLength(8), .maxConsecutive(2),
        ]
      ),
      ("allowed: digit; allowed: [abc]", [.allowed(.digit, "abc")]),
      ("max-repeating: 3; max-sequential: 4", [.maxRepeating(3), .maxSequential(4)]),
      ("required: [a]]", [.required("a]")]), ("required: [[]]", [.required("[]")]),
      ("allowed: unicode", [.allowed(.unicode)]),
    ] as [(String, PasswordRules)])
  func `text and values of the same rules are equal`(text: String, rules: PasswordRules) throws {
    #expect(try PasswordRules(parsing: text) == rules)
  }

  /// Texts that are slow to read: in quadratic time each would take minutes.
  @Test(
    arguments: [
      "[", "]", ";", ":", "-", "\"", "&", " ", "\n", "a", "é", "#", "required: [\n", "x [\n",
      "x \"\n",
      "foo ", "foo [", "minlength: 8 [a", "[a]\n", "or\n", "required: [-", "required: a,", "9",
      "\t[",
    ])
  func `hostile texts are read to their end`(part: String) {
    let length = isExhaustive ? 60_000 : 5_000
    let text = Array(String(repeating: part, count: length / part.utf8.count).utf8)
    for start in ["", "required: ", "foo", "allowed: [a", "minlength: "] {
      let bytes = Array(start.utf8) + text
      for strictness in [PolicyReading.Strictness.strict, .lenient] {
        #expect(PolicyReading(policyFile: bytes, file: "p", strictness).policies.isEmpty == false)
        _ = PolicyReading(rulesString: bytes, name: "", file: "p", strictness)
      }
    }
  }
}
