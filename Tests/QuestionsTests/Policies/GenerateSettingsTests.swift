import PasswordPolicies
import Questions
import Requests
import Testing

@Suite struct GenerateSettingsTests {
  private func policy(_ text: String) throws -> Policy { try #require(try policies(text).first) }

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
    var settings = GenerateSettings(try policy("minlength: 5; allowed: digit;"))
    settings.blocklists = .off
    let passwords = try lines(settings, 20, seed: start)
    #expect(passwords.count == 20)
    #expect(passwords.allSatisfy { $0.count == 5 && $0.allSatisfy(\.isNumber) })
    #expect(try (lines(settings, 20, seed: start) == passwords) == (start != nil))
  }

  @Test func `chosen lengths replace the suggestion`() throws {
    var settings = GenerateSettings(try policy("allowed: lower;"))
    settings.lengths = LengthSettings(from: 3, to: 3)
    #expect(try lines(settings, 4, seed: 1).map(\.count) == [3, 3, 3, 3])
  }

  @Test func `a closed output ends the drawing`() throws {
    var settings = GenerateSettings(try policy("minlength: 9; allowed: digit;"))
    settings.lengths = LengthSettings(from: 9, to: 9)
    var calls = 0
    try settings.prepare { _ in }.generate(1_000_000, seed: 1) { _ in
      calls += 1
      return false
    }
    #expect(calls == 1)
  }

  @Test func `an impossible policy is a problem`() throws {
    let settings = GenerateSettings(try policy("minlength: 9; maxlength: 8;"))
    #expect(throws: GenerateProblem.self) { try settings.prepare { _ in } }
  }

  @Test func `one policy is needed`() throws {
    let several = try policies("[a]\nminlength: 1;\n[b]\nminlength: 2;")
    let strength = GenerateSettings(try policy("minlength: 1;")).strength
    let problem = #expect(throws: GenerateProblem.self) {
      try GenerateSettings(onlyOneOf: several, strength: strength)
    }
    #expect(problem?.found == "2 policies")
    #expect(throws: GenerateProblem.self) {
      try GenerateSettings(onlyOneOf: [], strength: strength)
    }
  }

  @Test func `numbers and passwords correspond`() throws {
    var settings = GenerateSettings(try policy("minlength: 2; allowed: digit;"))
    settings.lengths = LengthSettings(from: 2, to: 2)
    let numbering = try settings.numbering()
    for number in [0, 1, 42, 99] {
      let password = try #require(numbering.password(at: Array("\(number)".utf8)[...]))
      #expect(numbering.number(of: Array(password.utf8)[...]) == "\(number)")
    }
    #expect(numbering.password(at: Array("100".utf8)[...]) == nil)
    #expect(numbering.number(of: Array("abc".utf8)[...]) == nil)
    #expect(numbering.number(of: [0xFF]) == nil)
  }
}
