import PasswordPolicies
import TestSupport
import Testing

@Suite struct PolicyTextTests {
  @Test(arguments: [Policy.Form.canonical, .minified])
  func `random policies read back as the same policies`(form: Policy.Form) throws {
    for seed in seeds(40, of: 200) {
      var generator = SeededGenerator(seed: seed)
      let naive = NaivePolicy.random(using: &generator)
      let policy = try firstPolicy(ofFile: naive.text)
      let again = try firstPolicy(ofFile: policy.text(form))
      try #require(again.canonicalKey == policy.canonicalKey, "seed \(seed): \(policy.text(form))")
      try #require(again.rules == policy.rules, "seed \(seed)")
    }
  }

  @Test(arguments: Preset.all)
  func `presets read back as the same policies`(preset: Preset) throws {
    let policy = preset.policy()
    let file = "preset:\(preset.id)"
    let again = try firstPolicy(ofFile: policy.text(), named: file)
    #expect(again.canonicalKey == policy.canonicalKey)
    #expect(again.name == policy.name)
    try expectLines(of: policy, named: file)
  }

  @Test func `real policies read back from one line`() throws {
    for (domain, rules) in try VectorFile.sites().map({ ($0.domain, $0.rules) }) {
      try expectLines(of: try policy(rules), "\(domain)")
    }
  }

  // Blocklists, words and scores too, which `naive` policies lack.
  @Test func `random policies read back from one line`() throws {
    try compared(atLeast: 60) { count in
      for seed in seeds(60, of: 400) {
        var generator = SeededGenerator(seed: seed)
        var text = NaivePolicy.random(using: &generator).text
        let extras = [
          "blocklist: default;", "blocklist: \"a or b; .txt\" fold;", "min-score: 3;",
          "blocklist: default leet substring 5;", "context: \"or\", \"x \\\"or\\\" y\", username;",
          "context: username substring;", "max-sequential: 3;", "allowed: unicode;",
        ]
        for extra in extras where Int.random(in: 0...3, using: &generator) == 0 {
          text += " " + extra
        }
        guard let policy = try? policies(ofFile: text).first else { continue }
        try expectLines(of: policy, "seed \(seed)")
        count += 1
      }
    }
  }

  @Test func `or separates alternatives on one line and on several`() throws {
    let text = "minlength: 15; allowed: unicode; or minlength: 8; required: digit; or\nmaxlength: 4"
    let policy = try firstPolicy(ofFile: text)
    #expect(
      policy.line(.minified)
        == "allowed: unicode; minlength: 15; or required: digit; minlength: 8; or maxlength: 4;")
    #expect(reading("or: 1;").problems.map(\.code) == ["unknown-property"])
    #expect(
      reading("minlength: 8; or or maxlength: 9;").problems.map(\.code) == ["empty-alternative"])
  }

  private func expectLines(
    of policy: Policy, named file: String = "rules.txt", _ comment: Comment? = nil
  ) throws {
    for form in [Policy.Form.canonical, .minified] {
      let line = policy.line(form)
      #expect(!line.contains("\n"))
      let again = try #require(try policies(ofFile: line, named: file).first, comment)
      try #require(again.canonicalKey == policy.canonicalKey, comment)
      try #require(again.rules == policy.rules, comment)
    }
  }

  @Test func `a policy prints as a section`() throws {
    let text = """
      [two ways]
      allowed: unicode; minlength: 15;
      or
      required: digit; minlength: 8;
      min-classes: 2; at-least: 2 digit; max-class-run: 3; blocklist: "a\\"\\\\b" fold; context: "x"; \
      min-score: 2;

      """
    let policy = try firstPolicy(ofFile: text)
    #expect(policy.text(.minified) == text)
    #expect(
      policy.text(.canonical)
        == text.replacing("required: digit;", with: "required: digit; allowed: digit;"))
  }

  @Test(arguments: [
    "default exact", "default fold", "default leet", #""a b.txt" exact substring 4"#,
    "default fold substring 2", #""x" leet substring 64"#, "default entra-like",
  ])
  func `each way to compare a list prints as it reads`(comparison: String) throws {
    let text = "[site]\nallowed: unicode;\nblocklist: \(comparison);\n"
    let policy = try firstPolicy(ofFile: text)
    #expect(policy.text(.canonical) == text)
    #expect(policy.textsOfLists == ["blocklist: \(comparison)"])
  }

  @Test(arguments: [
    (#"context: username"#, "username", ["context: username"]),
    (
      #"context: "acme" substring, username, "inc", "widget"  substring"#,
      #""inc", "acme" substring, "widget" substring, username"#,
      [
        #"context: "inc""#, #"context: "acme" substring, "widget" substring"#,
        "context: username",
      ]
    ),
    ("context: username substring", "username substring", ["context: username substring"]),
    (
      #"context: "username", username , "acme"; context: username  substring, username, "acme""#,
      #""username", "acme", username, username substring"#,
      [#"context: "username", "acme""#, "context: username", "context: username substring"]
    ),
  ])
  func `the user's name is printed after the words of a context`(
    text: String, context: String, lists: [String]
  ) throws {
    let policy = try firstPolicy(ofFile: text)
    let file = try firstPolicy(ofFile: policy.text(.minified))
    for policy in [policy, file] {
      #expect(policy.text(.minified).hasSuffix("\ncontext: \(context);\n"))
      #expect(policy.textsOfLists == lists)
      #expect(policy.asksForUserNames && !policy.isPreset)
    }
    #expect(file.canonicalKey == policy.canonicalKey)
  }

  @Test func `a policy without rules prints one that says so`() throws {
    let reading = PolicyReading(policyFile: [], file: "empty.txt")
    #expect(reading.policies.map { $0.text(.minified) } == ["[empty]\nallowed: ascii-printable;\n"])
  }

  @Test func `a password that complies with a policy complies with its portable text`() throws {
    for seed in seeds(20, of: 100) {
      var generator = SeededGenerator(seed: seed)
      var naive = NaivePolicy.random(using: &generator)
      naive.alternatives = Array(naive.alternatives.prefix(1))
      let portable = try firstPolicy(ofFile: naive.text).portable
      for _ in 0..<40 {
        let password = NaivePolicy.randomPassword(using: &generator)
        let broken = naive.verdict(on: password, sequencesCount: false)
        let violations = portable.rules.violations(in: password)
        // Beyond ASCII only a class with 'except' is narrower.
        let isNarrower = naive.text.contains("except") && !password.utf8.allSatisfy { $0 < 0x80 }
        if broken.isEmpty, !isNarrower {
          try #require(violations.isEmpty, "seed \(seed): \(naive.text) '\(password)'")
        }
        if portable.losses.allSatisfy({ if case .recent = $0 { true } else { false } }) {
          try #require(
            violations.isEmpty == broken.isEmpty, "seed \(seed): \(naive.text) '\(password)'")
        }
      }
    }
  }
}

extension Policy {
  /// The rules on lists, as written.
  fileprivate var textsOfLists: [String] {
    rules.filter(\.isUncounted).map(\.text)
  }
}
