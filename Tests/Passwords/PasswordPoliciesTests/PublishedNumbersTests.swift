import PasswordPolicies
import TestSupport
import Testing

private func realPolicies() throws -> PolicyReading {
  Quirks(try VectorFile.sites().map { Quirks.Entry(domain: $0.domain, rules: $0.rules) })
    .read(file: "apple-password-rules.json")
}

@Suite struct PublishedNumbersTests {
  @Test func `the real policies have the published counts`() throws {
    let reading = try realPolicies()
    #expect(reading.policies.count == 434)
    #expect(!reading.hasErrors)
    let outcomes = try VectorFile.sites().map { ReferenceReading(of: Array($0.rules.utf8)).outcome }
    #expect(outcomes.allSatisfy { $0 == .clean })
    #expect(Set(reading.policies.map(\.canonicalKey)).count == 320)
    #expect(reading.policies.allSatisfy { $0.unsatisfiable == nil })
  }
}
