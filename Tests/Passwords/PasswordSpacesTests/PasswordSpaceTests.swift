import PasswordPolicies
import PasswordSpaces
import TestSupport
import Testing

// Code of a library user, with the two imports.

@Suite struct PasswordSpaceTests {
  @Test func `the passwords of rules are counted`() throws {
    let space = PasswordSpace(try PasswordRules(parsing: "minlength: 8; required: digit;"))
    #expect(try space.count(length: 8) == 100_000_000)
    #expect(try space.count(length: 7) == 0)
    #expect(try space.count(length: -1) == 0)
    #expect(try space.count(lengths: 1...9) == 1_100_000_000)
    #expect(try space.bits(length: 8).map { Int($0 * 100) } == 2657)
    #expect(try space.bits(length: 7) == nil)
    let wide = PasswordSpace([.allowed(.unicode), .maxLength(1)], alphabet: .permitted)
    #expect(try wide.count(length: 1) == 1_112_064)
    #expect(try PasswordSpace([.allowed(.unicode), .maxLength(1)]).count(length: 1) == 95)
  }

  @Test func `max-consecutive is counted as its reading says`() throws {
    var rules: PasswordRules = [.required(.digit), .maxConsecutive(1)]
    #expect(try PasswordSpace(rules).count(length: 2) == 90)
    rules.maxConsecutiveReading = .repeatsAndSequences
    #expect(try PasswordSpace(rules).count(length: 2) == 72)
  }

  @Test func `the costs of rules have their names`() throws {
    let costs = try PasswordSpace([.required(.lower), .required(.digit)]).costs(length: 8)
    #expect(costs.rules.map(\.id) == ["alphabet", "required[0]", "required[1]"])
    #expect(costs.costliest?.id == "alphabet" && costs.length == 8)
    #expect((costs.rules[2].shapley ?? 0) > (costs.rules[1].shapley ?? 0))
  }

  @Test(
    arguments: [
      ("minlength: 9; required: lower; required: digit;", nil, 9), ("required: digit;", nil, 16),
      ("maxlength: 5; allowed: lower;", nil, 5), ("required: upper;", 3, 3),
    ] as [(String, Int?, Int)])
  func `a generated password complies, and has the length asked for or the rules' own`(
    text: String, length: Int?, expected: Int
  ) throws {
    let rules = try PasswordRules(parsing: text)
    var random = SeededGenerator(seed: 1)
    let passwords = try (0..<20).map { _ in try rules.generate(length: length, using: &random) }
    #expect(passwords.allSatisfy { rules.isSatisfied(by: $0) && $0.count == expected })
    #expect(Set(passwords).count > 10)
  }

  @Test func `an extended policy is counted and drawn from`() throws {
    let policy = try PasswordPolicy(
      parsing: "minlength: 6; min-classes: 3; blocklist: default;", acceptingUnjudged: true)
    let space = PasswordSpace(policy)
    var random = SeededGenerator(seed: 1)
    #expect(policy.isSatisfied(by: try space.generate(using: &random)))
    #expect(try space.count(length: 6) < PasswordSpace([]).count(length: 6))
    let generator = try space.generator(lengths: 6...6)
    let password = generator.next(using: &random)
    #expect(generator.rank(of: password).map { generator.password(at: $0) } == password)
    #expect(try generator.count == space.count(length: 6))
  }

  @Test func `what cannot be generated or counted is an error with a reason`() throws {
    var random = SeededGenerator(seed: 1)
    let impossible: PasswordRules = [.minLength(9), .maxLength(8)]
    let error = #expect(throws: KeyspaceProblem.noPassword) {
      _ = try impossible.generate(using: &random)
    }
    #expect(
      error.map { "\($0)" } == """
        error: no password meets the policy
          Choose another length, or permit more characters.
        """)
    #expect(throws: KeyspaceProblem.noPassword) {
      _ = try PasswordRules().generate(length: -1, using: &random)
    }
    #expect(throws: KeyspaceProblem.lengthOutOfReach(5000, limit: 4096)) {
      _ = try PasswordSpace([]).count(length: 5000)
    }
  }
}
