import Conformance
import PasswordPolicies
import Testing

/// Policies of other systems, which may refuse more than the policy says.
@Suite struct SourceConformanceTests {
  private func source(notJudged parts: [String]) -> PolicySource {
    PolicySource(
      kind: .pwquality, outcome: parts.isEmpty ? .ascii : .bound,
      remarks: parts.map { Remark(.notJudged, $0, at: .start, "") })
  }

  /// What a system refuses besides may hide a list; it makes no other breach less of one.
  @Test(arguments: [
    "minlength: 6;", "minlength: 15; allowed: unicode;", "minlength: 8; required: digit;",
    "minlength: 12; allowed: unicode; max-repeating: 3; blocklist: default;",
    "maxlength: 16;\nor\nminlength: 12; required: upper; required: lower; context: \"acme\";",
  ])
  func `a breach stays one, whatever else the system refuses`(text: String) throws {
    for standard in Standard.all {
      func conformance(_ parts: [String]) throws -> Conformance {
        var judge = ConformanceJudge(try policy(text, source: source(notJudged: parts)))
        return judge.conformance(to: standard)
      }
      let plain = try conformance([])
      for parts in [["palindromes"], ["dictcheck", "palindromes"]] {
        let found = try conformance(parts)
        #expect(found.textRows.count == plain.textRows.count)
        for (row, before) in zip(found.textRows, plain.textRows) {
          let isHidden = row.finding.verdict == .notVisible && parts.contains("dictcheck")
          #expect(
            isHidden || row.finding.verdict == before.finding.verdict,
            "\(standard.id) \(row.clause.id)")
        }
        let expected = zip(found.textRows, plain.textRows).compactMap { row, before in
          row.clause.force == .must && before.finding.isFault && row.finding.verdict != .notVisible
            ? row.clause.number : nil
        }
        #expect(Set(found.broken) == Set(expected), "\(standard.id)")
        #expect(found.isPassed == expected.isEmpty, "\(standard.id)")
      }
    }
  }

  @Test func `a minimum of six is broken though the system has a dictionary`() throws {
    var judge = ConformanceJudge(
      try policy("minlength: 6;", source: source(notJudged: ["dictcheck"])))
    let nist = judge.conformance(to: try #require(Standard.named("nist-63b-4")))
    #expect(!nist.isPassed && nist.broken.contains("3.1.1.2 (1)"))
  }

  @Test(
    arguments: [
      ("context: \"acme\";", .met), ("context: \"acme\" substring;", .met),
      ("context: username;", .broken), ("blocklist: default;", .broken), ("", .broken),
      ("context: \"acme\";\nor\nminlength: 20; context: \"acme\" substring;", .met),
      ("context: \"acme\" substring;\nor\nminlength: 20;", .partly),
    ] as [(String, Standard.Verdict)])
  func `words of the context count whole or as parts`(rules: String, verdict: Standard.Verdict)
    throws
  {
    let found = try finding(
      "asvs-5-l2", "words", policy("minlength: 8; allowed: unicode; " + rules))
    #expect(found.verdict == verdict)
  }
}
