import PasswordPolicies
import TestSupport
import Testing

// What an app needs to explain a violation in its own words, read by the public interface.

@Suite struct ViolationTests {
  @Test func `a rule that is kept has no fault, however far a password is beyond its bound`() {
    let password = Array("secret12".unicodeScalars)
    for rule in [.minLength(3), .maxLength(20), .minClasses(1), .atLeast(1, .digit)]
      as [PasswordRules.Rule]
    {
      #expect(rule.fault(in: password).positions.isEmpty, "\(rule)")
    }
  }

  @Test(arguments: [
    ("minlength: 8;", "secret", 6, [Range<Int>]()),
    ("maxlength: 4;", "secret", 6, [4..<6]),
    ("allowed: lower; required: digit;", "secret", 0, []),
    ("allowed: lower;", "Se crETé", 5, [0..<1, 2..<3, 5..<8]),
    ("max-consecutive: 2;", "aaabbcccc", 4, [0..<3, 5..<9]),
    ("max-repeating: 1;", "abba", 2, [1..<3]),
    ("max-sequential: 2;", "abcba 42", 3, [0..<3, 2..<5]),
    ("allowed: unicode; max-repeating: 1;", "é👍👍", 2, [1..<3]),
  ])
  func `a violation of Apple's language has a number and the places`(
    rules: String, password: String, number: Int, positions: [Range<Int>]
  ) throws {
    let rules = try PasswordRules(parsing: rules)
    let violation = try #require(rules.violations(in: password).first)
    #expect(violation.number == number && violation.positions == positions)
    let extended = try PasswordPolicy(parsing: rules.descriptor)
    let same = try #require(extended.violations(in: password).first)
    #expect(same.number == number && same.positions == positions)
    #expect(same.rule == violation.rule && same.message == violation.message)
  }

  @Test(arguments: [
    (
      "min-classes: 3;", "secret12", PasswordRules.Rule.minClasses(3),
      2, [Range<Int>]()
    ),
    ("allowed: unicode; min-classes: 4 unicode;", "éÉ", .minClasses(4, of: .unicode), 2, []),
    ("at-least: 2 digit;", "secret1", .atLeast(2, .digit), 1, []),
    ("at-most: 2 digit;", "1a23b4", .atMost(2, .digit), 4, [3..<4, 5..<6]),
    ("at-most: 1 digit;", "a123", .atMost(1, .digit), 3, [2..<4]),
    ("exactly: 1 digit;", "ab", .exactly(1, .digit), 0, []),
    ("between: 1, 2 digit;", "123", .between(1...2, .digit), 3, [2..<3]),
    ("max-class-run: 4;", "abcde1fghijk", .maxClassRun(4), 6, [0..<5, 6..<12]),
    ("min-unique: 4;", "ababc", .minUnique(4), 3, []),
    ("minlength: 8; or minlength: 9;", "abc", .minLength(8), 3, []),
  ])
  func `a violation of a policy file's rule has them, too`(
    text: String, password: String, rule: PasswordRules.Rule, number: Int,
    positions: [Range<Int>]
  ) throws {
    let policy = try PasswordPolicy(parsing: text)
    let violation = try #require(policy.violations(in: password).first)
    #expect(violation.rule == rule)
    #expect(violation.number == number && violation.positions == positions)
    #expect(policy.text.contains("\(violation.rule);"))
  }

  @Test func `max-consecutive points at equal characters, or else at the sequence`() throws {
    let rules = try PasswordRules(
      parsing: "max-consecutive: 2;", readingMaxConsecutiveAs: .repeatsAndSequences)
    let violations = ["abcddd", "xabcd"].map { rules.violations(in: $0)[0] }
    #expect(violations.map(\.number) == [3, 4])
    #expect(violations.map(\.positions) == [[3..<6], [1..<5]])
  }

  // Verdicts have 64 bits.
  @Test func `compiled rules may be more than a verdict has bits`() {
    let letters = (0x30..<0x76).map { String(Unicode.Scalar($0)) }
    let rules = PasswordRules(
      letters.compactMap { PasswordRules.CharacterClass($0) }.map { .required($0) })
    let compiled = rules.compiled()
    #expect(compiled.isSatisfied(by: letters.joined()))
    #expect(!compiled.isSatisfied(by: letters.dropLast().joined()))
    #expect(compiled.violations(in: letters.dropLast().joined()).map(\.id) == ["required[69]"])
    #expect(!compiled.isSatisfied(by: letters.dropFirst().joined()))
  }

  @Test func `places are those of characters that comply once they are gone`() throws {
    for seed in seeds(60, of: 400) {
      var generator = SeededGenerator(seed: seed)
      let naive = NaivePolicy.random(using: &generator)
      guard let policy = try? PasswordPolicy(parsing: naive.text) else { continue }
      for _ in 0..<20 {
        let password = NaivePolicy.randomPassword(using: &generator)
        let scalars = Array(password.unicodeScalars)
        for violation in policy.violations(in: password) {
          let rule = violation.rule
          guard rule.isApples || rule.keyword == "allowed" else { continue }
          switch rule.keyword {
          case "allowed", "maxlength":
            var rest = String.UnicodeScalarView()
            for index in scalars.indices
            where !violation.positions.contains(where: { $0.contains(index) }) {
              rest.append(scalars[index])
            }
            let only: PasswordRules =
              rule.keyword == "maxlength" ? [rule, .allowed(.unicode)] : [rule]
            try #require(only.isSatisfied(by: String(rest)), "seed \(seed): \(rule)")
          case "max-repeating", "max-consecutive":
            let most = rule.most ?? 0
            for range in violation.positions {
              try #require(Set(scalars[range]).count == 1 && range.count > most, "seed \(seed)")
            }
          default: try #require(rule.keyword == "max-sequential" || violation.positions.isEmpty)
          }
        }
      }
    }
  }
}
