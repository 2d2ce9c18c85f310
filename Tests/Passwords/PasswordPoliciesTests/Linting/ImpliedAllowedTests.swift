import Diagnostics
import PasswordPolicies
import Testing

@Suite struct ImpliedAllowedTests {
  @Test(arguments: [
    ("minlength: 8; required: digit;", "digits", "digit"),
    (
      "[a]\nrequired: lower, upper; required: [-9_];\nor\nrequired: digit;",
      "upper-case letters, lower-case letters and the characters '-9_'", "upper, lower, [-9_]"
    ),
    (
      "required: special; required: digit; required: lower;",
      "lower-case letters, digits and special characters", "lower, digit, special"
    ),
  ])
  func `an 'allowed' that is only implied gets one warning`(
    text: String, words: String, classes: String
  ) {
    let problems = PolicyReading(policyFile: Array(text.utf8), file: "p").problems
    #expect(problems.count == 1)
    #expect(
      problems.first?.message.drop { $0 != "w" } == """
        warning: without 'allowed' only \(words) are permitted
          Write 'allowed: ascii-printable;' if you meant more, 'allowed: \(classes);' if not.
        """)
    #expect(problems.first?.code == "implied-allowed")
  }

  @Test(arguments: [
    "minlength: 8;", "required: digit; allowed: digit;", "required: ascii-printable;",
    "required: lower; required: upper; required: digit; required: special;", "required: unicode;",
    "allowed: digit;", "required: [é]; minlength: 3;", "",
  ])
  func `an 'allowed' that is stated or redundant gets no warning`(text: String) {
    let problems = PolicyReading(policyFile: Array(text.utf8), file: "p").problems
    #expect(!problems.contains { $0.code == "implied-allowed" })
    #expect(PasswordRules.problems(in: "required: digit").isEmpty)
  }
}
