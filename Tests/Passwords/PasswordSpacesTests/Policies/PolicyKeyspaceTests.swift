import BigInt
import Bytes
import Diagnostics
import Foundation
import PasswordPolicies
import PasswordSpaces
import TestSupport
import Testing

@Suite struct PolicyKeyspaceTests {
  private func keyspace(_ rules: String, horizon: Int = 64) throws -> PolicyKeyspace {
    var counter = KeyspaceCounter()
    let policy = policy(rules)
    return try PolicyKeyspace(policy, range: LengthRange(policy, horizon: horizon), &counter)
  }

  @Test func `a policy is summed up at its shortest length`() throws {
    let four = try keyspace(
      "minlength: 8; required: upper; required: lower; required: digit; required: special; "
        + "max-consecutive: 2;")
    #expect(four.alphabetSize == 95)
    #expect(four.obligations == (4, 4))
    #expect(four.maxRun == 2)
    #expect(four.floor?.length == 8)
    #expect(four.floor?.bits.map { abs($0 - 51.4258) < 5e-5 } == true)
    #expect(four.floorCosts?.costliest?.rule == "required[2]")
    #expect(four.range == LengthRange(four.policy))
    #expect((four.range.lowerFrom, four.range.upperFrom) == (.policy, .horizon))
    #expect(four.rows.map(\.length) == Array(8...64))
    #expect(four.total == four.rows.reduce(0) { $0 + $1.count })
    #expect(four.caveats == [.strings, .horizon])
  }

  @Test(arguments: [
    "minlength: 9; maxlength: 8;", "allowed: [a]; max-consecutive: 3; minlength: 4;",
    "required: [a]; required: [b]; required: [c]; maxlength: 2;",
    "allowed: digit; min-classes: 2;", "allowed: lower; at-least: 1 digit;",
  ])
  func `an impossible policy says why`(rules: String) throws {
    var counter = KeyspaceCounter()
    // Read without the reader's own warning about policies that nobody can meet.
    let reading = PolicyReading(policyFile: Array(rules.utf8), file: "impossible.policy")
    let policy = try #require(reading.policies.first)
    let keyspace = try PolicyKeyspace(policy, &counter)
    #expect(keyspace.impossible?.isEmpty == false)
    #expect(keyspace.floor == nil && keyspace.total == 0)
    #expect(keyspace.caveats.contains(.impossible))
  }

  @Test(arguments: ComparisonAlphabet.allCases)
  func `what is lost is lost of the alphabet that is counted`(alphabet: ComparisonAlphabet) throws {
    var counter = KeyspaceCounter(comparing: alphabet)
    let keyspace = try PolicyKeyspace(
      policy("minlength: 4; maxlength: 5; required: digit; allowed: unicode;"), &counter)
    #expect(keyspace.rows.count == 2)
    for row in keyspace.rows {
      let size =
        alphabet == .unicode ? counter.repertoire.count(of: counter.repertoire.support) : 95
      #expect(keyspace.baseline(row) == BigUInt(size).power(row.length))
      let lost = row.bits.flatMap { bits in keyspace.baseline(row).bits.map { $0 - bits } }
      #expect(zip([lost], [keyspace.lost(row)]).allSatisfy { abs(($0 ?? 0) - ($1 ?? 9)) < 1e-9 })
    }
  }

  @Test func `a share beyond every Double has six digits, rounded to the nearest`() {
    let whole = BigUInt(10).power(406)
    for (digits, words) in [
      (1_000_000, "1.00000e-400"), (9_999_949, "9.99995e-400"), (9_999_994, "9.99999e-400"),
      (9_999_996, "1.00000e-399"), (9_999_980, "9.99998e-400"), (1_000_004, "1.00000e-400"),
      (1_000_006, "1.00001e-400"),
    ] {
      #expect(Numbers.share(BigUInt(digits), of: whole) == words)
      #expect(
        Numbers.share(whole * BigUInt(10).power(394) * BigUInt(digits), of: whole)
          == words.replacing("e-4", with: "e+4").replacing("e-399", with: "e+401"))
    }
  }

  @Test func `rules that cannot be counted are named`() throws {
    let listed = try keyspace("minlength: 8; blocklist: default exact; min-score: 3;")
    #expect(listed.uncounted == ["blocklist", "min-score"])
    #expect(listed.caveats == [.strings, .horizon, .uncounted])
    #expect(listed.floor?.count == BigUInt(95).power(8))
  }

  @Test func `costs add up to the loss, and deleting a line can change the alphabet`() throws {
    var counter = KeyspaceCounter()
    let policy = policy(
      "required: digit; required: lower; required: digit; allowed: upper; min-classes: 3;")
    let costs = try RuleCosts(policy, length: 10, &counter)
    #expect(agree(costs.rules.reduce(0) { $0 + ($1.shapley ?? .nan) }, costs.lost))
    #expect(
      costs.rules.map(\.rule) == [
        "alphabet", "required[0]", "required[1]", "required[2]", "min-classes",
      ])
    #expect(costs.rules.map(\.isImplied) == [false, true, true, true, false])
    // Without `required: lower` no lower-case letter is permitted, so three classes cannot be met.
    #expect(costs.rules[2].deleteLine == nil)
    #expect(costs.rules[1].deleteLine == 0)
    #expect(costs.rules[4].rule.name == "min-classes")
  }

  @Test func `many rules are not averaged, and very many not weighed`() throws {
    var counter = KeyspaceCounter()
    let rule = { (index: Int) in
      "required: [\(Character(Unicode.Scalar(UInt8(48 + index))))], special;"
    }
    let many = try RuleCosts(
      policy((0..<40).map(rule).joined(separator: " ")), length: 12, &counter)
    #expect(many.rules.count == 41 && many.rules[1].shapley == nil && many.rules[1].last != nil)
    let veryMany = try RuleCosts(
      policy(
        (0..<40).map(rule).joined(separator: " ") + String(repeating: "required: lower;", count: 22)
      ),
      length: 12, &counter)
    #expect(veryMany.lost != nil && veryMany.rules[1].last == nil)
  }

  @Test func `each problem of counting reads as a sentence`() {
    let countable = "; expected a policy that can be counted exactly\n  "
    #expect(
      [
        KeyspaceProblem.tooManyNeeds(terms: 7), .tooManyStates(limit: 8, rules: ["required"]),
        .tooManyAlternatives(ways: 9), .lengthOutOfReach(11, limit: 10), .outOfTime,
      ].map(\.message) == [
        "error: the rules on required characters overlap in more than 7 ways" + countable
          + "Require fewer classes that share characters, or lift a limit on runs.",
        "error: 'required' takes more than 8 states to keep track of" + countable
          + "Choose fewer characters, or drop one of these rules.",
        "error: the alternatives can be met together in more than 9 ways" + countable
          + "Split the policy, and count its alternatives one by one.",
        "error: length 11; expected at most 10, so that counting ends\n  Choose a shorter length.",
        "error: counting takes longer than the page allows" + countable
          + "'audit keyspace --rules FILE' takes its time.",
      ])
  }

  @Test func `numbers are printed as Foundation prints them`() {
    var random = SeededGenerator(seed: 19)
    let edges = [0, 0.5, 1.5, 2.5, 0.000_000_5, 999_999.5, 1e-5, 1e22, .greatestFiniteMagnitude]
    let numbers = edges + (0..<2000).map { _ in Double(bitPattern: random.next()) }
    for number in numbers where number.isFinite {
      let magnitude = number.magnitude
      for digits in 1...7 {
        let fixed = String(format: "%.\(digits)f", magnitude)
        #expect(Numbers.fixed(magnitude, decimals: digits) == fixed, "\(magnitude)")
        let significant = String(format: "%.\(digits)g", number)
        #expect(Numbers.significant(number, digits: digits) == significant, "\(number)")
      }
    }
  }

  @Test func `shares are printed where doubles end`() {
    #expect(Numbers.share(1, of: BigUInt(10).power(400)) == "1.00000e-400")
    #expect(Numbers.share(BigUInt(10).power(400), of: 2) == "5.00000e+399")
    #expect(Numbers.share(0, of: 3) == "0")
    #expect(Numbers.share(1, of: 3) == "0.333333")
    #expect(Numbers.bits(-0.0000001) == "0.000000")
  }
}
