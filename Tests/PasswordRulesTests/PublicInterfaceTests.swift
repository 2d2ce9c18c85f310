import PasswordRules
import Testing

// What a user of the library writes, as the landing page shows it, with the one import.

struct PublicInterfaceTests {
  @Test func `rules are read, judged by, and told apart by id`() throws {
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
  func `max-consecutive is read as asked`(
    password: String, reading: PasswordRules.MaxConsecutiveReading, isSatisfied: Bool
  ) {
    let rules: PasswordRules = [.maxConsecutive(2)]
    #expect(rules.isSatisfied(by: password, readingMaxConsecutiveAs: reading) == isSatisfied)
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
}
