import Diagnostics
import PasswordPolicies
import Testing

@Suite struct AudienceTests {
  @Test func `a policy says for whom it is in force, which no password can break`() throws {
    let text =
      "minlength: 8; allowed: unicode; since: 2024-02-29; for: \"group: \\\"Top\\\" Admins\";"
    let policy = try firstPolicy(ofFile: text)
    #expect(policy.audience == .dataset("group: \"Top\" Admins"))
    #expect(policy.ruleIDs.map(\.text) == ["minlength"])
    #expect(policy.line() == "allowed: unicode; minlength: 8; " + text.dropFirst(32))
    let everyone = try firstPolicy(ofFile: "for: everyone; minlength: 8;")
    #expect(everyone.audience == .everyone)
    #expect(everyone.line() == "allowed: ascii-printable; minlength: 8; for: everyone;")
    #expect(everyone.canonicalKey != policy.canonicalKey)
    #expect(try policies(ofFile: "minlength: 8;").first?.audience == nil)
  }

  @Test(arguments: ["all", "everybody", "everyonee", "5"])
  func `what is no dataset is an error with its place`(value: String) {
    let found = messages("minlength: 8;\nfor: \(value);").first ?? ""
    #expect(found.hasPrefix("p:2:6: error: "))
    #expect(found.contains("expected a dataset in double quotes or 'everyone'"))
  }

  @Test func `a second audience is reported, and counts`() throws {
    let text = "for: everyone; for: \"group: a\"; minlength: 8;"
    #expect(messages(text) == ["p:1:21: warning: 'for' again\n  Remove it."])
    #expect(try policies(ofFile: text).first?.audience == .dataset("group: a"))
  }
}
