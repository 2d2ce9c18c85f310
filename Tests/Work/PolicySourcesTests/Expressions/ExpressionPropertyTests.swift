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
