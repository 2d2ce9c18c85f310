import PasswordPolicies
import TestSupport
import Testing

// Code of a library user, as on the landing page, with the one import.

@Suite struct PublicInterfaceTests {
  @Test func `rules are read, judged by, and distinguished by id`() throws {
    let rules = try PasswordRules(
      parsing: "minlength: 8; required: lower; required: digit; allowed: [-_]")
    #expect(rules.isSatisfied(by: "correct-7"))
    #expect(rules.violations(in: "Correct").map(\.id) == ["minlength", "required[1]", "allowed"])
    #expect(rules.violations(in: "Correct").map(\.rule).first == .minLength(8))
    #expect("\(rules.violations(in: "correct!")[0])" == "required[1] (required: digit)")
  }

  @Test func `rules are made of values and printed`() {
    let rules: PasswordRules = [
      .minLength(20), .required(.upper, .lower), .allowed("-_."), .maxConsecutive(2),
    ]
    #expect(
      rules.descriptor
        == "required: upper, lower; allowed: [-._]; max-consecutive: 2; minlength: 20;")
    #expect(
      rules.htmlAttribute
        == "passwordrules=\"required: upper, lower; allowed: [-._]; max-consecutive: 2; minlength: 20;\""
    )
    #expect(rules == PasswordRules(rules.rules))
    #expect([.allowed(.asciiPrintable)] as PasswordRules == [])
  }

  @Test func `problems are listed with place and remedy`() throws {
    let problem = try #require(PasswordRules.problems(in: "required: digits").first)
    #expect(
      "\(problem)" == """
        <rules>:1:11: error: unknown class 'digits'; expected a class name or '[…]'
          Did you mean 'digit'?
        """)
    #expect(
      (problem.line, problem.column, problem.code, problem.isError) == (
        1, 11, "unknown-class", true
      ))
    do {
      _ = try PasswordRules(parsing: "required: digits")
      Issue.record("expected an error")
    } catch {
      #expect(error.problems == [problem])
    }
  }

  @Test func `every type can be named in full`() {
    let rule: PasswordRules.Rule = .required(.special)
    let special: PasswordRules.CharacterClass = .special
    let reading: PasswordRules.MaxConsecutiveReading = .repeats
    #expect(rule.keyword == "required" && "\(rule)" == "required: special" && reading == .repeats)
    #expect(special.contains("/") && special.contains(" ") && !special.contains("é"))
  }

  @Test func `custom classes hold printable ASCII only`() {
    #expect(PasswordRules.CharacterClass(String("-_")) == "_-")
    #expect(PasswordRules.CharacterClass(String("é")) == nil)
    #expect(PasswordRules.CharacterClass(String("\n")) == nil)
    #expect(PasswordRules.CharacterClass(String(""))?.isEmpty == true)
  }

  @Test(arguments: [
    ("abc", PasswordRules.MaxConsecutiveReading.repeats, true), ("aaa", .repeats, false),
    ("abc", .repeatsAndSequences, false), ("abd", .repeatsAndSequences, true),
  ])
  func `max-consecutive is read as requested`(
    password: String, reading: PasswordRules.MaxConsecutiveReading, isSatisfied: Bool
  ) {
    var rules: PasswordRules = [.maxConsecutive(2)]
    rules.maxConsecutiveReading = reading
    #expect(rules.isSatisfied(by: password) == isSatisfied)
    #expect(rules.compiled().isSatisfied(by: password) == isSatisfied)
    #expect((rules == [.maxConsecutive(2)]) == (reading == .repeats))
  }

  @Test(arguments: [
    // Length is in code points: a combining mark is one, a family of emoji five, CR LF two.
    ("e\u{301}", 2), ("👨‍👩‍👧", 5), ("\r\n", 2), ("", 0), ("漢字", 2),
  ])
  func `length counts code points`(password: String, count: Int) {
    let exactly: PasswordRules = [.minLength(count), .maxLength(count), .allowed(.unicode)]
    #expect(exactly.isSatisfied(by: password))
    let less: PasswordRules = [.maxLength(max(1, count - 1)), .allowed(.unicode)]
    #expect(less.isSatisfied(by: password) == (count < 2))
  }

  @Test(arguments: [
    "min-classes: 3;", "at-least: 2 digit;", "at-least: 1 special;", "at-most: 2 digit;",
    "exactly: 0 special;", "between: 1, 3 lower, [-_];", "max-class-run: 4;",
    "minlength: 15; or minlength: 8; min-classes: 2;",
  ])
  func `rules beyond Apple's language are read, and print as text that reads back`(
    rules: String
  ) throws {
    let policy = try PasswordPolicy(parsing: rules)
    #expect(try PasswordPolicy(parsing: policy.text).text == policy.text)
  }

  @Test func `one array of rules is a policy, and says which of them Apple's language has`() throws
  {
    let rules: PasswordRules = [
      .minLength(8), .required(.lower), .allowed(.digit), .atMost(2, .digit),
    ]
    let policy = rules.compiled()
    #expect(policy.text == "required: lower; allowed: digit; minlength: 8; at-most: 2 digit;")
    #expect(try PasswordPolicy(parsing: policy.text) == policy)
    #expect(policy.alternatives == [rules] && PasswordRules("\(rules)") == rules)
    #expect(rules.rules.filter { !$0.isApples } == [.atMost(2, .digit)])
    #expect(rules.descriptor == "required: lower; allowed: digit; minlength: 8;")
    #expect(policy.portable.rules.others.isEmpty && policy.portable.losses.count == 1)
    for password in ["wobbled123", "wobbled12", "WOBBLED12", "short"] {
      #expect(policy.isSatisfied(by: password) == (password == "wobbled12"))
      #expect(rules.violations(in: password) == policy.violations(in: password))
    }
    let bounds = rules.violations(in: "wobbled123")[0].rule
    #expect(bounds.keyword == "at-most" && bounds.most == 2 && bounds.least == nil)
    #expect(bounds.characters == .digit && bounds.value == "2 digit")
  }

  @Test func `repeated rules on a number are one, the stricter; idle ones are none`() {
    let rules: PasswordRules = [
      .minUnique(3), .minUnique(5), .maxClassRun(4), .maxClassRun(6), .minClasses(0),
      .atLeast(0, .digit),
      .atMost(1, .digit), .atMost(2, .digit), .minLength(0), .between(2...4, .lower),
    ]
    #expect(
      rules.rules == [
        .atMost(1, .digit), .atMost(2, .digit), .between(2...4, .lower), .maxClassRun(4),
        .minUnique(5),
      ])
  }

  @Test func `a policy of more counts than a signature holds is judged all the same`() {
    let letters = (0x61..<0x7B).compactMap {
      PasswordRules.CharacterClass(String(Unicode.Scalar($0)))
    }
    let policy = PasswordPolicy([PasswordRules(letters.map { .between(1...200, $0) })])
    let all = "abcdefghijklmnopqrstuvwxyz"
    #expect(policy.isSatisfied(by: all) && !policy.isSatisfied(by: String(all.dropFirst())))
    #expect(
      policy.violations(in: all.dropLast() + String(repeating: "a", count: 200)).map(\.id)
        == ["between[0]", "between[25]"])
  }

  @Test func `rules that need a list or a score are named and not judged`() throws {
    let policy = try PasswordPolicy(
      parsing: """
        # alternatives too
        [site]
        minlength: 8; allowed: unicode; blocklist: default; context: "acme", username;
        min-score: 3; max-consecutive: 2;
        """, readingMaxConsecutiveAs: .repeatsAndSequences, acceptingUnjudged: true)
    #expect(
      policy.unjudged.map(\.description) == [
        "blocklist: default exact", #"context: "acme""#, "context: username", "min-score: 3",
      ])
    #expect(policy.isSatisfied(by: "password"))
    #expect(policy.violations(in: "abcpassword").map(\.id) == ["max-consecutive"])
    #expect("\(policy.violations(in: "short")[0])" == "minlength (minlength: 8)")
    for (text, code) in [
      ("[a]\nminlength: 8;\n[b]\nminlength: 9;", "several-policies"),
      ("min-clases: 3;", "unknown-property"),
    ] {
      let error = #expect(throws: PasswordRules.ParseError.self) {
        try PasswordPolicy(parsing: text)
      }
      #expect(error?.problems.map(\.code) == [code])
    }
  }

  // The naive reference counts the numbers in the sentences.
  @Test func `sentences state the numbers of the password`() throws {
    for seed in seeds(60, of: 400) {
      var generator = SeededGenerator(seed: seed)
      let naive = NaivePolicy.random(using: &generator)
      guard let policy = try? PasswordPolicy(parsing: naive.text) else { continue }
      for _ in 0..<20 {
        let password = NaivePolicy.randomPassword(using: &generator)
        let violations = policy.violations(in: password)
        try #require(
          violations.map(\.id) == naive.verdict(on: password, sequencesCount: false),
          "seed \(seed): \(naive.text)")
        for violation in violations {
          // The first number describes the password, the last one the rule.
          let numbers = violation.message.split { !$0.isNumber }.compactMap { Int($0) }
          let stated = violation.rule.description.split { !$0.isNumber }.compactMap { Int($0) }
          let name = violation.id.split(separator: ".").last ?? ""
          if name.hasPrefix("first") || name.hasPrefix("last") { continue }
          try #require(
            violation.number == Self.number(of: violation, in: numbers), "\(violation.message)")
          guard let has = numbers.first, numbers.count > 1, let limit = stated.first,
            !name.hasPrefix("allowed"), !name.hasPrefix("required")
          else { continue }
          // The sentence names the bound that is broken.
          if name.hasPrefix("exactly") || name.hasPrefix("between") {
            let isTooMany = violation.message.contains("at most")
            try #require(isTooMany ? has > (stated.dropFirst().first ?? limit) : has < limit)
            continue
          }
          let isFloor = name.hasPrefix("min") || name.hasPrefix("at-least")
          try #require(isFloor ? has < limit : has > limit, "seed \(seed): \(violation.message)")
        }
      }
    }
  }

  /// The number of the password in the numbers of a sentence; 0 where the sentence says none.
  private static func number(
    of violation: PasswordRules.Violation, in numbers: [Int]
  ) -> Int? {
    violation.message.hasSuffix("it has none.") ? 0 : numbers.first
  }
}
