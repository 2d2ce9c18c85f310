import Auditing
import Questions
import Requests
import TestSupport
import Testing

@Suite struct PolicyLineCheckerTests {
  private func checker(_ listener: Listener = Listener()) -> PolicyLineChecker {
    PolicyLineChecker(
      PolicySettings(), .off, StrengthSettings(referenceYear: 2026), tell: listener.tell)
  }

  @Test func `each password is judged by its own policy`() throws {
    let checker = checker()
    let eight = "minlength: 8;"
    #expect(try checker.violations(of: eight, in: "abc") == ["minlength"])
    #expect(try checker.violations(of: "minlength: 3;", in: "abc") == [])
    // The second time, the policy is known.
    #expect(try checker.violations(of: eight, in: "abcdefgh") == [])
  }

  @Test func `a faulty policy is refused, every time with its first fault`() {
    let checker = checker()
    for _ in 1...2 {
      let refusal = #expect(throws: Refusal.self) {
        try checker.violations(of: "minlength: x;", in: "abc")
      }
      #expect(refusal?.message.hasPrefix("policy:1:") == true)
    }
  }

  @Test func `a policy whose list cannot be read is refused, and the list's problem told`() throws {
    let listener = Listener()
    let checker = checker(listener)
    let directory = try TemporaryDirectory()
    let policy = "blocklist: \"\(directory.path)/none.txt\";"
    let refusal = #expect(throws: Refusal.self) { try checker.violations(of: policy, in: "abc") }
    #expect(refusal?.message == "a list that the policy names cannot be read")
    #expect(listener.told.count == 1)
  }

  @Test func `the user of a password counts`() throws {
    let checker = checker()
    let policy = "context: username;"
    #expect(try checker.violations(of: policy, in: "meadowlark", user: "meadowlark").count == 1)
    #expect(try checker.violations(of: policy, in: "meadowlark", user: "otter") == [])
  }
}
