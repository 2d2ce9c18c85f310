import Diagnostics
import PasswordPolicies
import Testing

/// Controls in names, which a terminal would obey when a policy is printed.
@Suite struct UnprintableTests {
  private func messages(_ text: String) -> [String] {
    PolicyReading(policyFile: Array(text.utf8), file: "p").problems.filter(\.isError)
      .map(\.message)
  }

  @Test func `a control in a text is an error`() {
    #expect(
      messages("context: \"\u{1B}[31mabc\";") == [
        "p:1:10: error: U+001B in the value of 'context'\n  Remove it."
      ])
    #expect(
      messages("blocklist: \"a\u{9B}b\";") == [
        "p:1:12: error: U+009B in the value of 'blocklist'\n  Remove it."
      ])
    #expect(messages("context: \"Zoë\", \"日本\";").isEmpty)
  }

  @Test func `a control in a section's name is an error`() {
    #expect(
      messages("[a\u{7}b]\nminlength: 8;") == [
        "p:1:1: error: U+0007 in the name of a policy\n  Remove it."
      ])
  }

  @Test func `a control in a site's name is not printed`() throws {
    let reading = Quirks([Quirks.Entry(domain: "a\u{1B}b[c].example", rules: "minlength: 8;")])
      .read(file: "q")
    #expect(
      reading.policies.first?.text(.minified) == "[a_b_c_.example]\nminlength: 8;\n")
  }
}
