import BigInt
import Diagnostics
import PasswordPolicies
import PasswordSpaces
import TestSupport
import Testing

/// Which lengths are counted and drawn: at each limit, one below and one above, of one alternative
/// and of two in both orders.
@Suite struct LengthRangeTests {
  private typealias Origin = LengthRange.Origin

  private static let ranges: [(rules: String, lower: Int, upper: Int, from: Origin, to: Origin)] = [
    ("", 1, 64, .default, .horizon), ("minlength: 1;", 1, 64, .policy, .horizon),
    ("minlength: 63;", 63, 64, .policy, .horizon), ("minlength: 64;", 64, 64, .policy, .horizon),
    ("minlength: 65;", 65, 65, .policy, .horizon), ("maxlength: 63;", 1, 63, .default, .policy),
    ("maxlength: 64;", 1, 64, .default, .policy), ("maxlength: 65;", 1, 65, .default, .policy),
    ("maxlength: 4095;", 1, 4095, .default, .policy),
    ("maxlength: 4096;", 1, 4096, .default, .policy),
    ("maxlength: 4097;", 1, 64, .default, .horizon),
    ("maxlength: 1023; max-sequential: 2;", 1, 1023, .default, .policy),
    ("maxlength: 1024; max-sequential: 2;", 1, 1024, .default, .policy),
    ("maxlength: 1025; max-sequential: 2;", 1, 64, .default, .horizon),
    ("maxlength: 1024; max-class-run: 2;", 1, 1024, .default, .policy),
    ("maxlength: 1025; max-class-run: 2;", 1, 64, .default, .horizon),
    ("maxlength: 1025; max-repeating: 2;", 1, 1025, .default, .policy),
    // Needs that take more characters than the horizon has.
    ("at-least: 64 digit;", 1, 64, .default, .horizon),
    ("at-least: 65 digit;", 1, 65, .default, .horizon),
    ("at-least: 60 digit; at-least: 5 lower;", 1, 65, .default, .horizon),
    ("at-least: 63 digit; min-classes: 3;", 1, 66, .default, .horizon),
    ("at-least: 70 digit; maxlength: 66;", 1, 66, .default, .policy),
    ("at-least: 70 digit;\nor\nat-least: 66 digit;", 1, 70, .default, .horizon),
    ("at-least: 66 digit;\nor\nat-least: 70 digit;", 1, 70, .default, .horizon),
    // Of alternatives the loosest limits count, and none if one has none.
    ("minlength: 5; maxlength: 8;\nor\nminlength: 3; maxlength: 9;", 3, 9, .policy, .policy),
    ("minlength: 3; maxlength: 9;\nor\nminlength: 5; maxlength: 8;", 3, 9, .policy, .policy),
    ("minlength: 5;\nor\nminlength: 3; maxlength: 9;", 3, 64, .policy, .horizon),
    ("minlength: 5;\nor\nmaxlength: 9;", 1, 64, .default, .horizon),
    ("maxlength: 9;\nor\nminlength: 5;", 1, 64, .default, .horizon),
    ("maxlength: 9;\nor\nminlength: 5; maxlength: 20;", 1, 20, .default, .policy),
  ]

  @Test(arguments: ranges)
  private func `the lengths are the policy's, or end at what can be counted`(
    rules: String, lower: Int, upper: Int, from: Origin, to: Origin
  ) throws {
    // Read without the reader's own opinion of large numbers and of policies that nobody can meet.
    let reading = PolicyReading(policyFile: Array(rules.utf8), file: "p")
    let policy = try #require(reading.policies.first)
    let range = LengthRange(policy)
    #expect((range.lower, range.upper) == (lower, upper))
    #expect((range.lowerFrom, range.upperFrom) == (from, to))
    #expect(range.lengths == lower...upper && !range.isChosen)
    // Chosen limits replace the policy's, one by one.
    let chosen = LengthRange(policy, from: 2, to: 5)
    #expect((chosen.lower, chosen.upper) == (2, 5) && chosen.isChosen)
    #expect((chosen.lowerFrom, chosen.upperFrom) == (.option, .option))
    let beginning = LengthRange(policy, from: 2)
    #expect(beginning.lowerFrom == .option && beginning.upperFrom == to && beginning.isChosen)
    // Without its minimum, nothing takes this one beyond the horizon.
    #expect((beginning.lower, beginning.upper) == (2, rules == "minlength: 65;" ? 64 : upper))
    let ending = LengthRange(policy, to: lower)
    #expect(ending.lowerFrom == from && ending.upperFrom == .option && ending.isChosen)
    #expect((ending.lower, ending.upper) == (lower, lower) && ending.lengths == lower...lower)
    #expect(LengthRange(policy, to: lower - 1).lengths == nil)
  }

  @Test(arguments: [
    ("minlength: 2; maxlength: 9; allowed: digit;", 2), ("maxlength: 15; allowed: digit;", 15),
    ("maxlength: 16; allowed: digit;", 16), ("maxlength: 17; allowed: digit;", 16),
    ("allowed: digit;", 16), ("minlength: 17;", 17), ("minlength: 1;", 1),
    // From the minimum on the first length that is permitted; if there is none, the last before.
    ("minlength: 2; at-least: 4 digit; allowed: digit;", 4),
    ("at-least: 17 digit; allowed: digit;", 17),
    ("allowed: digit; maxlength: 3;\nor\nallowed: digit; minlength: 20; maxlength: 22;", 20),
    ("allowed: digit; maxlength: 3;\nor\nallowed: digit; maxlength: 5;", 5),
    ("allowed: [x]; max-repeating: 5;", 5), ("allowed: [x]; max-repeating: 15;", 15),
    ("allowed: [x]; max-repeating: 5; minlength: 2;", 2),
    ("minlength: 2; required: digit; required: lower; required: upper;", 3),
    ("minlength: 20; or maxlength: 10;", 20), ("minlength: 9; maxlength: 8;", nil),
    ("maxlength: 4; at-least: 6 digit; allowed: digit;", nil),
  ])
  func `passwords are drawn of the first permitted length from the minimum on`(
    rules: String, length: Int?
  ) throws {
    let policy = policy(rules)
    var keyspace = try Keyspace(policy)
    #expect(try keyspace.lengthToDraw(in: LengthRange(policy)) == length)
    #expect(
      try keyspace.lengthToDraw(in: LengthRange(policy, from: 9, to: 8)) == nil)
  }

  /// Alternatives whose lengths lie apart, overlap, nest and touch.
  @Test(arguments: [
    "minlength: 2; maxlength: 3;\nor\nminlength: 5;",
    "minlength: 5;\nor\nminlength: 2; maxlength: 3;",
    "minlength: 1; maxlength: 4;\nor\nminlength: 3; maxlength: 6; required: [a];",
    "minlength: 1; maxlength: 6; required: [a];\nor\nminlength: 3; maxlength: 4;",
    "maxlength: 2; required: [b];\nor\nminlength: 3;", "minlength: 4;", "maxlength: 3;",
    "minlength: 9;", "minlength: 2; maxlength: 2;\nor\nminlength: 4; maxlength: 4;",
    "maxlength: 1;\nor\nmaxlength: 4;\nor\nmaxlength: 2;",
  ])
  func `the total is the sum over the lengths, whatever the range`(rules: String) throws {
    let policy = policy(rules.replacing("or\n", with: "or\nallowed: [ab]; ") + " allowed: [ab];")
    var keyspace = try Keyspace(policy, repertoire: Repertoire("ab".unicodeScalars))
    let counts = try keyspace.counts(lengths: 0...8)
    for first in 0...8 {
      for last in first...8 {
        #expect(
          try keyspace.total(lengths: first...last) == counts[first...last].reduce(0, +),
          "\(first)...\(last)")
      }
    }
  }
}
