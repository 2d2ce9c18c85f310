import PasswordPolicies
import PolicySources
import TestSupport
import Testing

/// The sources of `verdicts.jsonl`: what each system and our policy say of made-up passwords.
@Suite struct VerdictVectorTests {
  struct Row: Decodable, Sendable, CustomTestStringConvertible {
    let id: String
    let kind: String
    let text: String
    let passwords: [String]
    let system: String
    let judged: String
    let next: String
    let nextOutcome: String

    enum CodingKeys: String, CodingKey {
      case id, kind, text, passwords, system, judged, next
      case nextOutcome = "next_outcome"
    }

    var testDescription: String { id }
  }

  private static let rows =
    (try? VectorFile("policies-elsewhere/verdicts.jsonl").rows(as: Row.self)) ?? []

  @Test func `the vectors are there`() {
    #expect(Self.rows.count == 327)
  }

  @Test(arguments: rows) func `the policy of a source judges as the source does`(_ row: Row) throws
  {
    let kind = try #require(SourceKind(rawValue: row.kind))
    let reading = SourceReading(of: Array(row.text.utf8), as: kind)
    #expect(reading.outcome(lenient: true).rawValue == row.nextOutcome)
    let text = try #require(reading.policies.first?.text)
    let policy = try policy(of: text)
    let verdicts = try compliances(of: row.passwords, policy)
    #expect(verdicts == row.next.map { $0 == "1" }, "\(text)")
    let outcome = reading.outcome(lenient: true)
    for (index, (system, judged)) in zip(row.system, row.judged).enumerated() {
      let isTyped = row.passwords[index].unicodeScalars.allSatisfy { 0x20...0x7E ~= $0.value }
      if outcome == .exact || outcome == .ascii && isTyped {
        #expect(verdicts[index] == (system == "1"))
      } else if outcome == .bound || outcome == .wider, isTyped {
        #expect(verdicts[index] == (judged == "1"))
      }
    }
  }

  /// Whether each password complies, by the matcher; a list of words within is judged here.
  private func compliances(of passwords: [String], _ policy: Policy) throws -> [Bool] {
    let judges = try policy.alternatives.map { alternative in
      let plain = Policy(name: "", alternatives: [alternative], location: policy.location)
      return (
        words: alternative.others.flatMap(\.conditions).flatMap(\.forbiddenParts),
        rules: try PasswordPolicy(parsing: plain.withoutLists().line())
      )
    }
    return passwords.map { password in
      judges.contains { words, rules in
        rules.isSatisfied(by: password)
          && !words.contains { password.lowercased().contains($0.lowercased()) }
      }
    }
  }
}

extension Condition {
  /// The words that must not occur inside a password.
  fileprivate var forbiddenParts: [String] {
    if case .unlisted(.contextParts(let words)) = self { words } else { [] }
  }
}
