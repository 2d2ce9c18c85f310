import PasswordPolicies
import Testing

/// Each rule one below its limit, at it and one above, with the sentence for whoever misses it.
@Suite struct RuleLimitTests {
  /// A rule, passwords, and the sentences about each; none for a password that complies.
  private static let cases: [(rule: String, password: String, sentence: String?)] = [
    ("minlength: 3", "", "The password has 0 characters; at least 3 are needed."),
    ("minlength: 3", "é2", "The password has 2 characters; at least 3 are needed."),
    ("minlength: 2", "é", "The password has 1 character; at least 2 are needed."),
    ("minlength: 3", "é23", nil), ("minlength: 3", "é234", nil),
    ("minlength: 1", "", "The password has 0 characters; at least 1 is needed."),
    ("maxlength: 3", "é2", nil), ("maxlength: 3", "é23", nil),
    ("maxlength: 3", "é234", "The password has 4 characters; at most 3 are permitted."),
    ("maxlength: 1", "é2", "The password has 2 characters; at most 1 is permitted."),
    ("required: digit", "ab", "The password needs at least one digit; it has none."),
    ("required: digit", "a1", nil), ("required: digit", "12", nil),
    (
      "required: upper, digit, [-!]", "ab",
      "The password needs at least one upper-case letter, digit or one of '-!'; it has none."
    ),
    ("required: [-!]", "ab", "The password needs one of '-!'; it has none."),
    ("at-least: 1 [ab]", "cd", "The password needs one of 'ab'; it has none."),
    (
      "at-least: 1 special", "cd", "The password needs at least one special character; it has none."
    ),
    ("at-least: 1 digit", "c1", nil),
    ("at-least: 2 digit", "cd", "The password has 0 of these: digits; at least 2 are needed."),
    ("at-least: 2 digit", "c1", "The password has 1 of these: digits; at least 2 are needed."),
    ("at-least: 2 digit", "1c1", nil), ("at-least: 2 digit", "111", nil),
    (
      "at-least: 3 lower, upper, [12]", "a-B3",
      "The password has 2 of these: upper-case letters, lower-case letters and the characters "
        + "'12'; at least 3 are needed."
    ),
    ("at-most: 2 digit", "1a2", nil), ("at-most: 2 digit", "abc", nil),
    ("at-most: 2 digit", "1a23", "The password has 3 of these: digits; at most 2 are permitted."),
    (
      "at-most: 1 [ab]", "ab",
      "The password has 2 of these: the characters 'ab'; at most 1 is permitted."
    ),
    ("at-most: 0 digit", "ab", nil),
    ("at-most: 0 digit", "a1", "The password has 1 of these: digits; none is permitted."),
    ("exactly: 1 digit", "a1", nil),
    ("exactly: 1 digit", "ab", "The password has 0 of these: digits; at least 1 is needed."),
    ("exactly: 1 digit", "12", "The password has 2 of these: digits; at most 1 is permitted."),
    ("between: 1, 2 digit", "1a", nil), ("between: 1, 2 digit", "1a2", nil),
    ("between: 1, 2 digit", "a", "The password has 0 of these: digits; at least 1 is needed."),
    ("between: 1, 2 digit", "123", "The password has 3 of these: digits; at most 2 are permitted."),
    ("at-most: 3 unicode", "abc", nil),
    (
      "at-most: 3 unicode", "abcd",
      "The password has 4 of these: characters of any kind; at most 3 are permitted."
    ),
    ("max-repeating: 2", "aab", nil), ("max-repeating: 2", "aba", nil),
    (
      "max-repeating: 2", "baaab",
      "The password has 3 equal characters in a row; at most 2 are permitted."
    ),
    (
      "max-repeating: 1", "aabbb",
      "The password has 3 equal characters in a row; at most 1 is permitted."
    ),
    ("max-sequential: 3", "abc", nil), ("max-sequential: 3", "cba", nil),
    ("max-sequential: 3", "abab", nil), ("max-sequential: 3", "yz01", nil),
    ("max-sequential: 3", "@AZ[", nil), ("max-sequential: 1", "aB", nil),
    ("max-sequential: 1", "9:", nil),
    (
      "max-sequential: 3", "xabcd",
      "The password has a sequence of 4 characters, such as abc or 321; at most 3 are permitted."
    ),
    (
      "max-sequential: 3", "98765",
      "The password has a sequence of 5 characters, such as abc or 321; at most 3 are permitted."
    ),
    // A sequence that turns begins again with the character at which it turns.
    (
      "max-sequential: 3", "bcdcba",
      "The password has a sequence of 4 characters, such as abc or 321; at most 3 are permitted."
    ),
    (
      "max-sequential: 1", "ab",
      "The password has a sequence of 2 characters, such as abc or 321; at most 1 is permitted."
    ),
    ("max-class-run: 2", "ab1", nil), ("max-class-run: 2", "a1B-", nil),
    (
      "max-class-run: 2", "1abc",
      "The password has 3 characters of one kind in a row; at most 2 are permitted."
    ),
    // Characters beyond ASCII are one kind.
    (
      "max-class-run: 1", "aé漢",
      "The password has 2 characters of one kind in a row; at most 1 is permitted."
    ),
    ("min-classes: 2", "a1", nil), ("min-classes: 2", "a1B", nil),
    ("min-classes: 2", "aé", "The password has 1 kind of characters; at least 2 are needed."),
    ("min-classes: 3", "aé1", "The password has 2 kinds of characters; at least 3 are needed."),
    ("min-classes: 1", "é", "The password has 0 kinds of characters; at least 1 is needed."),
    ("min-classes: 2 unicode", "a漢", nil),
    (
      "min-classes: 3 unicode", "aé 漢",
      "The password has 2 kinds of characters; at least 3 are needed."
    ),
  ]

  @Test(arguments: cases)
  func `a rule refuses what misses its limit, and says by how much`(
    rule: String, password: String, sentence: String?
  ) throws {
    let policy = try PasswordPolicy(parsing: "allowed: unicode; \(rule);")
    #expect(policy.violations(in: password).map(\.message) == (sentence.map { [$0] } ?? []))
    #expect(policy.isSatisfied(by: password) == (sentence == nil))
  }

  @Test(arguments: [
    ("lower", "ab", nil),
    (
      "lower", "aB",
      "1 character of the password is not permitted; only lower-case letters are."
    ),
    // Each occurrence counts.
    (
      "lower, [-!]", "BBé-",
      "3 characters of the password are not permitted; only lower-case letters and the characters "
        + "'-!' are."
    ),
    (
      "ascii-printable", "a\tb",
      "1 character of the password is not permitted; only printable ASCII characters are."
    ),
  ])
  func `characters that are not permitted are counted`(
    classes: String, password: String, sentence: String?
  ) throws {
    let policy = try PasswordPolicy(parsing: "allowed: \(classes);")
    #expect(policy.violations(in: password).map(\.message) == (sentence.map { [$0] } ?? []))
  }

  /// Where runs and sequences are limited by one number, the sentence names the one that is too
  /// long; of both, the run.
  @Test(arguments: [
    ("abaa", nil),
    (
      "abcaa",
      "The password has a sequence of 3 characters, such as abc or 321; at most 2 are permitted."
    ),
    ("abbba", "The password has 3 equal characters in a row; at most 2 are permitted."),
    ("abcddd", "The password has 3 equal characters in a row; at most 2 are permitted."),
  ])
  func `max-consecutive names the run or the sequence that is too long`(
    password: String, sentence: String?
  ) throws {
    let policy = try PasswordPolicy(
      parsing: "allowed: unicode; max-consecutive: 2;",
      readingMaxConsecutiveAs: .repeatsAndSequences)
    #expect(policy.violations(in: password).map(\.message) == (sentence.map { [$0] } ?? []))
    let isRun = sentence?.contains("equal") == true
    #expect(
      try PasswordRules(parsing: "allowed: unicode; max-consecutive: 2;").isSatisfied(by: password)
        == !isRun)
  }

  /// The number that counts of a rule written with 2 and 3, in any order, and with 0.
  private static let merged: [(rule: String, counts: Int)] = [
    ("minlength", 3), ("maxlength", 2), ("max-consecutive", 2), ("max-repeating", 2),
    ("max-sequential", 2), ("min-classes", 3), ("max-class-run", 2), ("min-score", 3),
  ]

  @Test(arguments: merged)
  func `of two rules of one name the stricter counts, and 0 does not`(
    rule: String, counts: Int
  ) throws {
    for numbers in [[2, 3], [3, 2], [0, 2, 3], [3, 0, 2], [2, 3, 0]] {
      let text = numbers.map { "\(rule): \($0);" }.joined(separator: " ") + " allowed: unicode;"
      let policy = try firstPolicy(ofFile: text)
      #expect(policy.rules.map(\.text) == ["\(rule): \(counts)"], "\(text)")
    }
    let none = try firstPolicy(ofFile: "\(rule): 0; allowed: unicode;")
    #expect(none.rules.isEmpty)
  }

  @Test func `classes, lists and words are kept, each once where order does not matter`() throws {
    let text = """
      allowed: lower; allowed: digit; required: upper; required: upper; at-least: 2 digit;
      at-least: 2 digit; blocklist: "b"; blocklist: "a"; blocklist: "b"; context: "xyz", "abc";
      context: "xyz"; context: "def" substring, "uvw" substring; context: "def" substring;
      """
    let policy = try firstPolicy(ofFile: text)
    #expect(
      policy.rules.map { "\($0.id) \($0.text)" } == [
        "required[0] required: upper", "required[1] required: upper",
        "allowed allowed: upper, lower, digit",
        "at-least[0] at-least: 2 digit", "at-least[1] at-least: 2 digit",
        #"blocklist[0] blocklist: "b" exact"#, #"blocklist[1] blocklist: "a" exact"#,
        #"context context: "xyz", "abc""#,
        #"context-substring context: "def" substring, "uvw" substring"#,
      ])
  }

  @Test func `a policy without lists keeps every other rule`() throws {
    let text = """
      minlength: 8; maxlength: 9; required: digit; max-consecutive: 2; max-repeating: 3;
      max-sequential: 4; min-classes: 2; at-least: 2 upper; max-class-run: 5; blocklist: "a";
      blocklist: "b"; context: "abc", "def" substring, username, username substring; min-score: 2;
      """
    let policy = try firstPolicy(ofFile: text, maxConsecutive: .repeatsAndSequences)
    let lists: [RuleID] = [
      "blocklist[0]", "blocklist[1]", "context", "context-substring", "username",
      "username-substring",
    ]
    #expect(policy.ruleIDs.filter(lists.contains) == lists)
    let without = policy.withoutLists()
    #expect(without.rules == policy.rules.filter { !lists.contains($0.id) })
    #expect(
      policy.withoutLists(orScore: true).rules == without.rules.filter { $0.id != "min-score" })
    #expect(without.maxConsecutive == .repeatsAndSequences && without.name == policy.name)
  }

  /// Every field by which two policies can differ, as a rule beside the same others.
  @Test func `policies have equal keys just where they mean the same`() throws {
    let rules = [
      "", "minlength: 8", "minlength: 9", "maxlength: 8", "maxlength: 9", "required: upper",
      "required: lower", "required: lower; required: upper", "allowed: unicode",
      "max-consecutive: 2", "max-consecutive: 3", "max-repeating: 2", "max-repeating: 3",
      "max-sequential: 2", "max-sequential: 3", "min-classes: 2", "min-classes: 3",
      "min-classes: 2 unicode", "at-least: 2 digit", "at-least: 3 digit", "at-least: 2 upper",
      "at-least: 2 upper; at-least: 2 digit", "max-class-run: 2", "max-class-run: 3",
      "blocklist: default", "blocklist: \"a\"", "blocklist: \"b\"", "blocklist: \"a\" fold",
      "blocklist: \"a\"; blocklist: \"b\"", "context: \"abc\"", "context: \"abc\", \"def\"",
      "context: \"abc\" substring", "context: username", "context: username substring",
      "context: username, username substring", "min-score: 1", "min-score: 2",
      "minlength: 8; or minlength: 9", "minlength: 9; or minlength: 8",
    ]
    let keys = try rules.map { try firstPolicy(ofFile: $0).canonicalKey }
    for (index, key) in keys.enumerated() {
      for (other, otherKey) in keys.enumerated() {
        #expect((key == otherKey) == (index == other), "'\(rules[index])', '\(rules[other])'")
      }
    }
  }
}
