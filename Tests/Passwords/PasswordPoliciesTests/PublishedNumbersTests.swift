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

  @Test func `Apple's guideline counts the real policies as published, in each reading`() throws {
    let broken = try realPolicies().policies.map { policy in
      policy.verdict(by: .apple).clauses.map { $0.finding != nil }
    }
    #expect(broken.count { $0[0] } == 20)
    #expect(broken.count { $0[1] } == 6)
    #expect(broken.count { $0[0] && $0[1] } == 6)
    #expect(broken.count { $0[2] } == 417)
  }
}
