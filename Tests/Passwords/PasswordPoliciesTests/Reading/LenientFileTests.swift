import Diagnostics
import PasswordPolicies
import Testing

private func read(_ text: String) -> PolicyReading {
  PolicyReading(policyFile: Array(text.utf8), file: "p", .lenient)
}

@Suite struct LenientFileTests {
  @Test(arguments: [
    (
      "minlength: 8; required: lowr",
      """
      p:1:25: warning: unknown class 'lowr'; expected a class name or '[…]'
        Did you mean 'lower'?
      p:1:25: warning: 'lowr' where a rule should have ended; expected ';'
        The whole policy is thrown away: the default, printable ASCII, holds.
      """
    ),
    (
      "# comment\nminlength: 8 ; required: lower\n",
      """
      p:2:13: warning: space after the number of 'minlength'; expected ';'
        This rule is dropped. Remove the space: because of it Apple's parser ignores the rule.
      """
    ),
    (
      "required: lower;; minlength: 8",
      """
      p:1:17: warning: ';'; expected a rule
        Everything from here on is ignored. Remove the extra ';'.
      """
    ),
    (
      "required: [a-z]",
      """
      p:1:13: warning: '-' within a class
        It is skipped. Only a '-' right after '[' is a member; there are no ranges, so write \
      'lower' for a-z.
      """
    ),
  ])
  func `lenient reading warns and states the result`(text: String, message: String) {
    let reading = read(text)
    #expect(!reading.hasErrors)
    #expect(reading.problems.map(\.message).joined(separator: "\n") == message)
  }

  @Test func `a file of sections is read section by section`() {
    let reading = read(
      "[a]\nminlength: 8 ;\r\n# x\nrequired: digit\n\n[b]\r\nminlength: 9\r\nor\nfoo: 1\n")
    #expect(reading.policies.map(\.name) == ["a", "b"])
    #expect(
      reading.policies.map { $0.rules.map(\.text) } == [
        ["required: digit", "allowed: digit"],
        ["minlength: 9", "allowed: ascii-printable", "allowed: ascii-printable"],
      ])
    #expect(reading.problems.map { "\($0.line):\($0.column)" } == ["2:13", "9:1", "9:1"])
  }

  @Test func `a rules string keeps lines that look like sections`() {
    let reading = read("required:\n[ab]\n, upper\n")
    #expect(
      reading.policies.map { $0.rules.map(\.text) } == [
        ["required: upper, [ab]", "allowed: upper, [ab]"]
      ])
  }
}
