import Foundation
import PasswordPolicies
import TestSupport
import Testing

@Suite struct LosslessTests {
  @Test(.firstFailureOnly, arguments: [1, 2, 3] as [UInt64])
  func `rules of every kind are read back from their description and from JSON`(
    seed: UInt64
  ) throws {
    var generator = SeededGenerator(seed: seed)
    for number in 0..<300 {
      var rules = PasswordRules.random(using: &generator)
      if number % 2 == 0 { rules.maxConsecutiveReading = .repeatsAndSequences }
      #expect(PasswordRules("\(rules)") == rules, "seed \(seed): \(rules)")
      let stored = try JSONEncoder().encode([rules])
      #expect(try JSONDecoder().decode([PasswordRules].self, from: stored) == [rules])
    }
  }

  @Test func `rules are stored as their text`() throws {
    var rules: PasswordRules = [.minLength(8), .maxConsecutive(2)]
    #expect("\(rules)" == "max-consecutive: 2; minlength: 8;")
    #expect(
      String(decoding: try JSONEncoder().encode(rules), as: UTF8.self)
        == #""max-consecutive: 2; minlength: 8;""#)
    rules.maxConsecutiveReading = .repeatsAndSequences
    #expect(
      "\(rules)"
        == "max-consecutive: 2; minlength: 8; # max-consecutive counts repeats-and-sequences")
    #expect(rules.descriptor == "max-consecutive: 2; minlength: 8;")
    let impossible: PasswordRules = [.minLength(9000), .maxLength(8)]
    #expect(PasswordRules("\(impossible)") == impossible)
    #expect(PasswordRules("") == [])
  }

  @Test func `a text that Apple's parser would cut is not a value`() throws {
    #expect(PasswordRules("minlength: 8; required: digits;") == nil)
    #expect(PasswordRules("required: digit; minlength: 8 ;") == nil)
    let error = #expect(throws: DecodingError.self) {
      _ = try JSONDecoder().decode(
        PasswordRules.self, from: Data(#""minlength: 8; required: digits;""#.utf8))
    }
    guard case .dataCorrupted(let context) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(
      context.debugDescription == """
        <rules>:1:25: error: unknown class 'digits'; expected a class name or '[…]'
          Did you mean 'digit'?
        """)
  }

  @Test func `lenient reading gives what a browser keeps, and says what it drops`() {
    let text = "minlength: 8 ; required: digit; maxlength: 20"
    #expect(PasswordRules(leniently: text) == [.required(.digit), .maxLength(20)])
    let reading = ReferenceReading(of: text)
    #expect(reading.rules == PasswordRules(leniently: text) && reading.outcome == .recovered)
    let problem = reading.problems[0]
    #expect(problem.found == "space after the number of 'minlength'" && !problem.isError)
    #expect(problem.expected == "';'")
    #expect(
      problem.remedy
        == "This rule is dropped. Remove the space: because of it Apple's parser ignores the rule.")
    let all = ReferenceReading(of: "minlength: 8; required: digits;")
    #expect(all.rules == [] && all.outcome == .failed)
    #expect(
      PasswordRules(leniently: "max-consecutive: 2", readingMaxConsecutiveAs: .repeatsAndSequences)
        .maxConsecutiveReading == .repeatsAndSequences)
  }

  @Test func `a policy with a list is read only if the caller judges the list`() throws {
    let text = "minlength: 8; min-score: 3; blocklist: default;"
    let error = #expect(throws: PasswordRules.ParseError.self) {
      _ = try PasswordPolicy(parsing: text)
    }
    #expect(
      error?.description == """
        <rules>:1:29: error: 'blocklist: default exact', which this library cannot judge
          Judge it yourself and accept it with 'acceptingUnjudged: true', or remove it.
        <rules>:1:15: error: 'min-score: 3', which this library cannot judge
          Judge it yourself and accept it with 'acceptingUnjudged: true', or remove it.
        """)
    #expect(error?.problems.map(\.code) == ["unjudged-rule", "unjudged-rule"])
    let policy = try PasswordPolicy(parsing: text, acceptingUnjudged: true)
    #expect(policy.unjudged.map(\.description) == ["blocklist: default exact", "min-score: 3"])
    let again = try JSONDecoder().decode(
      PasswordPolicy.self, from: JSONEncoder().encode(policy))
    #expect(again == policy && again.unjudged == policy.unjudged)
    #expect(throws: DecodingError.self) {
      let stored = #"{"text":"minlength: 8; min-score: 3;","maxConsecutiveReading":"repeats","#
      _ = try JSONDecoder().decode(
        PasswordPolicy.self, from: Data((stored + #""unjudged":["min-score: 2"]}"#).utf8))
    }
  }

  // It printed 150,000 characters of tables.
  @Test func `a policy prints as its text`() throws {
    let policy = try PasswordPolicy(parsing: "minlength: 8; min-classes: 3;")
    #expect("\(policy)" == "minlength: 8; min-classes: 3;")
    #expect(String(describing: [policy]) == "[minlength: 8; min-classes: 3;]")
    var dumped = ""
    dump(policy, to: &dumped)
    #expect(dumped.count < 200, "\(dumped)")
  }
}
