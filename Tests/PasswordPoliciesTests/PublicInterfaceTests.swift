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
    #expect(rule.name == .required && "\(rule)" == "required: special" && reading == .repeats)
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
    ("minlength: 8", "secret", "The password has 6 characters; at least 8 are needed."),
    ("maxlength: 1", "ab", "The password has 2 characters; at most 1 is permitted."),
    (
      "required: digit, upper; allowed: lower", "secret",
      "The password needs at least one upper-case letter or digit; it has none."
    ),
    ("required: [-_]; allowed: lower", "secret", "The password needs one of '-_'; it has none."),
    (
      "allowed: lower, digit", "Se cret",
      "2 characters of the password are not permitted; only lower-case letters and digits are."
    ),
    (
      "max-consecutive: 2", "baaab",
      "The password has 3 equal characters in a row; at most 2 are permitted."
    ),
    (
      "max-repeating: 1", "bb",
      "The password has 2 equal characters in a row; at most 1 is permitted."
    ),
    (
      "max-sequential: 3", "xfedcx",
      "The password has a sequence of 4 characters, such as abc or 321; at most 3 are permitted."
    ),
  ])
  func `a violation is reported in a sentence with the numbers`(
    rules: String, password: String, message: String
  ) throws {
    let rules = try PasswordRules(parsing: rules)
    #expect(rules.violations(in: password).map(\.message) == [message])
  }

  @Test(arguments: [
    (
      "min-classes: 3;", "secret12",
      "The password has 2 kinds of characters; at least 3 are needed."
    ),
    (
      "at-least: 2 digit;", "secret1",
      "The password has 1 of these: digits; at least 2 are needed."
    ),
    (
      "at-least: 1 special;", "secret1",
      "The password needs at least one special character; it has none."
    ),
    (
      "max-class-run: 4;", "abcde1",
      "The password has 5 characters of one kind in a row; at most 4 are permitted."
    ),
    (
      "minlength: 15; or minlength: 8; min-classes: 2;", "seventy",
      "The password has 7 characters; at least 15 are needed."
    ),
  ])
  func `rules beyond Apple's language are read and explained too`(
    rules: String, password: String, message: String
  ) throws {
    let policy = try PasswordRules.Extended(parsing: rules)
    #expect(policy.violations(in: password).map(\.message) == [message])
    #expect(!policy.isSatisfied(by: password))
    #expect(try PasswordRules.Extended(parsing: policy.text).text == policy.text)
  }

  @Test func `rules that need a list or a score are named and not judged`() throws {
    let policy = try PasswordRules.Extended(
      parsing: """
        # alternatives too
        [site]
        minlength: 8; allowed: unicode; blocklist: default; context: "acme", username;
        min-score: 3; max-consecutive: 2;
        """, readingMaxConsecutiveAs: .repeatsAndSequences, acceptingUnjudged: true)
    #expect(
      policy.unjudged == [
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
        try PasswordRules.Extended(parsing: text)
      }
      #expect(error?.problems.map(\.code) == [code])
    }
  }

  // The naive twin counts the numbers in the sentences.
  @Test func `sentences state the numbers of the password`() throws {
    for seed in seeds(60, of: 400) {
      var generator = SeededGenerator(seed: seed)
      let naive = NaivePolicy.random(using: &generator)
      guard let policy = try? PasswordRules.Extended(parsing: naive.text) else { continue }
      for _ in 0..<20 {
        let password = NaivePolicy.randomPassword(using: &generator)
        let violations = policy.violations(in: password)
        try #require(
          violations.map(\.id) == naive.verdict(on: password, sequencesCount: false),
          "seed \(seed): \(naive.text)")
        for violation in violations {
          // The first number describes the password, the last one the rule.
          let numbers = violation.message.split { !$0.isNumber }.compactMap { Int($0) }
          let limit = violation.rule.description.split { !$0.isNumber }.first.flatMap { Int($0) }
          let name = violation.id.split(separator: ".").last ?? ""
          if name.hasPrefix("first") || name.hasPrefix("last") { continue }
          try #require(
            violation.number == Self.number(of: violation, in: numbers), "\(violation.message)")
          guard let has = numbers.first, numbers.count > 1, let limit,
            !name.hasPrefix("allowed"), !name.hasPrefix("required")
          else { continue }
          let isFloor = name.hasPrefix("min") || name.hasPrefix("at-least")
          try #require(isFloor ? has < limit : has > limit, "seed \(seed): \(violation.message)")
        }
      }
    }
  }

  /// The number of the password in the numbers of a sentence; 0 where the sentence says none.
  private static func number(
    of violation: PasswordRules.Extended.Violation, in numbers: [Int]
  ) -> Int? {
    violation.message.hasSuffix("it has none.") ? 0 : numbers.first
  }
}
