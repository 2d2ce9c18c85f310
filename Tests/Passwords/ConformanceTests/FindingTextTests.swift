import Conformance
import Diagnostics
import PasswordPolicies
import TestSupport
import Testing

/// What is found of clauses, in words.
@Suite struct FindingTextTests {
  private static let policies = [
    "allowed: unicode;", "minlength: 8;", "minlength: 8; maxlength: 6;",
    "minlength: 15; allowed: unicode; blocklist: default;",
    "minlength: 16; maxlength: 40; allowed: ascii-printable; blocklist: default substring;",
    "minlength: 8; allowed: ascii-printable; required: lower; required: upper; required: digit; required: special; blocklist: default;",
    "minlength: 8; allowed: unicode; min-classes: 3; max-repeating: 2; max-class-run: 4;",
    "minlength: 12; allowed: upper, lower, digit; first: upper; last: digit; max-sequential: 2;",
    "minlength: 64; allowed: digit; exactly: 64 digit;",
    "minlength: 10; allowed: unicode; min-classes: 2; blocklist: default;\nor\nminlength: 16; allowed: unicode; blocklist: default;",
    "minlength: 10; allowed: unicode; blocklist: default;\nor\nminlength: 20; allowed: ascii-printable;",
    "minlength: 10; allowed: unicode; username: part; context: \"acme\u{1B}\";\nor\nminlength: 9; allowed: unicode;",
    "minlength: 15; allowed: unicode; context: username substring; min-score: 3; blocklist: default fold;",
    "minlength: 14; allowed: unicode; min-unique: 5; at-most: 2 special; between: 1, 4 digit;",
  ]

  /// One line for each different finding, under the first clause that has it.
  @Test func `findings have the words of before`() throws {
    var texts = RecordedText()
    for text in Self.policies {
      let reading = PolicyReading(policyFile: Array(text.utf8), file: "p")
      let policy = try #require(reading.policies.first, "\(reading.problems.map(\.message))")
      var judge = ConformanceJudge(policy)
      var known: Set<String> = []
      var lines = ""
      for standard in Standard.all {
        for clause in standard.clauses {
          let finding = judge.finding(of: clause)
          let words = finding.shown(for: clause.test) { "`\($0)`" }
          let line = "\(finding.verdict.rawValue), \(finding.evidence.name): \(words)"
          if known.insert(line).inserted { lines += "\(standard.id):\(clause.id) \(line)\n" }
        }
      }
      texts.add(text.replacing("\n", with: " "), lines)
    }
    try texts.expect(in: "findings")
  }

  @Test(
    arguments: [
      (.lockoutDuration, .number(1), "1 minute"), (.lockoutDuration, .number(1.5), "90 seconds"),
      (.lockoutWindow, .number(1 / 60), "1 second"), (.lockoutWindow, .number(0), "0 minutes"),
      (.lockoutDuration, .unlimited, "until someone unlocks"), (.maxAge, .unlimited, "never"),
      (.maxAge, .number(1), "1 day"), (.minAge, .number(90), "90 days"),
      (.minAge, .number(0.5), "0.5 days"), (.history, .number(24), "24 passwords"),
      (.lockoutThreshold, .number(5), "5 failures"), (.reversible, .flag(true), "yes"),
      (.reversible, .flag(false), "no"), (.changedCharacters, .number(2), "2 characters"),
    ] as [(PolicySetting.Name, PolicySetting.Value, String)])
  func `a setting has the unit of its name`(
    name: PolicySetting.Name, value: PolicySetting.Value, words: String
  ) {
    #expect(value.words(of: name) == words)
  }
}
