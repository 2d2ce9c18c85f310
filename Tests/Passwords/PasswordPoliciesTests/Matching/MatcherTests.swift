import Diagnostics
import PasswordPolicies
@_spi(Internal) import Passwords
import TestSupport
import Testing

@Suite struct MatcherTests {
  @Test(.firstFailureOnly, arguments: few(1, of: Array(0..<4)))
  func `verdicts agree with a naive reading of the prose`(part: Int) throws {
    for seed in UInt64(part * 40)..<UInt64(part * 40 + 40) {
      var generator = SeededGenerator(seed: seed)
      let naive = NaivePolicy.random(using: &generator)
      for reading in PasswordRules.MaxConsecutiveReading.allCases {
        let policy = try firstPolicy(ofFile: naive.text, maxConsecutive: reading)
        let schema = try Schema(for: policy.demand)
        let (matcher, profiler) = (try PolicyMatcher(policy, schema: schema), Profiler(schema))
        for _ in 0..<40 {
          let password = NaivePolicy.randomPassword(using: &generator)
          let signature = schema.signature(of: profiler.profile(of: password.utf8.span))
          let profile = schema.profile(of: signature)
          let broken = matcher.verdict(on: profile).indices.map { matcher.ruleIDs[$0].text }
          let expected = naive.verdict(
            on: password, sequencesCount: reading == .repeatsAndSequences)
          try #require(broken == expected, "seed \(seed): \(naive.text) on '\(password)'")
          let kept = naive.alternatives.firstIndex {
            NaivePolicy(alternatives: [$0])
              .verdict(on: password, sequencesCount: reading == .repeatsAndSequences).isEmpty
          }
          try #require(matcher.firstKept(by: profile) == kept ?? 0, "\(naive.text), '\(password)'")
        }
      }
    }
  }

  @Test func `a policy of many schemas gives the same verdict by each`() throws {
    // The schema for all policies packs more facts than any one of them needs.
    var generator = SeededGenerator(seed: 7)
    let drawn = try (0..<12).map { _ in
      try firstPolicy(ofFile: NaivePolicy.random(using: &generator).text)
    }
    let demand = drawn.reduce(into: FactDemand()) { $0.formUnion($1.demand) }
    let common = try Schema(for: demand)
    for policy in drawn {
      let matcher = try PolicyMatcher(policy, schema: common)
      for _ in 0..<100 {
        let password = NaivePolicy.randomPassword(using: &generator)
        let profile = Profiler(common).profile(of: password.utf8.span)
        let broken = matcher.verdict(on: profile).indices.map { matcher.ruleIDs[$0].text }
        #expect(
          try broken == verdict(of: policy, on: password), "\(policy.text()) on '\(password)'")
      }
    }
  }

  @Test(.firstFailureOnly, arguments: seeds(10, of: 200))
  func `many profiles are judged together as each is judged alone`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let drawn = try (0..<8).map { _ in
      try firstPolicy(ofFile: NaivePolicy.random(using: &generator).text)
    }
    let schema = try Schema(for: drawn.reduce(into: FactDemand()) { $0.formUnion($1.demand) })
    // Few characters, so that sets of character groups and lengths recur.
    let profiles = (0..<200).map { _ in
      let password = NaivePolicy.randomPassword(using: &generator)
      return Profiler(schema).profile(of: String(password.prefix(3)).utf8.span)
    }
    let columns = ProfileColumns(profiles)
    for policy in drawn {
      let matcher = try PolicyMatcher(policy, schema: schema)
      // What stood there before must not matter.
      var verdicts = [UInt64](repeating: .max, count: profiles.count)
      var span = verdicts.mutableSpan
      matcher.judge(columns, into: &span)
      #expect(verdicts == profiles.map { matcher.verdict(on: $0).violated }, "\(policy.text())")
    }
  }

  @Test func `lists and score decide by their bits`() throws {
    let policy = try firstPolicy(
      ofFile: """
        blocklist: default; blocklist: "x" fold; context: "acme"; min-score: 3; allowed: unicode
        """)
    #expect(policy.lists.count == 3)
    var demand = policy.demand
    demand.lists = 3
    let matcher = try PolicyMatcher(policy, schema: Schema(for: demand)) {
      policy.lists.firstIndex(of: $0).map { 4 >> UInt32($0) }
    }
    #expect(matcher.ruleIDs == ["blocklist[0]", "blocklist[1]", "context", "min-score"])
    var profile = Profile()
    profile[.score] = 2
    profile.lists = 0b101
    #expect(matcher.verdict(on: profile).indices == [0, 2, 3])
    profile[.score] = 3
    profile.lists = 0b010
    #expect(matcher.verdict(on: profile).indices == [1])
  }

  @Test func `rules on users' names decide by their bits, or refuse no password`() throws {
    let policy = try firstPolicy(
      ofFile: #"allowed: unicode; context: username substring, username, "acme""#)
    #expect(
      policy.lists == [.context(["acme"]), .userName(.whole), .userName(.part)])
    var demand = policy.demand
    demand.lists = 3
    let matcher = try PolicyMatcher(policy, schema: Schema(for: demand)) {
      policy.lists.firstIndex(of: $0).map { 1 << UInt32($0) }
    }
    #expect(matcher.ruleIDs == ["context", "username", "username-substring"])
    let silent = try PolicyMatcher(policy, schema: Schema(for: demand)) { _ in 0 }
    for lists in 0..<8 as Range<UInt32> {
      var profile = Profile()
      profile.lists = lists
      #expect(matcher.verdict(on: profile).violated == UInt64(lists))
      #expect(silent.verdict(on: profile).isCompliant)
    }
  }

  @Test(arguments: [
    ("max-consecutive: 3", "the longest run up to 4, for 'max-consecutive: 3'"),
    ("max-sequential: 3", "the longest sequence up to 4, for 'max-sequential: 3'"),
    ("max-class-run: 3", "the longest class run up to 4, for 'max-class-run: 3'"),
    ("required: [x]", "the characters that 'required: [x]' distinguishes"),
    ("at-least: 2 digit", "the number of characters that 'at-least: 2 digit' counts"),
    ("at-most: 2 digit", "the number of characters that 'at-most: 2 digit' counts"),
    ("at-most: 0 [x]", "the characters that 'at-most: 0 [x]' distinguishes"),
    ("blocklist: default", "whether the list of 'blocklist: default exact' holds a password"),
    ("context: username", "whether the list of 'context: username' holds a password"),
    ("min-score: 2", "the strength score that 'min-score: 2' asks for"),
  ])
  func `a schema without a fact is refused by the fact's name`(text: String, fact: String) throws {
    let policy = try firstPolicy(ofFile: text)
    let schema = try Schema(for: FactDemand())
    #expect(throws: SchemaError.missingFact(fact)) { try PolicyMatcher(policy, schema: schema) }
  }

  @Test func `64 rules have bits, 65 are refused by the matcher, too`() throws {
    let rules = Array(repeating: "required: digit", count: 63).joined(separator: "; ")
    let policy = try policy(rules)
    #expect(policy.ruleIDs.count == 64)
    #expect(try verdict(of: policy, on: "x").count == 64)
    let tooMany = reading("\(rules); required: digit; allowed: digit")
    let one = try #require(tooMany.policies.first)
    let schema = try Schema(for: one.demand)
    #expect(throws: SchemaError.tooManyFacts(bits: 65, limit: 64)) {
      try PolicyMatcher(one, schema: schema)
    }
    // A value has no such limit, since its answer needs no bits.
    let many = PasswordRules(Array(repeating: .required(.digit), count: 200))
    #expect(many.violations(in: "x").count == 201)
  }

  @Test func `a limit beyond any password demands no more than can be recorded`() throws {
    let policy = try policy("max-consecutive: 99999999999; minlength: 99999999999999999999999")
    #expect(policy.demand[.longestRun] == Schema.longestLine + 1)
    #expect(try verdict(of: policy, on: "aaaa") == ["minlength"])
  }
}
