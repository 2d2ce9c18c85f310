import Diagnostics
import PasswordPolicies
import Testing

@Suite struct SinceTests {
  @Test func `a policy says since when it is in force, which no password can break`() throws {
    let policy = try firstPolicy(ofFile: "minlength: 8; allowed: unicode; since: 2024-02-29;")
    #expect(policy.since == "2024-02-29")
    #expect(policy.ruleIDs.map(\.text) == ["minlength"])
    #expect(policy.line() == "allowed: unicode; minlength: 8; since: 2024-02-29;")
    #expect(try policies(ofFile: "minlength: 8;").first?.since == nil)
  }

  @Test(arguments: ["2023-02-29", "2024-13-01", "2024-1-1", "01.03.2024", "0000-01-01", "tomorrow"])
  func `what is no day is an error with its place`(day: String) {
    #expect(
      messages("minlength: 8;\nsince: \(day);") == [
        "p:2:8: error: '\(day)' as the value of 'since'; expected a day such as 2024-03-01"
      ])
  }

  @Test func `a second day is reported, and counts`() throws {
    let text = "since: 2024-03-01; since: 2025-03-01; minlength: 8;"
    #expect(messages(text) == ["p:1:27: warning: 'since' again\n  Remove it."])
    #expect(try policies(ofFile: text).first?.since == "2025-03-01")
  }
}
