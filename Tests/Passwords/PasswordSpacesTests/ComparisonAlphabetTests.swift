import BigInt
import Diagnostics
import PasswordPolicies
import PasswordSpaces
import Testing

@Suite struct ComparisonAlphabetTests {
  private func keyspace(
    _ rules: String, on alphabet: ComparisonAlphabet
  ) throws -> PolicyKeyspace {
    var counter = KeyspaceCounter(comparing: alphabet)
    return try PolicyKeyspace(policy(rules), &counter)
  }

  // "12 of anything" had a floor of 241 bits, 162 more than it could lose.
  @Test func `policies of different alphabets compare on ASCII`() throws {
    let anything = try keyspace("minlength: 12; allowed: unicode;", on: .ascii)
    let same = try keyspace("minlength: 12;", on: .ascii)
    #expect(anything.floor == same.floor)
    #expect(anything.floor?.count == BigUInt(95).power(12))
    #expect(anything.floor.flatMap(anything.lost) == 0)
    #expect(anything.alphabetSize == 95 && !anything.isUnicode && anything.permitsMore)
    #expect(!same.permitsMore)
    #expect(anything.caveats == [.strings, .horizon])
    #expect(anything.floorCosts?.costliest == nil)
    #expect(anything.alphabet == .ascii)
  }

  @Test func `a rule costs the same whichever other characters are permitted`() throws {
    let rules = "minlength: 8; required: digit; required: upper, special; "
    let narrow = try keyspace(rules + "allowed: ascii-printable;", on: .ascii)
    let wide = try keyspace(rules + "allowed: unicode;", on: .ascii)
    for (a, b) in zip(narrow.floorCosts?.rules ?? [], wide.floorCosts?.rules ?? []) {
      #expect(agree(a.shapley, b.shapley) && agree(a.last, b.last) && agree(a.alone, b.alone))
    }
    #expect(agree(narrow.floor.flatMap(narrow.lost), wide.floor.flatMap(wide.lost)))
  }

  @Test func `the nominal numbers come on request`() throws {
    let anything = try keyspace("minlength: 12; allowed: unicode;", on: .policy)
    #expect(anything.floor?.count == BigUInt(1_112_064).power(12))
    #expect(
      anything.floor.flatMap(anything.lost).map { abs($0 + 162.17943335368096) < 1e-9 } == true)
    #expect(anything.caveats.contains(.unicode))
    let nominal = try keyspace("minlength: 12; allowed: unicode;", on: .unicode)
    #expect(nominal.floor.flatMap(nominal.lost) == 0 && nominal.floorCosts?.lost == 0)
    // Against all of Unicode the alphabet costs most, and the parts add up.
    let digits = try keyspace("minlength: 4; required: digit; allowed: lower;", on: .unicode)
    #expect(digits.floorCosts?.costliest?.rule == "alphabet")
    #expect(
      agree(
        digits.floorCosts?.rules.reduce(0) { $0 + ($1.shapley ?? .nan) },
        digits.floor.flatMap(digits.lost)))
  }

  @Test func `a policy that ASCII cannot meet is impossible only there`() throws {
    let rules = "allowed: unicode; min-classes: 5 unicode;"
    let ascii = try keyspace(rules, on: .ascii)
    #expect(
      ascii.impossible == "no string of 1 to 64 characters of printable ASCII meets all rules")
    #expect(try keyspace(rules, on: .policy).impossible == nil)
  }
}
