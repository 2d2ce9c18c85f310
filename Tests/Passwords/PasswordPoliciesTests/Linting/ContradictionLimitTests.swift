import Diagnostics
import PasswordPolicies
import Testing

/// Demands that just exclude each other, and such that just do not.
@Suite struct ContradictionLimitTests {
  private static let ends = "with these characters the run limits end a password after"

  private static let cases: [(text: String, reason: String?)] = [
    ("minlength: 8; maxlength: 8", nil), ("minlength: 7; maxlength: 8", nil),
    ("minlength: 9; maxlength: 8", "minlength 9 is above maxlength 8"),
    ("min-classes: 3; maxlength: 3", nil), ("min-classes: 3; maxlength: 4", nil),
    (
      "min-classes: 3; maxlength: 2", "the required characters alone take 3, above maxlength 2"
    ),
    (
      "min-classes: 5 unicode; maxlength: 4; allowed: unicode",
      "the required characters alone take 5, above maxlength 4"
    ),
    ("min-classes: 5 unicode; maxlength: 5; allowed: unicode", nil),
    ("allowed: lower, digit; min-classes: 2", nil),
    ("allowed: lower; min-classes: 2", "min-classes is 2, but only 1 kind is permitted"),
    ("required: digit; required: lower; maxlength: 2", nil),
    (
      "required: digit; required: lower; maxlength: 1",
      "the required characters alone take 2, above maxlength 1"
    ),
    (
      "required: [a]; required: [b]; required: [c]; maxlength: 2",
      "the required characters alone take 3, above maxlength 2"
    ),
    ("required: [ab]; required: [bc]; required: [ca]; maxlength: 2", nil),
    (
      "required: [ab]; required: [bc]; required: [ca]; maxlength: 1",
      "the required characters alone take 2, above maxlength 1"
    ),
    ("allowed: lower, digit; min-classes: 3", "min-classes is 3, but only 2 kinds are permitted"),
    ("at-least: 3 digit; maxlength: 3", nil),
    ("at-least: 4 digit; maxlength: 3", "the required characters alone take 4, above maxlength 3"),
    ("at-least: 2 digit; at-least: 2 lower; maxlength: 4", nil),
    (
      "at-least: 2 digit; at-least: 3 lower; maxlength: 4",
      "the required characters alone take 5, above maxlength 4"
    ),
    ("at-least: 4 [ab]; at-least: 4 [bc]; maxlength: 4", nil),
    ("allowed: lower; at-least: 1 digit", "no character of digit is permitted"),
    ("allowed: lower; at-least: 1 [1a]", nil),
    ("allowed: lower; at-least: 1 [1]; at-least: 1 [2]", "no character of [1] is permitted"),
    ("at-least: 2 digit; at-most: 2 digit", nil),
    (
      "at-least: 3 digit; at-most: 2 digit",
      "at least 3 of digit are needed, but at most 2 are permitted"
    ),
    ("at-least: 2 [12]; at-least: 1 [34]; at-most: 3 digit", nil),
    (
      "at-least: 2 [12]; at-least: 2 [34]; at-most: 3 digit",
      "at least 4 of digit are needed, but at most 3 are permitted"
    ),
    ("required: digit; at-most: 0 digit", "no character of digit is permitted"),
    ("allowed: lower, digit; minlength: 5; at-most: 3 lower; at-most: 2 digit", nil),
    (
      "allowed: lower, digit; minlength: 6; at-most: 3 lower; at-most: 2 digit",
      "at most 5 characters are permitted in all, but a password takes 6"
    ),
    (
      "min-classes: 2; allowed: lower, digit; at-most: 0 digit",
      "min-classes is 2, but only 1 kind is permitted"
    ),
    ("exactly: 2 [ab]; exactly: 2 [bc]; exactly: 2 [ac]; allowed: [abc]", nil),
    (
      "exactly: 1 [ab]; exactly: 1 [bc]; exactly: 1 [ac]; allowed: [abc]",
      "the numbers of characters that its rules ask for exclude each other"
    ),
    // Too many numbers to try, so that nothing is said.
    (
      "at-most: 40 [a]; at-most: 40 [b]; at-most: 40 [c]; at-most: 40 [d]; minlength: 99; allowed: [abcd]",
      nil
    ),
    // Of one character, all run limits end a password; the least of them counts.
    ("allowed: [x]; max-consecutive: 3; minlength: 3", nil),
    ("allowed: [x]; max-consecutive: 3; minlength: 4", "\(ends) 3, but it takes 4"),
    ("allowed: [x]; max-repeating: 3; minlength: 3", nil),
    ("allowed: [x]; max-repeating: 3; minlength: 4", "\(ends) 3, but it takes 4"),
    (
      "allowed: [x]; max-repeating: 2; max-consecutive: 3; minlength: 3",
      "\(ends) 2, but it takes 3"
    ),
    (
      "allowed: [x]; max-repeating: 3; max-consecutive: 2; minlength: 3",
      "\(ends) 2, but it takes 3"
    ),
    ("allowed: [x]; max-sequential: 1; minlength: 9", nil),
    ("allowed: [xz]; max-consecutive: 3; minlength: 4", nil),
    // Of two neighbours, a repetition is the only step that is left.
    ("allowed: [xy]; max-repeating: 2; max-sequential: 1; minlength: 2", nil),
    (
      "allowed: [xy]; max-repeating: 2; max-sequential: 1; minlength: 3",
      "\(ends) 2, but it takes 3"
    ),
    ("allowed: [xy]; max-repeating: 2; max-sequential: 2; minlength: 3", nil),
    (
      "allowed: [xy]; max-repeating: 1; max-sequential: 1; minlength: 2",
      "\(ends) 1, but it takes 2"
    ),
    ("allowed: [xz]; max-repeating: 1; max-sequential: 1; minlength: 4", nil),
    ("allowed: [xyz]; max-repeating: 1; max-sequential: 1; minlength: 3", nil),
    ("allowed: [@A]; max-repeating: 1; max-sequential: 1; minlength: 3", nil),
    ("allowed: digit; max-class-run: 3; minlength: 3", nil),
    ("allowed: digit; max-class-run: 3; minlength: 4", "\(ends) 3, but it takes 4"),
    (
      "allowed: [12]; max-class-run: 4; max-repeating: 1; minlength: 5", "\(ends) 4, but it takes 5"
    ),
    ("allowed: digit, lower; max-class-run: 3; minlength: 4", nil),
    // All alternatives must be impossible; the first reason is given.
    (
      "minlength: 9; maxlength: 8;\nor\nminlength: 7; maxlength: 6",
      "minlength 9 is above maxlength 8"
    ),
    ("minlength: 9; maxlength: 8;\nor\nminlength: 6; maxlength: 6", nil),
    ("minlength: 6; maxlength: 6;\nor\nminlength: 9; maxlength: 8", nil),
  ]

  @Test(arguments: cases)
  func `a policy is impossible from the first number on that leaves no password`(
    text: String, reason: String?
  ) throws {
    let reading = PolicyReading(policyFile: Array("\(text);".utf8), file: "p")
    #expect(reading.policies.first?.unsatisfiable == reason)
    let found = reading.problems.filter { $0.code == "unsatisfiable" }.map(\.message)
    #expect(
      found == (reason.map { ["p:1:1: warning: no password can meet the policy: \($0)"] } ?? []))
  }

  @Test(arguments: [
    (PasswordRules.MaxConsecutiveReading.repeats, nil),
    (.repeatsAndSequences, "\(ends) 1, but it takes 2"),
  ])
  func `max-consecutive ends a password of two neighbours if it counts sequences`(
    reading: PasswordRules.MaxConsecutiveReading, reason: String?
  ) throws {
    let text = "allowed: [xy]; max-consecutive: 1; minlength: 2"
    #expect(try policy(text, maxConsecutive: reading).unsatisfiable == reason)
  }
}
