import BigInt
import PasswordPolicies
import PasswordSpaces
import Passwords
import TestSupport
import Testing

@Suite struct GeneratorTests {
  @Test(arguments: [
    "required: lower; required: digit; max-consecutive: 2;", "allowed: unicode;",
    "required: upper; required: lower; required: digit; required: special; max-sequential: 2;",
    "min-classes: 3; max-class-run: 2;", "allowed: unicode; min-classes: 4 unicode;",
    "at-least: 3 digit; at-least: 2 upper; allowed: lower, upper, digit; max-repeating: 1;",
    "minlength: 15; allowed: unicode;\nor\nminlength: 8; required: digit; required: lower;",
  ])
  func `every generated password passes the matcher`(rules: String) throws {
    let policy = policy(rules)
    let generator = try PasswordGenerator(policy, lengths: 9...16)
    let schema = try Schema(for: policy.demand)
    let (profiler, matcher) = (Profiler(schema), try PolicyMatcher(policy, schema: schema))
    var random = SeededGenerator(seed: 7)
    for _ in 0..<100 {
      let password = generator.next(using: &random)
      let bytes = Array(password.utf8)
      #expect(matcher.verdict(on: profiler.profile(of: bytes.span)).isCompliant, "\(password)")
      #expect(generator.rank(of: password).map { generator.password(at: $0) } == password)
    }
  }

  /// Each passes with a probability of 99.99 %; the seeds are fixed, so the outcome never changes.
  @Test(
    .firstFailureOnly,
    arguments: [
      ("allowed: [abcd]; max-consecutive: 1; minlength: 3; maxlength: 4;", 144, UInt64(1)),
      ("required: [ab]; required: [bc]; maxlength: 3; allowed: [abc];", 33, UInt64(2)),
      ("allowed: digit; max-sequential: 1; minlength: 2; maxlength: 2;", 82, UInt64(3)),
      ("at-least: 2 [a]; allowed: [axyz]; minlength: 3; maxlength: 3;", 10, UInt64(4)),
      ("allowed: [ab]; maxlength: 3;\nor\nallowed: [bc]; maxlength: 4;", 41, UInt64(5)),
    ])
  func `each password is drawn as often as any other`(
    rules: String, expected: Int, seed: UInt64
  ) throws {
    let generator = try PasswordGenerator(policy(rules), lengths: 1...4)
    #expect(generator.count == BigUInt(expected))
    var random = ReproducibleGenerator(seed: seed)
    var counts: [String: Int] = [:]
    let draws = 100 * expected
    for _ in 0..<draws { counts[generator.next(using: &random), default: 0] += 1 }
    let chiSquared =
      counts.values.reduce(0.0) { $0 + Double(($1 - 100) * ($1 - 100)) / 100 }
      + Double(expected - counts.count) * 100
    // The normal approximation of Wilson and Hilferty at 3.7 standard deviations.
    let freedom = Double(expected - 1)
    let bound = 1 - 2 / (9 * freedom) + 3.7 * (2 / (9 * freedom)).squareRoot()
    #expect(chiSquared < freedom * bound * bound * bound)
  }

  @Test func `a seed determines the drawn passwords`() throws {
    let generator = try PasswordGenerator(policy("required: lower;"), lengths: 8...8)
    var (a, b, c) = (
      ReproducibleGenerator(seed: 1), ReproducibleGenerator(seed: 1), ReproducibleGenerator(seed: 2)
    )
    let first = (0..<10).map { _ in generator.next(using: &a) }
    #expect(first == (0..<10).map { _ in generator.next(using: &b) })
    #expect(first != (0..<10).map { _ in generator.next(using: &c) })
  }
}
