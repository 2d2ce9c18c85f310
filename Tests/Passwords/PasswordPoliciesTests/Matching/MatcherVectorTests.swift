import PasswordPolicies
@_spi(Internal) import Passwords
import TestSupport
import Testing

@Suite struct MatcherVectorTests {
  @Test(
    // The synthetic policies lack answers for the other reading.
    arguments: [
      (Vectors.matcher, PasswordRules.MaxConsecutiveReading.repeats),
      (Vectors.matcher, .repeatsAndSequences), (Vectors.matcherSynthetic, .repeats),
    ])
  func `verdicts agree with the matcher vectors`(
    file: VectorFile, reading: PasswordRules.MaxConsecutiveReading
  ) throws {
    try check(file, reading)
  }

  @Test(
    .enabled(if: VectorFile.areShared, "needs ../shared/data"),
    arguments: PasswordRules.MaxConsecutiveReading.allCases)
  func `verdicts agree with the developers' vectors`(
    reading: PasswordRules.MaxConsecutiveReading
  ) throws {
    try check(Vectors.matcherShared, reading)
  }

  private func check(_ file: VectorFile, _ reading: PasswordRules.MaxConsecutiveReading) throws {
    let rows = try file.rows(as: Vectors.MatcherRow.self)
    func expected(_ row: Vectors.MatcherRow) -> [String] {
      reading == .repeats ? row.violated : row.violatedIfSequencesCount ?? row.violated
    }
    for (text, rows) in Dictionary(grouping: rows, by: \.policy) {
      let policy = try policy(text, maxConsecutive: reading)
      let schema = try Schema(for: policy.demand)
      let (matcher, profiler) = (try PolicyMatcher(policy, schema: schema), Profiler(schema))
      for row in rows {
        let profile = profiler.profile(of: row.password.utf8.span)
        let packed = schema.profile(of: schema.signature(of: profile))
        let violated = matcher.verdict(on: packed).indices.map { matcher.ruleIDs[$0].text }
        try #require(violated == expected(row), "\(row.id)")
      }
      let compiled = try PasswordRules(parsing: text, readingMaxConsecutiveAs: reading).compiled()
      for row in rows {
        let inString = compiled.violations(in: row.password)
        try #require(inString.map(\.id) == expected(row), "\(row.id)")
        try #require(compiled.isSatisfied(by: row.password) == inString.isEmpty, "\(row.id)")
      }
    }
  }
}
