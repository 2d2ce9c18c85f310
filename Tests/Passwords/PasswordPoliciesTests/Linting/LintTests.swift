import Diagnostics
import PasswordPolicies
import TestSupport
import Testing

private func checkAlternatives(
  of policy: Policy, _ naive: NaivePolicy, _ passwords: [String], _ seed: UInt64
) {
  for finding in policy.lint() {
    guard case .impliedAlternative(let index, by: let other) = finding.kind else { continue }
    let (narrow, wide) = (
      NaivePolicy(alternatives: [naive.alternatives[index]]),
      NaivePolicy(alternatives: [naive.alternatives[other]])
    )
    for password in passwords where narrow.verdict(on: password, sequencesCount: false) == [] {
      #expect(
        wide.verdict(on: password, sequencesCount: false) == [],
        "seed \(seed): \(naive.text) on '\(password)': \(finding.found)")
    }
  }
}

private func allPasswords(of alphabet: [Unicode.Scalar], upTo length: Int) -> [String] {
  var all: [[Unicode.Scalar]] = [[]]
  var last = all
  for _ in 0..<length {
    last = last.flatMap { start in alphabet.map { start + [$0] } }
    all += last
  }
  return all.map { String(String.UnicodeScalarView($0)) }
}

@Suite struct LintTests {
  @Test(.firstFailureOnly, arguments: few(1, of: Array(0..<4)))
  func `the statements of lint hold for every short password`(part: Int) throws {
    // Few characters and short limits, so that all relevant passwords can be tried.
    let alphabet: [Unicode.Scalar] = ["a", "b", "A", "1", "-"]
    let passwords = allPasswords(of: alphabet, upTo: 4)
    var (unsatisfiable, implied, shorter, least) = (0, 0, 0, 0)
    for seed in UInt64(part * 25)..<UInt64(part * 25 + 25) {
      var generator = SeededGenerator(seed: seed)
      let naive = NaivePolicy.random(using: &generator, classes: alphabet)
      let policy = try firstPolicy(ofFile: naive.text)
      let verdicts = passwords.map { naive.verdict(on: $0, sequencesCount: false) }
      if let reason = policy.unsatisfiable {
        try #require(!verdicts.contains([]), "seed \(seed): \(naive.text) \(reason)")
        unsatisfiable += 1
      }
      // Passwords are in order of length. Runs and ends may ask for more than the least length, seldom.
      if let shortest = zip(passwords, verdicts).first(where: { $1.isEmpty })?.0.unicodeScalars
        .count
      {
        try #require(shortest >= policy.leastLength, "seed \(seed): \(naive.text)")
        if shortest == policy.leastLength { least += 1 } else { shorter += 1 }
      }
      guard policy.alternatives.count == 1 else {
        checkAlternatives(of: policy, naive, passwords, seed)
        continue
      }
      for finding in policy.lint() {
        guard case .impliedRule(let rule, by: let because, permits: _) = finding.kind else {
          continue
        }
        for (password, broken) in zip(passwords, verdicts) where broken.contains(rule.id.text) {
          try #require(
            broken.contains { id in id == "allowed" || because.contains { $0.id.text == id } },
            "seed \(seed): \(naive.text) on '\(password)': \(finding.found)")
          implied += 1
        }
      }
    }
    #expect(unsatisfiable + implied > 0)
    #expect(least > 10 && shorter * 10 < least, "\(least), \(shorter)")
  }

  @Test(arguments: [
    ("required: lower; required: lower, digit", ["required[1] by required[0]"]),
    ("required: lower; required: digit; required: lower", ["required[2] by required[0]"]),
    (
      "minlength: 2; required: lower; required: digit; required: [x]",
      ["required[0] by required[2]", "minlength by required[1], required[2]"]
    ),
    ("maxlength: 4; max-consecutive: 4; max-repeating: 3", ["max-consecutive by maxlength"]),
    ("max-consecutive: 2; max-repeating: 3", ["max-repeating by max-consecutive"]),
    ("max-class-run: 3; max-repeating: 3", ["max-repeating by max-class-run"]),
    (
      "required: upper; required: digit; min-classes: 2",
      ["min-classes by required[0], required[1]"]
    ),
    ("required: [a]; required: [b]; min-classes: 1", ["min-classes by required[0]"]),
    ("at-least: 2 digit; required: digit; allowed: upper", ["required[0] by at-least[0]"]),
    ("at-most: 2 digit; at-most: 3 digit", ["at-most[1] by at-most[0]"]),
    ("at-most: 2 digit; at-most: 2 [12]", ["at-most[1] by at-most[0]"]),
    ("at-most: 2 [12]; at-most: 2 digit", ["at-most[0] by at-most[1]"]),
    ("at-most: 2 [12]; at-most: 3 digit", []),
    ("maxlength: 4; at-most: 5 digit", ["at-most[0] by maxlength"]),
    ("maxlength: 4; at-most: 3 digit", []),
    ("allowed: lower; at-most: 0 digit", ["at-most[0] by allowed"]),
    ("allowed: lower; at-most: 8 lower; maxlength: 9", ["maxlength by at-most[0]"]),
    ("exactly: 2 digit; at-least: 1 digit", ["at-least[0] by exactly[0]"]),
    (
      "at-least: 2 digit; between: 1, 4 digit; at-most: 3 digit",
      ["between[0] by at-least[0], at-most[0]"]
    ),
    ("blocklist: default exact; blocklist: default fold", ["blocklist[0] by blocklist[1]"]),
    ("blocklist: default fold; blocklist: default leet", ["blocklist[0] by blocklist[1]"]),
    (
      "blocklist: default substring 5; blocklist: default fold substring 5",
      ["blocklist[0] by blocklist[1]"]
    ),
    ("blocklist: default exact; blocklist: default substring 4", []),
    ("blocklist: default fold substring 5; blocklist: default substring 4", []),
    ("blocklist: default entra-like; blocklist: default leet", []),
    ("minlength: 8; required: unicode", []),
    ("minlength: 4; required: digit", []),
    ("minlength: 8; required: lower; required: upper; max-repeating: 2; max-sequential: 3", []),
  ])
  func `redundant rules are named with the rules that imply them`(
    text: String, expected: [String]
  ) throws {
    let policy = try firstPolicy(ofFile: text)
    let found = policy.lint().compactMap { finding -> String? in
      guard case .impliedRule(let rule, by: let because, permits: _) = finding.kind else {
        return nil
      }
      return "\(rule.id) by \(because.map(\.id.text).joined(separator: ", "))"
    }
    #expect(Set(found) == Set(expected))
  }

  @Test func `a redundant alternative is named`() throws {
    let policy = try firstPolicy(
      ofFile: "minlength: 8\nor\nminlength: 12; required: digit; allowed: upper")
    #expect(
      policy.lint().map(\.message).first == """
        rules.txt:3:1: warning: policy 'rules': alternative or[1] adds nothing to or[0]
          It can be removed.
        """)
  }

  @Test(arguments: [
    (
      "required: lower; required: lower, digit",
      """
      policy: warning: policy 'policy': 'required: lower, digit' (required[1]) demands nothing beyond \
      'required: lower' (required[0])
        It can be removed where 'allowed' names its characters.
      """
    ),
    (
      "required: lower; required: digit, lower; required: digit",
      """
      policy: warning: policy 'policy': 'required: lower, digit' (required[1]) demands nothing beyond \
      'required: lower' (required[0])
        It can be removed.
      """
    ),
  ])
  func `a required class that permits more is not said to be removable as it is`(
    text: String, message: String
  ) throws {
    #expect(try policy(text).lint().first?.message == message)
  }
}
