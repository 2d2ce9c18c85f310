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

  @Test func `a source says what its system refuses more, accepts more, and in which text`() {
    let remarks = Remark.Kind.allCases.reversed().flatMap { kind in
      ["b", "a", "b"].map { Remark(kind, "\(kind.rawValue)-\($0)", at: .start, "'x' of \(kind)") }
    }
    let all = PolicySource(kind: .pam, outcome: .refused, remarks: remarks)
    #expect(
      all.notJudged == ["not-judged-b", "not-judged-a", "cannot-b", "cannot-a"]
        && all.differsBeyondASCII)
    #expect(
      all.differences == [
        "refuses more: not-judged-b, not-judged-a, cannot-b, cannot-a",
        "accepts more: not-enforced-b, not-enforced-a",
      ])
    #expect(
      all.summary == [
        "not judged, so that the system refuses more: not-judged-b, not-judged-a",
        "not enforced, so that the system accepts more: not-enforced-b, not-enforced-a",
        "exact in printable ASCII only: ascii-b, ascii-a",
        "not about the text: not-text-b, not-text-a",
      ])
    #expect(all.comments.split(separator: "\n").count == 1 + remarks.count)
    #expect(all.comments.hasPrefix("# pam, refused\n# cannot be said: cannot-b: 'x' of cannot\n"))
    for kind in Remark.Kind.allCases {
      let one = PolicySource(
        kind: .pam, outcome: .exact, remarks: [Remark(kind, "x", at: .start, "'x' is odd")])
      #expect(one.comments == "# pam, exact\n# \(kind.words): 'x' is odd\n")
      #expect(one.differsBeyondASCII == (kind == .ascii))
      #expect(
        one.differences.count == ([.cannot, .notJudged, .notEnforced].contains(kind) ? 1 : 0))
    }
  }
}
