import PasswordPolicies
import PolicySources
import TestSupport
import Testing

/// The sources of `readers.jsonl`: what the reference reader makes of each.
@Suite struct ReaderVectorTests {
  struct Row: Decodable, Sendable, CustomTestStringConvertible {
    let id: String
    let kind: String
    let text: String
    let outcome: String
    let policies: [Answer.Written]
    let remarks: [Answer.Said]
    let next: Answer?

    /// The answer in our language as it is now; without `next` it is that of before, too.
    var answer: Answer { next ?? Answer(outcome: outcome, policies: policies, remarks: remarks) }
    var testDescription: String { id }
  }

  static let rows =
    (try? VectorFile("policies-elsewhere/readers.jsonl").rows(as: Row.self)) ?? []

  @Test func `the vectors are there`() {
    #expect(Self.rows.count == 382)
  }

  @Test(arguments: rows) func `a source becomes its policies`(_ row: Row) throws {
    let reading = try #require(Self.reading(of: row))
    let wanted = row.answer.policies
    #expect(reading.policies.map(\.name) == wanted.map(\.name))
    let found = try reading.policies.map { try meaning(of: $0.text) }
    let expected = try wanted.map { try meaning(of: $0.text) }
    #expect(found == expected, "\(reading.policies.map(\.text)) for \(wanted.map(\.text))")
  }

  @Test(arguments: rows) func `a source has its outcome and its remarks`(_ row: Row) throws {
    let reading = try #require(Self.reading(of: row))
    #expect(reading.outcome().rawValue == row.answer.outcome)
    let found = reading.remarks.map { "\($0.kind.rawValue) \($0.place) \($0.part)" }
    #expect(found == row.answer.remarks.map { "\($0.kind) \($0.place) \($0.part)" })
  }

  private static func reading(of row: Row) -> SourceReading? {
    SourceKind(rawValue: row.kind).map { SourceReading(of: Array(row.text.utf8), as: $0) }
  }
}

/// The meaning of a policy in our language, which must have no faults.
func meaning(of text: String) throws -> Policy.CanonicalKey {
  try policy(of: text).canonicalKey
}
