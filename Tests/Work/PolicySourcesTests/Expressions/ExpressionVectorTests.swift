import PasswordPolicies
import PolicySources
import TestSupport
import Testing

@Suite struct ExpressionVectorTests {
  @Test func `expressions are read as the reference reads them`() throws {
    for row in try ExpressionVectors.file.rows(as: ExpressionVectors.Row.self) {
      let reading = ExpressionVectors.reading(of: row.text, mode: row.mode)
      #expect(reading.outcome().rawValue == row.answer.outcome, "\(row.id) \(row.text)")
      let said = reading.remarks.map { "\($0.kind.rawValue) \($0.place) \($0.part)" }
      let expected = row.answer.remarks.map { "\($0.kind) \($0.place) \($0.part)" }
      #expect(said == expected, "\(row.id) \(row.text)")
      let policies = try reading.policies.map { try policy(of: $0.text).canonicalKey }
      let wanted = try row.answer.policies.map { try policy(of: $0.text).canonicalKey }
      #expect(
        policies == wanted,
        "\(row.id) \(row.text): \(reading.policies.map(\.text)), not \(row.answer.policies.map(\.text))"
      )
    }
  }

  @Test func `of the 109 expressions of sites one is refused`() throws {
    var sites: [String: Int] = [:]
    for row in try ExpressionVectors.file.rows(as: ExpressionVectors.Row.self) {
      let outcome = ExpressionVectors.reading(of: row.text, mode: row.mode).outcome()
      sites[outcome.rawValue, default: 0] += row.sites?.count ?? 0
    }
    #expect(sites.filter { $0.value > 0 } == ["exact": 85, "ascii": 23, "refused": 1])
  }

  @Test func `exact policies accept the passwords that the expression matches`() throws {
    var count = 0
    for row in try ExpressionVectors.file.rows(as: ExpressionVectors.Row.self) {
      guard let passwords = row.passwords, let matches = row.matches else { continue }
      let reading = ExpressionVectors.reading(of: row.text, mode: row.mode)
      let outcome = reading.outcome()
      guard outcome == .exact || outcome == .ascii, let written = reading.policies.first else {
        continue
      }
      let judge = try Judge(policy(of: written.text))
      for (password, matches) in zip(passwords, matches) {
        let isPrintable = password.utf8.allSatisfy { 0x20...0x7E ~= $0 }
        if outcome == .ascii && !isPrintable { continue }
        #expect(judge.accepts(password) == (matches == "1"), "\(row.id) \(row.text) \(password)")
        count += 1
      }
    }
    #expect(count > 2000)
  }
}
