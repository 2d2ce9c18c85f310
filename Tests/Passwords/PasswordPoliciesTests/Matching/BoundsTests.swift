import PasswordPolicies
@_spi(Internal) import Passwords
import TestSupport
import Testing

/// Verdicts on rows in which passwords differ, against those on each of their passwords.
@Suite struct BoundsTests {
  private static let policies = [
    "minlength: 4; required: upper; required: [+!]; allowed: unicode;",
    "minlength: 4; maxlength: 5; max-consecutive: 1; allowed: [abcA+!];",
    "minlength: 5; allowed: unicode; min-classes: 2;\nor\nminlength: 3; required: [+]; "
      + "min-score: 2; allowed: unicode;",
    "at-least: 2 upper; blocklist: default exact; allowed: unicode;",
    "at-most: 1 upper; at-most: 0 [+]; allowed: unicode;",
    "exactly: 1 [+!]; between: 2, 4 lower; allowed: unicode;",
    "min-score: 3; allowed: lower;", "required: special; allowed: unicode;",
    "first: lower; last: digit, upper; allowed: unicode;", "first: [aB]; min-unique: 3;",
  ].enumerated().flatMap { number, text in
    PolicyReading(policyFile: Array(text.utf8), file: "p\(number).policy").policies
  }

  private let schema: Schema

  init() throws {
    var demand = FactDemand()
    for policy in Self.policies { demand.formUnion(policy.demand) }
    (demand.lists, demand.score) = (2, true)
    schema = try Schema(for: demand)
  }

  /// Some signatures of passwords that are much alike.
  private func signatures(_ random: inout SeededGenerator) -> [Signature] {
    let profiler = Profiler(schema)
    let pieces = ["a", "b", "c", "A", "B", "+", "!", "1", "\t"].map { Array($0.utf8) }
    return (0..<60).map { _ in
      let password = (0..<Int.random(in: 2...6, using: &random)).flatMap { _ in
        pieces[Int.random(in: 0..<pieces.count, using: &random)]
      }
      var profile = profiler.profile(of: password.span)
      profile.lists = UInt32.random(in: 0..<4, using: &random)
      profile[.score] = Int.random(in: 0...4, using: &random)
      return schema.signature(of: profile)
    }
  }

  @Test(.firstFailureOnly, arguments: seeds(3, of: 100))
  func `what each password of a row breaks lies between what all and what any may break`(
    seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    let (ranges, kinds) = (SignatureRanges(schema), CountedKinds(schema))
    let signatures = signatures(&random)
    var undecided = 0
    for policy in Self.policies {
      let matcher = try PolicyMatcher(policy, schema: schema) { _ in 1 }
      let bounds = matcher.bounds()
      for (first, second) in zip(signatures, signatures.dropFirst()) {
        let range = ranges.union(SignatureRange(first), SignatureRange(second))
        let row = bounds.verdict(on: ProfileRange(range, schema, kinds))
        for signature in [first, second] {
          let broken = matcher.verdict(on: schema.profile(of: signature)).violated
          try #require(row.surely & ~broken == 0, "\(policy.name): \(row), and \(broken)")
          try #require(broken & ~row.possibly == 0, "\(policy.name): \(row), and \(broken)")
          try #require(broken != 0 || row.mayComply, "\(policy.name): \(row)")
          try #require(broken == 0 || !row.surelyComplies, "\(policy.name): \(row)")
        }
        if row.surely != row.possibly { undecided += 1 }
        // A row of one password is decided.
        let one = bounds.verdict(on: ProfileRange(SignatureRange(first), schema, kinds))
        let broken = matcher.verdict(on: schema.profile(of: first)).violated
        try #require(one.surely == broken && one.possibly == broken, "\(policy.name): \(one)")
        try #require([one.mayComply, one.surelyComplies] == [broken == 0, broken == 0])
      }
    }
    #expect(undecided > 100)
  }
}
