import Foundation
import PasswordPolicies
import PolicySources
import TestSupport
import Testing

@Suite struct ExpressionPropertyTests {
  @Test(.firstFailureOnly, arguments: [UInt64](1...4))
  func `policies accept what random expressions match`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var (read, verdicts, accepted) = (0, 0, 0)
    for _ in 0..<500 {
      let expression = NaiveExpression.random(&generator)
      // A `\1` is the first group's.
      let text = expression.text
      if text.split(separator: "(.)").count > 2 { continue }
      let isWhole = Bool.random(using: &generator)
      let reading =
        isWhole ? ExpressionReader.read(text, .full, .javaScript) : ExpressionReader.read(text)
      guard reading.outcome() != .refused, let written = reading.policies.first else { continue }
      read += 1
      let judge = try Judge(policy(of: written.text))
      for _ in 0..<25 {
        let password = Self.password(&generator)
        let matches =
          isWhole ? expression.matches(whole: password) : expression.occurs(in: password)
        #expect(
          judge.accepts(password) == matches, "\(text) on '\(password)' is not \(written.text)")
        verdicts += 1
        accepted += matches ? 1 : 0
      }
    }
    #expect(read > 100)
    #expect(accepted > verdicts / 10 && accepted < verdicts * 9 / 10)
  }

  @Test(.firstFailureOnly, arguments: seeds(2, of: 20))
  func `schemas join what random expressions match`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var (verdicts, accepted, kinds) = (0, 0, Set<String>())
    for _ in 0..<600 {
      let (one, other) = (NaiveExpression.random(&generator), NaiveExpression.random(&generator))
      let patterns = try [one, other].map { #"{"pattern": \#(try Self.json($0.text))}"# }
      let key = ["allOf", "anyOf", "not"].randomElement(using: &generator) ?? "not"
      let schema = key == "not" ? patterns[0] : "[\(patterns.joined(separator: ","))]"
      let text = #"{"type": "string", "maxLength": 12, "\#(key)": \#(schema)}"#
      let reading = SourceReading(of: Array(text.utf8), as: .jsonSchema)
      guard reading.outcome() != .refused, let written = reading.policies.first else { continue }
      kinds.insert(key)
      let judge = try Judge(policy(of: written.text))
      for _ in 0..<25 {
        let password = Self.password(&generator)
        let found = [one, other].map { $0.occurs(in: password) }
        let isValid =
          switch key {
          case "allOf": found[0] && found[1]
          case "anyOf": found[0] || found[1]
          default: !found[0]
          }
        let isAccepted = judge.accepts(password)
        try #require(
          isAccepted == (isValid && password.count <= 12),
          "\(text) on '\(password)' is not \(written.text)")
        verdicts += 1
        accepted += isAccepted ? 1 : 0
      }
    }
    #expect(
      kinds.count == 3 && verdicts > 1000 && accepted > verdicts / 20, "\(verdicts), \(accepted)")
  }

  private static func json(_ text: String) throws -> String {
    String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
  }

  private static func password(_ generator: inout SeededGenerator) -> String {
    var password = ""
    for _ in 0..<Int.random(in: 1...5, using: &generator) {
      let character = "abABC12! -".randomElement(using: &generator) ?? "a"
      let times = [1, 1, 1, 2, 3].randomElement(using: &generator) ?? 1
      password += String(repeating: character, count: times)
    }
    return password
  }
}
