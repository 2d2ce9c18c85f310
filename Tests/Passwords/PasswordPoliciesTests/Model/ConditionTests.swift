import PasswordPolicies
import Passwords
import Testing

@Suite struct ConditionTests {
  @Test func `a condition asks for characters if a password without them breaks it`() {
    for (condition, asks) in [
      (.count(of: .digit, in: 0...3), false), (.count(of: .digit, in: 1...3), true),
      (.count(of: .digit, in: 0...0), false), (.kinds([.digit, .lower], atLeast: 1), true),
      (.only(.digit), false), (.fact(.length, atLeast: 8), false),
      (.fact(.uniqueCharacters, atLeast: 3), true), (.fact(.longestRun, 0...2), false),
      (.fact(.score, atLeast: 3), false),
    ] as [(Condition, Bool)] {
      #expect(condition.asksForCharacters == asks, "\(condition)")
    }
  }

  @Test func `four parts are named, and the others counted`() {
    for (count, words) in [
      (0, ""), (1, "p0"), (2, "p0, p1"), (4, "p0, p1, p2, p3"), (5, "p0, p1, p2, p3 and 1 more"),
      (9, "p0, p1, p2, p3 and 5 more"),
    ] {
      #expect((0..<count).map { "p\($0)" }.inWords == words)
    }
    #expect(["a\u{1B}b"].inWords != "a\u{1B}b")
  }
}
