import PasswordPolicies
import TestSupport
import Testing

/// Characters as a class has them: the dash first.
private func inOrder(_ members: [Character]) -> String {
  (members.contains("-") ? "-" : "") + String(members.filter { $0 != "-" })
}

@Suite struct StandardCheckTests {
  @Test(.firstFailureOnly, arguments: seeds(20, of: 200))
  func `the fewest characters for all required classes agree with trying every set`(
    seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    let alphabet = Array("aB1-é?z")
    let classes = (0..<Int.random(in: 1...5, using: &random)).map { _ in
      alphabet.filter { $0 != "é" && UInt8.random(in: 0..<3, using: &random) == 0 }
    }.filter { !$0.isEmpty }
    let rules = classes.map { "required: [\(inOrder($0))];" }.joined(separator: " ")
    let policy = try firstPolicy(ofFile: rules + " allowed: unicode;")
    // Which characters a password has is a set of bits.
    let fewest = (0..<1 << alphabet.count).filter { chosen in
      classes.allSatisfy { members in
        alphabet.indices.contains { chosen >> $0 & 1 != 0 && members.contains(alphabet[$0]) }
      }
    }.map(\.nonzeroBitCount).min()
    let breach = try #require(Standard.nist4.breaches(of: policy).first?.breach)
    #expect(
      breach.how == "\(fewest ?? 0) character\(fewest == 1 ? " is" : "s are") accepted", "\(rules)")
  }

  @Test func `a system that refuses more may only meet the clauses that ask for a list`() throws {
    var policy = try firstPolicy(ofFile: "minlength: 6; allowed: unicode;")
    let alone = policy.verdict(by: .nist4)
    policy.source = PolicySource(
      kind: .pwquality, outcome: .bound,
      remarks: [Remark(.notJudged, "dictcheck", at: .start, "cracklib's dictionary")])
    let verdict = policy.verdict(by: .nist4)
    #expect(alone.broken == ["3.1.1.2 (1)", "3.1.1.2"])
    #expect(verdict.broken == ["3.1.1.2 (1)"] && !verdict.isPassed)
    let notShown = verdict.clauses.filter { $0.finding?.isBreach == false }.map(\.clause.number)
    #expect(notShown.contains("3.1.1.2") && !notShown.contains("3.1.1.2 (1)"))
  }

  @Test func `several standards together find the breaches that each finds alone`() throws {
    let texts = [
      "minlength: 8; required: digit; allowed: unicode;", "allowed: lower;",
      "minlength: 15; allowed: unicode;\nor\nminlength: 25; required: upper; allowed: unicode;",
    ]
    for text in texts {
      let policy = try firstPolicy(ofFile: text)
      let together = Standard.breaches(of: policy, by: Standard.all)
      #expect(together.count == Standard.all.count)
      for (standard, found) in zip(Standard.all, together) {
        #expect(found.map(\.breach) == standard.breaches(of: policy).map(\.breach))
      }
    }
  }
}
