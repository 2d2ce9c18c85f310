import Auditing
import Diagnostics
import Jobs
import PasswordSpaces
import PasswordStrength
import Reports
import TestSupport
import Testing

@Suite struct GenerateSettingsTests {
  private func lines(_ settings: GenerateSettings, _ count: Int, seed: UInt64?) throws -> [String] {
    var output: [UInt8] = []
    try settings.prepare { _ in }.generate(count, seed: seed) { bytes in
      output += bytes
      return true
    }
    return String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  @Test(arguments: [nil, 7] as [UInt64?])
  func `passwords have the policy's minimum length and alphabet`(start: UInt64?) throws {
    let settings = try GenerateSettings(
      onlyOneOf: try policies("minlength: 5; allowed: digit;"), blocklists: .off)
    let passwords = try lines(settings, 20, seed: start)
    #expect(passwords.count == 20)
    #expect(passwords.allSatisfy { $0.count == 5 && $0.allSatisfy(\.isNumber) })
    #expect(try (lines(settings, 20, seed: start) == passwords) == (start != nil))
  }

  @Test func `chosen lengths replace the suggestion`() throws {
    let settings = try GenerateSettings(
      onlyOneOf: try policies("allowed: lower;"), lengths: LengthSettings(from: 3, to: 3))
    #expect(try lines(settings, 4, seed: 1).map(\.count) == [3, 3, 3, 3])
  }

  @Test func `a closed output ends the drawing`() throws {
    let settings = try GenerateSettings(
      onlyOneOf: try policies("minlength: 9; allowed: digit;"),
      lengths: LengthSettings(from: 9, to: 9))
    var calls = 0
    try settings.prepare { _ in }.generate(1_000_000, seed: 1) { _ in
      calls += 1
      return false
    }
    #expect(calls == 1)
  }

  @Test func `an impossible policy is a problem`() throws {
    let settings = try GenerateSettings(onlyOneOf: try policies("minlength: 9; maxlength: 8;"))
    let refusal = problem { try settings.prepare { _ in } }
    #expect(refusal?.code == "nothing-complies")
    #expect(refusal?.found.hasPrefix("no password can meet the policy: ") == true)
  }

  @Test func `a larger alphabet is the remedy only where the policy has passwords in it`() throws {
    func remedy(_ rules: String, _ alphabet: ComparisonAlphabet? = nil) throws -> String? {
      let settings = try GenerateSettings(onlyOneOf: try policies(rules), alphabet: alphabet)
      return problem { try settings.prepare { _ in } }?.remedy
    }
    let five = "allowed: unicode; min-classes: 5 unicode;"
    #expect(try remedy(five)?.contains("--alphabet unicode takes all") == true)
    #expect(try remedy(five, .policy) == nil)
    #expect(
      try remedy("minlength: 9; maxlength: 8;")
        == "See 'audit keyspace' for the lengths that the policy permits.")
  }

  @Test func `one policy is needed`() throws {
    let several = try policies("[a]\nminlength: 1;\n[b]\nminlength: 2;")
    for (policies, count) in [(several, 2), ([], 0)] {
      let refusal = problem { try GenerateSettings(onlyOneOf: policies) }
      #expect(refusal?.code == "not-one-policy" && refusal?.found == "\(count) policies")
    }
  }

  @Test func `numbers and passwords correspond`() throws {
    let settings = try GenerateSettings(
      onlyOneOf: try policies("minlength: 2; allowed: digit;"),
      lengths: LengthSettings(from: 2, to: 2))
    let (numbers, passwords) = (
      try settings.numbering(ofPasswords: true), try settings.numbering(ofPasswords: false)
    )
    for number in [0, 1, 42, 99] {
      let password = try #require(try answers(passwords, to: "\(number)").lines.first)
      #expect(try answers(numbers, to: password).lines == ["\(number)"])
    }
    #expect(try answers(passwords, to: "100").lines == ["-"])
    #expect(try answers(numbers, to: "abc", "\u{FFFD}").lines == ["-", "-"])
  }

  @Test(arguments: [0, 1, 40, 4_000])
  func `as many passwords are drawn as asked for, in blocks, each in the policy's space`(count: Int)
    throws
  {
    let settings = try GenerateSettings(
      onlyOneOf: try policies("minlength: 30; maxlength: 30; required: upper; allowed: [ab];"))
    var blocks: [[UInt8]] = []
    try settings.prepare { _ in }.generate(count, seed: 3) {
      blocks.append($0)
      return true
    }
    let lines = String(decoding: blocks.flatMap(\.self), as: UTF8.self).split(separator: "\n")
    #expect(lines.count == count)
    #expect(blocks.count == 1 + count * 31 / (2115 * 31))
    #expect(lines.allSatisfy { $0.count == 30 && $0.contains(where: \.isUppercase) })
    #expect(
      problem { try settings.prepare { _ in }.generate(-1, seed: 3) { _ in true } }?.found
        == "--count takes a number from 0, not -1.")
  }

  @Test func `what a list refuses is not drawn, and a list that refuses all ends the drawing`()
    throws
  {
    let directory = try TemporaryDirectory()
    let list = try directory.file("refused.txt", (0..<9).map { "\($0)\n" }.joined())
    let rules = "maxlength: 1; allowed: digit; blocklist: \"\(list)\" exact;"
    let settings = try GenerateSettings(
      onlyOneOf: try policies(rules), lengths: LengthSettings(from: 1, to: 1), blocklists: .off)
    #expect(try Set(lines(settings, 20, seed: 5)) == ["9"])
    try directory.file("refused.txt", (0...9).map { "\($0)\n" }.joined())
    let told = problem { try lines(settings, 1, seed: 5) }
    #expect(
      told?.code == "all-refused" && told?.found.hasPrefix("100000 passwords in a row") == true)
  }

  @Test func `vectors of rules are on no list that their policy names`() throws {
    let directory = try TemporaryDirectory()
    let list = try directory.file("refused.txt", "2222\n")
    let policy = try policies(
      "minlength: 4; maxlength: 5; allowed: [2]; blocklist: \"\(list)\" exact;\nor\nminlength: 6; allowed: digit;"
    )[0]
    let vectors = try RuleVectorSettings(.off, StrengthSettings(referenceYear: 2026)).vectors(
      of: policy
    ) { _ in }
    let check = try PasswordCheck(
      [policy], .off, StrengthSettings(referenceYear: 2026), form: .csv
    ) { _ in }
    #expect(vectors.isSatisfiable && vectors.lines.count > 8)
    for line in vectors.lines {
      guard let password = line.password else { continue }
      let verdict = try answers(check.questions, to: password).lines
      #expect((verdict == ["compliant"]) == (line.breaks == nil), "\(line): \(verdict)")
      #expect(password != "2222" || line.breaks != nil)
    }
  }
}
