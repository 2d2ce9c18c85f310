import PasswordRules
import Testing

private func realPolicies() throws -> PolicyReading {
  Quirks(try Vectors.policies().map { Quirks.Entry(domain: $0.domain, rules: $0.rules) })
    .read(file: "apple-password-rules.json")
}

struct PublishedNumbersTests {
  @Test func `the real policies are as many, as clean and as different as published`() throws {
    let reading = try realPolicies()
    #expect(reading.policies.count == 434)
    #expect(!reading.hasErrors)
    let outcomes = try Vectors.policies().map { ReferenceReading(of: Array($0.rules.utf8)).outcome }
    #expect(outcomes.allSatisfy { $0 == .clean })
    #expect(Set(reading.policies.map(\.canonicalKey)).count == 320)
    #expect(reading.policies.allSatisfy { $0.unsatisfiable == nil })
  }

  @Test func `Apple's guideline counts the real policies as published, in each reading`() throws {
    let codes = try realPolicies().policies.map { Set($0.lint(against: []).map(\.code)) }
    #expect(codes.count { $0.contains("apple-cannot-hold-12") } == 20)
    #expect(codes.count { $0.contains("apple-permits-few-classes") } == 6)
    #expect(
      codes.count {
        $0.isSuperset(of: ["apple-cannot-hold-12", "apple-permits-few-classes"])
      } == 6)
    #expect(codes.count { $0.contains("apple-demands-fewer-than-12") } == 417)
  }
}
