import Diagnostics
import PasswordPolicies
import Testing

/// A `required` with several classes asks for one of them, which hardly anybody means by naming all.
@Suite struct IdleClassListTests {
  private static func warnings(_ text: String) -> [String] {
    PolicyReading(policyFile: Array(text.utf8), file: "p").problems
      .filter { $0.code == "one-of-classes" }.map(\.message)
  }

  @Test func `a list of all kinds gets a warning with the rules that are meant`() {
    #expect(
      Self.warnings("minlength: 8; required: upper, lower, digit, special;") == [
        """
        p:1:15: warning: 'required: upper, lower, digit, special' asks for one of these classes, not \
        for each; every permitted password has one
          For all four write 'required: upper; required: lower; required: digit; required: special;'. \
        If one is enough, 'allowed: ascii-printable;' says the same.
        """
      ])
    #expect(
      Self.warnings("# x\nrequired: lower, digit, upper, [#!]; allowed: unicode;") == [
        """
        p:2:1: warning: 'required: upper, lower, digit, [!#]' asks for one of these classes, not for \
        each; hardly any password lacks one
          For all four write 'required: upper; required: lower; required: digit; required: [!#];'.
        """
      ])
  }

  @Test(arguments: [
    "required: upper, lower; allowed: upper, lower;", "required: digit, [-]; allowed: digit;",
    "required: upper, lower, digit;", "required: ascii-printable;",
    "required: digit; required: upper, lower, digit; allowed: digit;",
    "minlength: 20; allowed: unicode; or required: lower, digit; allowed: lower;",
    "required: digit, lower; allowed: lower;\nor\nrequired: digit, lower; allowed: lower;",
  ])
  func `a list that refuses nothing that is permitted gets one`(text: String) {
    #expect(Self.warnings(text).count == 1, "\(text)")
  }

  @Test(arguments: [
    "required: upper; required: lower; required: digit; required: special; allowed: unicode;",
    "required: digit, special; allowed: unicode;",
    "required: upper, lower; allowed: ascii-printable;",
    "required: upper, lower, digit; allowed: ascii-printable;", "required: digit; allowed: digit;",
    "required: [abc]; allowed: [abc];", "required: unicode except digit; allowed: unicode;",
    "required: digit; required: upper, lower; allowed: upper, lower;", "minlength: 8;",
    "required: unicode; allowed: unicode;", "at-least: 2 upper, lower; allowed: upper, lower;",
  ])
  func `a list that refuses something has none`(text: String) {
    #expect(Self.warnings(text).isEmpty, "\(text)")
  }

  @Test func `each of several policies has its own, with a place in its text`() {
    let text =
      "[a]\nrequired: upper, lower; allowed: lower;\n[b]\nminlength: 8;\nrequired: digit, upper;\n"
    #expect(Self.warnings(text).map { $0.prefix(7) } == ["p:2:1: ", "p:5:1: "])
  }

  @Test func `Apple's reading and rules of sites get it, too`() {
    let text = Array("required: upper, lower; allowed: upper;".utf8)
    for strictness in [PolicyReading.Strictness.strict, .lenient] {
      let file = PolicyReading(policyFile: text, file: "p", strictness)
      let rules = PolicyReading(rulesString: text, name: "site", file: "p", strictness)
      for reading in [file, rules] {
        #expect(reading.problems.map(\.code) == ["one-of-classes"])
        #expect(reading.lint().count(where: { $0.code == "one-of-classes" }) == 1)
      }
    }
  }
}
