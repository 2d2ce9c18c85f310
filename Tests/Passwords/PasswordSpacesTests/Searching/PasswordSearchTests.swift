import PasswordPolicies
import PasswordSpaces
import Passwords
import TestSupport
import Testing

/// The shortest passwords that some rules permit and others do not, against trying every short string.
@Suite struct PasswordSearchTests {
  /// Rules of few characters, by chance.
  private static func rules(_ random: inout SeededGenerator) -> String {
    let all = [
      "minlength: \(Int.random(in: 1...4, using: &random))",
      "maxlength: \(Int.random(in: 2...5, using: &random))", "required: [a]", "required: [1B]",
      "at-least: 2 [a1]", "at-most: 1 lower", "min-classes: 2", "min-classes: 3",
      "max-repeating: 1", "max-repeating: 2", "max-class-run: 2", "max-sequential: 2",
      "min-unique: 3", "first: lower", "last: digit, upper", "exactly: 1 [B]",
    ]
    let chosen = all.filter { _ in Int.random(in: 0..<4, using: &random) == 0 }
    return "allowed: [aB12]; " + chosen.map { $0 + "; " }.joined()
  }

  private static let strings: [String] = {
    var (all, last) = ([String](), [""])
    for _ in 1...5 {
      last = last.flatMap { start in "aB12".map { start + String($0) } }
      all += last
    }
    return all
  }()

  private func conditions(_ text: String) throws -> [Condition] {
    let reading = PolicyReading(policyFile: Array(text.utf8), file: "p")
    let policy = try #require(reading.policies.first)
    return try #require(policy.rulesOfAlternatives.first).flatMap(\.conditions)
  }

  @Test(.firstFailureOnly, arguments: seeds(40, of: 1000))
  func `a shortest password is as short as the first string that fits`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let kept = Self.rules(&random)
    let missed = (0..<Int.random(in: 0...2, using: &random)).map { _ in Self.rules(&random) }
    let (own, others) = (
      try PasswordPolicy(parsing: kept), try missed.map { try PasswordPolicy(parsing: $0) }
    )
    func fits(_ password: String) -> Bool {
      own.isSatisfied(by: password) && !others.contains { $0.isSatisfied(by: password) }
    }
    let first = Self.strings.first(where: fits)
    var search = PasswordSearch()
    let (inside, outside) = (try conditions(kept), try missed.map(conditions))
    for variant in 0..<3 {
      let found = try search.shortest(in: inside, outside: outside, variant: variant)
      let words = "seed \(seed): \(kept) without \(missed): \(found ?? "none")"
      if let first {
        #expect(found?.count == first.count, "\(words), \(first)")
      } else {
        #expect(found?.count ?? 6 > 5, "\(words)")
      }
      if let found { #expect(fits(found), "\(words)") }
    }
  }

  @Test func `passwords are looked for up to the limit of their length`() throws {
    var search = PasswordSearch()
    let longest = try search.shortest(in: conditions("minlength: 8192; allowed: [a];"))
    #expect(longest?.utf8.count == 8192)
    #expect(throws: KeyspaceProblem.lengthOutOfReach(8193, limit: 8192)) {
      try search.shortest(in: conditions("minlength: 8193; allowed: [a];"))
    }
  }

  @Test func `rules that others imply leave nothing`() throws {
    for (kept, missed, isNothing) in [
      ("min-classes: 3;", "min-classes: 2;", true), ("min-classes: 2;", "min-classes: 3;", false),
      ("minlength: 8;", "minlength: 7;", true), ("minlength: 7;", "minlength: 8;", false),
      ("minlength: 8; first: lower;", "minlength: 8; first: lower, digit;", true),
      ("minlength: 8; at-least: 2 digit;", "minlength: 8; min-classes: 2;", false),
    ] {
      var search = PasswordSearch()
      let found = try search.shortest(
        in: conditions("allowed: unicode; \(kept)"),
        outside: [conditions("allowed: unicode; \(missed)")])
      #expect((found == nil) == isNothing, "\(kept) without \(missed): \(found ?? "")")
    }
  }
}
